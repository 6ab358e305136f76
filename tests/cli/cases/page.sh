# SPDX-License-Identifier: Apache-2.0
# What a kernel's page and its memory chart show of a file that was saved, and which command wrote it.
warpgrind report tests/cli/inputs/pages/kernel.json --memory --lines 1 | sed -n '/^memory/,/^instructions/p'
cp tests/cli/inputs/pages/kernel.json "$work/k 'one'.json"
cd "$work"
warpgrind report "k 'one'.json" -q --lines=3 --html page.html
grep -A9 '>What to type' page.html | sed '/<\/section>/,$d'
grep -o '<summary>.*tile.*</summary>' page.html
sed -n '/tile.threadIdx.y/,/<.pre>/p' page.html | grep -c 'ld.global\|st.shared'
grep -c '<details open' page.html
# It does not say where the folder is.
! grep "$work" page.html

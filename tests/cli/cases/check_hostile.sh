# SPDX-License-Identifier: Apache-2.0
# A line of somebody else is shown, and nothing in it is obeyed: by the terminal, a page or a runner of GitHub.
esc=$(printf '\033')
sed "s|st.global.f32 .*|&  // ${esc}[31m <script> ::error::|" tests/cli/inputs/reverse.ptx >"$work/k.ptx"
cd "$work"
set -- k.ptx --grid 1 --block 64 -a 'x:f32[64]=i' -a 'y:f32[60]' --html page.html --annotations
warpgrind check "$@" | grep "script\|^::"
grep -c "<script>" page.html
grep -c "<script> ::error" page.html
true

# SPDX-License-Identifier: Apache-2.0
warpgrind roofline -d sim:a100
warpgrind roofline --no-estimate tests/cli/inputs/saxpy.json tests/cli/inputs/ladder --trust --csv -
warpgrind roofline --no-estimate tests/cli/inputs/saxpy.json --svg "$work/roofline.svg" --html "$work/roofline.html" --json "$work/roofline.json"
warpgrind report "$work/roofline.json" --svg "$work/again.svg" --html "$work/again.html"
cmp "$work/roofline.svg" "$work/again.svg"
part() { sed '/>What to type/,/<\/section>/d' "$1"; } # a page says which command wrote it: that differs
part "$work/roofline.html" >"$work/before" && part "$work/again.html" | cmp "$work/before" - && echo same
try() { echo "\$ warpgrind $*"; warpgrind "$@" 2>&1; echo "exit $?"; }
try roofline -d sim:h300 | sed 's/there are: .*/there are: …/'
try roofline tests/cli/inputs/none.cu
try roofline no_such_ladder | sed 's/there are: .*/there are: …/'
try roofline --help

# SPDX-License-Identifier: Apache-2.0
# What was written comes back the same, and nothing runs for it.
# A page says which command wrote it: that differs.
part() { sed '/>What to type/,/<\/section>/d' "$1"; }
same() { part "$work/before.$1" >"$work/before" && part "$work/after.$1" | cmp "$work/before" - && echo "$1: same"; }
warpgrind explain tests/cli/inputs/saxpy.json --json "$work/run.json" --html "$work/before.html" --svg "$work/before.svg" >"$work/before.txt"
warpgrind report "$work/run.json" --html "$work/after.html" --svg "$work/after.svg" >"$work/after.txt"
for form in txt html svg; do same $form; done
warpgrind ladder tests/cli/inputs/ladder --trust -m right --json "$work/ladder.json" --html "$work/before.html" --svg "$work/before.svg" --csv "$work/before.csv" >"$work/before.txt"
warpgrind report "$work/ladder.json" --html "$work/after.html" --svg "$work/after.svg" --csv "$work/after.csv" >"$work/after.txt"
for form in txt html svg csv; do same $form; done
warpgrind probe tests/cli/inputs/probe --json "$work/probe.json" --html "$work/before.html" --svg "$work/before.svg" --md "$work/before.md" >"$work/before.txt"
warpgrind report "$work/probe.json" --html "$work/after.html" --svg "$work/after.svg" --md "$work/after.md" >"$work/after.txt"
for form in txt html svg md; do same $form; done
warpgrind report "$work/run.json" --md - | head -n 4
try() { echo "\$ warpgrind $*"; warpgrind "$@" 2>&1; echo "exit $?"; }
try report
try report a b
try report tests/cli/inputs/none.json
try report tests/cli/inputs/saxpy.ptx
try report tests/cli/inputs/saxpy.json
try report tests/cli/inputs/compare/before.json
try report --help

# SPDX-License-Identifier: Apache-2.0
# Kernels taken apart: what was written comes back the same, as text and as a page.
export WARPGRIND_PTXAS=none
# A page says which command wrote it: that differs.
part() { sed '/>What to type/,/<\/section>/d' "$1"; }
same() { part "$work/before.$1" >"$work/before" && part "$work/after.$1" | cmp "$work/before" - && echo "$1: same"; }
warpgrind explain tests/cli/inputs/saxpy.json --ablate --json "$work/run.json" --html "$work/before.html" >"$work/before.txt"
warpgrind report "$work/run.json" --html "$work/after.html" >"$work/after.txt"
for form in txt html; do same $form; done
grep -c 'Taken apart' "$work/after.html"
warpgrind ladder tests/cli/inputs/ladder --trust -m right --ablate --json "$work/ladder.json" --html "$work/before.html" --md "$work/before.md" >"$work/before.txt"
warpgrind report "$work/ladder.json" --html "$work/after.html" --md "$work/after.md" >"$work/after.txt"
for form in txt html md; do same $form; done
grep -c 'Taken apart' "$work/after.html"
# Times alone, from the hardware: "shows" and "agrees" are found again.
warpgrind report docs/results/h200/ablation/transpose.json --md - | sed -n '/^| rung | full/,$p'

# SPDX-License-Identifier: Apache-2.0
# Other orders: what depends on them, what fails in them, and where there is nothing to compare.
check() { warpgrind check tests/cli/inputs/first.ptx "$@"; echo "exit status $?"; }
set -- -k first --grid 5 --block 33 -a 'count:i32[1]' -a 'list:i32[165]' -a 'sum:f32[1]'
check "$@" --shuffle 0
check "$@" --shuffle 3
check "$@" --shuffle 3 -q --json "$work/json" --annotations
grep -E '"(orders|class|count)"' "$work/json"
echo 'order_dependent *' >"$work/rules"
check "$@" --shuffle 2 --suppressions "$work/rules" | tail -2
check -k trips --grid 7 --block 1 -a 'count:i32[1]' --shuffle 2
check -k trips --grid 7 --block 1 -a 'count:i32[1]=1' --shuffle 2 | tail -2
check -k nothing --grid 7 --block 1 -a n:i32=1 --shuffle 2
warpgrind check tests/cli/inputs/saxpy.ptx --shuffle 4 2>&1 | tail -1
check "$@" --shuffle many 2>&1

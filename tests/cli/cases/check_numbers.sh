# SPDX-License-Identifier: Apache-2.0
# Numbers are looked at on request, all kinds or some; they are suppressed and written as other findings are.
set -- tests/cli/inputs/numbers.ptx --grid 1 --block 3 -a 'x:f32[3]=1 - i' -a 'y:f32[3]'
wide='-a width:i32=1073741824'
warpgrind check "$@" -a width:i32=1; echo "exit status $?"
warpgrind check "$@" -a width:i32=1 --numbers; echo "exit status $?"
warpgrind check "$@" $wide --numbers=index_overflow | head -8
warpgrind check "$@" $wide -q --numbers=nan,index_overflow --json "$work/json" --sarif "$work/sarif" --html "$work/html" --annotations; echo "exit status $?"
grep -E '"(kind|class|severity)"' "$work/json"
grep '"ruleId"' "$work/sarif"
grep -c 'sqrt(-1) is not a number' "$work/html"
warpgrind check "$@" -a width:i32=1 --numbers --print-suppressions | tee "$work/rules"
warpgrind check "$@" -a width:i32=1 --numbers --suppressions "$work/rules"
warpgrind check "$@" $wide --numbers=nan,denormals 2>&1; echo "exit status $?"

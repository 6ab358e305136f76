# SPDX-License-Identifier: Apache-2.0
# Errors end with 3; what is known is suppressed; a real device and a wrong rule end with 2.
set -- tests/cli/inputs/reverse.ptx --grid 1 --block 64 -a 'x:f32[64]=i' -a 'y:f32[60]'
warpgrind check "$@"; echo "exit status $?"
warpgrind check "$@" --print-suppressions >"$work/rules"; echo "exit status $?"
cat "$work/rules"
warpgrind check "$@" --suppressions "$work/rules"; echo "exit status $?"
warpgrind check "$@" -q --annotations --max-errors 1; echo "exit status $?"
warpgrind check "$@" -q --json "$work/json" --sarif "$work/sarif" --html "$work/html"; echo "exit status $?"
grep -c . "$work/json" "$work/sarif" "$work/html" | grep -c ':0$'
grep '"kind"' "$work/json"
grep '"ruleId"' "$work/sarif"
echo 'race *' >"$work/rules"
{ warpgrind check "$@" --suppressions "$work/rules"; echo "exit status $?"; } 2>&1 | sed "s|$work/||"
warpgrind check "$@" -d cuda 2>&1; echo "exit status $?"
warpgrind check 2>&1; echo "exit status $?"

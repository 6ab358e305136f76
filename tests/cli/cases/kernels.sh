# SPDX-License-Identifier: Apache-2.0
# Which kernel is meant.
exec 2>&1
try() { warpgrind explain tests/cli/inputs/"$@"; echo "exit $?"; }
try several.ptx -k no_such_kernel --grid 1 --block 1
sed '/warpgrind:/d' tests/cli/inputs/several.ptx >"$work/several.ptx"
cd "$work"
warpgrind explain several.ptx --grid 1 --block 1
echo 'nothing but text' >empty.ptx
warpgrind explain empty.ptx --grid 1 --block 1 || echo "exit $?"

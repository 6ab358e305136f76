# SPDX-License-Identifier: Apache-2.0
# Launches no device would accept.
exec 2>&1
try() { warpgrind explain tests/cli/inputs/"$@"; echo "exit $?"; }
try saxpy.ptx --block 2048
try saxpy.ptx --block 32,32,2
try saxpy.ptx --block 0
try saxpy.ptx --grid 1,70000
try saxpy.ptx --grid m
try saxpy.ptx --grid 1,2,3,4
try saxpy.ptx --shared 1000000
try several.ptx -k bounded
try several.ptx -k exact

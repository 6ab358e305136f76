# SPDX-License-Identifier: Apache-2.0
# A structure by value, with a pointer in it.
exec 2>&1
try() { warpgrind explain tests/cli/inputs/structure.ptx --grid 1 --block 32 "$@" -q; echo "exit $?"; }
try -a 'p:{data:f32[n]=i, n:i32=5, scale:f32=0.5}' -a 'out:f32[n]' --dump out="$work/out" --dump p.data="$work/data"
od -An -tf4 "$work/out"
od -An -tf4 "$work/data"
try -a 'p:{data:f32[n]=i, n:i32=5, scale:f64=0.5}' -a 'out:f32[5]'
try -a 'p:{data:f32[2], n:i32=5, scale:f32=0.5}' -a 'out:f32[5]'
try -a 'p:{data:f32[2]=local, n:i32=5, scale:f32=1}' -a 'out:f32[5]'
try -a 'p:{n:i32=5' -a 'out:f32[5]'

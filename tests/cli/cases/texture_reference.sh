# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/texref.ptx --grid 1 --block 4,2 -a 'out:f32[8]' -a 'symbol:image:tex2d[4x2]=i*i' -q --dump out="$work/out"
od -An -tf4 "$work/out"
warpgrind explain tests/cli/inputs/texref.ptx --grid 1 --block 4,2 -a 'out:f32[8]' 2>&1

# SPDX-License-Identifier: Apache-2.0
head -c 31996 /dev/zero >"$work/s"
printf 'last' >>"$work/s"
warpgrind explain tests/cli/inputs/large.ptx --grid 1 --block 1 -a 'out:u32[1]' -a "s:bytes32000=@$work/s" -q --dump out="$work/out"
cat "$work/out"

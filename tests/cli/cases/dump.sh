# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/saxpy.ptx -q --dump y="$work/y.bin" --dump x="$work/x.bin"
wc -c <"$work/y.bin"
od -An -tf4 -N32 "$work/y.bin"
warpgrind explain tests/cli/inputs/saxpy.ptx -q --dump z=z.bin 2>&1

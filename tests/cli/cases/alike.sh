# SPDX-License-Identifier: Apache-2.0
# A large launch whose blocks are alike is sampled, unless somebody needs all of it.
exec 2>&1
run() { warpgrind explain tests/cli/inputs/loop.ptx --grid 2000 --block 256 -a 'out:u32[256]=2000' -a n:u32=2000 "$@" >"$work/out" || echo "exit $?"; }
show() { sed -n -e '3s/ [0-9]* of/ # of/p' -e '/warp_instructions /p' "$work/out"; }
run -k loop && show
run -k loop --all-blocks && show
run -k by_data && show
run -k loop --assert 'warp_instructions == 96112000' -q
run -k loop --sample 10 --all-blocks

# SPDX-License-Identifier: Apache-2.0
show() { echo "\$ warpgrind occupancy $*"; status=0; warpgrind occupancy "$@" 2>&1 || status=$?; [ $status = 0 ] || echo "exit $status"; }
show --registers 64 --block 16,16 --shared 20000
show --registers 21 --block 256 -d sim:m2050 --csv -
show --registers 20 --block 96 -d gtx280 --md -
show --registers 32 --block 128 --shared 4096 --carveout 10 -d v100
show --block 128 --barriers 16 -q
show --block 2048 --registers 32
show --block 128 --registers 32 -d a100 --json - | sed -n '/"occupancy": {/,/"limits"/p'
echo; echo "# a kernel, without ptxas"
export WARPGRIND_PTXAS=/nowhere/ptxas
show tests/cli/inputs/saxpy.ptx --block 256 -d k20
show tests/cli/inputs/saxpy.ptx
echo; echo "# what cannot be answered"
show
show --block 0
show --block 16,16,16,16
show --block 64 --shared some
show --block 64 -k saxpy
show --block 64 -d cuda:0
show --block 64 -d h300
show one.cu two.cu

# SPDX-License-Identifier: Apache-2.0
exec 2>&1
try() { warpgrind explain tests/cli/inputs/saxpy.ptx -q "$@"; echo "exit $?"; }
try --assert 'global_load_sectors_per_request <= 4.01' --assert 'divergent_branches == 1'
try --assert 'global_load_sectors_per_request < 4' --assert 'warp_instructions > 10 * branches'
try --assert 'global_load_sectors / global_load_requests < 4.5 and lane_utilisation > 95'
try --assert 'shared_load_wavefronts_per_request == 1'
try --assert 'global_load_sector <= 4'
try --assert 'global_load_sectors <='

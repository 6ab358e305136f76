# SPDX-License-Identifier: Apache-2.0
# Assertions over estimates, of results that were saved: shares are per cent.
exec 2>&1
try() { warpgrind report tests/cli/inputs/estimated.json -q "$@"; echo "exit $?"; }
try --assert 'time < 50*us and occupancy >= 50 and registers <= 36' --assert 'limited_by_shared' --assert 'l1_hits > 50' --assert 'part_of_limit > 20'
try --assert 'busy_shared < 50' --assert 'gain_double_work < 10' --assert 'shared_conflicts == 0'
try --assert 'limited_by_dram or limited_by_l2'
try --assert 'time < 40*us'
try --assert 'measured_time < 1'
echo '# on the wrong scale'
try --assert 'occupancy >= 0.5'
try --assert '0.9 < lane_utilisation'
try --assert 'l2_hits < 0.5'
try --assert 'shared_conflict_share < 0.5' --assert 'occupancy / 100 > 0.5'
echo '# no such thing'
try --assert 'ocupancy > 5'
try --assert 'naive: occupancy > 50'
try --assert 'limited_by_nobody_at_all'
echo '# rungs'
warpgrind ladder tests/cli/inputs/ladder --trust -q --no-estimate --assert 'right: global_load_sectors_per_request == 4' -m right
echo "exit $?"
warpgrind ladder tests/cli/inputs/ladder --trust -q --no-estimate --assert 'barriers > 0' -m right
echo "exit $?"
warpgrind ladder tests/cli/inputs/ladder --trust -q --no-estimate --assert 'left: barriers > 0' -m right
echo "exit $?"
warpgrind ladder tests/cli/inputs/ladder --trust -q --no-estimate --assert 'occupancy > 50' -m right
echo "exit $?"

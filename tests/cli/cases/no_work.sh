# SPDX-License-Identifier: Apache-2.0
# Nothing to do, no memory touched, no threads at all: a clear answer each.
warpgrind explain tests/cli/inputs/nothing.ptx -q --assert 'global_load_requests == 0'
echo "exit $?"
warpgrind explain tests/cli/inputs/nothing.ptx | grep -c warp_instructions
warpgrind explain tests/cli/inputs/nothing.ptx --grid 0 2>&1
echo "exit $?"
warpgrind explain tests/cli/inputs/nothing.ptx --json - | grep -ciw nan || true

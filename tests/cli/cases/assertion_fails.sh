# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/saxpy.ptx -q --assert 'barriers > 0' 2>&1

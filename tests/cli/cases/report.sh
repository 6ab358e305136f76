# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/saxpy.ptx --no-estimate

# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/several.ptx -k beyond 2>&1

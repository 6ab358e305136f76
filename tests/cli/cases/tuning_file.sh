# SPDX-License-Identifier: Apache-2.0
# Defaults where the conditions allow them, a parameter set by hand, an argument replaced.
warpgrind explain tests/cli/inputs/saxpy.json | head -4
warpgrind explain tests/cli/inputs/saxpy.json --set BLOCK=64 -a n:i32=320 | head -4

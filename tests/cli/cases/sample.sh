# SPDX-License-Identifier: Apache-2.0
warpgrind explain tests/cli/inputs/saxpy.ptx -a n:i32=100000 --sample 10 --no-estimate | sed -n '2,7p' | sed 's/ [0-9]* of/ # of/'

# SPDX-License-Identifier: Apache-2.0
# The same counters for any number of host threads.
for jobs in 1 2 7; do
    warpgrind explain tests/cli/inputs/saxpy.ptx -a n:i32=100000 -j $jobs >"$work/$jobs"
    sed -i 's/ in [0-9.]* s$//' "$work/$jobs"
done
cmp "$work/1" "$work/2" && cmp "$work/1" "$work/7" && echo same

# SPDX-License-Identifier: Apache-2.0
# A warp's addresses, on GPUs that join them by different rules.
exec 2>&1
for device in gtx280 m2050 k20 h200; do
    for line in 17 20; do
        warpgrind explain tests/cli/inputs/crooked.ptx --grid 1 --block 32 -a 'in:f32[64]=1' -a 'out:f32[32]=0' \
            -d sim:$device --no-estimate --show-addresses $line | sed -n "s/.*lanes of 4 bytes/$device: &/p;/ requested\|words, \|0x/p"
    done
done

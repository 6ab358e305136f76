# SPDX-License-Identifier: Apache-2.0
# Which real devices are there differs: only that something is said of each kind.
warpgrind devices | sed '/^compilers/,$d; s/^  \(cuda\|opencl\|cpu\)[: ].*/  \1 …/' | uniq
warpgrind devices sim:h200 | head -3
warpgrind devices h200 --json - | head -8
echo "-- a file by its path"
warpgrind devices data/devices/a100.json | head -2
warpgrind explain tests/cli/inputs/saxpy.ptx -d sim:nowhere/mygpu.json 2>&1
echo "-- what the time model borrows"
warpgrind devices h200 | grep 'time model'
warpgrind devices b200 | sed -n '/time model/,$p' | head -4
warpgrind devices b200 --json - | sed -n '/"model"/,/}/p'
echo "-- files that are wrong"
sed 's/"warp_size": {"value": 32/"warp_size": {"value": 64/' data/devices/a100.json >"$work/wide.json"
sed 's/"l2_latency"/"l2_latencies"/' data/devices/a100.json >"$work/odd.json"
for file in wide odd; do
    warpgrind devices "$work/$file.json" 2>&1 | sed "s|$work/||"
done

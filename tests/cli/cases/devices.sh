# SPDX-License-Identifier: Apache-2.0
# Which real devices are there differs: only that something is said of each kind.
warpgrind devices | sed '/^compilers/,$d; s/^  \(cuda\|opencl\|cpu\)[: ].*/  \1 …/' | uniq
warpgrind devices sim:h200 | head -3
warpgrind devices h200 --json - | head -8
echo "-- a file by its path"
warpgrind devices data/devices/a100.json | head -2
warpgrind explain tests/cli/inputs/saxpy.ptx -d sim:nowhere/mygpu.json 2>&1

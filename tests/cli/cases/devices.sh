# Which real devices are there differs: only that something is said of each kind.
warpgrind devices | sed '/^compilers/,$d; s/^  \(cuda\|opencl\|cpu\)[: ].*/  \1 …/' | uniq
warpgrind devices sim:h200 | head -3
warpgrind devices h200 --json - | head -8

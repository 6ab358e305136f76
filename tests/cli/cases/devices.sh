warpgrind devices | sed '/^compilers/,$d'
warpgrind devices sim:h200 | head -3
warpgrind devices h200 --json - | head -8

warpgrind devices | grep -E '^devices|sim:'
warpgrind devices -d m2050 | grep -E 'coalescing|doubled|configs'
warpgrind devices sim:h200 | head -3
warpgrind devices h200 --json - | head -8

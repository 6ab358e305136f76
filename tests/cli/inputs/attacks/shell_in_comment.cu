// SPDX-License-Identifier: Apache-2.0
// warpgrind: --grid 1 --block 32 -a o:f32[32] '-DX=$(id>./executed_by_comment)'
#include <cstdio>
#include <vector>
__global__ void k(float *o) { o[threadIdx.x] = 1; }
int main() { std::vector<int> v; k<<<1, 32>>>(nullptr); }

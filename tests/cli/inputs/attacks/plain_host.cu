// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>
__global__ void k(float *o) { o[threadIdx.x] = 1; }
int main() { std::vector<int> v; k<<<1, 32>>>(nullptr); }

// Clamps outliers and prints the first few of them.
#include <stdio.h>

__global__ void report_outliers(const float *in, float *out, int *seen, int n, float limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = in[i];
    if (v > limit) {
        if (atomicAdd(seen, 1) < 3)
            printf("block %d: element %d is %f\n", blockIdx.x, i, v);
        v = limit;
    }
    out[i] = v;
}

// ILP independent chains of multiply-adds in each thread. A multiply-add takes 4 cycles, and a scheduler can begin one every
// cycle: to keep it busy it needs 4 that do not wait for one another, whether they come from 4 warps, or from one warp whose
// next 4 instructions are independent, or from anything between.
//
// Launch: 128 threads a block, n threads in all.
#ifndef ILP
#define ILP 4
#endif

__global__ void chains(float *out, int n, int rounds)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    float x[ILP];
    for (int c = 0; c < ILP; c++)
        x[c] = threadIdx.x + c;
#pragma unroll 16
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int c = 0; c < ILP; c++)
            x[c] = fmaf(x[c], 0.9995f, 0.5f);
    }
    float sum = x[0];
    for (int c = 1; c < ILP; c++)
        sum += x[c];
    if (k < n)
        out[k] = sum;
}

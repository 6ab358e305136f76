// Two levels of one kernel: launched with B blocks it turns n values into B, launched again with one block it turns those into
// one. The end of a launch is the barrier between the levels: no block of the second starts before all of the first are done.
// With as many blocks as a block has threads, the second level is one value a thread.
//
// Launch: BLOCK threads a block; BLOCK blocks, then one.
#ifndef BLOCK
#define BLOCK 1024
#endif

__global__ void __launch_bounds__(BLOCK) reduce_level(const int *in, int *out, int n)
{
    __shared__ unsigned sums[BLOCK];
    unsigned thread = threadIdx.x, sum = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK + thread; i < n; i += (size_t)gridDim.x * BLOCK)
        sum += in[i];
    sums[thread] = sum;
    __syncthreads();
#pragma unroll
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        out[blockIdx.x] = sums[0];
}

// One atomic a block. Blocks reduce what they stride through as before, and then thread 0 adds the block's sum to the result
// instead of storing it for a second launch. A thousand atomics in the whole run disturb nobody, and the second launch, with
// its few microseconds, is gone; `out` must be cleared before. With floating point the order of the additions, and with it the
// last bits, would differ from run to run.
//
// Launch: BLOCK threads a block, any number of blocks, `out` cleared before.
#ifndef BLOCK
#define BLOCK 256
#endif

__global__ void __launch_bounds__(BLOCK) reduce_atomic(const int *in, int *out, int n)
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
        atomicAdd(out, (int)sums[0]);
}

// The number of threads is known to the compiler: the loop over the rounds has fixed bounds, so it is unrolled completely, and
// with it go the counter, the comparison and the branch, and every offset becomes part of its instruction. A macro says the
// number; a template parameter would do as well.
//
// Launch: BLOCK threads a block, ceil(n / 2 BLOCK) blocks.
#ifndef BLOCK
#define BLOCK 256
#endif

__device__ void sum_last_warp(unsigned *sums, unsigned lane)
{
    unsigned sum = sums[lane];
#pragma unroll
    for (unsigned half = 32; half > 0; half /= 2) {
        sum += sums[lane + half]; // lanes above `half` add what nobody will read
        __syncwarp();
        sums[lane] = sum;
        __syncwarp();
    }
}

__global__ void __launch_bounds__(BLOCK) reduce_unrolled(const int *in, int *partial, int n)
{
    __shared__ unsigned sums[BLOCK];
    unsigned thread = threadIdx.x, i = blockIdx.x * 2 * BLOCK + thread;
    unsigned first = i < n ? in[i] : 0;
    unsigned second = i + BLOCK < n ? in[i + BLOCK] : 0;
    sums[thread] = first + second;
    __syncthreads();
#pragma unroll
    for (unsigned half = BLOCK / 2; half > 32; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread < 32)
        sum_last_warp(sums, thread);
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

// Many elements a thread. There are only as many blocks as the GPU can hold at once; each strides through the whole array two
// blocks' worth at a time and keeps its sum in a register. The tree and its barriers come once for thousands of elements, and
// the loop has only loads and additions. What is left: a thread waits for its two loads before it starts the next ones, so too
// few bytes are under way to keep the memory busy.
//
// Launch: BLOCK threads a block, any number of blocks.
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

__global__ void __launch_bounds__(BLOCK) reduce_many(const int *in, int *partial, int n)
{
    __shared__ unsigned sums[BLOCK];
    unsigned thread = threadIdx.x, sum = 0;
    for (size_t i = (size_t)blockIdx.x * 2 * BLOCK + thread; i < n; i += (size_t)gridDim.x * 2 * BLOCK) {
        sum += in[i];
        if (i + BLOCK < n)
            sum += in[i + BLOCK];
    }
    sums[thread] = sum;
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

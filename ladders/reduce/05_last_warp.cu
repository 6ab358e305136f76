// The last 64 sums are one warp's business: it needs no barrier of the block, no condition and no loop, and the other warps can
// leave. Code from before 2017 has no synchronisation here at all, since a warp ran in lockstep. It no longer has to:
// __syncwarp() between reading and writing says what is needed, and costs next to nothing.
//
// Launch: a power of two of threads a block, at least 64, ceil(n / 2 threads) blocks, 4 bytes of shared memory a thread.
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

__global__ void reduce_last_warp(const int *in, int *partial, int n)
{
    extern __shared__ unsigned sums[];
    unsigned thread = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + thread;
    unsigned first = i < n ? in[i] : 0;
    unsigned second = i + blockDim.x < n ? in[i + blockDim.x] : 0;
    sums[thread] = first + second;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 32; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread < 32)
        sum_last_warp(sums, thread);
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

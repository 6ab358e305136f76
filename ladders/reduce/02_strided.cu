// The same tree, other threads: the first half of the threads does the first round, the first quarter the second. Whole warps
// fall idle now, instead of lanes in every warp, and there is no remainder to compute. But a warp's lanes now read words 2, 4, 8,
// ... apart, and those share banks: the conflicts double with every round.
//
// Launch: any power of two of threads a block, ceil(n / threads) blocks, 4 bytes of shared memory a thread.
__global__ void reduce_strided(const int *in, int *partial, int n)
{
    extern __shared__ unsigned sums[];
    unsigned thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
    sums[thread] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        unsigned left = 2 * step * thread;
        if (left < blockDim.x)
            sums[left] += sums[left + step];
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

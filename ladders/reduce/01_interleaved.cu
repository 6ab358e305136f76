// A tree in shared memory, as one draws it: in each round every second of the threads left adds its neighbour's sum to its own.
// Neighbours are 1, 2, 4, ... apart. The threads that work are scattered over all warps, so every warp runs every round, with
// half of its lanes, then a quarter, then one; and which lanes is decided by a division, since the remainder needs one.
//
// Launch: any power of two of threads a block, ceil(n / threads) blocks, 4 bytes of shared memory a thread. Writes a partial
// sum a block. Sums are unsigned, so that they wrap on overflow.
__global__ void reduce_interleaved(const int *in, int *partial, int n)
{
    extern __shared__ unsigned sums[];
    unsigned thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
    sums[thread] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if (thread % (2 * step) == 0)
            sums[thread] += sums[thread + step];
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

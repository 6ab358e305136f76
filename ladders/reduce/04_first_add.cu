// The first addition while loading: a thread loads two elements and stores their sum. Half as many blocks do the same rounds,
// so all that a block costs, its rounds and its barriers, is paid for twice as many elements; and each thread has two loads
// under way.
//
// Launch: any power of two of threads a block, ceil(n / 2 threads) blocks, 4 bytes of shared memory a thread.
__global__ void reduce_first_add(const int *in, int *partial, int n)
{
    extern __shared__ unsigned sums[];
    unsigned thread = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + thread;
    unsigned first = i < n ? in[i] : 0;
    unsigned second = i + blockDim.x < n ? in[i + blockDim.x] : 0;
    sums[thread] = first + second;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

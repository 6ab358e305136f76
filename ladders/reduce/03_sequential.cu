// Another tree: the lower half adds the upper half to itself, again and again. Neighbouring threads read neighbouring words, no
// two in one bank. What is left: half of the threads do nothing but load one element, and there is a barrier a round.
//
// Launch: any power of two of threads a block, ceil(n / threads) blocks, 4 bytes of shared memory a thread.
__global__ void reduce_sequential(const int *in, int *partial, int n)
{
    extern __shared__ unsigned sums[];
    unsigned thread = threadIdx.x, i = blockIdx.x * blockDim.x + thread;
    sums[thread] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        partial[blockIdx.x] = sums[0];
}

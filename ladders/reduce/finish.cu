// The second launch of the rungs that leave a partial sum a block: one block adds those up. There are few of them against the n
// values of the first launch, so this one need not be clever; it must not be slow either, hence 1024 threads with four loads
// each under way.
//
// Launch: one block of 1024 threads.
#define THREADS 1024
#define AT_ONCE 4

__global__ void __launch_bounds__(THREADS) finish(const int *partial, int *out, int partials)
{
    __shared__ unsigned sums[THREADS];
    unsigned thread = threadIdx.x, sum = 0, i = thread;
    for (; i + (AT_ONCE - 1) * THREADS < partials; i += AT_ONCE * THREADS) {
#pragma unroll
        for (unsigned j = 0; j < AT_ONCE; j++)
            sum += partial[i + j * THREADS];
    }
    for (; i < partials; i += THREADS)
        sum += partial[i];
    sums[thread] = sum;
    __syncthreads();
    for (unsigned half = THREADS / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        *out = sums[0];
}

// The second launch of the rungs that leave a partial sum a block: one block adds those up. There are few of them against the n
// values of the first launch, so this one need not be clever; it must not be slow either, hence many threads with four loads
// each under way.
//
// Launch: one block of FINISH threads, a power of two: 1024, or what the GPU allows.
#ifndef FINISH
#define FINISH 1024
#endif
#define AT_ONCE 4

__global__ void __launch_bounds__(FINISH) finish(const int *partial, int *out, int partials)
{
    __shared__ unsigned sums[FINISH];
    unsigned thread = threadIdx.x, sum = 0, i = thread;
    for (; i + (AT_ONCE - 1) * FINISH < partials; i += AT_ONCE * FINISH) {
#pragma unroll
        for (unsigned j = 0; j < AT_ONCE; j++)
            sum += partial[i + j * FINISH];
    }
    for (; i < partials; i += FINISH)
        sum += partial[i];
    sums[thread] = sum;
    __syncthreads();
    for (unsigned half = FINISH / 2; half > 0; half /= 2) {
        if (thread < half)
            sums[thread] += sums[thread + half];
        __syncthreads();
    }
    if (thread == 0)
        *out = sums[0];
}

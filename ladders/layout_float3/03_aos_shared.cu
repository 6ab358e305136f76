// The packed array read as a long row of floats: a block's threads load neighbours into shared memory, three times, and then each
// takes its point from there. Words 3 apart lie in different banks, since 3 and 32 have no common divisor: no padding needed.
// Every request has 4 sectors and no byte is read for nothing.
//
// Launch: BLOCK threads a block, ceil(n / BLOCK) blocks.
#ifndef BLOCK
#define BLOCK 256
#endif
#define MEMBERS 3

__global__ void __launch_bounds__(BLOCK) norm_aos_shared(const float *points, float *out, int n)
{
    __shared__ float staged[MEMBERS * BLOCK];
    size_t first = (size_t)blockIdx.x * BLOCK; // point of the block
    size_t end = (size_t)n * MEMBERS;
    for (int j = threadIdx.x; j < MEMBERS * BLOCK; j += BLOCK)
        if (first * MEMBERS + j < end)
            staged[j] = points[first * MEMBERS + j];
    __syncthreads();

    size_t i = first + threadIdx.x;
    if (i >= n)
        return;
    const float *p = &staged[threadIdx.x * MEMBERS];
    out[i] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
}

// The array of structures read as what it is in memory, a long row of doubles: neighbours load neighbours, whatever member that
// is, and put it into shared memory sorted by member. After the barrier each thread finds its point there. Rows are 4 doubles
// longer than needed, so that the four members that neighbours store fall into different banks.
//
// Launch: BLOCK threads a block, ceil(n / BLOCK) blocks.
#ifndef BLOCK
#define BLOCK 256
#endif
#define MEMBERS 4
#define PAD 4

__global__ void __launch_bounds__(BLOCK) norm_aos_shared(const double *points, double *out, int n)
{
    __shared__ double member[MEMBERS][BLOCK + PAD];
    size_t first = (size_t)blockIdx.x * BLOCK; // point of the block
    for (int j = threadIdx.x; j < MEMBERS * BLOCK; j += BLOCK)
        if (first + j / MEMBERS < n)
            member[j % MEMBERS][j / MEMBERS] = points[first * MEMBERS + j];
    __syncthreads();

    size_t i = first + threadIdx.x;
    if (i >= n)
        return;
    double x = member[0][threadIdx.x], y = member[1][threadIdx.x];
    double z = member[2][threadIdx.x], w = member[3][threadIdx.x];
    out[i] = x * x + y * y + z * z + w * w;
}

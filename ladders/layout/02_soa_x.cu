// A structure of arrays: all x, then all y, then all z, then all w. The x of neighbours are neighbours: 8 sectors for a warp's
// 32 doubles, every byte used, and the other members stay where they are.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
__global__ void double_x_soa(const double *points, double *out, int n)
{
    const double *x = points;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}

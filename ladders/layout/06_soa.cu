// A structure of arrays, all four members: four loads, each of 32 neighbours, 8 sectors and every byte used. Nothing to align,
// nothing to stage, whatever the number and size of the members.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
__global__ void norm_soa(const double *points, double *out, int n)
{
    const double *x = points, *y = x + n, *z = y + n, *w = z + n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] + w[i] * w[i];
}

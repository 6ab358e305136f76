// A structure of arrays: all x, then all y, then all z. Three loads of 4 sectors each, no detour, no padding.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
__global__ void norm_soa(const float *points, float *out, int n)
{
    const float *x = points, *y = x + n, *z = y + n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
}

// An array of structures, of which only one member is wanted: out = 2 x. The x of neighbours lie 32 bytes apart, each in a
// sector of its own: a warp's load touches 32 sectors and uses a quarter of each. The rest is fetched from memory for nothing.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
struct Point {
    double x, y, z, w;
};

__global__ void double_x_aos(const Point *points, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * points[i].x;
}

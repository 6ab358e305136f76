// All four members of an array of structures: out = x x + y y + z z + w w. Each of the four loads touches the same 32 sectors. The
// first brings them into L1 and the others find them there, so memory is read once; but each request takes L1 four times as
// long as it would if its 256 bytes lay side by side.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
struct Point {
    double x, y, z, w;
};

__global__ void norm_aos(const Point *points, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Point &p = points[i];
    out[i] = p.x * p.x + p.y * p.y + p.z * p.z + p.w * p.w;
}

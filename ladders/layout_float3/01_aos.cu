// Points of three floats in an array of structures: out = x x + y y + z z. The x of neighbours lie 12 bytes apart, so a load of a
// warp touches 12 sectors instead of 4, and so do those of y and z: the same 12, which L1 has by then. Three numbers have no
// vector load: 12 bytes are aligned to 4 only.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
struct Point {
    float x, y, z;
};

__global__ void norm_aos(const Point *points, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Point &p = points[i];
    out[i] = p.x * p.x + p.y * p.y + p.z * p.z;
}

// An array of structures of arrays: 32 points at a time, their 32 x, then their 32 y, z and w. A warp reads whole lines as with
// the structure of arrays, and a point's members are a kilobyte apart at most, not gigabytes: one pointer, one stream through
// memory, and points can be moved and appended in pieces.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
#define LANES 32

struct Points {
    double x[LANES], y[LANES], z[LANES], w[LANES];
};

__global__ void norm_aosoa(const Points *points, double *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Points &p = points[i / LANES];
    int lane = i % LANES;
    out[i] = p.x[lane] * p.x[lane] + p.y[lane] * p.y[lane] + p.z[lane] * p.z[lane] + p.w[lane] * p.w[lane];
}

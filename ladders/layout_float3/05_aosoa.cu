// 32 points at a time: their 32 x, then their 32 y, then their 32 z. Each load of a warp is one aligned line, also where n is no
// multiple of anything, which shifts the arrays of a structure of arrays off their lines.
//
// Launch: a multiple of 32 threads a block, ceil(n / threads) blocks.
#define LANES 32

struct Points {
    float x[LANES], y[LANES], z[LANES];
};

__global__ void norm_aosoa(const Points *points, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Points &p = points[i / LANES];
    int lane = i % LANES;
    out[i] = p.x[lane] * p.x[lane] + p.y[lane] * p.y[lane] + p.z[lane] * p.z[lane];
}

#include <cub/warp/warp_reduce.cuh>

extern "C" __global__ void cub_warp16_segments(const float *heat, const int *joints, float *total, int pipes)
{
    using Reduce = cub::WarpReduce<float, 16>;
    __shared__ typename Reduce::TempStorage temp[4];
    int part = threadIdx.x / 16, rank = threadIdx.x % 16;
    int pipe = blockIdx.x * 4 + part;
    int count = pipe < pipes ? joints[pipe] : 0;
    float v;
    if (rank < count)
        v = heat[pipe * 16 + rank] * 0.5f;
    else
        v = -1.0e30f;
    float sum = Reduce(temp[part]).Sum(v, max(count, 1));
    if (rank == 0 && pipe < pipes)
        total[pipe] = count > 0 ? sum : 0.0f;
}

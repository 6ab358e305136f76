#define WARPS 2

__global__ void mirror_rows(const float *src, float *dst, int rows)
{
    __shared__ float stage[WARPS][32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    int first = blockIdx.x * WARPS + warp;
    int step = gridDim.x * WARPS;

    for (int r = first; r < rows; r += step) {
        stage[warp][lane] = src[r * 32 + lane];  //! race
        __syncwarp();
        float v = stage[warp][31 - lane];  //! race
        dst[r * 32 + lane] = v;
    }
}

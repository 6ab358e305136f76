#define EDGE 16

__device__ float load_or_zero(const float *image, int x, int y, int width, int height)
{
    return x < width && y < height ? image[y * width + x] : 0.0f;
}

__global__ void vertical_slope(const float *image, const unsigned char *valid, float *slope, int width, int height)
{
    __shared__ float tile[EDGE][EDGE];
    __shared__ float mask[EDGE][EDGE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * EDGE + tx;
    int y = blockIdx.y * EDGE + ty;

    tile[ty][tx] = load_or_zero(image, x, y, width, height);
    mask[ty][tx] = x < width && y < height && valid[y * width + x] ? 1.0f : 0.0f;
    __syncthreads();

    if (x < width && y < height) {
        float here = tile[ty][tx];
        float below = tile[ty + 1][tx]; //! bounds
        slope[y * width + x] = mask[ty][tx] * (below - here);
    }
}

__device__ float max4(float a, float b, float c, float d)
{
    return fmaxf(fmaxf(a, b), fmaxf(c, d));
}

__global__ void max_pool(const float *in, float *out, int width, int height)
{
    int out_width = (width + 1) / 2;
    int out_height = (height + 1) / 2;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= out_width || y >= out_height)
        return;

    const float *upper = in + 2 * y * width + 2 * x;
    const float *lower = upper + width;
    float top_left = upper[0];
    float top_right = upper[1];
    float bottom_left = lower[0]; //! bounds
    float bottom_right = lower[1]; //! bounds
    out[y * out_width + x] = max4(top_left, top_right, bottom_left, bottom_right);
}

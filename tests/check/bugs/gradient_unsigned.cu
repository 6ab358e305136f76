__device__ float central(float left, float right)
{
    return 0.5f * (right - left);
}

__global__ void gradient_x(const float *img, float *gx, unsigned w, unsigned h)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;

    unsigned at = y * w + x;
    float right = x + 1 < w ? img[at + 1] : img[at];
    float left = img[at - 1];  //! bounds
    gx[at] = central(left, right);
}

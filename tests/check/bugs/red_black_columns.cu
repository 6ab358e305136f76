__device__ bool inside(int x, int y, int width, int height)
{
    return x > 0 && y > 0 && x < width - 1 && y < height - 1;
}

__global__ void red_black_sweep(float *u, const float *f, int width, int height, int colour)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!inside(x, y, width, height))
        return;
    if ((x & 1) != colour)
        return;

    int i = y * width + x;
    float west = u[i - 1];
    float east = u[i + 1];
    float north = u[i - width]; //! race
    float south = u[i + width]; //! race
    u[i] = 0.25f * (west + east + north + south - f[i]); //! race
}

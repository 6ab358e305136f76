#define WIDTH 16
#define HALF_WARP 0x0000ffffu

__device__ float half_warp_sum(float value)
{
    for (int d = WIDTH / 2; d > 0; d /= 2)
        value += __shfl_xor_sync(HALF_WARP, value, d, WIDTH); //! sync
    return value;
}

__global__ void short_rows_product(const float *A, const float *x, float *y, int rows)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    int column = threadIdx.x;
    float product = row < rows ? A[row * WIDTH + column] * x[column] : 0.0f;
    float sum = half_warp_sum(product); //! sync
    if (row < rows && column == 0)
        y[row] = sum;
}

#define TILE 16

__global__ void covariance(const float *data, float *cov, int samples, int dim)
{
    __shared__ float left[TILE][TILE];
    __shared__ float right[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row0 = blockIdx.y * TILE, col0 = blockIdx.x * TILE;
    float sum = 0.0f;

    for (int base = 0; base < samples; base += TILE) {
        int s = base + ty;
        if (s < samples) {
            left[ty][tx] = row0 + tx < dim ? data[s * dim + row0 + tx] : 0.0f;
            right[ty][tx] = col0 + tx < dim ? data[s * dim + col0 + tx] : 0.0f;
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[k][ty] * right[k][tx]; //! uninitialised
        __syncthreads();
    }
    if (row0 + ty < dim && col0 + tx < dim)
        cov[(row0 + ty) * dim + col0 + tx] = sum / (samples - 1); //! uninitialised
}

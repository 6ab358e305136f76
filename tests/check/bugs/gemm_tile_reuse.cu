#define T 16

__global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float as[T][T];
    __shared__ float bs[T][T + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty;
    int col = blockIdx.x * T + tx;
    float acc = 0.0f;

    for (int k0 = 0; k0 < k; k0 += T) {
        as[ty][tx] = row < m && k0 + tx < k ? a[row * k + k0 + tx] : 0.0f;  //! race
        bs[ty][tx] = k0 + ty < k && col < n ? b[(k0 + ty) * n + col] : 0.0f;  //! race
        __syncthreads();
        for (int j = 0; j < T; j++)
            acc += as[ty][j] * bs[j][tx];  //! race
    }
    if (row < m && col < n)
        c[row * n + col] = acc;
}

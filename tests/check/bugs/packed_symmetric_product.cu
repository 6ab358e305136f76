#define MAX_N 16

__global__ void symv_batched(const float *packed, const float *x, float *y, int batch, int n)
{
    __shared__ float s[MAX_N][MAX_N + 1];
    __shared__ float v[MAX_N];
    int col = threadIdx.x;
    int row = threadIdx.y;
    int m = blockIdx.x;
    const float *mine = packed + m * (n * (n + 1) / 2);

    if (row < n && col <= row)
        s[row][col] = mine[row * (row + 1) / 2 + col];
    if (row == 0 && col < n)
        v[col] = x[m * n + col];
    __syncthreads();

    if (row == 0 && col < n) {
        float acc = 0.0f;
        for (int k = 0; k < n; k++)
            acc += s[col][k] * v[k];  //! uninitialised
        y[m * n + col] = acc;  //! uninitialised
    }
}

// Cholesky factors of many 8 x 8 matrices in double precision: a thread factors one in its registers.
//
// Launch: 64 threads a block, a thread a matrix.
#define N 8

__global__ void cholesky(const double *matrices, double *factors, int count)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count)
        return;
    const double *a = matrices + (size_t)m * N * N;
    double *out = factors + (size_t)m * N * N;
    double l[N][N];

#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c <= r; c++)
            l[r][c] = a[r * N + c];
#pragma unroll
    for (int c = 0; c < N; c++) {
#pragma unroll
        for (int k = 0; k < c; k++)
#pragma unroll
            for (int r = c; r < N; r++)
                l[r][c] -= l[r][k] * l[c][k];
        l[c][c] = sqrt(l[c][c]);
        double scale = 1 / l[c][c];
#pragma unroll
        for (int r = c + 1; r < N; r++)
            l[r][c] *= scale;
    }
#pragma unroll
    for (int r = 0; r < N; r++)
#pragma unroll
        for (int c = 0; c < N; c++)
            out[r * N + c] = c <= r ? l[r][c] : 0;
}

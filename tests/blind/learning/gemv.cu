// Matrix times vector in double precision, the matrix by rows: a block of four warps a row.
#define WARPS 4

__global__ void gemv(const double *__restrict__ a, const double *__restrict__ x, double *__restrict__ y, int columns)
{
    __shared__ double partial[WARPS];
    const double *row = a + (size_t)blockIdx.x * columns;
    double sum = 0;
    for (int i = threadIdx.x; i < columns; i += 32 * WARPS)
        sum += row[i] * x[i];

    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < WARPS; w++)
            sum += partial[w];
        y[blockIdx.x] = sum;
    }
}

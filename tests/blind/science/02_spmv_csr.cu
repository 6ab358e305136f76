// A sparse matrix in compressed rows times a vector: a warp a row, its lanes' sums added by shuffles.
__global__ void spmv_csr(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value,
                         const float *__restrict__ x, float *__restrict__ y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    int end = start[row + 1];
    float sum = 0;
    for (int k = start[row] + lane; k < end; k += 32)
        sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        y[row] = sum;
}

__global__ void reverse_row(const int *x, int *y)
{
    __shared__ int row[128];
    unsigned lane = threadIdx.x, first = blockIdx.x * 128;
    row[lane] = x[first + lane];
    __syncthreads();
    int *end = row + 128;
    y[first + lane] = end[~lane];
}

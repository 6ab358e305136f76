// SELECT key, SUM(value) GROUP BY key: each block adds its rows up in shared memory, then adds its sums to the table's.
//
// Launch: 512 threads a block, any number of blocks; `sums` is zero before.
#define KEYS 1000

__global__ void group_by(const int *keys, const float *values, float *sums, int rows)
{
    __shared__ float partial[KEYS];
    for (int k = threadIdx.x; k < KEYS; k += blockDim.x)
        partial[k] = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += stride)
        atomicAdd(&partial[keys[row]], values[row]);
    __syncthreads();
    for (int k = threadIdx.x; k < KEYS; k += blockDim.x)
        if (partial[k] != 0)
            atomicAdd(&sums[k], partial[k]);
}

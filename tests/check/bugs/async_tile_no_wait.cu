#include <cuda_pipeline.h>

#define BLOCK 64

__global__ void reverse_blocks(const float *x, float *y, int n)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    if (i < n)
        __pipeline_memcpy_async(&tile[t], &x[i], sizeof(float));  //! sync, race
    else
        tile[t] = 0.0f;
    __pipeline_commit();
    __syncthreads();

    int j = blockIdx.x * BLOCK + (BLOCK - 1 - t);
    if (j < n)
        y[j] = tile[t] * 0.5f + tile[BLOCK - 1 - t] * 0.5f;  //! sync, race, uninitialised
}

#include <cuda_pipeline.h>

#define COLS 64

__device__ void prefetch(float *dst, const float *row)
{
    __pipeline_memcpy_async(dst + threadIdx.x, row + threadIdx.x, sizeof(float));  //! sync, race
    __pipeline_commit();
}

__global__ void column_sums(const float *a, float *sums, int rows)
{
    __shared__ float buf[2][COLS];
    int pitch = gridDim.x * COLS;
    const float *mine = a + blockIdx.x * COLS;
    int t = threadIdx.x;
    float acc = 0.0f;

    prefetch(buf[0], mine);
    for (int r = 0; r < rows; r++) {
        if (r + 1 < rows)
            prefetch(buf[(r + 1) & 1], mine + (r + 1) * pitch);
        __pipeline_wait_prior(1);  //! sync
        __syncthreads();
        acc += buf[r & 1][t] + 0.25f * buf[r & 1][(t + 1) % COLS];  //! sync, race, uninitialised
        __syncthreads();
    }
    sums[blockIdx.x * COLS + t] = acc;  //! sync, uninitialised
}

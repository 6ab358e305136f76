#include <cuda_pipeline.h>

#define TILE 64

__global__ void three_point_mean(const float *in, float *out, int n)
{
    __shared__ float tile[TILE];
    int t = threadIdx.x;
    int i = blockIdx.x * TILE + t;

    if (i < n)
        __pipeline_memcpy_async(&tile[t], &in[i], sizeof(float)); //! race
    else
        tile[t] = 0.0f;
    __pipeline_commit();
    __pipeline_wait_prior(0);

    int left = t > 0 ? t - 1 : t;
    int right = t < TILE - 1 ? t + 1 : t;
    float sum = tile[left] + tile[t] + tile[right]; //! race, sync, uninitialised
    if (i < n)
        out[i] = sum / 3.0f; //! race, sync, uninitialised
}

#include <cuda_pipeline.h>

#define TILE 64

__global__ void prefix_maximum(const float *in, float *out)
{
    __shared__ float tile[TILE];
    int t = threadIdx.x;
    int base = blockIdx.x * TILE;

    __pipeline_memcpy_async(tile + t, in + base + t, sizeof(float)); //! sync, race
    __pipeline_commit();
    if (t < 32)
        __pipeline_wait_prior(0); //! sync
    __syncthreads();

    float best = tile[0];
    for (int k = 1; k <= t; k++)
        best = fmaxf(best, tile[k]); //! sync, race, uninitialised
    out[base + t] = best; //! sync, uninitialised
}

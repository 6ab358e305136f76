#include <cuda_pipeline.h>

#define STAGES 3
#define THREADS 64

__global__ void column_sums(const float *in, float *out, int chunks)
{
    __shared__ float stage[STAGES][THREADS];
    int t = threadIdx.x;
    int column = blockIdx.x * THREADS + t;
    int width = gridDim.x * THREADS;

    for (int s = 0; s < STAGES - 1; s++) {
        if (s < chunks)
            __pipeline_memcpy_async(&stage[s][t], &in[s * width + column], sizeof(float)); //! sync
        __pipeline_commit();
    }
    float sum = 0.0f;
    for (int k = 0; k < chunks; k++) {
        int next = k + STAGES - 1;
        if (next < chunks)
            __pipeline_memcpy_async(&stage[next % STAGES][t], &in[next * width + column], sizeof(float)); //! sync
        __pipeline_commit();
        __pipeline_wait_prior(STAGES); //! sync
        sum += stage[k % STAGES][t]; //! sync, race, uninitialised
    }
    out[column] = sum; //! sync, uninitialised
}

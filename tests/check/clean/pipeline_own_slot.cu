// Every thread prefetches and reads its own slots only, so that waiting for its own copies is enough.
#include <cuda_pipeline_primitives.h>
#define BLOCK 64
#define DEPTH 3

__global__ void pipeline_own_slot(const float *in, float *out, int n)
{
    __shared__ float slot[DEPTH][BLOCK];
    int t = threadIdx.x, step = gridDim.x * BLOCK, first = blockIdx.x * BLOCK + t;
    for (int k = 0; k < DEPTH - 1; k++) {
        if (first + k * step < n)
            __pipeline_memcpy_async(&slot[k][t], in + first + k * step, sizeof(float));
        __pipeline_commit();
    }
    for (int k = 0, i = first; i < n; k++, i += step) {
        int ahead = i + (DEPTH - 1) * step;
        if (ahead < n)
            __pipeline_memcpy_async(&slot[(k + DEPTH - 1) % DEPTH][t], in + ahead, sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(DEPTH - 1);
        out[i] = sqrtf(slot[k % DEPTH][t]);
    }
}

#include <cuda_pipeline_primitives.h>

constexpr int kStages = 3;
constexpr int kTile = 64;

extern "C" __global__ void cp_async_ring3(const float *__restrict__ in, float *__restrict__ out, int n, int perBlock)
{
    __shared__ __align__(16) float ring[kStages][kTile];
    int first = blockIdx.x * perBlock;
    auto request = [&](int k) {
        int start = (first + k) * kTile;
        if (k < perBlock && start < n && threadIdx.x < kTile / 4)
            __pipeline_memcpy_async(&ring[k % kStages][threadIdx.x * 4], in + start + threadIdx.x * 4, 16);
        __pipeline_commit();
    };
    request(0);
    request(1);
    for (int k = 0; k < perBlock; ++k) {
        __pipeline_wait_prior(1);
        __syncthreads();
        request(k + 2);
        const float *tile = ring[k % kStages];
        int start = (first + k) * kTile;
        if (start < n)
            out[start + threadIdx.x] = tile[threadIdx.x] - tile[(threadIdx.x + 1) % kTile];
    }
}

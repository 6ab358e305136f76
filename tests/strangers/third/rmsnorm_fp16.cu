#include <cuda_fp16.h>
// RMSNorm of LLM activations: one block per token, 16-byte accesses, row kept in registers
#define HIDDEN 4096
#define THREADS 256
__global__ void __launch_bounds__(THREADS) rmsnorm_fp16(const half *x, const half *weight, half *y, float eps)
{
    constexpr int VEC = HIDDEN / 8 / THREADS;
    const uint4 *row = reinterpret_cast<const uint4 *>(x + (size_t)blockIdx.x * HIDDEN);
    uint4 *dst = reinterpret_cast<uint4 *>(y + (size_t)blockIdx.x * HIDDEN);
    const uint4 *w4 = reinterpret_cast<const uint4 *>(weight);
    uint4 v[VEC];
    float sq = 0.f;
#pragma unroll
    for (int i = 0; i < VEC; ++i)
        v[i] = row[i * THREADS + threadIdx.x];
#pragma unroll
    for (int i = 0; i < VEC; ++i) {
        const half2 *h = reinterpret_cast<const half2 *>(&v[i]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(h[j]);
            sq = fmaf(f.x, f.x, fmaf(f.y, f.y, sq));
        }
    }
    __shared__ float part[THREADS / 32];
    for (int o = 16; o; o >>= 1)
        sq += __shfl_xor_sync(~0u, sq, o);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = sq;
    __syncthreads();
    float total = 0.f;
#pragma unroll
    for (int i = 0; i < THREADS / 32; ++i)
        total += part[i];
    const half2 scale = __float2half2_rn(rsqrtf(total / HIDDEN + eps));
#pragma unroll
    for (int i = 0; i < VEC; ++i) {
        uint4 w = w4[i * THREADS + threadIdx.x];
        half2 *h = reinterpret_cast<half2 *>(&v[i]);
        const half2 *g = reinterpret_cast<const half2 *>(&w);
#pragma unroll
        for (int j = 0; j < 4; ++j)
            h[j] = __hmul2(__hmul2(h[j], scale), g[j]);
        dst[i * THREADS + threadIdx.x] = v[i];
    }
}

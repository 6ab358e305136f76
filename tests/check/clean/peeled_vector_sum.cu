#include <cstdint>

extern "C" __global__ void peeled_vector_sum(const float *data, float *sum, int total)
{
    int per = total / gridDim.x;
    const float *begin = data + blockIdx.x * per;
    const float *end = blockIdx.x + 1 == gridDim.x ? data + total : begin + per;
    const float *body = reinterpret_cast<const float *>((reinterpret_cast<uintptr_t>(begin) + 15) & ~(uintptr_t)15);
    int quads = (int)((end - body) / 4);
    const float *tail = body + quads * 4;
    float s = 0.0f;
    if (begin + threadIdx.x < body)
        s += begin[threadIdx.x];
    const float4 *wide = reinterpret_cast<const float4 *>(body);
    for (int v = threadIdx.x; v < quads; v += blockDim.x) {
        float4 f = wide[v];
        s += (f.x + f.y) + (f.z + f.w);
    }
    if (tail + threadIdx.x < end)
        s += tail[threadIdx.x];
    for (int d = 16; d; d >>= 1)
        s += __shfl_down_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&sum[blockIdx.x], s);
}

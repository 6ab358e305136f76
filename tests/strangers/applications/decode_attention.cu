// Attention of one new token over the KV cache (decode step), batch size 1, fp16 cache.
// One block per head. Layout of the caches: [head][position][HEAD_DIM].
#include <cuda_fp16.h>

#define HEAD_DIM 128
#define THREADS 256

__device__ float block_reduce(float v, float *red, bool is_max)
{
    for (int o = 16; o > 0; o >>= 1) {
        float w = __shfl_xor_sync(0xffffffffu, v, o);
        v = is_max ? fmaxf(v, w) : v + w;
    }
    if (threadIdx.x % 32 == 0)
        red[threadIdx.x / 32] = v;
    __syncthreads();
    v = red[0];
    for (int w = 1; w < THREADS / 32; w++)
        v = is_max ? fmaxf(v, red[w]) : v + red[w];
    __syncthreads();
    return v;
}

extern "C" __global__ void decode_attention(const float *q, const __half *kcache, const __half *vcache, float *out,
                                            int length, int max_length, float scale)
{
    extern __shared__ float scores[]; // one per position
    __shared__ float red[THREADS / 32];
    __shared__ float partial[THREADS];

    int head = blockIdx.x;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    const __half *k = kcache + (size_t)head * max_length * HEAD_DIM;
    const __half *v = vcache + (size_t)head * max_length * HEAD_DIM;

    // q.k: one warp per position, four channels per lane
    float4 qv = reinterpret_cast<const float4 *>(q + head * HEAD_DIM)[lane];
    for (int t = warp; t < length; t += THREADS / 32) {
        const __half2 *row = reinterpret_cast<const __half2 *>(k + (size_t)t * HEAD_DIM);
        float2 k0 = __half22float2(row[2 * lane]);
        float2 k1 = __half22float2(row[2 * lane + 1]);
        float dot = qv.x * k0.x + qv.y * k0.y + qv.z * k1.x + qv.w * k1.y;
        for (int o = 16; o > 0; o >>= 1)
            dot += __shfl_xor_sync(0xffffffffu, dot, o);
        if (lane == 0)
            scores[t] = dot * scale;
    }
    __syncthreads();

    // softmax over the positions
    float m = -1e30f;
    for (int t = threadIdx.x; t < length; t += THREADS)
        m = fmaxf(m, scores[t]);
    m = block_reduce(m, red, true);
    float sum = 0.0f;
    for (int t = threadIdx.x; t < length; t += THREADS) {
        float e = __expf(scores[t] - m);
        scores[t] = e;
        sum += e;
    }
    sum = block_reduce(sum, red, false);

    // p.v: one thread per channel, even and odd positions by the two halves of the block
    int d = threadIdx.x % HEAD_DIM;
    float acc = 0.0f;
    for (int t = threadIdx.x / HEAD_DIM; t < length; t += THREADS / HEAD_DIM)
        acc += scores[t] * __half2float(v[(size_t)t * HEAD_DIM + d]);
    partial[threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.x < HEAD_DIM)
        out[head * HEAD_DIM + d] = (partial[d] + partial[d + HEAD_DIM]) / sum;
}

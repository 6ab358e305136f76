// Windowed sums with cp.async: the next tile is on its way while this one is summed.
#define BLOCK 64

__device__ void copy16(float4 *dst, const float4 *src, int bytes)
{
    unsigned d = (unsigned)__cvta_generic_to_shared(dst);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(d), "l"(src), "r"(bytes) : "memory");
}

__global__ void cp_async_two_stage(const float4 *in, float *out, int n4, int tiles)
{
    __shared__ float4 stage[2][BLOCK];
    int t = threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < tiles + 1; k++) {
        if (k < tiles) {
            int i = (blockIdx.x * tiles + k) * BLOCK + t;
            copy16(&stage[k & 1][t], in + min(i, n4 - 1), i < n4 ? 16 : 0);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (k == 0)
            continue;
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        float4 a = stage[(k - 1) & 1][BLOCK - 1 - t];
        s += a.x + a.y + a.z + a.w;
        __syncthreads();
    }
    out[blockIdx.x * BLOCK + t] = s;
}

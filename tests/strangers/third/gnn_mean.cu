// GraphSAGE mean aggregation: one warp per node, two features per lane (64 features), CSR adjacency
__global__ void __launch_bounds__(256) gnn_mean(const int *__restrict__ row_ptr, const int *__restrict__ col,
                                                const float2 *__restrict__ feat, float2 *__restrict__ out, int nodes)
{
    const int node = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const int lane = threadIdx.x & 31;
    if (node >= nodes)
        return;
    const int begin = row_ptr[node], end = row_ptr[node + 1];
    float2 acc = make_float2(0.f, 0.f);
#pragma unroll 4
    for (int e = begin; e < end; ++e) {
        const float2 f = feat[(size_t)col[e] * 32 + lane];
        acc.x += f.x;
        acc.y += f.y;
    }
    const float inv = end > begin ? 1.f / (end - begin) : 0.f;
    out[(size_t)node * 32 + lane] = make_float2(acc.x * inv, acc.y * inv);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void row_norms(const float *a, float *norms, int rows, int cols)
{
    int row = blockIdx.x;
    int lane = threadIdx.x;
    const float *base = a + (size_t)row * cols;
    const float4 *vec = reinterpret_cast<const float4 *>(base);
    int full = cols / 4;

    float acc = 0.0f;
    for (int c = lane; c < full; c += 32) {
        float4 q = vec[c];  //! bounds
        acc += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    }
    for (int c = 4 * full + lane; c < cols; c += 32)
        acc += base[c] * base[c];
    acc = warp_sum(acc);
    if (lane == 0)
        norms[row] = sqrtf(acc);
}

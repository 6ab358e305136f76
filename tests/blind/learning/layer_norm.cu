// Layer normalisation: a warp a row, four numbers a load, mean and variance by shuffles.
__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

__global__ void layer_norm(const float4 *__restrict__ in, const float4 *__restrict__ gain,
                           const float4 *__restrict__ bias, float4 *__restrict__ out, int rows, int quads)
{
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows)
        return;
    in += (size_t)row * quads;
    out += (size_t)row * quads;

    float sum = 0, squares = 0;
    for (int i = lane; i < quads; i += 32) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
        squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    float mean = warp_sum(sum) / (4 * quads);
    float variance = warp_sum(squares) / (4 * quads) - mean * mean;
    float scale = rsqrtf(variance + 1e-5f);

    for (int i = lane; i < quads; i += 32) {
        float4 v = in[i], g = gain[i], b = bias[i];
        v.x = (v.x - mean) * scale * g.x + b.x;
        v.y = (v.y - mean) * scale * g.y + b.y;
        v.z = (v.z - mean) * scale * g.z + b.z;
        v.w = (v.w - mean) * scale * g.w + b.w;
        out[i] = v;
    }
}

// Softmax of every row. One warp per row, the row stays in registers between the three steps.
// Works for up to 15 * 32 = 480 columns.

#define PER_LANE 15

extern "C" __global__ void softmax_warp(const float *__restrict__ in, float *__restrict__ out, int rows, int cols)
{
    int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows)
        return;

    const float *src = in + (size_t)row * cols;
    float *dst = out + (size_t)row * cols;

    float v[PER_LANE];
    float top = -1e30f;
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) {
        int c = lane + 32 * k;
        v[k] = c < cols ? src[c] : -1e30f;
        top = fmaxf(top, v[k]);
    }
    for (int d = 16; d > 0; d /= 2)
        top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, d));

    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) {
        v[k] = __expf(v[k] - top);
        sum += v[k];
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);

    float scale = 1.0f / sum;
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) {
        int c = lane + 32 * k;
        if (c < cols)
            dst[c] = v[k] * scale;
    }
}

// Depthwise 3 x 3 convolution, NCHW, zeros beyond the borders: a thread a result, its place found by divisions.
__global__ void depthwise(const float *in, const float *weights, float *out, int count, int channels, int high,
                          int wide)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int x = i % wide, y = i / wide % high, plane = i / (wide * high);
    const float *image = in + (size_t)plane * wide * high;
    const float *w = weights + plane % channels * 9;

    float sum = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int sx = x + dx, sy = y + dy;
            if (sx >= 0 && sx < wide && sy >= 0 && sy < high)
                sum += image[sy * wide + sx] * w[(dy + 1) * 3 + dx + 1];
        }
    }
    out[i] = sum;
}

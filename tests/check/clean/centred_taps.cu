// Convolution with taps addressed from their middle and rows walked up to one past their end.
#define R 4

__global__ void centred_taps(const float *image, const float *taps, float *out, int width, int pitch, int rows)
{
    const float *centre = taps + R;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width)
        return;
    const float *row = image + (size_t)y * pitch, *end = row + width;
    const float *lo = x >= R ? row + (x - R) : row;
    const float *hi = x + R < width ? row + (x + R + 1) : end;
    float s = 0.0f;
    for (const float *p = lo; p != hi; ++p)
        s += *p * centre[(int)(p - row) - x];
    long long offset = &row[x] - image;
    const float *same = image + offset;
    out[y * width + x] = s - same[0] * centre[0];
}

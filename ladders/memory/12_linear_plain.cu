// An enlarged part of the image, interpolated between the four nearest pixels: four loads, four clamped coordinates, and the weights.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__global__ void linear_plain(const float *in, float *out, int width, int height, float zoom)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float from_x = (x + 0.5f) * zoom - 0.5f, from_y = (y + 0.5f) * zoom - 0.5f; // a pixel's middle is at its number and a half
    float left = floorf(from_x), top = floorf(from_y);
    float wx = from_x - left, wy = from_y - top;
    int x0 = min(max((int)left, 0), width - 1), x1 = min(max((int)left + 1, 0), width - 1);
    int y0 = min(max((int)top, 0), height - 1), y1 = min(max((int)top + 1, 0), height - 1);
    const float *upper = in + (size_t)y0 * width, *lower = in + (size_t)y1 * width;
    float above = (1 - wx) * upper[x0] + wx * upper[x1];
    float below = (1 - wx) * lower[x0] + wx * lower[x1];
    out[(size_t)y * width + x] = (1 - wy) * above + wy * below;
}

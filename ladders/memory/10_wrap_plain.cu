// The same for an image that repeats itself: two remainders a pixel, of numbers that may be negative, each some twenty instructions.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__device__ int wrap(int x, int size)
{
    int rest = x % size;
    return rest < 0 ? rest + size : rest;
}

__global__ void wrap_plain(const float *in, float *out, int width, int height, int shift_x, int shift_y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] = in[(size_t)wrap(y + shift_y, height) * width + wrap(x + shift_x, width)];
}

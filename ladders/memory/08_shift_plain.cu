// A shifted copy of an image, beyond whose edge it is as at the edge. Clamping takes four comparisons a pixel, and a warp's loads do not begin where a
// sector does: five sectors, not four.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__global__ void shift_plain(const float *in, float *out, int width, int height, int shift_x, int shift_y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int from_x = min(max(x + shift_x, 0), width - 1);
    int from_y = min(max(y + shift_y, 0), height - 1);
    out[(size_t)y * width + x] = in[(size_t)from_y * width + from_x];
}

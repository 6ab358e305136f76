// The same through a texture: the texture unit clamps, and computes the address. Its texels lie in an order of their own, near in both directions,
// so that no shift is worse than another. It has a rate of its own, too, a quarter of what plain loads have: for a copy that is memory-bound
// anyhow, neither is faster.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__global__ void shift_texture(cudaTextureObject_t image, float *out, int width, int height, int shift_x, int shift_y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] = tex2D<float>(image, x + shift_x + 0.5f, y + shift_y + 0.5f);
}

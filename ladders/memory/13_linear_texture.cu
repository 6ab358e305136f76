// One fetch: the texture unit clamps, loads the four texels and interpolates, with weights of 8 bits. This is what it was made for.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__global__ void linear_texture(cudaTextureObject_t smooth, float *out, int width, int height, float zoom)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] = tex2D<float>(smooth, (x + 0.5f) * zoom, (y + 0.5f) * zoom);
}

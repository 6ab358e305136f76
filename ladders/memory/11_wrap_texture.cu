// A texture repeats itself for nothing, if its coordinates go from 0 to 1.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
__global__ void wrap_texture(cudaTextureObject_t repeating, float *out, int width, int height, int shift_x, int shift_y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    out[(size_t)y * width + x] = tex2D<float>(repeating, (x + shift_x + 0.5f) / width, (y + shift_y + 0.5f) / height);
}

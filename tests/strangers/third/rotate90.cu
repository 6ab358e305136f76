// turn a picture by 90 degrees clockwise (one int per pixel)
__global__ void rotate90(const unsigned *in, unsigned *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        int new_x = height - 1 - y;
        int new_y = x;
        out[new_y * height + new_x] = in[y * width + x];
    }
}

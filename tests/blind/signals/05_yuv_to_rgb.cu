// A frame in NV12 to RGBA, in fixed point as BT.601 says: a thread converts the 2 x 2 pixels that share their chroma.
__device__ unsigned char clip(int value)
{
    return min(max(value >> 8, 0), 255);
}

__device__ uchar4 to_rgba(int luma, int u, int v)
{
    int c = 298 * (luma - 16) + 128;
    return make_uchar4(clip(c + 409 * v), clip(c - 100 * u - 208 * v), clip(c + 516 * u), 255);
}

__global__ void yuv_to_rgb(const unsigned char *luma, const unsigned char *chroma, uchar4 *rgba, int width, int height,
                           int pitch)
{
    int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    int y = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height)
        return;
    uchar2 uv = *(const uchar2 *)(chroma + (size_t)(y / 2) * pitch + x);
    int u = uv.x - 128, v = uv.y - 128;
    for (int row = y; row < min(y + 2, height); row++) {
        uchar2 pair = *(const uchar2 *)(luma + (size_t)row * pitch + x);
        uchar4 *out = rgba + (size_t)row * width + x;
        out[0] = to_rgba(pair.x, u, v);
        if (x + 1 < width)
            out[1] = to_rgba(pair.y, u, v);
    }
}

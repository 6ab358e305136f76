// Resizing an image of four bytes a pixel with bilinear interpolation: a thread a new pixel, four plain loads.
__device__ float blend(float a, float b, float c, float d, float fx, float fy)
{
    float top = a + (b - a) * fx, bottom = c + (d - c) * fx;
    return top + (bottom - top) * fy;
}

__global__ void bilinear(const uchar4 *in, uchar4 *out, int width, int height, int new_width, int new_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= new_width || y >= new_height)
        return;
    float u = fmaxf((x + 0.5f) * ((float)width / new_width) - 0.5f, 0);
    float v = fmaxf((y + 0.5f) * ((float)height / new_height) - 0.5f, 0);
    int x0 = min((int)u, width - 1), y0 = min((int)v, height - 1);
    int x1 = min(x0 + 1, width - 1), y1 = min(y0 + 1, height - 1);
    float fx = u - x0, fy = v - y0;

    uchar4 a = in[(size_t)y0 * width + x0], b = in[(size_t)y0 * width + x1];
    uchar4 c = in[(size_t)y1 * width + x0], d = in[(size_t)y1 * width + x1];
    uchar4 pixel;
    pixel.x = (unsigned char)(blend(a.x, b.x, c.x, d.x, fx, fy) + 0.5f);
    pixel.y = (unsigned char)(blend(a.y, b.y, c.y, d.y, fx, fy) + 0.5f);
    pixel.z = (unsigned char)(blend(a.z, b.z, c.z, d.z, fx, fy) + 0.5f);
    pixel.w = (unsigned char)(blend(a.w, b.w, c.w, d.w, fx, fy) + 0.5f);
    out[(size_t)y * new_width + x] = pixel;
}

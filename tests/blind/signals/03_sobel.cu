// The magnitude of Sobel's gradient, a thread a pixel: its eight neighbours are read where they are. The edge is 0.
__global__ void sobel(const float *image, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    size_t i = (size_t)y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
        out[i] = 0;
        return;
    }
    float nw = image[i - width - 1], n = image[i - width], ne = image[i - width + 1];
    float w = image[i - 1], e = image[i + 1];
    float sw = image[i + width - 1], s = image[i + width], se = image[i + width + 1];
    float gx = ne + 2 * e + se - nw - 2 * w - sw;
    float gy = sw + 2 * s + se - nw - 2 * n - ne;
    out[i] = sqrtf(gx * gx + gy * gy);
}

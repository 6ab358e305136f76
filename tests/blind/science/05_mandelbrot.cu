// Escape times of the Mandelbrot set: a thread a pixel, at most 256 iterations.
__global__ void mandelbrot(int *escape, int image_x, int image_y)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= image_x || y >= image_y)
        return;
    float cr = -2.2f + 3.2f * x / image_x;
    float ci = -1.2f + 2.4f * y / image_y;
    float zr = 0, zi = 0;
    int count = 0;
    while (count < 256 && zr * zr + zi * zi <= 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        count++;
    }
    escape[y * image_x + x] = count;
}

// Mandelbrot picture: how many steps until the point escapes?
__global__ void escape_time(int *image, int width, int height, float x0, float y0, float step, int max_iter)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height)
        return;
    float cx = x0 + px * step;
    float cy = y0 + py * step;
    float x = 0, y = 0;
    int iter = 0;
    while (x * x + y * y < 4.0f && iter < max_iter) {
        float xnew = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = xnew;
        iter++;
    }
    image[py * width + px] = iter;
}

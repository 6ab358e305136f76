// One step of the Jacobi iteration for Poisson's equation on a grid, in double precision; the border keeps its values.
//
// Launch: 16 x 16 threads a block, a thread a point.
__global__ void jacobi(const double *u, const double *f, double *next, int width, int height, double h2)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    size_t i = (size_t)y * width + x;
    if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
        next[i] = u[i];
    else
        next[i] = 0.25 * (u[i - 1] + u[i + 1] + u[i - width] + u[i + width] - h2 * f[i]);
}

// game of life, the world wraps around at the borders
__global__ void life_torus(const int *world, int *next, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            int cell = (y + dy) * width + x + dx + width * height;
            alive += world[cell % (width * height)];
        }
    }
    int me = world[y * width + x];
    next[y * width + x] = (alive == 3 || (me && alive == 2)) ? 1 : 0;
}

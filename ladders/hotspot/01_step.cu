// Heat in a plate: in each step a cell takes a share of the difference to each of its four neighbours, and the heat of the power
// spent there. Beyond the edge it is as warm as at the edge. One launch a step, a thread a cell, since no cell may begin the next
// step before its neighbours have done this one. The neighbours come from the caches; the step still reads and writes
// the whole plate in memory, for 6 operations a cell.
//
// Launch: 32 x 8 threads a block, a thread a cell, once for every step.
__global__ void hotspot_step(const float *now, float *then, const float *power, int width, int height, float conduct)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    size_t i = (size_t)y * width + x;
    float here = now[i];
    float left = x > 0 ? now[i - 1] : here;
    float right = x < width - 1 ? now[i + 1] : here;
    float above = y > 0 ? now[i - width] : here;
    float below = y < height - 1 ? now[i + width] : here;
    then[i] = here + conduct * (left + right + above + below - 4 * here) + power[i];
}

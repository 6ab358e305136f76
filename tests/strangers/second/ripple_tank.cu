// Project: waves in a ripple tank. Every pixel adds up the circular waves of all sources at time t.
// Compiled with -use_fast_math, which makes hardly any visible difference.
#define MAX_SOURCES 64

__constant__ float2 sources[MAX_SOURCES]; // in pixels

extern "C" __global__ void ripple_tank(float *height, int width, int rows, int num_sources, float k, float wt)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= rows)
        return;

    float sum = 0.0f;
    for (int s = 0; s < num_sources; s++) {
        float dx = px - sources[s].x;
        float dy = py - sources[s].y;
        float r2 = dx * dx + dy * dy + 1.0f;
        float inv = rsqrtf(r2);
        float r = r2 * inv;
        sum += cosf(k * r - wt) * inv;
    }
    height[py * width + px] = sum;
}

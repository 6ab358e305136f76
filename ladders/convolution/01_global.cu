// Convolution of an image with a filter of (2 R + 1)^2 weights: each result is the sum of its neighbourhood, weighted. Beyond the
// edge the image is as at the edge. A thread a pixel, everything in global memory: for each multiplication one load of a pixel and
// one of a weight, both from the first-level cache, which is busier than the arithmetic. All threads load the same weight at the same time.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)

__global__ void convolution_global(const float *in, float *out, const float *filter, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int from_x = min(max(x + i - R, 0), width - 1);
            int from_y = min(max(y + j - R, 0), height - 1);
            sum += filter[j * SIDE + i] * in[(size_t)from_y * width + from_x];
        }
    out[(size_t)y * width + x] = sum;
}

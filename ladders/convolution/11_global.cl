// The first rung in OpenCL C: image and filter in global memory.
//
// Launch: work groups of 32 x 8, a work item a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)

__kernel void convolution_global(__global const float *in, __global float *out, __global const float *filter, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int from_x = clamp(x + i - R, 0, width - 1), from_y = clamp(y + j - R, 0, height - 1);
            sum += filter[j * SIDE + i] * in[(size_t)from_y * width + from_x];
        }
    out[(size_t)y * width + x] = sum;
}

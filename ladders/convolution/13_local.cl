// The tile with its border in local memory, the filter still __constant.
//
// Launch: work groups of 32 x 16, a work item a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)
#define WIDE 32
#define HIGH 16

__kernel __attribute__((reqd_work_group_size(WIDE, HIGH, 1))) void
convolution_local(__global const float *in, __global float *out, __constant float *filter, int width, int height)
{
    __local float tile[HIGH + 2 * R][WIDE + 2 * R];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x0 = get_group_id(0) * WIDE, y0 = get_group_id(1) * HIGH;
    for (int j = ty; j < HIGH + 2 * R; j += HIGH)
        for (int i = tx; i < WIDE + 2 * R; i += WIDE) {
            int from_x = clamp(x0 + i - R, 0, width - 1), from_y = clamp(y0 + j - R, 0, height - 1);
            tile[j][i] = in[(size_t)from_y * width + from_x];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x0 + tx >= width || y0 + ty >= height)
        return;
    float sum = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            sum += filter[j * SIDE + i] * tile[ty + j][tx + i];
    out[(size_t)(y0 + ty) * width + x0 + tx] = sum;
}

// The obvious transposition in OpenCL: reads along a row, writes down a column, one element a work-item.
//
// Launch: groups of 32 x 8, at least width x height items.
__kernel void transpose_naive(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        out[(size_t)x * height + y] = in[(size_t)y * width + x];
}

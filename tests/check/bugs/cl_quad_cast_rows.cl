__kernel void row_peak(__global const float *in, __global float *peak, int width, int rows)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;

    __global const float *start = in + row * width;
    __global const float4 *quad = (__global const float4 *)start;
    float best = -INFINITY;
    for (int k = 0; k < width / 4; k++) {
        best = fmax(best, fmax(fmax(quad[k].x, quad[k].y), fmax(quad[k].z, quad[k].w))); //! bounds
    }
    for (int k = width / 4 * 4; k < width; k++)
        best = fmax(best, start[k]);
    peak[row] = best;
}

// Row convolution with a local halo on both sides and taps in constant memory.
#define RADIUS 3
#define WG 32
__constant float taps[2 * RADIUS + 1] = {0.03f, 0.11f, 0.22f, 0.28f, 0.22f, 0.11f, 0.03f};

__kernel void cl_row_filter(__global const float *in, __global float *out, int width, int height)
{
    __local float row[WG + 2 * RADIUS];
    const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0);
    const int left = get_group_id(0) * WG - RADIUS;
    __global const float *src = in + y * width;
    for (int k = lx; k < WG + 2 * RADIUS; k += WG)
        row[k] = src[clamp(left + k, 0, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < width) {
        __local const float *centre = row + lx + RADIUS;
        __constant const float *tap = taps + RADIUS;
        float s = 0.0f;
        for (int d = -RADIUS; d <= RADIUS; d++)
            s += tap[d] * centre[d];
        out[y * width + x] = s;
    }
}

__kernel void cl_centre_pointer(__global const float *in, __global float *out, __local float *window, int n, int radius)
{
    int t = get_local_id(0), size = get_local_size(0);
    int first = (int)(get_group_id(0) * size) - radius;
    for (int k = t; k < size + 2 * radius; k += size)
        window[k] = in[clamp(first + k, 0, n - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    __local const float *centre = window + t + radius;
    float sum = 0.0f;
    for (int k = -radius; k <= radius; ++k)
        sum += centre[k] * (float)(radius + 1 - abs(k));
    int i = get_global_id(0);
    if (i < n)
        out[i] = sum / (float)((radius + 1) * (radius + 1));
}

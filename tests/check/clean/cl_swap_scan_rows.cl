__kernel void cl_swap_scan_rows(__global const int *in, __global int *out, __local int *buffer, int rows, int width)
{
    int t = get_local_id(0), size = get_local_size(0);
    __local int *from = buffer, *to = buffer + size;
    for (int row = get_group_id(0); row < rows; row += get_num_groups(0)) {
        from[t] = t < width ? in[row * width + t] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int d = 1; d < size; d <<= 1) {
            to[t] = t >= d ? from[t] + from[t - d] : from[t];
            barrier(CLK_LOCAL_MEM_FENCE);
            __local int *old = from;
            from = to;
            to = old;
        }
        if (t < width)
            out[row * width + t] = from[width - 1 - t];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void cl_quad_tail_unused(__global const float *in, __global float *total, int len)
{
    __local float row[64];
    int t = get_local_id(0), g = get_group_id(0);
    for (int k = t; k < len; k += 16)
        row[k] = in[g * len + k];
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 v = vload4(t, row);
    int have = min(4, len - 4 * t);
    float s = v.x;
    if (have > 1)
        s += v.y;
    if (have > 2)
        s += v.z;
    if (have > 3)
        s += v.w;
    total[g * 16 + t] = s;
}

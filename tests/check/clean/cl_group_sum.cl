// Sum of squares per work-group; the work-items past the end contribute zero.
__kernel void cl_group_sum(__global const float *in, __global float *out, __local float *part, const uint n)
{
    const uint lid = get_local_id(0);
    float s = 0.0f;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        s += in[i] * in[i];
    part[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint width = get_local_size(0);
    while (width > 1) {
        const uint upper = (width + 1) / 2;
        if (lid + upper < width)
            part[lid] += part[lid + upper];
        barrier(CLK_LOCAL_MEM_FENCE);
        width = upper;
    }
    if (lid == 0)
        out[get_group_id(0)] = part[0];
}

__kernel void cl_uniform_barriers(__global const float *in, __global float *out, int rounds, int skip)
{
    __local float cell[48];
    int t = get_local_id(0), g = get_group_id(0);
    float v = in[get_global_id(0)];
    for (int r = 0; r < rounds + g; ++r) {
        if ((r + g) % 3 == skip)
            continue;
        cell[t] = v;
        if (g & 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            v = 0.5f * (v + cell[(t + r + 1) % 48]);
            barrier(CLK_LOCAL_MEM_FENCE);
        } else {
            barrier(CLK_LOCAL_MEM_FENCE);
            v = fmax(cell[47 - t], v * 0.9f);
        }
        if (!(g & 1))
            barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = v;
}

// Normalises rows; the whole work-group of an empty row leaves before the first barrier.
#define WG 48

__kernel void cl_uniform_return(__global const float *in, __global const int *length, __global float *out, const int pitch)
{
    __local float part[WG];
    __local float scale;
    const int row = get_group_id(0), lid = get_local_id(0), m = length[row];
    if (m == 0)
        return;
    float s = 0.0f;
    for (int k = lid; k < m; k += WG)
        s += in[row * pitch + k];
    part[lid] = s;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 16)
        part[lid] += part[lid + 16] + part[lid + 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == WG - 1) {
        float total = 0.0f;
        for (int k = 0; k < 16; k++)
            total += part[k];
        scale = 1.0f / (total + 1e-6f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < m; k += WG)
        out[row * pitch + k] = in[row * pitch + k] * scale;
}

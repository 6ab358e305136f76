// One local buffer, first as unsigned counters, then as floats; barriers separate the two uses.
#define WG 64
#define LEVELS 8

__kernel void cl_scratch_reuse(__global const float *in, __global float *entropy, __global float *sum, const int n)
{
    __local uint scratch[WG];
    __local float *value = (__local float *)scratch;
    const int lid = get_local_id(0), i = get_global_id(0);
    const float v = i < n ? in[i] : 0.0f;
    scratch[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        atomic_inc(&scratch[min((int)(v * LEVELS), LEVELS - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    float h = 0.0f;
    if (lid < LEVELS && scratch[lid] > 0) {
        const float p = scratch[lid] / (float)WG;
        h = -p * native_log2(p);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    value[lid] = lid < LEVELS ? h : v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        float a = 0.0f, b = 0.0f;
        for (int k = 0; k < WG; k++) {
            a += k < LEVELS ? value[k] : 0.0f;
            b += k < LEVELS ? 0.0f : value[k];
        }
        entropy[get_group_id(0)] = a;
        sum[get_group_id(0)] = b;
    }
}

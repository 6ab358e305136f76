__kernel void exchange_large(__global const float *x, __global float *y, int n, float limit)
{
    __local float box[64];
    int l = get_local_id(0);
    int i = get_global_id(0);
    float v = i < n ? x[i] : 0.0f;
    box[l] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (v > limit) {
        box[l] = v;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE); //! sync
        v += 0.5f * box[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE); //! sync
    if (i < n)
        y[i] = v + box[63 - l];
}

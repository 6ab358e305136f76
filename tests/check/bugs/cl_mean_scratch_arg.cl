__kernel void group_mean(__global const float *x, __global float *mean, __local float *scratch, int n)
{
    int l = get_local_id(0);
    int i = get_global_id(0);
    scratch[l] = i < n ? x[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int half_size = 32; half_size >= 16; half_size /= 2) {
        if (l < half_size)
            scratch[l] += scratch[l + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l < 8) {
        scratch[l] += scratch[l + 8]; //! race
        scratch[l] += scratch[l + 4]; //! race
        scratch[l] += scratch[l + 2]; //! race
        scratch[l] += scratch[l + 1]; //! race
    }
    if (l == 0)
        mean[get_group_id(0)] = scratch[0] / 64.0f;
}

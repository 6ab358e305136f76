__kernel void count_outliers(__global const float *x, __global int *outliers, int n, float limit)
{
    __local int count;
    int i = get_global_id(0);
    int l = get_local_id(0);

    if (i < n) {
        float v = x[i];
        if (fabs(v) > limit)
            atomic_inc(&count); //! uninitialised
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (l == 0)
        outliers[get_group_id(0)] = count; //! uninitialised
}

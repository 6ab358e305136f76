#define SIZE 64

__kernel void total_sum(__global const float *x, __global float *partial, __global int *tickets,
                        __global float *total, int n)
{
    __local float s[SIZE];
    __local int is_last;
    int lid = get_local_id(0);
    int gid = get_global_id(0);

    s[lid] = gid < n ? x[gid] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = SIZE / 2; step > 0; step >>= 1) {
        if (lid < step)
            s[lid] += s[lid + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0) {
        partial[get_group_id(0)] = s[0];  //! sync, race
        is_last = atomic_inc(tickets) == (int)get_num_groups(0) - 1;  //! sync, race
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_last && lid == 0) {
        float sum = 0.0f;
        for (int g = 0; g < (int)get_num_groups(0); g++)
            sum += partial[g];  //! sync, race
        *total = sum;
    }
}

__kernel void group_peak(__global const int *samples, __global int *peak, __global int *above, int n)
{
    __local int top;
    __local int near;
    int gid = get_global_id(0);
    int lid = get_local_id(0);

    if (lid == 0)
        near = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gid < n)
        atomic_max(&top, samples[gid]);  //! uninitialised
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gid < n && samples[gid] > top - 100)  //! uninitialised
        atomic_inc(&near);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        peak[get_group_id(0)] = top;  //! uninitialised
        above[get_group_id(0)] = near;
    }
}

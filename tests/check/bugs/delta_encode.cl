__kernel void delta_encode(__global const int *keys, __global int *deltas, __global int *changes, int n)
{
    __local int found;
    int lid = get_local_id(0);
    int i = get_global_id(0);
    if (lid == 0)
        found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (i < n) {
        int delta = keys[i] - keys[i - 1];  //! bounds
        deltas[i] = delta;
        if (delta != 0)
            atomic_inc(&found);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0 && found > 0)
        atomic_add(changes, found);
}

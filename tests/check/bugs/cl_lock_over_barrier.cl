__kernel void locked_total(__global const int *x, __global int *total)
{
    __local int lock;
    __local int sum;
    int l = get_local_id(0);
    if (l == 0) {
        lock = 0;
        sum = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    while (atomic_cmpxchg(&lock, 0, 1) != 0) //! sync
        ;
    sum += x[get_global_id(0)]; //! sync, race
    barrier(CLK_LOCAL_MEM_FENCE); //! sync
    atomic_xchg(&lock, 0);

    if (l == 0)
        total[get_group_id(0)] = sum; //! sync, race
}

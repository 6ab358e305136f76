__kernel void cl_packed_argmin(__global const uint *cost, __global uint *cheapest, volatile __global uint *overall, int n)
{
    __local uint best;
    uint t = get_local_id(0);
    if (t == 0)
        best = UINT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = get_global_id(0);
    if (i < n)
        atomic_min(&best, cost[i] << 8 | t);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == (best & 0xff)) {
        cheapest[get_group_id(0)] = i;
        atomic_min(overall, (best & ~0xffu) | (uint)get_group_id(0));
    }
}

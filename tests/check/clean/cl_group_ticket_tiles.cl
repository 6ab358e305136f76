__kernel void cl_group_ticket_tiles(__global const int *values, __global int *tileMax, volatile __global int *counter, int n)
{
    __local int tile, best;
    int t = get_local_id(0), tiles = (n + 31) / 32;
    while (1) {
        if (t == 0) {
            tile = atomic_inc(counter);
            best = INT_MIN;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        int mine = tile;
        if (mine >= tiles)
            return;
        if (mine * 32 + t < n)
            atomic_max(&best, values[mine * 32 + t]);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t == 0)
            tileMax[mine] = best;
    }
}

// Reduction 2: in local memory. Each value is read from global memory once; the rounds stay inside the compute unit. Pairs are
// still 1, 2, 4, ... apart, and half of the items that are left fall idle with each round, in every warp.
//
// Launch: groups of BLOCK, ceil(n / BLOCK) of them.
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void reduce_local(__global const int *in, __global int *partial, int n)
{
    __local uint sums[BLOCK];
    size_t i = get_global_id(0);
    uint item = get_local_id(0);
    sums[item] = i < (size_t)n ? in[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < BLOCK; step *= 2) {
        if (item % (2 * step) == 0)
            sums[item] += sums[item + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        partial[get_group_id(0)] = sums[0];
}

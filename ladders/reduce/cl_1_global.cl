// Reduction 1: in global memory alone. Each group works on its piece of an array `work`, in which every round reads and writes;
// pairs are 1, 2, 4, ... apart. All traffic between the rounds goes through the caches to global memory, and the items that
// work are scattered over all warps.
//
// Launch: groups of BLOCK, ceil(n / BLOCK) of them. (Loops over the rounds end at BLOCK and not at get_local_size(0), which is
// the same number: PoCL 3.1 leaves such a loop after no round at all.)
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void reduce_global(__global const int *in, __global int *work, __global int *partial, int n)
{
    size_t i = get_global_id(0), end = n;
    uint item = get_local_id(0);
    if (i < end)
        work[i] = in[i];
    barrier(CLK_GLOBAL_MEM_FENCE); // for all items: one that has left must not be waited for
    for (uint step = 1; step < BLOCK; step *= 2) {
        if (item % (2 * step) == 0 && i + step < end)
            work[i] = (uint)work[i] + (uint)work[i + step];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if (item == 0)
        partial[get_group_id(0)] = work[i];
}

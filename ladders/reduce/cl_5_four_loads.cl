// Reduction 5: four loads an item, all under way at the same time. Half as many groups pay for rounds and barriers.
//
// Launch: groups of BLOCK, ceil(n / 4 BLOCK) of them.
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void reduce_four_loads(__global const int *in, __global int *partial, int n)
{
    __local uint sums[BLOCK];
    size_t i = get_global_id(0), all = get_global_size(0);
    uint item = get_local_id(0), sum = 0;
    if (i + 3 * all < (size_t)n) // almost everywhere: one condition for four loads
        sum = (uint)in[i] + in[i + all] + in[i + 2 * all] + in[i + 3 * all];
    else
        for (; i < (size_t)n; i += all)
            sum += in[i];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint left = BLOCK / 2; left > 0; left /= 2) {
        if (item < left)
            sums[item] += sums[item + left];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        partial[get_group_id(0)] = sums[0];
}

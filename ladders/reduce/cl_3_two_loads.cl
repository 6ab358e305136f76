// Reduction 3: two loads an item. Half of the items had nothing to do in the first round; now there are half as many items, and
// each adds two values while loading. The second lies a whole range of items further on, so neighbours still read neighbours.
//
// Launch: groups of BLOCK, ceil(n / 2 BLOCK) of them.
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void reduce_two_loads(__global const int *in, __global int *partial, int n)
{
    __local uint sums[BLOCK];
    size_t i = get_global_id(0), second = i + get_global_size(0);
    uint item = get_local_id(0);
    uint sum = i < (size_t)n ? in[i] : 0;
    if (second < (size_t)n)
        sum += in[second];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < BLOCK; step *= 2) {
        if (item % (2 * step) == 0)
            sums[item] += sums[item + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        partial[get_group_id(0)] = sums[0];
}

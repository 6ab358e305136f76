// Reduction 4: items reordered. The items that work in a round are the first ones of the group, not every second, fourth, ...:
// warps without work stop, instead of running with a lane or two, and neighbours use neighbouring banks.
//
// Launch: groups of BLOCK, ceil(n / 2 BLOCK) of them.
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void reduce_reordered(__global const int *in, __global int *partial, int n)
{
    __local uint sums[BLOCK];
    size_t i = get_global_id(0), second = i + get_global_size(0);
    uint item = get_local_id(0);
    uint sum = i < (size_t)n ? in[i] : 0;
    if (second < (size_t)n)
        sum += in[second];
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

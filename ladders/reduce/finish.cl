// The second launch of the OpenCL rungs: one group adds up the partial sums of all groups.
//
// Launch: one group of BLOCK work-items.
#ifndef BLOCK
#define BLOCK 256
#endif

__kernel void finish(__global const int *partial, __global int *out, int partials)
{
    __local uint sums[BLOCK];
    uint item = get_local_id(0), sum = 0;
    for (uint i = item; i < (uint)partials; i += BLOCK)
        sum += partial[i];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = BLOCK / 2; half_size > 0; half_size /= 2) {
        if (item < half_size)
            sums[item] += sums[item + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        *out = sums[0];
}

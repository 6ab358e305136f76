// Reduction 6: the last 64 sums by one warp, unrolled, without barriers of the group. OpenCL 1.2 has no word for "warp": code
// that just leaves the barriers out relies on lockstep, which no standard promises, which NVIDIA's chips gave up with Volta, and
// which a CPU never had. So where the compiler says that this is an NVIDIA chip, the barrier of a warp stands between reading and
// writing; everywhere else the group's barrier stays, and this rung is number 5 unrolled.
//
// Launch: groups of BLOCK, at least 64, ceil(n / 4 BLOCK) of them.
#ifndef BLOCK
#define BLOCK 256
#endif

#if defined(__NVPTX__) || defined(__NV_CL_C_VERSION)
#define WARP_IS_32 1
#define WARP_BARRIER() __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory")
#else
#define WARP_IS_32 0
#define WARP_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#endif

// The first 32 items add the sums `distance` further on; what items above `distance` add nobody reads.
#define ADD(distance)                                                                                                  \
    if (item < 32)                                                                                                     \
        sum += sums[item + distance];                                                                                  \
    WARP_BARRIER();                                                                                                    \
    if (item < 32)                                                                                                     \
        sums[item] = sum;                                                                                              \
    WARP_BARRIER()

__kernel void reduce_last_warp(__global const int *in, __global int *partial, int n)
{
    __local uint sums[BLOCK];
    size_t i = get_global_id(0), all = get_global_size(0);
    uint item = get_local_id(0), sum = 0;
    if (i + 3 * all < (size_t)n)
        sum = (uint)in[i] + in[i + all] + in[i + 2 * all] + in[i + 3 * all];
    else
        for (; i < (size_t)n; i += all)
            sum += in[i];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint left = BLOCK / 2; left > 32; left /= 2) {
        if (item < left)
            sums[item] += sums[item + left];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (WARP_IS_32 && item >= 32)
        return;
    sum = sums[item];
    ADD(32);
    ADD(16);
    ADD(8);
    ADD(4);
    ADD(2);
    ADD(1);
    if (item == 0)
        partial[get_group_id(0)] = sum;
}

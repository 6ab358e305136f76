#define BINS 32

__kernel void luma_histogram(__global const uchar *luma, __global uint *hist, int n)
{
    __local uint local_hist[BINS];
    int lid = get_local_id(0);

    for (int b = lid; b < BINS; b += get_local_size(0))
        local_hist[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&local_hist[luma[i] >> 3]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int b = lid; b < BINS; b += get_local_size(0))
        if (local_hist[b] > 0)
            hist[b] += local_hist[b];  //! race
}

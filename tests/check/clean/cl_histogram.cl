// Histogram of the upper four bits of bytes, four bytes at a time, with local atomics.
#define BINS 16

__kernel void cl_histogram(__global const uchar *data, __global uint *hist, const int n4)
{
    __local uint bin[BINS];
    const int lid = get_local_id(0);
    if (lid < BINS)
        bin[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n4; i += get_global_size(0)) {
        const uchar4 v = vload4(i, data) >> (uchar4)(4);
        atomic_inc(&bin[v.x]);
        atomic_inc(&bin[v.y]);
        atomic_inc(&bin[v.z]);
        atomic_inc(&bin[v.w]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < BINS && bin[lid] != 0)
        atomic_add(&hist[lid], bin[lid]);
}

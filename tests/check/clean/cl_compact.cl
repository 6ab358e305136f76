// Indices of the elements in a range: a local counter, then one global atomic for each work-group.
#define WG 64

__kernel void cl_compact(__global const int *in, __global int *index, __global int *count, int n, int lo, int hi)
{
    __local int found[WG];
    __local int local_count, base;
    const int lid = get_local_id(0), i = get_global_id(0);
    if (lid == 0)
        local_count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n && in[i] >= lo && in[i] < hi)
        found[atomic_inc(&local_count)] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        base = atomic_add(count, local_count);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < local_count)
        index[base + lid] = found[lid];
}

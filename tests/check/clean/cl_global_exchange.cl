// Work-items of a group exchange values through global scratch memory, ordered by a global fence.
__kernel void cl_global_exchange(__global const int *in, __global int *scratch, __global int *out, const int n)
{
    const int i = get_global_id(0), m = get_local_size(0), first = i - (int)get_local_id(0);
    const int count = min(m, n - first);
    if (i < n)
        scratch[i] = in[i] * in[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    int v = 0;
    if (i < n)
        v = scratch[first + (i - first + 1) % count] - scratch[first + (i - first + count - 1) % count];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i < n) {
        scratch[first + count - 1 - (i - first)] = v;
        out[i] = v ^ (i & 7);
    }
}

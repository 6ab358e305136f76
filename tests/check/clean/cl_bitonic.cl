// Bitonic sort of (key, index) pairs in local memory given by the host.
__kernel void cl_bitonic(__global const float *key, __global int *order, __local float *k, __local int *id, const int n)
{
    const int t = get_local_id(0), m = get_local_size(0), i = get_global_id(0);
    k[t] = i < n ? key[i] : INFINITY;
    id[t] = i;
    for (int size = 2; size <= m; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int other = t ^ stride;
            if (other > t) {
                const bool up = (t & size) == 0;
                const float a = k[t], b = k[other];
                if (up ? a > b : a < b) {
                    const int ia = id[t], ib = id[other];
                    k[t] = b;
                    k[other] = a;
                    id[t] = ib;
                    id[other] = ia;
                }
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        order[i] = id[t];
}

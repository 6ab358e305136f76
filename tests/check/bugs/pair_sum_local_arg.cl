__kernel void pair_sum(__global const float *data, __global float *sums, __local float *temp, int n)
{
    int lid = get_local_id(0);
    int ls = get_local_size(0);
    int base = get_group_id(0) * 2 * ls;

    int a = base + lid;
    int b = base + ls + lid;
    temp[lid] = a < n ? data[a] : 0.0f;
    temp[lid + ls] = b < n ? data[b] : 0.0f;  //! bounds
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int s = ls; s > 0; s >>= 1) {
        if (lid < s)
            temp[lid] += temp[lid + s];  //! bounds
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        sums[get_group_id(0)] = temp[0];
}

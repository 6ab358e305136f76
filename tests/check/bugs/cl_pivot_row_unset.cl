__kernel void weight_at_pivot(__global const int *sorted, __global const float *weight, __global float *at_pivot)
{
    __local int pivot;
    int l = get_local_id(0);
    int base = get_group_id(0) * get_local_size(0);
    int last = get_local_size(0) - 1;

    if (l < last && sorted[base + l] == 0 && sorted[base + l + 1] == 1)
        pivot = l + 1;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (l == 0) {
        int p = clamp(pivot, 0, last); //! uninitialised
        at_pivot[get_group_id(0)] = weight[base + p]; //! uninitialised
    }
}

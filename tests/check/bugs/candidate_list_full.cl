float penalty(float c)
{
    return c * c + 0.1f * c;
}

__kernel void collect_candidates(__global const float *cost, __global int *count, __global int *list,
                                 int n, int capacity, float limit)
{
    int i = get_global_id(0);
    if (i >= n || penalty(cost[i]) > limit)
        return;
    if (*count >= capacity)  //! race
        return;
    int slot = atomic_inc(count);  //! race
    if (slot < capacity)
        list[slot] = i;
}

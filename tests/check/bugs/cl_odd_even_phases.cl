#define ITEMS 128

void order_pair(__local int *pair)
{
    int a = pair[0]; //! race
    int b = pair[1]; //! race
    if (a > b) {
        pair[0] = b; //! race
        pair[1] = a; //! race
    }
}

__kernel void odd_even_sort(__global int *keys)
{
    __local int s[ITEMS];
    int l = get_local_id(0);
    __global int *chunk = keys + get_group_id(0) * ITEMS;
    s[l] = chunk[l];
    s[l + 64] = chunk[l + 64];
    for (int round = 0; round < ITEMS / 2; round++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        order_pair(s + 2 * l); //! race
        if (2 * l + 2 < ITEMS)
            order_pair(s + 2 * l + 1); //! race
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    chunk[l] = s[l];
    chunk[l + 64] = s[l + 64];
}

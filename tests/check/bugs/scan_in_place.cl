#define WIDTH 128

__kernel void scan_rows(__global const int *counts, __global int *offsets, int cols, int rows)
{
    __local int buf[WIDTH];
    int lid = get_local_id(0);
    int row = get_group_id(1);

    buf[lid] = lid < cols ? counts[row * cols + lid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int off = 1; off < WIDTH; off <<= 1) {
        if (lid >= off)
            buf[lid] += buf[lid - off];  //! race
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < cols)
        offsets[row * cols + lid] = lid > 0 ? buf[lid - 1] : 0;
}

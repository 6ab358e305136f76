// A tile in local memory: read by rows, written by rows, turned in between. Rows of 33 words spread a column over all banks.
//
// Launch: groups of 32 x 8, one for each tile of 32 x 32.
#define TILE 32
#define ROWS 8

__kernel void transpose_padded(__global const float *in, __global float *out, int width, int height)
{
    __local float tile[TILE][TILE + 1];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_group_id(0) * TILE + lx, y0 = get_group_id(1) * TILE + ly;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[ly + j][lx] = in[(size_t)(y0 + j) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);

    int out_x = get_group_id(1) * TILE + lx, out_y0 = get_group_id(0) * TILE + ly;
    for (int j = 0; j < TILE; j += ROWS)
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[lx][ly + j];
}

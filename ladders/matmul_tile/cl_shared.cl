// Both operands in local memory: a group of 32 x 8 work-items computes 32 x 8 elements of C and needs all of a 32 x 32 piece of
// B, four values an item, and 8 rows of A.
//
// Launch: groups of 32 x 8, at least n x m items.
#define TILE 32
#define ROWS 8

__kernel void multiply_shared(__global const float *a, __global const float *b, __global float *c, int m, int n)
{
    __local float tile_a[ROWS][TILE];
    __local float tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    if (row < m)
        tile_a[y][x] = a[(size_t)row * TILE + x];
    for (int k = y; k < TILE; k += ROWS)
        if (column < n)
            tile_b[k][x] = b[(size_t)k * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += tile_a[y][k] * tile_b[k][x];
    c[(size_t)row * n + column] = sum;
}

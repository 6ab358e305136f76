// Tiles of A and B in local memory, one element of C a work-item: global memory is read n / TILE times instead of n times.
// Groups of 16 x 16, since an OpenCL device need not take larger ones.
//
// Launch: groups of TILE x TILE, one for each tile of C.
#ifndef TILE
#define TILE 16
#endif

__kernel void matmul_tile(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += TILE) {
        tile_a[y][x] = row < n && k0 + x < n ? a[(size_t)row * n + k0 + x] : 0;
        tile_b[y][x] = k0 + y < n && column < n ? b[(size_t)(k0 + y) * n + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += tile_a[y][k] * tile_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n)
        c[(size_t)row * n + column] = sum;
}

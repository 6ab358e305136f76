// A tile of C in registers: a group computes 64 x 64 elements, a work-item 4 x 4 of them. The 8 values it reads from local
// memory for a k serve 16 multiply-adds, where the plain tile reads 2 for one. A work-item's elements lie 16 apart, so that
// neighbours always read neighbours; A's tile is transposed for that, with a word of padding against bank conflicts.
//
// Launch: groups of 16 x 16, one for each 64 x 64 elements of C.
#define SIDE 16 // work-items along a side of the group
#define EACH 4  // rows and columns of C a work-item computes
#define TILE (SIDE * EACH)
#define TILE_K 16

__kernel void matmul_register_tile(__global const float *a, __global const float *b, __global float *c, int n)
{
    __local float tile_a[TILE_K][TILE + 1]; // [k][row]
    __local float tile_b[TILE_K][TILE];
    int x = get_local_id(0), y = get_local_id(1), item = y * SIDE + x;
    int row0 = get_group_id(1) * TILE, column0 = get_group_id(0) * TILE;
    float sum[EACH][EACH];
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++)
            sum[i][j] = 0;

    for (int k0 = 0; k0 < n; k0 += TILE_K) {
        for (int i = item; i < TILE * TILE_K; i += SIDE * SIDE) {
            int row = row0 + i / TILE_K, k = k0 + i % TILE_K;
            tile_a[i % TILE_K][i / TILE_K] = row < n && k < n ? a[(size_t)row * n + k] : 0;
        }
        for (int i = item; i < TILE * TILE_K; i += SIDE * SIDE) {
            int k = k0 + i / TILE, column = column0 + i % TILE;
            tile_b[i / TILE][i % TILE] = k < n && column < n ? b[(size_t)k * n + column] : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE_K; k++) {
            float from_a[EACH], from_b[EACH];
            for (int i = 0; i < EACH; i++) {
                from_a[i] = tile_a[k][y + i * SIDE];
                from_b[i] = tile_b[k][x + i * SIDE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += from_a[i] * from_b[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = row0 + y + i * SIDE, column = column0 + x + j * SIDE;
            if (row < n && column < n)
                c[(size_t)row * n + column] = sum[i][j];
        }
}

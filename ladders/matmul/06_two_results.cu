// Two elements of C a thread. 32 x 16 threads work on 32 x 32 elements; a thread's two lie in one column, so one load from B's
// tile serves two multiply-adds: three loads for two instead of four. Indices and loop control are shared by both as well.
//
// Launch: 32 x 16 threads a block, ceil(n / 32) x ceil(n / 32) blocks.
#define TILE 32
#define HALF (TILE / 2)
#ifndef WHOLE
#define WHOLE 0 // 1: n is a multiple of the tile, as the lecture has it, so that nothing need be checked
#endif

__global__ void __launch_bounds__(TILE *HALF) matmul_two_results(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float upper = 0, lower = 0; // of rows y and y + HALF of the tile

    for (int k0 = 0; k0 < n; k0 += TILE) {
        for (int j = 0; j < TILE; j += HALF) {
            tile_a[y + j][x] = WHOLE || (row + j < n && k0 + x < n) ? a[(size_t)(row + j) * n + k0 + x] : 0;
            tile_b[y + j][x] = WHOLE || (k0 + y + j < n && column < n) ? b[(size_t)(k0 + y + j) * n + column] : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            float from_b = tile_b[k][x];
            upper += tile_a[y][k] * from_b;
            lower += tile_a[y + HALF][k] * from_b;
        }
        __syncthreads();
    }
    if (WHOLE || (row < n && column < n))
        c[(size_t)row * n + column] = upper;
    if (WHOLE || (row + HALF < n && column < n))
        c[(size_t)(row + HALF) * n + column] = lower;
}

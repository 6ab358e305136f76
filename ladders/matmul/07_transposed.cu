// B's tile transposed. Along k both tiles are now walked one word at a time, so one step of the address serves both, or none
// where the offset fits into the instruction. On the hardware of 2008 that removed an addition from the inner loop, 17 % of the
// time. Storing and reading columns would collide in the banks: hence the word at the end of each row. Compilers of today unroll
// the loop and fold every offset into the load by themselves, and what B's tile gains along k, loads of several words, the
// padding takes away again.
//
// Launch: 32 x 16 threads a block, ceil(n / 32) x ceil(n / 32) blocks.
#define TILE 32
#define HALF (TILE / 2)
#ifndef WHOLE
#define WHOLE 0 // 1: n is a multiple of the tile, as the lecture has it, so that nothing need be checked
#endif

__global__ void __launch_bounds__(TILE *HALF) matmul_transposed(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE + 1]; // [column][k]
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float upper = 0, lower = 0; // of rows y and y + HALF of the tile

    for (int k0 = 0; k0 < n; k0 += TILE) {
        for (int j = 0; j < TILE; j += HALF) {
            tile_a[y + j][x] = WHOLE || (row + j < n && k0 + x < n) ? a[(size_t)(row + j) * n + k0 + x] : 0;
            tile_b[x][y + j] = WHOLE || (k0 + y + j < n && column < n) ? b[(size_t)(k0 + y + j) * n + column] : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            float from_b = tile_b[x][k];
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

// Tiles in shared memory: not a thread but a block takes a TILE x TILE piece of C, one element a thread. Together its threads
// copy a tile of A and one of B into shared memory, one element each, and after a barrier each reads TILE values of both from
// there: global memory is read n / TILE times instead of n times. The second barrier keeps the next copy from overtaking slow
// readers. What is left: two loads from shared memory, now, for one multiply-add.
//
// Launch: TILE x TILE threads a block, ceil(n / TILE) x ceil(n / TILE) blocks.
#ifndef TILE
#define TILE 32
#endif
#ifndef WHOLE
#define WHOLE 0 // 1: n is a multiple of the tile, as the lecture has it, so that nothing need be checked
#endif

__global__ void __launch_bounds__(TILE *TILE) matmul_tile(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;

    for (int k0 = 0; k0 < n; k0 += TILE) {
        tile_a[y][x] = WHOLE || (row < n && k0 + x < n) ? a[(size_t)row * n + k0 + x] : 0;
        tile_b[y][x] = WHOLE || (k0 + y < n && column < n) ? b[(size_t)(k0 + y) * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
    }
    if (WHOLE || (row < n && column < n)) // not earlier: a thread that leaves would be missing at the barriers
        c[(size_t)row * n + column] = sum;
}

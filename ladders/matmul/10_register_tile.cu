// A tile of C in registers. The rungs below load two values from shared memory for every multiply-add, or a few
// more than one; here a thread computes 8 x 8 elements of C, so the 16 values it loads for a k serve 64
// multiply-adds. The arithmetic, not shared memory, begins to set the pace; and a block's 128 x 128 elements of C
// read each value of A and B from global memory only n / 128 times.
//
// Launch: (TILE / PER_THREAD)^2 threads a block, ceil(n / TILE) x ceil(n / TILE) blocks.
#ifndef TILE
#define TILE 128 // rows and columns of C a block computes
#endif
#ifndef TILE_K
#define TILE_K 8 // how far a tile of A or B reaches along k
#endif
#ifndef PER_THREAD
#define PER_THREAD 8 // rows and columns of C a thread computes
#endif
#define SIDE (TILE / PER_THREAD) // threads along a side of the tile
#define THREADS (SIDE * SIDE)

__global__ void __launch_bounds__(THREADS) matmul_register_tile(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE_K];
    __shared__ float tile_b[TILE_K][TILE];
    int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float sum[PER_THREAD][PER_THREAD] = {};

    for (int k0 = 0; k0 < n; k0 += TILE_K) {
        for (int i = threadIdx.x; i < TILE * TILE_K; i += THREADS) {
            int row = row0 + i / TILE_K, k = k0 + i % TILE_K;
            tile_a[i / TILE_K][i % TILE_K] = row < n && k < n ? a[(size_t)row * n + k] : 0;
        }
        for (int i = threadIdx.x; i < TILE_K * TILE; i += THREADS) {
            int k = k0 + i / TILE, column = column0 + i % TILE;
            tile_b[i / TILE][i % TILE] = k < n && column < n ? b[(size_t)k * n + column] : 0;
        }
        __syncthreads();
        for (int k = 0; k < TILE_K; k++) {
            float part_a[PER_THREAD], part_b[PER_THREAD];
            for (int i = 0; i < PER_THREAD; i++)
                part_a[i] = tile_a[y + i * SIDE][k]; // one address for all of the warp's lanes with this y
            for (int j = 0; j < PER_THREAD; j++)
                part_b[j] = tile_b[k][x + j * SIDE]; // neighbours side by side: no two in one bank
            for (int i = 0; i < PER_THREAD; i++)
                for (int j = 0; j < PER_THREAD; j++)
                    sum[i][j] += part_a[i] * part_b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < PER_THREAD; i++)
        for (int j = 0; j < PER_THREAD; j++) {
            int row = row0 + y + i * SIDE, column = column0 + x + j * SIDE;
            if (row < n && column < n)
                c[(size_t)row * n + column] = sum[i][j];
        }
}

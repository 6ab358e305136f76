// One operand in registers. A thread takes a column of 16 elements of C; for each k it needs one value of B, which nobody else
// in the block needs, so that goes from global memory straight into a register, and 16 of A, which all 64 threads need, from
// shared memory. A block is 64 columns x 16 rows of C. A's tile lies transposed: 16 rows of one k are neighbours, and since all
// lanes read the same ones, four come with one load of 16 bytes. So 16 multiply-adds take 4 short loads and a coalesced one.
// What is left: a value of B fetched from L2 serves only 16 rows.
//
// Launch: 64 threads a block, ceil(n / 64) x ceil(n / 16) blocks.
#define COLUMNS 64 // of C a block computes, one a thread
#define ROWS 16    // of C a thread computes
#define TILE_K 16
#define PAD 4 // keeps rows of the tile at multiples of 16 bytes, and columns off one another's banks
#ifndef WHOLE
#define WHOLE 0 // 1: n is a multiple of the tile, as the lecture has it, so that nothing need be checked
#endif

__global__ void __launch_bounds__(COLUMNS) matmul_register_operand(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(16) float tile_a[TILE_K][ROWS + PAD]; // [k][row]
    int column = blockIdx.x * COLUMNS + threadIdx.x;
    int row0 = blockIdx.y * ROWS;
    float sum[ROWS] = {};

    for (int k0 = 0; k0 < n; k0 += TILE_K) {
        for (int i = threadIdx.x; i < ROWS * TILE_K; i += COLUMNS) {
            int row = row0 + i / TILE_K, k = k0 + i % TILE_K;
            tile_a[i % TILE_K][i / TILE_K] = WHOLE || (row < n && k < n) ? a[(size_t)row * n + k] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE_K; k++) {
            float from_b = WHOLE || (k0 + k < n && column < n) ? b[(size_t)(k0 + k) * n + column] : 0;
            for (int i = 0; i < ROWS; i++)
                sum[i] += tile_a[k][i] * from_b;
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; i++)
        if (WHOLE || (row0 + i < n && column < n))
            c[(size_t)(row0 + i) * n + column] = sum[i];
}

// A column of B in registers. A thread takes one column of C and 32 of its rows: it loads its 32 values of B once and keeps
// them, and reads A from shared memory, where all lanes want the same value and four come with one load of 16 bytes. So 32
// multiply-adds take 8 loads from shared memory instead of 64, and writing C is most of the work: what the problem really is.
//
// Launch: 128 threads a block, ceil(n / 128) x ceil(m / 32) blocks.
#define TILE 32     // the length of the sums
#define ROWS 32     // of C a thread computes
#define COLUMNS 128 // of C a block computes

__global__ void __launch_bounds__(COLUMNS) multiply_column(const float *a, const float *b, float *c, int m, int n)
{
    __shared__ __align__(16) float tile_a[ROWS][TILE];
    int column = blockIdx.x * COLUMNS + threadIdx.x;
    int row0 = blockIdx.y * ROWS;
    for (int i = threadIdx.x; i < ROWS * TILE; i += COLUMNS)
        if (row0 + i / TILE < m)
            tile_a[i / TILE][i % TILE] = a[(size_t)row0 * TILE + i];

    float column_b[TILE];
#pragma unroll
    for (int k = 0; k < TILE; k++)
        column_b[k] = column < n ? b[(size_t)k * n + column] : 0;
    __syncthreads();

    for (int i = 0; i < ROWS && row0 + i < m; i++) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile_a[i][k] * column_b[k];
        if (column < n)
            c[(size_t)(row0 + i) * n + column] = sum;
    }
}

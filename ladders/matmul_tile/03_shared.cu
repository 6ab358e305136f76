// Both operands in shared memory. All 32 warps of the block read the same 32 x 32 values of B; now each value is loaded once a
// block instead of once a warp. Global memory is down to what there is to read; what is left are the two loads from shared
// memory that every multiply-add takes.
//
// Launch: 32 x 32 threads a block, ceil(n / 32) x ceil(m / 32) blocks.
#define TILE 32

__global__ void multiply_shared(const float *a, const float *b, float *c, int m, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x;
    int row = blockIdx.y * TILE + y;
    if (row < m)
        tile_a[y][x] = a[(size_t)row * TILE + x];
    if (column < n)
        tile_b[y][x] = b[(size_t)y * n + column];
    __syncthreads();
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += tile_a[y][k] * tile_b[k][x];
    c[(size_t)row * n + column] = sum;
}

// A's rows in shared memory. A warp reads its row of A once, 32 values with one request, instead of one value with each of 32
// requests. Each warp reads only what it stored itself, so no other has to be waited for: __syncwarp() instead of a barrier of
// the block.
//
// Launch: 32 x 32 threads a block, ceil(n / 32) x ceil(m / 32) blocks.
#define TILE 32

__global__ void multiply_a_shared(const float *a, const float *b, float *c, int m, int n)
{
    __shared__ float tile_a[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x;
    int row = blockIdx.y * TILE + y;
    if (row < m)
        tile_a[y][x] = a[(size_t)row * TILE + x];
    __syncwarp();
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += tile_a[y][k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}

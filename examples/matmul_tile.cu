// C = A B for square matrices, a TILE x TILE piece of C a block: both operands pass through shared memory, so each value
// is read from global memory n / TILE times instead of n times.
#ifndef TILE
#define TILE 32
#endif

__global__ void matmul_tile(int n, const float *a, const float *b, float *c)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int column = threadIdx.x, row = threadIdx.y;
    int i = blockIdx.y * TILE + row, j = blockIdx.x * TILE + column;
    float sum = 0;
    for (int k = 0; k < n; k += TILE) {
        tile_a[row][column] = a[i * n + k + column];
        tile_b[row][column] = b[(k + row) * n + j];
        __syncthreads();
        for (int q = 0; q < TILE; q++)
            sum += tile_a[row][q] * tile_b[q][column];
        __syncthreads();
    }
    c[i * n + j] = sum;
}

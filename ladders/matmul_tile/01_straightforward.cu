// C = A B where A is m x 32 and B is 32 x n: a sliver of a larger product. One thread an element of C. A warp works on 32
// columns of one row, so B and C are coalesced, and all lanes read the same value of A: a request each for 1 and for 4 sectors,
// two loads for every multiply-add.
//
// Launch: 32 x 32 threads a block, ceil(n / 32) x ceil(m / 32) blocks.
#define TILE 32

__global__ void multiply_straightforward(const float *a, const float *b, float *c, int m, int n)
{
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < TILE; k++)
        sum += a[(size_t)row * TILE + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}

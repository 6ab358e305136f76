// The table transposed in memory, [30][n], and still a row a thread: now neighbours write neighbours, 4 sectors a store. Where
// threads own rows, the row index must be the one that runs fastest.
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
#define COLUMNS 30

__global__ void fill_column_major(const float *x, float *table, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float value = x[row];
    for (int column = 0; column < COLUMNS; column++)
        table[(size_t)column * n + row] = value * (column + 1);
}

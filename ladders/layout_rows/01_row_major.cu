// A table [n][30] of floats, stored by rows, a row a thread: the obvious order, since a row belongs to a thread. But neighbours
// then write 120 bytes apart: each of the 30 stores of a warp touches 32 sectors with 4 bytes in each.
// The table: element (row, column) is x[row] * (column + 1).
//
// Launch: any number of threads a block, ceil(n / threads) blocks.
#define COLUMNS 30

__global__ void fill_row_major(const float *x, float *table, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float value = x[row];
    for (int column = 0; column < COLUMNS; column++)
        table[(size_t)row * COLUMNS + column] = value * (column + 1);
}

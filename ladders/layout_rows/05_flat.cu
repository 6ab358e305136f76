// One index for the whole table: thread i writes element i, and works out row and column only because it needs them. Neighbours
// write neighbours across the ends of rows: whole aligned lines, all lanes busy, nothing padded. Dividing by a constant is a
// multiplication and a shift.
//
// Launch: any number of threads a block, ceil(30 n / threads) blocks; 30 n < 2^32.
#define COLUMNS 30

__global__ void fill_flat(const float *x, float *table, int n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (unsigned)n * COLUMNS)
        return;
    unsigned row = i / COLUMNS, column = i % COLUMNS;
    table[i] = x[row] * (column + 1);
}

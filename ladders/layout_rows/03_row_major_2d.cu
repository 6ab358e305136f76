// The table by rows again, but now a warp a row, an element a thread: the other way to let neighbours write neighbours. Rows of
// 120 bytes do not start where lines or sectors start: most stores touch 5 sectors instead of 4, two of them in part, and parts
// of a sector are dearer to write than whole ones. Two of 32 lanes have no column.
//
// Launch: 32 x 8 threads a block, ceil(n / 8) blocks.
#define COLUMNS 30

__global__ void fill_row_major_2d(const float *x, float *table, int n)
{
    int column = threadIdx.x;
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row < n && column < COLUMNS)
        table[(size_t)row * COLUMNS + column] = x[row] * (column + 1);
}

// A row a thread and stored by rows: where each thread really has to compute a whole row by itself, it puts it into shared
// memory, and then the block copies its rows out as one run of neighbours. Rows are 30 words apart, so threads 16 apart meet in
// the same bank (16 * 30 is a multiple of 32) if they store the same column. Every second 16 of them is therefore one column
// ahead, and uses the odd banks while the others use the even ones.
//
// Launch: BLOCK threads a block, ceil(n / BLOCK) blocks.
#ifndef BLOCK
#define BLOCK 256
#endif
#define COLUMNS 30

__global__ void __launch_bounds__(BLOCK) fill_staged(const float *x, float *table, int n)
{
    __shared__ float staged[BLOCK * COLUMNS];
    int first = blockIdx.x * BLOCK; // row of the block
    int rows = min(BLOCK, n - first);
    int thread = threadIdx.x, ahead = thread / 16 % 2;
    if (thread < rows) {
        float value = x[first + thread];
        for (int i = 0; i < COLUMNS; i++) {
            int column = i + ahead < COLUMNS ? i + ahead : 0;
            staged[thread * COLUMNS + column] = value * (column + 1);
        }
    }
    __syncthreads();
    for (int i = thread; i < rows * COLUMNS; i += BLOCK)
        table[(size_t)first * COLUMNS + i] = staged[i];
}

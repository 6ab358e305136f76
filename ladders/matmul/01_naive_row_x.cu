// One thread an element of C, the row from threadIdx.x: the natural way to write row and column down as x and y, and the
// wrong one. Neighbours in a warp differ in x, so a warp works on 32 rows of one column: its loads of A and its stores to C
// lie n floats apart, 32 sectors for 32 values.
//
// Launch: 32 x 32 threads a block, ceil(n / 32) x ceil(n / 32) blocks; any other shape works.
__global__ void matmul_naive_row_x(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}

// One thread an element of C, the column from threadIdx.x. A warp now works on 32 columns of one row: B and C are read and
// written 32 neighbours at a time, 4 sectors, and all lanes read the same value of A, 1 sector. Whether that happens depends on
// the shape of the block, which is not the kernel's to say:
//
//     1 x 128 threads    a warp is 32 rows of one column: as bad as taking the row from x
//     128 x 1 threads    a warp is 32 columns; a block shares one row of A, and nothing of B
//     32 x 32 threads    a warp is 32 columns; the block's 32 warps share columns of B and lines of A in L1
//
// Still, two loads feed one multiply-add.
__global__ void matmul_naive(const float *a, const float *b, float *c, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
    c[(size_t)row * n + column] = sum;
}

// The same cure without the extra words: element (row, column) is kept in column `column ^ row` of its row. A row is still a
// row of 32 different banks, only shuffled, and so is a column now. The tile stays at 4096 bytes and its rows stay aligned,
// which a padded tile's do not: that matters to vector accesses and to copies done by hardware, and costs one XOR.
//
// Launch: 32 x 8 threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#define ROWS 8 // rows of threads a block

__global__ void transpose_swizzled(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int row = threadIdx.y + j, column = threadIdx.x;
        if (x < width && y0 + j < height)
            tile[row][column ^ row] = in[(size_t)(y0 + j) * width + x];
    }
    __syncthreads();

    int out_x = blockIdx.y * TILE + threadIdx.x;
    int out_y0 = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS) {
        int row = threadIdx.x, column = threadIdx.y + j;
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[row][column ^ row];
    }
}

// Blocks in diagonal order. Blocks that run at the same time read tiles of one row and write tiles of one column of tiles, so
// their stores lie width * 32 * 4 bytes apart. Where memory is dealt out to its channels in large pieces, such strides of a
// power of two keep hitting the same few channels ("partition camping"). Here blocks that follow one another take tiles along
// a diagonal: reads and writes both spread. GPUs since Fermi hash addresses to channels, which does the same for every
// kernel; on those this rung gains nothing, and the hash is why.
//
// Launch: 32 x 8 threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#define ROWS 8 // rows of threads a block

__global__ void transpose_diagonal(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int tile_y = blockIdx.y;
    int tile_x = (blockIdx.x + blockIdx.y) % gridDim.x; // one further to the right in each row of blocks

    int x = tile_x * TILE + threadIdx.x;
    int y0 = tile_y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y0 + j) * width + x];
    __syncthreads();

    int out_x = tile_y * TILE + threadIdx.x;
    int out_y0 = tile_x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[threadIdx.x][threadIdx.y + j];
}

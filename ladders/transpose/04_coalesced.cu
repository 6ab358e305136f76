// A tile in shared memory. The block reads 32 x 32 elements row by row, and after the barrier writes them row by row too,
// to the mirrored place: the turn happens in shared memory, where a column costs no sectors. Both sides of global memory
// now see 4 sectors a request. What is left: the 32 words of a tile's column lie in one bank, so that a warp's read of it
// takes 32 passes instead of one.
//
// Launch: 32 x ROWS threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#ifndef ROWS
#define ROWS 8 // rows of threads a block; 32: a thread an element, as the lecture has it
#endif

__global__ void transpose_coalesced(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y0 + j) * width + x];
    __syncthreads();

    int out_x = blockIdx.y * TILE + threadIdx.x; // the mirrored tile: rows of out are columns of in
    int out_y0 = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[threadIdx.x][threadIdx.y + j];
}

// One word more in each row of the tile. Words are dealt out to 32 banks in turn, so with rows of 33 words the element below
// lies one bank further: a column touches 32 different banks and a warp reads it in one pass. Nothing else has changed.
//
// Launch: 32 x ROWS threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#ifndef ROWS
#define ROWS 8 // rows of threads a block; 32: a thread an element, as the lecture has it
#endif

__global__ void transpose_padded(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y0 + j) * width + x];
    __syncthreads();

    int out_x = blockIdx.y * TILE + threadIdx.x;
    int out_y0 = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[threadIdx.x][threadIdx.y + j];
}

// The obvious transposition: what is read along a row is written down a column. A warp's load is 4 sectors of 32 bytes, but
// its store touches 32 sectors, 4 bytes in each: eight times as many as the data needs, and every one goes to L2 alone.
//
// Launch: 32 x ROWS threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#ifndef ROWS
#define ROWS 8 // rows of threads a block; 32: a thread an element, as the lecture has it
#endif

__global__ void transpose_naive(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            out[(size_t)x * height + y0 + j] = in[(size_t)(y0 + j) * width + x];
}

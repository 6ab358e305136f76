// No transposition at all: a plain copy of the matrix, the fastest any transposition could be. A block of 32 x 8 threads
// copies 32 x 32 elements, four a thread; a warp reads 32 neighbours and writes 32 neighbours, whole lines both times.
//
// Launch: 32 x ROWS threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#ifndef ROWS
#define ROWS 8 // rows of threads a block; 32: a thread an element, as the lecture has it
#endif

__global__ void copy(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            out[(size_t)(y0 + j) * width + x] = in[(size_t)(y0 + j) * width + x];
}

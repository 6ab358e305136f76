// The copy once more, on the way through shared memory: what staging a tile and one barrier cost. Next to nothing, since
// other warps have their loads under way while some wait; so the rungs that transpose may stage their tiles as well.
//
// Launch: 32 x ROWS threads a block, ceil(width / 32) x ceil(height / 32) blocks.
#define TILE 32
#ifndef ROWS
#define ROWS 8 // rows of threads a block; 32: a thread an element, as the lecture has it
#endif

__global__ void copy_shared(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y0 + j) * width + x];
    __syncthreads();
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            out[(size_t)(y0 + j) * width + x] = tile[threadIdx.y + j][threadIdx.x];
}

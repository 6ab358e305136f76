// Tiles of 64 x 64, eight elements a thread. A thread starts all its loads before the barrier, so eight of them are under way
// instead of four, which hides more of memory's latency; and each row of the tile is 256 bytes of one DRAM page, on both sides.
//
// Launch: 64 x 8 threads a block, ceil(width / 64) x ceil(height / 64) blocks.
#define TILE 64
#define ROWS 8 // rows of threads a block

__global__ void __launch_bounds__(TILE *ROWS) transpose_wide(const float *in, float *out, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y0 = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y0 + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(size_t)(y0 + j) * width + x];
    __syncthreads();

    int out_x = blockIdx.y * TILE + threadIdx.x;
    int out_y0 = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
    for (int j = 0; j < TILE; j += ROWS)
        if (out_x < height && out_y0 + j < width)
            out[(size_t)(out_y0 + j) * height + out_x] = tile[threadIdx.x][threadIdx.y + j];
}

// Four values an access, and several accesses in flight. A thread reads a 4 x 4 piece as four runs of 16 bytes,
// turns it in registers, and passes it on through shared memory as four runs again: a quarter of the instructions
// of a tile that moves word by word, and 64 bytes on their way for each thread. Runs of 16 bytes cannot be kept
// apart by a padding word; instead their order in a row of the tile depends on the row, so that the eight that move
// together never share a bank.
//
// Launch: THREADS threads a block, ceil(width / TILE) x ceil(height / TILE) blocks.
#ifndef TILE
#define TILE 64 // rows and columns a block transposes; 32, 64 or 128
#endif
#define PIECES (TILE / 4) // pieces of 4 x 4 along a side of the tile
#define THREADS (PIECES * PIECES)

__global__ void __launch_bounds__(THREADS) transpose_vector(const float *in, float *out, int width, int height)
{
    __shared__ float4 tile[TILE][PIECES]; // a row of the tile is a column of the input
    int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;

    if (width % 4 || height % 4) { // rows that begin at no multiple of 16 bytes: word by word
        for (int i = threadIdx.x; i < TILE * TILE; i += THREADS) {
            int x = x0 + i / TILE, y = y0 + i % TILE;
            if (x < width && y < height)
                out[(size_t)x * height + y] = in[(size_t)y * width + x];
        }
        return;
    }
    // This thread's piece: 8 lanes side by side read 128 bytes of a row, the other lanes lie below.
    int x = threadIdx.x % 8 + threadIdx.x / (8 * PIECES) * 8, y = threadIdx.x / 8 % PIECES;
    const float *from = in + (size_t)(y0 + y * 4) * width + x0 + x * 4;
    float4 row[4] = {};
    if (x0 + x * 4 < width && y0 + y * 4 < height)
        for (int i = 0; i < 4; i++)
            row[i] = *(const float4 *)(from + (size_t)i * width);
    tile[x * 4 + 0][y ^ x % 8] = make_float4(row[0].x, row[1].x, row[2].x, row[3].x);
    tile[x * 4 + 1][y ^ x % 8] = make_float4(row[0].y, row[1].y, row[2].y, row[3].y);
    tile[x * 4 + 2][y ^ x % 8] = make_float4(row[0].z, row[1].z, row[2].z, row[3].z);
    tile[x * 4 + 3][y ^ x % 8] = make_float4(row[0].w, row[1].w, row[2].w, row[3].w);
    __syncthreads();
    for (int i = threadIdx.x; i < TILE * PIECES; i += THREADS) {
        int column = i / PIECES, piece = i % PIECES;
        if (x0 + column < width && y0 + piece * 4 < height)
            *(float4 *)(out + (size_t)(x0 + column) * height + y0 + piece * 4) = tile[column][piece ^ column / 4 % 8];
    }
}

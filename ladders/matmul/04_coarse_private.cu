// The same with private copies: each thread first copies its tiles of A and B into arrays of its own and keeps its tile of C in
// a third. "Private" does not mean near: 3 x 1024 floats do not fit into a thread's 255 registers, so the arrays are local
// memory, which is DRAM behind the same caches. The hardware interleaves it so that lanes at the same index are neighbours,
// which makes these accesses coalesced; but every value now takes one more trip, and there are still too few threads.
//
// Launch: SIDE x SIDE threads a block, which is up to whoever launches it, ceil(n / 32 / SIDE) blocks each way.
#define TILE 32

__global__ void matmul_coarse_private(const float *a, const float *b, float *c, int n)
{
    float tile_a[TILE][TILE], tile_b[TILE][TILE], tile_c[TILE][TILE];
    int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * TILE;
    int column0 = (blockIdx.x * blockDim.x + threadIdx.x) * TILE;
    if (row0 >= n || column0 >= n)
        return;

    for (int i = 0; i < TILE; i++)
        for (int j = 0; j < TILE; j++)
            tile_c[i][j] = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        for (int i = 0; i < TILE; i++)
            for (int j = 0; j < TILE; j++) {
                tile_a[i][j] = row0 + i < n && k0 + j < n ? a[(size_t)(row0 + i) * n + k0 + j] : 0;
                tile_b[i][j] = k0 + i < n && column0 + j < n ? b[(size_t)(k0 + i) * n + column0 + j] : 0;
            }
        for (int i = 0; i < TILE; i++)
            for (int j = 0; j < TILE; j++) {
                float sum = 0;
                for (int k = 0; k < TILE; k++)
                    sum += tile_a[i][k] * tile_b[k][j];
                tile_c[i][j] += sum;
            }
    }
    for (int i = 0; i < TILE && row0 + i < n; i++)
        for (int j = 0; j < TILE && column0 + j < n; j++)
            c[(size_t)(row0 + i) * n + column0 + j] = tile_c[i][j];
}

// The CPU's blocked product, carried over loop by loop: a thread takes a whole 32 x 32 tile of C and multiplies tiles of A and
// B for it. On a CPU the tiles stay in a core's cache. Here a thousand threads share one, 1024 times fewer threads have work,
// and a warp's lanes read 32 columns apart: too little parallelism, and bad accesses by what there is.
//
// Launch: SIDE x SIDE threads a block, which is up to whoever launches it, ceil(n / 32 / SIDE) blocks each way.
#define TILE 32

__global__ void matmul_coarse(const float *a, const float *b, float *c, int n)
{
    int row0 = (blockIdx.y * blockDim.y + threadIdx.y) * TILE;
    int column0 = (blockIdx.x * blockDim.x + threadIdx.x) * TILE;
    int row1 = min(row0 + TILE, n), column1 = min(column0 + TILE, n);

    for (int row = row0; row < row1; row++)
        for (int column = column0; column < column1; column++)
            c[(size_t)row * n + column] = 0;
    for (int k0 = 0; k0 < n; k0 += TILE) {
        int k1 = min(k0 + TILE, n);
        for (int row = row0; row < row1; row++)
            for (int column = column0; column < column1; column++) {
                float sum = 0;
                for (int k = k0; k < k1; k++)
                    sum += a[(size_t)row * n + k] * b[(size_t)k * n + column];
                c[(size_t)row * n + column] += sum;
            }
    }
}

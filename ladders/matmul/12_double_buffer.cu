// Two buffers. So far a block waits for global memory before every tile, and for its slowest warp twice: the tile
// must be complete before anyone reads it, and read by everyone before it is overwritten. With two of each tile the
// values of the next are fetched into registers before the arithmetic on this one, which hides most of the wait,
// and written to the other buffer after it; one barrier a tile remains.
//
// Launch: 256 threads a block, ceil(n / 128) x ceil(n / 128) blocks.
#define TILE 128 // rows and columns of C a block computes, 8 x 8 of them a thread
#define TILE_K 8
#define PAD 4

// Four neighbours in a row of an n x n matrix, 0 for what lies outside. Only where 4 divides n do rows start at a
// multiple of 16 bytes, as loads of four values need.
__device__ float4 load4(const float *matrix, int row, int column, int n)
{
    float4 v = make_float4(0, 0, 0, 0);
    if (row >= n || column >= n)
        return v;
    const float *from = matrix + (size_t)row * n + column;
    if (n % 4 == 0)
        return *(const float4 *)from;
    v.x = from[0];
    if (column + 1 < n)
        v.y = from[1];
    if (column + 2 < n)
        v.z = from[2];
    if (column + 3 < n)
        v.w = from[3];
    return v;
}

__device__ void store4(float *matrix, int row, int column, int n, const float *v)
{
    if (row >= n || column >= n)
        return;
    float *to = matrix + (size_t)row * n + column;
    if (n % 4 == 0)
        *(float4 *)to = make_float4(v[0], v[1], v[2], v[3]);
    else
        for (int i = 0; i < 4; i++)
            if (column + i < n)
                to[i] = v[i];
}

__global__ void __launch_bounds__(256, 2) matmul_double_buffer(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(16) float tile_a[2][TILE_K][TILE + PAD]; // transposed
    __shared__ __align__(16) float tile_b[2][TILE_K][TILE];
    int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * 4; // columns x..x+3 and 64 more to the right; rows likewise
    int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    int a_row = threadIdx.x / 2, a_k = threadIdx.x % 2 * 4; // the four values of each tile that this thread fetches
    int b_k = threadIdx.x / 32, b_column = threadIdx.x % 32 * 4;
    float sum[8][8] = {};

    float4 from_a = load4(a, row0 + a_row, a_k, n);
    float4 from_b = load4(b, b_k, column0 + b_column, n);
    for (int k0 = 0, now = 0; k0 < n; k0 += TILE_K, now ^= 1) {
        // Nobody still reads this buffer: that was two tiles ago, and the last barrier came after it.
        tile_a[now][a_k + 0][a_row] = from_a.x;
        tile_a[now][a_k + 1][a_row] = from_a.y;
        tile_a[now][a_k + 2][a_row] = from_a.z;
        tile_a[now][a_k + 3][a_row] = from_a.w;
        *(float4 *)&tile_b[now][b_k][b_column] = from_b;
        __syncthreads();
        from_a = load4(a, row0 + a_row, k0 + TILE_K + a_k, n);
        from_b = load4(b, k0 + TILE_K + b_k, column0 + b_column, n);
#pragma unroll
        for (int k = 0; k < TILE_K; k++) {
            float part_a[8], part_b[8];
            *(float4 *)&part_a[0] = *(float4 *)&tile_a[now][k][y];
            *(float4 *)&part_a[4] = *(float4 *)&tile_a[now][k][y + 64];
            *(float4 *)&part_b[0] = *(float4 *)&tile_b[now][k][x];
            *(float4 *)&part_b[4] = *(float4 *)&tile_b[now][k][x + 64];
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    sum[i][j] += part_a[i] * part_b[j];
        }
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j += 4)
            store4(c, row0 + y + i % 4 + i / 4 * 64, column0 + x + j / 4 * 64, n, &sum[i][j]);
}

// Warp tiles. Shared memory still delivers 16 values for a thread's 64 multiply-adds, and a warp's 32 threads reach
// over 16 rows and 128 columns of C, so that many different values pass for little work. Here
// a warp computes 64 x 64 elements and a thread 16 x 8: 24 values for 128 multiply-adds. Lanes that differ by 1 share
// their columns and lanes that differ by 2 their rows: the 16 lanes of half a warp read 8 different runs of B, which
// pass every bank once, or 2 of A. The price is registers: two warps a scheduler are left, and the 128 independent
// multiply-adds of each keep it busy. The kernel exists twice, for rows that begin at multiples of 16 bytes and for
// others, so that no branch stands between the loads.
//
// Launch: THREADS threads a block, ceil(n / TILE_N) x ceil(n / TILE_M) blocks.
#ifndef TILE_M
#define TILE_M 128 // rows of C a block computes
#endif
#ifndef TILE_N
#define TILE_N 256 // columns
#endif
#ifndef TILE_K
#define TILE_K 8
#endif
#ifndef BLOCKS
#define BLOCKS 1 // blocks at a time that a multiprocessor shall have registers for
#endif
#define WARP 64 // rows and columns of C a warp computes
#define THREADS (TILE_M / WARP * (TILE_N / WARP) * 32)
#define FETCH_A (TILE_M * TILE_K / 4 / THREADS) // runs of four values of A's tile that a thread fetches
#define FETCH_B (TILE_K * TILE_N / 4 / THREADS)
#define PAD 4

struct Tiles {
    float a[TILE_K][TILE_M + PAD]; // transposed
    float b[TILE_K][TILE_N];
};

// Four neighbours in a row of an n x n matrix, 0 for what lies outside. Only where 4 divides n do rows start at a
// multiple of 16 bytes, as loads of four values need.
template <bool ALIGNED> __device__ float4 load4(const float *matrix, int row, int column, int n)
{
    float4 v = make_float4(0, 0, 0, 0);
    if (row >= n || column >= n)
        return v;
    const float *from = matrix + (size_t)row * n + column;
    if (ALIGNED)
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

template <bool ALIGNED> __device__ void store4(float *matrix, int row, int column, int n, const float *v)
{
    if (row >= n || column >= n)
        return;
    float *to = matrix + (size_t)row * n + column;
    if (ALIGNED)
        *(float4 *)to = make_float4(v[0], v[1], v[2], v[3]);
    else
        for (int i = 0; i < 4; i++)
            if (column + i < n)
                to[i] = v[i];
}

template <bool ALIGNED> __device__ void multiply(Tiles *tiles, const float *a, const float *b, float *c, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_y = lane / 16 * 2 + lane % 2, lane_x = lane / 2 % 8; // 4 x 8 lanes
    // Rows y..y+3, y+16.., y+32.., y+48.. of the tile are this thread's, and columns x..x+3 and x+32..x+35.
    int y = warp / (TILE_N / WARP) * WARP + lane_y * 4;
    int x = warp % (TILE_N / WARP) * WARP + lane_x * 4;
    int row0 = blockIdx.y * TILE_M, column0 = blockIdx.x * TILE_N;
    float4 from_a[FETCH_A], from_b[FETCH_B];
    float sum[16][8] = {};

    for (int k0 = -TILE_K, now = 1; k0 < n; k0 += TILE_K, now ^= 1) {
        // The next tile, into registers.
        for (int i = 0; i < FETCH_A; i++) {
            int at = threadIdx.x + i * THREADS;
            from_a[i] = load4<ALIGNED>(a, row0 + at / (TILE_K / 4), k0 + TILE_K + at % (TILE_K / 4) * 4, n);
        }
        for (int i = 0; i < FETCH_B; i++) {
            int at = threadIdx.x + i * THREADS;
            from_b[i] = load4<ALIGNED>(b, k0 + TILE_K + at / (TILE_N / 4), column0 + at % (TILE_N / 4) * 4, n);
        }
        if (k0 >= 0) {
#pragma unroll
            for (int k = 0; k < TILE_K; k++) {
                float part_a[16], part_b[8];
                for (int i = 0; i < 16; i += 4)
                    *(float4 *)&part_a[i] = *(float4 *)&tiles[now].a[k][y + i * 4];
                for (int j = 0; j < 8; j += 4)
                    *(float4 *)&part_b[j] = *(float4 *)&tiles[now].b[k][x + j * 8];
                for (int i = 0; i < 16; i++)
                    for (int j = 0; j < 8; j++)
                        sum[i][j] += part_a[i] * part_b[j];
            }
        }
        // And from there into the buffer that nobody reads now.
        for (int i = 0; i < FETCH_A; i++) {
            int at = threadIdx.x + i * THREADS, row = at / (TILE_K / 4), k = at % (TILE_K / 4) * 4;
            tiles[now ^ 1].a[k + 0][row] = from_a[i].x;
            tiles[now ^ 1].a[k + 1][row] = from_a[i].y;
            tiles[now ^ 1].a[k + 2][row] = from_a[i].z;
            tiles[now ^ 1].a[k + 3][row] = from_a[i].w;
        }
        for (int i = 0; i < FETCH_B; i++) {
            int at = threadIdx.x + i * THREADS;
            *(float4 *)&tiles[now ^ 1].b[at / (TILE_N / 4)][at % (TILE_N / 4) * 4] = from_b[i];
        }
        __syncthreads();
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j += 4)
            store4<ALIGNED>(c, row0 + y + i / 4 * 16 + i % 4, column0 + x + j * 8, n, &sum[i][j]);
}

__global__ void __launch_bounds__(THREADS, BLOCKS) matmul_warp_tile(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(16) Tiles tiles[2];
    if (n % 4 == 0)
        multiply<true>(tiles, a, b, c, n);
    else
        multiply<false>(tiles, a, b, c, n);
}

// Tensor cores: A and B in bfloat16, sums and C in float. A warp's 64 x 64 elements of C are 4 x 8 pieces of 16 x
// 8, each of which one instruction, mma.sync, advances by 16 steps along k: 2048 multiply-adds. To feed it,
// ldmatrix reads four 8 x 8 pieces of shared memory at once in the layout that mma wants, B's transposed on the
// way. Both tiles lie in rows of 16-byte chunks whose order depends on the row (see chunk_a and chunk_b), so that
// the eight rows of a piece never share a bank. Copies run several tiles ahead, as in the rung before, and are
// started a few at a time, between the multiplications.
//
// Launch: THREADS threads a block, ceil(n / TILE_N) x ceil(n / TILE_M) blocks, SHARED bytes of dynamic shared
// memory, which on NVIDIA's runtime the kernel must be allowed first (cudaFuncAttributeMaxDynamicSharedMemorySize).
#include <cuda_bf16.h>

#ifndef TILE_M
#define TILE_M 128 // rows of C a block computes
#endif
#ifndef TILE_N
#define TILE_N 256 // columns
#endif
#ifndef TILE_K
#define TILE_K 64
#endif
#ifndef STAGES
#define STAGES 4 // tiles in shared memory: one in use, the others on their way
#endif
#ifndef BLOCKS
#define BLOCKS 1 // blocks at a time that a multiprocessor shall have registers for
#endif
#ifndef BAND
#define BAND 8 // rows of tiles on which neighbouring blocks work, so that they share A and B in the L2 cache
#endif
#define WARP 64 // rows and columns of C a warp computes
#define THREADS (TILE_M / WARP * (TILE_N / WARP) * 32)
#define PARTS (TILE_K / 16)                       // a tile is used, and the copies of another started, in so many parts
#define STAGE (TILE_M * TILE_K + TILE_K * TILE_N) // elements
#define SHARED (STAGES * STAGE * 2)

typedef __nv_bfloat16 bf16;

// Where in a tile the 16 bytes (8 elements) at row, column are.
__device__ int chunk_a(unsigned row, unsigned k)
{
    unsigned swap = TILE_K >= 64 ? row % 8 : row / 2 % 4; // rows of 64 bytes: two of them pass all banks
    return row * TILE_K + (k / 8 ^ swap) * 8;
}

__device__ int chunk_b(unsigned k, unsigned column)
{
    return k * TILE_N + (column / 8 ^ k % 8) * 8;
}

// What a thread copies of each tile, in chunks. Where 8 divides n, rows begin at multiples of 16 bytes and the
// copies are asynchronous; else they go element by element. Outside of the matrices are zeros.
template <bool ALIGNED> struct Copies {
    enum { ACROSS_A = TILE_K / 8, DOWN_A = THREADS / ACROSS_A, ACROSS_B = TILE_N / 8, DOWN_B = THREADS / ACROSS_B };
    static_assert(DOWN_A % 8 == 0 && DOWN_B % 8 == 0, "a thread's chunks must lie in one column of the tile");
    const bf16 *a, *b; // its first chunks of the next tiles
    int to_a, to_b;    // where they go
    int rows_left;     // of A, from its first chunk's
    int columns_left;  // of B, likewise
    int k_left;        // from the next tile's first
    int n;

    __device__ Copies(const bf16 *matrix_a, const bf16 *matrix_b, int row0, int column0, int n) : n(n)
    {
        int row = threadIdx.x / ACROSS_A, column = threadIdx.x % ACROSS_B * 8;
        a = matrix_a + (size_t)(row0 + row) * n + threadIdx.x % ACROSS_A * 8;
        b = matrix_b + (size_t)(threadIdx.x / ACROSS_B) * n + column0 + column;
        to_a = chunk_a(row, threadIdx.x % ACROSS_A * 8);
        to_b = TILE_M * TILE_K + chunk_b(threadIdx.x / ACROSS_B, column);
        rows_left = n - row0 - row;
        columns_left = n - column0 - column;
        k_left = n;
    }

    // Starts one of PARTS parts; the last makes the tile complete.
    __device__ void start(bf16 *tile, int part)
    {
        int k = threadIdx.x % ACROSS_A * 8;
#pragma unroll
        for (int i = 0; i < TILE_M / DOWN_A; i++)
            if (i % PARTS == part)
                copy8(tile + to_a + i * DOWN_A * TILE_K, a + (size_t)(i * DOWN_A) * n,
                      i * DOWN_A < rows_left ? k_left - k : 0);
        k = threadIdx.x / ACROSS_B;
#pragma unroll
        for (int i = 0; i < TILE_K / DOWN_B; i++)
            if (i % PARTS == part)
                copy8(tile + to_b + i * DOWN_B * TILE_N, b + (size_t)(i * DOWN_B) * n,
                      k + i * DOWN_B < k_left ? columns_left : 0);
        if (part == PARTS - 1) {
            a += TILE_K;
            b += (size_t)TILE_K * n;
            k_left -= TILE_K;
            asm volatile("cp.async.commit_group;");
        }
    }

    // Copies a chunk of which the first count elements are inside.
    static __device__ void copy8(bf16 *to, const bf16 *from, int count)
    {
        if (ALIGNED) {
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                         "l"(from), "r"(count > 0 ? 16 : 0)
                         : "memory");
        } else {
#pragma unroll 1
            for (int i = 0; i < 8; i++)
                to[i] = i < count ? from[i] : __float2bfloat16(0);
        }
    }
};

// Lane i gives the address of row i % 8 of piece i / 8, and gets two neighbours of each of the four pieces.
__device__ void load_matrices(unsigned (&r)[4], const bf16 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
}

__device__ void load_matrices_transposed(unsigned (&r)[4], const bf16 *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row))
                 : "memory");
}

__device__ void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// A warp's share of 16 steps along k.
struct Parts {
    unsigned a[4][4]; // 16 rows each
    unsigned b[4][4]; // 16 columns each
};

__device__ void load_part(Parts &parts, int i, const bf16 *tile, int y, int x, int k)
{
    int lane = threadIdx.x % 32;
    load_matrices(parts.a[i], tile + chunk_a(y + i * 16 + lane % 16, k + lane / 16 * 8));
    tile += TILE_M * TILE_K;
    load_matrices_transposed(parts.b[i], tile + chunk_b(k + lane % 16, x + i * 16 + lane / 16 * 8));
}

template <bool ALIGNED> __device__ void multiply(bf16 *tiles, const bf16 *a, const bf16 *b, float *c, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int y = warp / (TILE_N / WARP) * WARP, x = warp % (TILE_N / WARP) * WARP;
    int id = blockIdx.y * gridDim.x + blockIdx.x, band = id / (BAND * gridDim.x), in_band = id % (BAND * gridDim.x);
    int high = min(BAND, gridDim.y - band * BAND);
    int row0 = (band * BAND + in_band % high) * TILE_M, column0 = in_band / high * TILE_N;
    float sum[4][8][4] = {};
    Parts parts[2];
    Copies<ALIGNED> copies(a, b, row0, column0, n);

    for (int s = 0; s < STAGES - 1; s++)
#pragma unroll
        for (int part = 0; part < PARTS; part++)
            copies.start(tiles + s * STAGE, part);
    int now = 0, free = STAGES - 1; // the stage in use, and the one that the next copies may overwrite
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4; i++)
        load_part(parts[0], i, tiles, y, x, 0);

#pragma unroll 1
    for (int k0 = 0; k0 < n; k0 += TILE_K) {
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            copies.start(tiles + free * STAGE, part);
            if (part == PARTS - 1) { // what is loaded next belongs to the next tile: it must have come, for all threads
                free = now;
                now = now + 1 == STAGES ? 0 : now + 1;
                asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
                __syncthreads();
            }
            Parts &use = parts[part % 2], &next = parts[(part + 1) % 2];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                load_part(next, i, tiles + now * STAGE, y, x, (part + 1) % PARTS * 16);
#pragma unroll
                for (int step = 0; step < 8; step++) { // to and fro: where i changes, the columns stay
                    int j = i % 2 ? 7 - step : step;
                    mma(sum[i][j], use.a[i], use.b[j / 2][j % 2 * 2], use.b[j / 2][j % 2 * 2 + 1]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int half = 0; half < 2; half++) { // a lane holds two neighbours in each of two rows
                int row = row0 + y + i * 16 + half * 8 + lane / 4, column = column0 + x + j * 8 + lane % 4 * 2;
                float *to = c + (size_t)row * n + column;
                if (ALIGNED && row < n && column < n)
                    *(float2 *)to = make_float2(sum[i][j][half * 2], sum[i][j][half * 2 + 1]);
                if (!ALIGNED && row < n && column < n)
                    to[0] = sum[i][j][half * 2];
                if (!ALIGNED && row < n && column + 1 < n)
                    to[1] = sum[i][j][half * 2 + 1];
            }
}

__global__ void __launch_bounds__(THREADS, BLOCKS) matmul_mma_bf16(const bf16 *a, const bf16 *b, float *c, int n)
{
    extern __shared__ __align__(128) unsigned char shared[];
    if (n % 8 == 0)
        multiply<true>((bf16 *)shared, a, b, c, n);
    else
        multiply<false>((bf16 *)shared, a, b, c, n);
}

// Asynchronous copies. The next tile's detour through registers ends: cp.async brings values from global memory
// straight to shared memory, several tiles ahead, while the warps compute. A copy of four bytes can go anywhere, so
// A is transposed on the way; it also zeroes what lies beyond the end of k. The registers this frees hold the
// values of the next k while those of this one are multiplied, so that no multiply-add waits for shared memory,
// also across the barrier.
//
// Launch: THREADS threads a block, ceil(n / TILE_N) x ceil(n / TILE_M) blocks.
#ifndef TILE_M
#define TILE_M 128 // rows of C a block computes
#endif
#ifndef TILE_N
#define TILE_N 256 // columns
#endif
#ifndef STAGES
#define STAGES 3 // tiles in shared memory: one in use, the others on their way
#endif
#ifndef BLOCKS
#define BLOCKS 1 // blocks at a time that a multiprocessor shall have registers for
#endif
#define WARP 64 // rows and columns of C a warp computes, 16 x 8 a thread
#define THREADS (TILE_M / WARP * (TILE_N / WARP) * 32)
#define TILE_K 8 // 8 lanes copy a whole sector of A, and with PAD meet no bank conflict
#define PAD 4

struct Tiles {
    float a[TILE_K][TILE_M + PAD]; // transposed
    float b[TILE_K][TILE_N];
};

// Starts a copy of BYTES bytes to shared memory, or of zeros. Both addresses must be multiples of BYTES.
template <int BYTES> __device__ void copy_async(float *to, const float *from, bool valid)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(from), "n"(BYTES), "r"(valid ? BYTES : 0)
                 : "memory");
}

// What a thread copies of each tile: values of A, all of one k, from rows that lie ROWS apart, and runs of WIDTH
// values of B. Rows of A and columns of B outside of the matrices are replaced by the last ones; nothing that is
// computed from them is stored.
template <int WIDTH> struct Copies {
    enum { ROWS = THREADS / 8, ACROSS = TILE_N / WIDTH, DOWN = THREADS / ACROSS };
    const float *a[TILE_M / ROWS], *b; // what to copy next
    size_t step;                       // from a run of B to the next
    int k_left;                        // steps along k that are still to be copied

    __device__ Copies(const float *matrix_a, const float *matrix_b, int row0, int column0, int n)
    {
        for (int i = 0; i < TILE_M / ROWS; i++)
            a[i] = matrix_a + (size_t)min(row0 + (int)threadIdx.x / 8 + i * ROWS, n - 1) * n + threadIdx.x % 8;
        b = matrix_b + (size_t)(threadIdx.x / ACROSS) * n + min(column0 + (int)threadIdx.x % ACROSS * WIDTH, n - WIDTH);
        step = (size_t)DOWN * n;
        k_left = n;
    }

    __device__ void start(Tiles &to)
    {
        int k = threadIdx.x % 8;
#pragma unroll
        for (int i = 0; i < TILE_M / ROWS; i++) {
            copy_async<4>(&to.a[k][threadIdx.x / 8 + i * ROWS], a[i], k < k_left);
            a[i] += TILE_K;
        }
        k = threadIdx.x / ACROSS;
#pragma unroll
        for (int i = 0; i < TILE_K / DOWN; i++) {
            copy_async<4 * WIDTH>(&to.b[k + i * DOWN][threadIdx.x % ACROSS * WIDTH], b, k + i * DOWN < k_left);
            b += step;
        }
        k_left -= TILE_K;
        asm volatile("cp.async.commit_group;");
    }
};

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

// This thread's 16 values of A and 8 of B at a k.
__device__ void load_parts(float (&part_a)[16], float (&part_b)[8], Tiles &tiles, int k, int y, int x)
{
    for (int i = 0; i < 16; i += 4)
        *(float4 *)&part_a[i] = *(float4 *)&tiles.a[k][y + i * 4];
    for (int j = 0; j < 8; j += 4)
        *(float4 *)&part_b[j] = *(float4 *)&tiles.b[k][x + j * 8];
}

template <int WIDTH> __device__ void multiply(Tiles *tiles, const float *a, const float *b, float *c, int n)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int lane_y = lane / 16 * 2 + lane % 2, lane_x = lane / 2 % 8;
    int y = warp / (TILE_N / WARP) * WARP + lane_y * 4;
    int x = warp % (TILE_N / WARP) * WARP + lane_x * 4;
    int row0 = blockIdx.y * TILE_M, column0 = blockIdx.x * TILE_N;
    float part_a[2][16], part_b[2][8], sum[16][8] = {};
    Copies<WIDTH> copies(a, b, row0, column0, n);

    for (int s = 0; s < STAGES - 1; s++)
        copies.start(tiles[s]);
    int now = 0, free = STAGES - 1; // the stage in use, and the one that the next fetch may overwrite
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
    __syncthreads();
    load_parts(part_a[0], part_b[0], tiles[0], 0, y, x);

#pragma unroll 1
    for (int k0 = 0; k0 < n; k0 += TILE_K) {
#pragma unroll
        for (int k = 0; k < TILE_K; k++) {
            if (k == 0)
                copies.start(tiles[free]);
            if (k == TILE_K - 1) { // the next values are the next tile's: it must have come, for all threads
                free = now;
                now = now + 1 == STAGES ? 0 : now + 1;
                asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2) : "memory");
                __syncthreads();
            }
            load_parts(part_a[(k + 1) % 2], part_b[(k + 1) % 2], tiles[now], (k + 1) % TILE_K, y, x);
            for (int i = 0; i < 16; i++)
                for (int j = 0; j < 8; j++)
                    sum[i][j] += part_a[k % 2][i] * part_b[k % 2][j];
        }
    }
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j += 4)
            store4(c, row0 + y + i / 4 * 16 + i % 4, column0 + x + j * 8, n, &sum[i][j]);
}

// Rows of B begin at a multiple of 16 bytes only where 4 divides n.
__global__ void __launch_bounds__(THREADS, BLOCKS) matmul_async(const float *a, const float *b, float *c, int n)
{
    __shared__ __align__(16) Tiles tiles[STAGES];
    if (n % 4 == 0)
        multiply<4>(tiles, a, b, c, n);
    else
        multiply<1>(tiles, a, b, c, n);
}

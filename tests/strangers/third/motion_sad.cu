#include <cstdint>
// Video encoder: full search of +-8 pixels for each 16x16 macroblock, one thread per displacement
#define MB 16
#define R 8
#define WIN (MB + 2 * R)
#define SIDE (2 * R + 1)
__global__ void motion_sad(const uint8_t *__restrict__ cur, const uint8_t *__restrict__ ref, int *__restrict__ best,
                           int width, int height)
{
    __shared__ uint8_t c[MB][MB], w[WIN][WIN];
    __shared__ int winner;
    const int x0 = blockIdx.x * MB, y0 = blockIdx.y * MB, t = threadIdx.x;
    if (t == 0)
        winner = 0x7fffffff;
    for (int i = t; i < MB * MB; i += blockDim.x)
        c[i / MB][i % MB] = cur[(y0 + i / MB) * width + x0 + i % MB];
    for (int i = t; i < WIN * WIN; i += blockDim.x) {
        const int x = min(max(x0 - R + i % WIN, 0), width - 1);
        const int y = min(max(y0 - R + i / WIN, 0), height - 1);
        w[i / WIN][i % WIN] = ref[y * width + x];
    }
    __syncthreads();
    if (t < SIDE * SIDE) {
        const int dx = t % SIDE, dy = t / SIDE;
        int sad = 0;
        for (int y = 0; y < MB; ++y)
            for (int x = 0; x < MB; ++x)
                sad += abs((int)c[y][x] - (int)w[y + dy][x + dx]);
        atomicMin(&winner, sad << 12 | t);
    }
    __syncthreads();
    if (t == 0)
        best[blockIdx.y * gridDim.x + blockIdx.x] = winner;
}

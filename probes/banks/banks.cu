// Loads from shared memory at a stride. The 32 lanes of a warp read 32 words from 32 banks; word w lies in bank w % 32. Lanes
// that want different words of one bank take turns, so that a load takes as many passes as its busiest bank has words:
// 2 at stride 2, 32 at stride 32, and 1 at every odd stride. Lanes that want the same word share it.
//
// Launch: 1024 threads a block, n threads in all. PADDED leaves a word free after every 32, as one pads a tile's rows.
#ifndef PADDED
#define PADDED 0
#endif
#define STEPS 32                          // loads of a round, from neighbouring words
#define MOST_WORDS (31 * 64 + STEPS + 62) // stride up to 64, padded

__global__ void strided_loads(float *out, int n, int rounds, int stride)
{
    __shared__ float words[MOST_WORDS];
    for (int k = threadIdx.x; k < MOST_WORDS; k += blockDim.x)
        words[k] = k % 7;
    __syncthreads();
    int first = threadIdx.x % 32 * stride;
    if (PADDED)
        first += first / 32;
    const volatile float *mine = words + first; // volatile: read anew each time
    float sum = 0;
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int step = 0; step < STEPS; step++)
            sum += mine[step];
    }
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k] = sum;
}

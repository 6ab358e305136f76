// Block matching: the sums of absolute differences of a block of 16 x 16 pixels to the 17 x 17 places around it in the
// frame before. A thread sums for one place; both frames' pixels are in shared memory.
#define SIDE 16
#define RANGE 8
#define PLACES (2 * RANGE + 1)
#define WINDOW (SIDE + 2 * RANGE)

__global__ void sad(const unsigned char *frame, const unsigned char *before, unsigned short *sums, int width,
                    int height)
{
    __shared__ unsigned char block[SIDE][SIDE], window[WINDOW][WINDOW];
    int x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE;
    int thread = threadIdx.y * PLACES + threadIdx.x;
    for (int i = thread; i < SIDE * SIDE; i += PLACES * PLACES) {
        int x = min(x0 + i % SIDE, width - 1), y = min(y0 + i / SIDE, height - 1);
        block[i / SIDE][i % SIDE] = frame[(size_t)y * width + x];
    }
    for (int i = thread; i < WINDOW * WINDOW; i += PLACES * PLACES) {
        int x = min(max(x0 - RANGE + i % WINDOW, 0), width - 1);
        int y = min(max(y0 - RANGE + i / WINDOW, 0), height - 1);
        window[i / WINDOW][i % WINDOW] = before[(size_t)y * width + x];
    }
    __syncthreads();
    int sum = 0;
    for (int y = 0; y < SIDE; y++)
#pragma unroll
        for (int x = 0; x < SIDE; x++)
            sum += abs(block[y][x] - window[threadIdx.y + y][threadIdx.x + x]);
    sums[((size_t)blockIdx.y * gridDim.x + blockIdx.x) * PLACES * PLACES + thread] = sum;
}

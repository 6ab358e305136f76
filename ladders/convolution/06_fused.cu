// Both passes in one launch: a tile with its border comes in, is filtered along its rows into a second one in shared memory, and that
// along its columns. What is between the passes never leaves the multiprocessor, so each pixel is read and written about once. A thread
// computes eight pixels of a column and keeps the values it needs for them in registers.
//
// Launch: 64 x 4 threads a block, for 64 x 32 pixels.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)
#define WIDE 64
#define THREADS_HIGH 4
#define ROWS 8 // pixels of a thread
#define HIGH (THREADS_HIGH * ROWS)

__constant__ float row_weights[SIDE];
__constant__ float column_weights[SIDE];

__global__ void __launch_bounds__(WIDE *THREADS_HIGH) convolution_fused(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HIGH + 2 * R][WIDE + 2 * R];
    __shared__ float middle[HIGH + 2 * R][WIDE];
    int x0 = blockIdx.x * WIDE, y0 = blockIdx.y * HIGH;
    for (int j = threadIdx.y; j < HIGH + 2 * R; j += THREADS_HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * R; i += WIDE) {
            int from_x = min(max(x0 + i - R, 0), width - 1);
            int from_y = min(max(y0 + j - R, 0), height - 1);
            tile[j][i] = in[(size_t)from_y * width + from_x];
        }
    __syncthreads();
    for (int j = threadIdx.y; j < HIGH + 2 * R; j += THREADS_HIGH) {
        float sum = 0;
#pragma unroll
        for (int i = 0; i < SIDE; i++)
            sum += row_weights[i] * tile[j][threadIdx.x + i];
        middle[j][threadIdx.x] = sum;
    }
    __syncthreads();
    float sum[ROWS] = {};
    int top = threadIdx.y * ROWS;
#pragma unroll
    for (int j = 0; j < SIDE + ROWS - 1; j++) {
        float value = middle[top + j][threadIdx.x];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            if (j - r >= 0 && j - r < SIDE)
                sum[r] += column_weights[j - r] * value;
    }
    int x = x0 + threadIdx.x, y = y0 + top;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (x < width && y + r < height)
            out[(size_t)(y + r) * width + x] = sum[r];
}

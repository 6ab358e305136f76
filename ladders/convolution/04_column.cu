// A thread computes four pixels one below the other. A value of the tile serves all of them that it is near to: twelve loads for a column
// of four times nine multiplications. The arithmetic itself is what takes the time now.
//
// Launch: 32 x 8 threads a block, each four pixels.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)
#define WIDE 32
#define THREADS_HIGH 8
#define ROWS 4 // pixels of a thread
#define HIGH (THREADS_HIGH * ROWS)

__constant__ float weights[SIDE * SIDE];

__global__ void __launch_bounds__(WIDE *THREADS_HIGH) convolution_column(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HIGH + 2 * R][WIDE + 2 * R];
    int x0 = blockIdx.x * WIDE, y0 = blockIdx.y * HIGH;
    for (int j = threadIdx.y; j < HIGH + 2 * R; j += THREADS_HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * R; i += WIDE) {
            int from_x = min(max(x0 + i - R, 0), width - 1);
            int from_y = min(max(y0 + j - R, 0), height - 1);
            tile[j][i] = in[(size_t)from_y * width + from_x];
        }
    __syncthreads();
    float sum[ROWS] = {};
    int top = threadIdx.y * ROWS;
#pragma unroll
    for (int i = 0; i < SIDE; i++)
#pragma unroll
        for (int j = 0; j < SIDE + ROWS - 1; j++) {
            float value = tile[top + j][threadIdx.x + i];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                if (j - r >= 0 && j - r < SIDE)
                    sum[r] += weights[(j - r) * SIDE + i] * value;
        }
    int x = x0 + threadIdx.x, y = y0 + top;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (x < width && y + r < height)
            out[(size_t)(y + r) * width + x] = sum[r];
}

// The block's pixels with a border of R around them go to shared memory first. The edge is dealt with there, once for each
// pixel: the loop has no clamps and no 64-bit addresses any more, and with loops of constant length the compiler knows every
// address in advance. One load from shared memory is left for a multiplication.
//
// Launch: 32 x 16 threads a block, a thread a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)
#define WIDE 32
#define HIGH 16

__constant__ float weights[SIDE * SIDE];

__global__ void __launch_bounds__(WIDE *HIGH) convolution_tile(const float *in, float *out, int width, int height)
{
    __shared__ float tile[HIGH + 2 * R][WIDE + 2 * R];
    int x0 = blockIdx.x * WIDE, y0 = blockIdx.y * HIGH;
    for (int j = threadIdx.y; j < HIGH + 2 * R; j += HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * R; i += WIDE) {
            int from_x = min(max(x0 + i - R, 0), width - 1);
            int from_y = min(max(y0 + j - R, 0), height - 1);
            tile[j][i] = in[(size_t)from_y * width + from_x];
        }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < SIDE; j++)
#pragma unroll
        for (int i = 0; i < SIDE; i++)
            sum += weights[j * SIDE + i] * tile[threadIdx.y + j][threadIdx.x + i];
    out[(size_t)y * width + x] = sum;
}

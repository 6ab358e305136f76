// A filter that is a column times a row can be applied in two passes, along the rows and then along the columns: 2 (2 R + 1)
// multiplications a pixel in place of (2 R + 1)^2. The image between the passes goes to memory and back.
//
// Launch: convolution_rows, then convolution_columns; 32 x 8 threads a block, a thread a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)

__constant__ float row_weights[SIDE];
__constant__ float column_weights[SIDE];

__global__ void convolution_rows(const float *in, float *middle, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const float *row = in + (size_t)y * width;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < SIDE; i++)
        sum += row_weights[i] * row[min(max(x + i - R, 0), width - 1)];
    middle[(size_t)y * width + x] = sum;
}

__global__ void convolution_columns(const float *middle, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < SIDE; j++)
        sum += column_weights[j] * middle[(size_t)min(max(y + j - R, 0), height - 1) * width + x];
    out[(size_t)y * width + x] = sum;
}

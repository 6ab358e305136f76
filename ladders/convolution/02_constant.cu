// The filter in constant memory: what all threads of a warp read at the same address is what that is for. The load of a weight
// disappears altogether, since an instruction can take an operand from there as it is. One load is left for a multiplication.
//
// Launch: 32 x 8 threads a block, a thread a pixel.
#ifndef R
#define R 4
#endif
#define SIDE (2 * R + 1)

__constant__ float weights[SIDE * SIDE];

__global__ void convolution_constant(const float *in, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++) {
            int from_x = min(max(x + i - R, 0), width - 1);
            int from_y = min(max(y + j - R, 0), height - 1);
            sum += weights[j * SIDE + i] * in[(size_t)from_y * width + from_x];
        }
    out[(size_t)y * width + x] = sum;
}

// The sum and the sum of squares of each row of a half-precision matrix, a warp a row, added up in single precision.
#include <cuda_fp16.h>

__global__ void row_sums_f16(const half2 *matrix, float2 *sums, int rows, int pairs)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const half2 *at = matrix + (size_t)row * pairs;
    float sum = 0, squares = 0;
    for (int i = lane; i < pairs; i += 32) {
        float2 value = __half22float2(at[i]);
        sum += value.x + value.y;
        squares += value.x * value.x + value.y * value.y;
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_down_sync(0xffffffff, sum, step);
        squares += __shfl_down_sync(0xffffffff, squares, step);
    }
    if (lane == 0)
        sums[row] = make_float2(sum, squares);
}

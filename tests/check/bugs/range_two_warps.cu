__device__ float warp_extreme(const float *row, int cols, int lane, float sign)
{
    float best = -INFINITY;
    for (int c = lane; c < cols; c += 32)
        best = fmaxf(best, sign * row[c]);
    for (int d = 16; d > 0; d /= 2)
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, d));
    return sign * best;
}

__global__ void row_range(const float *x, float *range, int rows, int cols)
{
    __shared__ float lowest, highest;
    int lane = threadIdx.x % 32;
    const float *row = x + blockIdx.x * cols;

    if (threadIdx.x < 32) {
        float low = warp_extreme(row, cols, lane, -1.0f);
        if (lane == 0)
            lowest = low;
    } else {
        float high = warp_extreme(row, cols, lane, 1.0f);
        if (lane == 0)
            highest = high; //! race
    }
    __syncwarp();
    if (threadIdx.x == 5)
        range[blockIdx.x] = highest - lowest; //! race, uninitialised
}

// Sum of each row: one warp per row, partial sums combined through shared memory.
#define WARPS 4

__global__ void warp_row_sums(const float *in, float *out, int rows, int cols)
{
    __shared__ float part[WARPS][32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    int row = blockIdx.x * WARPS + w;
    if (row >= rows)
        return;
    float s = 0.0f;
    for (int c = lane; c < cols; c += 32)
        s += in[row * cols + c];
    part[w][lane] = s;
    __syncwarp();
    for (int d = 16; d > 0; d >>= 1) {
        if (lane < d)
            part[w][lane] += part[w][lane + d];
        __syncwarp();
    }
    if (lane == 0)
        out[row] = part[w][0];
}

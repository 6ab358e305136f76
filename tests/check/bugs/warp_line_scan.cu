#define WARPS 4

__device__ int scan_line(int *line, int lane, int value)
{
    line[lane] = value;
    __syncwarp();
    for (int step = 1; step < 32; step *= 2) {
        int other = lane >= step ? line[lane - step] : 0; //! race
        value += other;
        line[lane] = value; //! race
        __syncwarp();
    }
    return value;
}

__global__ void warp_line_scan(const int *in, int *out, int rows)
{
    __shared__ int lines[WARPS][32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * WARPS + warp;
    if (row >= rows)
        return;
    int sum = scan_line(lines[warp], lane, in[row * 32 + lane]);
    out[row * 32 + lane] = sum;
}

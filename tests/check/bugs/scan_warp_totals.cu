#define WARPS 5

__device__ int warp_scan(int v, int lane)
{
    for (int o = 1; o < 32; o <<= 1) {
        int up = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o)
            v += up;
    }
    return v;
}

__global__ void inclusive_scan(const int *x, int *y, int n)
{
    __shared__ int totals[WARPS];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    int v = warp_scan(i < n ? x[i] : 0, lane);
    if (lane == 31)
        totals[warp] = v;
    __syncthreads();

    if (warp == 0) {
        int s = warp_scan(lane < WARPS ? totals[lane] : 0, lane);
        if (lane < WARPS)
            totals[lane] = s;  //! race
    }
    int base = warp > 0 ? totals[warp - 1] : 0;  //! race
    if (i < n)
        y[i] = base + v;
}

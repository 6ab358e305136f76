__device__ unsigned arrivals;
__device__ float scratch[32];

extern "C" __global__ void device_globals_arrival(const float *x, const float *y, float *dot, int n)
{
    __shared__ float warpPart[2];
    __shared__ unsigned turn;
    float s = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        s += x[i] * y[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0)
        warpPart[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        scratch[blockIdx.x] = warpPart[0] + warpPart[1];
        __threadfence();
        turn = atomicAdd(&arrivals, 1u);
        __threadfence();
    }
    __syncthreads();
    if (turn == gridDim.x - 1 && threadIdx.x < 32) {
        float v = threadIdx.x < gridDim.x ? scratch[threadIdx.x] : 0.0f;
        for (int d = 16; d; d /= 2)
            v += __shfl_xor_sync(~0u, v, d);
        if (threadIdx.x == 0) {
            *dot = v;
            arrivals = 0;
        }
    }
}

template <typename T>
__device__ T warp_sum(T v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void dot(const float *x, const float *y, float *partial, int n)
{
    __shared__ float totals[32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;

    float v = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        v += x[i] * y[i];
    v = warp_sum(v);
    if (lane == 0)
        totals[warp] = v;
    __syncthreads();

    if (warp == 0) {
        v = warp_sum(totals[lane]);  //! uninitialised
        if (lane == 0)
            partial[blockIdx.x] = v;  //! uninitialised
    }
}

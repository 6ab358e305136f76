#define WARPS 8
#define FULL 0xffffffffu

__global__ void block_mean(const float *x, float *y, int n)
{
    __shared__ float totals[WARPS];
    __shared__ float mean;
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    float v = i < n ? x[i] : 0.0f;
    float sum = v;
    for (int o = 16; o > 0; o >>= 1)
        sum += __shfl_xor_sync(FULL, sum, o);
    if (t % 32 == 0)
        totals[t / 32] = sum;
    __syncthreads();

    if (t < WARPS) {
        float all = totals[t];
        for (int o = WARPS / 2; o > 0; o >>= 1)
            all += __shfl_down_sync(FULL, all, o);  //! sync
        if (t == 0)
            mean = all / blockDim.x;
    }
    __syncthreads();
    if (i < n)
        y[i] = v - mean;
}

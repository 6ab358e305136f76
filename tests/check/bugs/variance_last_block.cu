__global__ void sum_of_squares(const float *x, float *partial, unsigned int *tickets, float *result, int n)
{
    __shared__ float warp_sum[2];
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] * x[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0)
        warp_sum[threadIdx.x / 32] = v;
    __syncthreads();

    if (threadIdx.x == 0) {
        partial[blockIdx.x] = warp_sum[0] + warp_sum[1]; //! sync, race
        unsigned int ticket = atomicAdd(tickets, 1u); //! sync, race
        __threadfence();
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float total = 0.0f;
        for (int b = 0; b < (int)gridDim.x; b++)
            total += partial[b]; //! sync, race
        *result = total / n;
    }
}

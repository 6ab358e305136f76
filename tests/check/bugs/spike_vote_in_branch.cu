__global__ void count_strong(const float *x, int *strong, int n, float limit)
{
    __shared__ int per_block;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        per_block = 0;
    __syncthreads();

    float v = i < n ? x[i] : 0.0f;
    if (v > limit) {
        unsigned int votes = __ballot_sync(0xffffffffu, v > 2.0f * limit); //! sync
        if (lane == __ffs(votes) - 1)
            atomicAdd(&per_block, __popc(votes));
    }
    __syncthreads();
    if (threadIdx.x == 0)
        strong[blockIdx.x] = per_block;
}

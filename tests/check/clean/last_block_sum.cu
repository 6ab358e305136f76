// Sum in one launch: the block that finishes last adds up the partial sums.
#define BLOCK 96

__device__ float block_sum(float v, float *warp)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0)
        warp[threadIdx.x / 32] = v;
    __syncthreads();
    return warp[0] + warp[1] + warp[2];
}

__global__ void last_block_sum(const float *in, float *partial, unsigned *done, float *result, int n)
{
    __shared__ float warp[BLOCK / 32];
    __shared__ bool last;
    float v = 0.0f;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        v += in[i];
    v = block_sum(v, warp);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = v;
        __threadfence();
        last = atomicAdd(done, 1u) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!last)
        return;
    v = 0.0f;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += BLOCK)
        v += partial[i];
    v = block_sum(v, warp);
    if (threadIdx.x == 0)
        *result = v;
}

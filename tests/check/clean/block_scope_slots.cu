extern "C" __global__ void block_scope_slots(const unsigned char *level, unsigned *counts, unsigned *peak, int n)
{
    unsigned *mine = counts + blockIdx.x * 8;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd_block(&mine[level[i] & 7], 1u);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned best = 0;
        for (int b = 1; b < 8; ++b)
            if (mine[b] > mine[best])
                best = b;
        peak[blockIdx.x] = best << 16 | mine[best];
    }
    __syncthreads();
    if (threadIdx.x < 8)
        mine[threadIdx.x] = 0;
}

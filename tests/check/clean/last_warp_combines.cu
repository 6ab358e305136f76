extern "C" __global__ void last_warp_combines(const float *in, float *top, int n)
{
    __shared__ float part[5];
    __shared__ unsigned tickets;
    if (threadIdx.x == 0)
        tickets = 0;
    __syncthreads();
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float m = 0.0f;
    for (int i = blockIdx.x * 160 + threadIdx.x; i < n; i += gridDim.x * 160)
        m = fmaxf(m, in[i]);
    for (int d = 16; d; d >>= 1)
        m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    unsigned mine = 0;
    if (lane == 0) {
        part[warp] = m;
        __threadfence_block();
        mine = atomicAdd(&tickets, 1u);
        __threadfence_block();
    }
    mine = __shfl_sync(~0u, mine, 0);
    if (mine != 4)
        return;
    __syncwarp();
    float p = lane < 5 ? part[lane] : 0.0f;
    for (int d = 4; d; d >>= 1)
        p = fmaxf(p, __shfl_xor_sync(~0u, p, d));
    if (lane == 0)
        top[blockIdx.x] = p;
}

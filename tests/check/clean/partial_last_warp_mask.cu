extern "C" __global__ void partial_last_warp_mask(const int *in, int *warpSum, int n)
{
    __shared__ int pile[72];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int lanes = min(32, (int)blockDim.x - warp * 32);
    unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    int sum = __reduce_add_sync(mask, v);
    pile[threadIdx.x] = v;
    __syncwarp(mask);
    int next = pile[warp * 32 + (lane + 1) % lanes];
    unsigned rising = __ballot_sync(mask, next > v);
    if (lane == 0)
        warpSum[blockIdx.x * 3 + warp] = sum * 64 + __popc(rising);
}

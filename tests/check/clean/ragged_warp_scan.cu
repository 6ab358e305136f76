// Prefix sums in a block whose last warp is not full: the mask names the lanes that exist and are in range.
__global__ void ragged_warp_scan(const int *in, int *out, int *warp_total, int n)
{
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    int i = blockIdx.x * blockDim.x + t;
    int first = i - lane;
    int live = min(min((int)blockDim.x - (t - lane), n - first), 32);
    if (lane >= live)
        return;
    unsigned mask = live == 32 ? 0xffffffffu : (1u << live) - 1u;
    int x = in[i];
    for (int d = 1; d < live; d *= 2) {
        int y = __shfl_up_sync(mask, x, d);
        if (lane >= d)
            x += y;
    }
    out[i] = x;
    int sum = __reduce_add_sync(mask, in[i]);
    int warps = (blockDim.x + 31) / 32;
    if (lane == live - 1)
        warp_total[blockIdx.x * warps + w] = sum == x ? sum : -1;
}

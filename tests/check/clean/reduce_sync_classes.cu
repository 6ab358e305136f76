extern "C" __global__ void reduce_sync_classes(const unsigned *flags, unsigned *anyBits, unsigned *allBits, unsigned *spread, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31, warp = i >> 5;
    unsigned f = i < n ? flags[i] : 0;
    unsigned any = __reduce_or_sync(0xffffffffu, f);
    unsigned all = __reduce_and_sync(0xffffffffu, f);
    unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
    unsigned low, high;
    if (lane < 16) {
        low = __reduce_min_sync(0x0000ffffu, f);
        high = __reduce_max_sync(0x0000ffffu, f);
    } else {
        low = __reduce_min_sync(0xffff0000u, f & 0xff);
        high = __reduce_max_sync(0xffff0000u, f & 0xff);
    }
    if (lane == 0) {
        anyBits[warp] = any;
        allBits[warp] = all;
    }
    if (lane == __ffs(half) - 1)
        spread[warp * 2 + lane / 16] = high - low;
}

// Even groups of sixteen are summed, odd groups are searched for their maximum.
struct HalfWarp {
    float *slot;
    unsigned mask;
    int rank;
    __device__ float sum(float v) {
        slot[rank] = v;
        __syncwarp(mask);
        for (int step = 8; step > 0; step >>= 1) {
            float other = rank < step ? slot[rank + step] : 0.0f;
            __syncwarp(mask);
            if (rank < step)
                slot[rank] += other;
            __syncwarp(mask);
        }
        return slot[0];
    }
    __device__ float peak(float v) {
        slot[rank] = v;
        __syncwarp(mask);
        if (rank < 8) slot[rank] = fmaxf(slot[rank], slot[rank + 8]);
        __syncwarp(mask);
        if (rank < 4) slot[rank] = fmaxf(slot[rank], slot[rank + 4]);
        __syncwarp(mask);
        if (rank == 0)
            slot[0] = fmaxf(fmaxf(slot[0], slot[1]), fmaxf(slot[2], slot[3]));
        __syncwarp(mask);
        return slot[0];
    }
};

extern "C" __global__ void syncwarp_half_sums(const float *samples, float *lows, float *highs, int n, int groups)
{
    __shared__ float scratch[64];
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = i >> 5;
    float v = i < n ? samples[i] : 0.0f;
    if (lane < 16) {
        HalfWarp low{scratch + (threadIdx.x & ~15), 0x0000ffffu, lane};
        float s = low.sum(v);
        if (lane == 3 && warp < groups)
            lows[warp] = s;
    } else {
        HalfWarp high{scratch + (threadIdx.x & ~15), 0xffff0000u, lane - 16};
        float p = high.peak(v);
        if (lane == 29 && warp < groups)
            highs[warp] = p;
    }
}

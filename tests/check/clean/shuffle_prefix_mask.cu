extern "C" __global__ void shuffle_prefix_mask(const float *signal, float *slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffffu, i < n);
    if (i < n) {
        int lane = threadIdx.x & 31;
        int last = __popc(mask) - 1;
        float v = signal[i];
        float next = __shfl_sync(mask, v, min(lane + 1, last));
        float previous = __shfl_sync(mask, v, max(lane - 1, 0));
        if (lane & 1) {
            unsigned odd = mask & 0xaaaaaaaau;
            float twoBack = __shfl_sync(odd, v, lane >= 3 ? lane - 2 : lane);
            next += 0.1f * twoBack;
        }
        slope[i] = 0.5f * (next - previous);
    }
}

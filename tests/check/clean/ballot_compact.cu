// Keeps the elements above a threshold; the order of the warps does not matter.
__global__ void ballot_compact(const int *in, int *out, int *count, int n, int threshold)
{
    int lane = threadIdx.x & 31;
    int stride = gridDim.x * blockDim.x;
    int rounds = (n + stride - 1) / stride;
    for (int r = 0; r < rounds; r++) {
        int i = (r * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
        int v = i < n ? in[i] : 0;
        bool keep = i < n && v > threshold;
        unsigned m = __ballot_sync(0xffffffffu, keep);
        int base = 0;
        if (lane == 0 && m != 0)
            base = atomicAdd(count, __popc(m));
        base = __shfl_sync(0xffffffffu, base, 0);
        if (keep)
            out[base + __popc(m & ((1u << lane) - 1u))] = v;
    }
}

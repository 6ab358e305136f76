union Scratch {
    unsigned char bytes[256];
    int counts[64];
    double sums[32];
};

extern "C" __global__ void scratch_overlay_phases(const unsigned char *text, double *score, int n)
{
    __shared__ Scratch s;
    int t = threadIdx.x;
    int base = blockIdx.x * 256;
    for (int k = t; k < 256; k += 64)
        s.bytes[k] = base + k < n ? text[base + k] : 0;
    __syncthreads();
    int ones = 0;
    for (int k = 0; k < 4; ++k)
        ones += __popc(s.bytes[(t * 4 + k + 7) & 255]);
    __syncthreads();
    s.counts[t] = ones;
    __syncthreads();
    double d = 0.0;
    if (t < 32)
        d = s.counts[t] * 0.5 + s.counts[63 - t];
    __syncthreads();
    if (t < 32)
        s.sums[t] = d;
    __syncthreads();
    for (int h = 16; h > 0; h >>= 1) {
        if (t < h)
            s.sums[t] += s.sums[t + h];
        __syncthreads();
    }
    if (t == 0)
        score[blockIdx.x] = s.sums[0];
}

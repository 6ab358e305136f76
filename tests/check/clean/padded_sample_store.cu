struct Sample {
    float level;
    bool clipped;
};
static_assert(sizeof(Sample) == 8, "with padding");

extern "C" __global__ void padded_sample_store(const float *level, unsigned char *records, int n)
{
    __shared__ Sample window[64];
    Sample *out = reinterpret_cast<Sample *>(records);
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        window[t].level = fminf(level[i], 0.75f);
        window[t].clipped = level[i] > 0.75f;
    }
    __syncthreads();
    int count = min((int)blockDim.x, n - (int)(blockIdx.x * blockDim.x));
    if (i < n)
        out[i] = window[(t + 1) % count];
}

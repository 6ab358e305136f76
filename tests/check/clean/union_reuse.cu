// Counts, then scaled floats, in the same shared memory: a barrier separates the two lives of the union.
#define BLOCK 128
#define BINS 32

__global__ void union_reuse(const unsigned char *in, float *cdf, float *mean, int n)
{
    __shared__ union {
        unsigned bin[BINS];
        float sum[BLOCK];
    } s;
    int t = threadIdx.x;
    if (t < BINS)
        s.bin[t] = 0;
    __syncthreads();
    unsigned total = 0;
    for (int i = blockIdx.x * BLOCK + t; i < n; i += gridDim.x * BLOCK) {
        atomicAdd(&s.bin[in[i] % BINS], 1u);
        total += in[i];
    }
    __syncthreads();
    unsigned below = 0;
    if (t < BINS)
        for (int b = 0; b <= t; b++)
            below += s.bin[b];
    __syncthreads();
    s.sum[t] = (float)total;
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        if (t < d)
            s.sum[t] += s.sum[t + d];
        __syncthreads();
    }
    if (t < BINS)
        cdf[blockIdx.x * BINS + t] = (float)below / n;
    if (t == 0)
        mean[blockIdx.x] = s.sum[0] / n;
}

// low-pass filter of a recording; each thread computes 8 neighbouring samples
#define PER_THREAD 8
#define BLOCK 128
#define MAX_TAPS 128
__constant__ float h[MAX_TAPS];

__global__ void fir_chunk(const float *in, float *out, int n, int taps)
{
    __shared__ float s[BLOCK * PER_THREAD + MAX_TAPS];
    int start = blockIdx.x * BLOCK * PER_THREAD;
    for (int i = threadIdx.x; i < BLOCK * PER_THREAD + taps; i += BLOCK)
        s[i] = start + i < n ? in[start + i] : 0.0f;
    __syncthreads();

    for (int j = 0; j < PER_THREAD; j++) {
        int p = threadIdx.x * PER_THREAD + j;
        float acc = 0.0f;
        for (int k = 0; k < taps; k++)
            acc += h[k] * s[p + k];
        if (start + p < n)
            out[start + p] = acc;
    }
}

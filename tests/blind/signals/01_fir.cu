// A causal FIR filter of 63 taps: the block's samples and the 62 before them are staged in shared memory.
#define TAPS 63
#define BLOCK 256

__constant__ float taps[TAPS];

__global__ void fir(const float *in, float *out, int samples)
{
    __shared__ float tile[BLOCK + TAPS - 1];
    int first = blockIdx.x * BLOCK - (TAPS - 1); // before the signal there is silence
    for (int i = threadIdx.x; i < BLOCK + TAPS - 1; i += BLOCK) {
        int at = first + i;
        tile[i] = at >= 0 && at < samples ? in[at] : 0;
    }
    __syncthreads();
    int at = blockIdx.x * BLOCK + threadIdx.x;
    if (at >= samples)
        return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * tile[threadIdx.x + TAPS - 1 - k];
    out[at] = sum;
}

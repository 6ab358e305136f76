// Histogram with one copy of the bins per warp, in 16-bit counters packed two to a word.
#define WARPS 4
#define BINS 50

__global__ void histogram_per_warp(const unsigned char *in, unsigned *hist, int n)
{
    __shared__ unsigned packed[WARPS][BINS / 2];
    int t = threadIdx.x, w = t / 32;
    for (int k = t; k < WARPS * BINS / 2; k += blockDim.x)
        (&packed[0][0])[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i] % BINS;
        atomicAdd(&packed[w][b >> 1], b & 1 ? 0x10000u : 1u);
    }
    __syncthreads();
    const unsigned short *half = reinterpret_cast<const unsigned short *>(packed);
    for (int b = t; b < BINS; b += blockDim.x) {
        unsigned s = 0;
        for (int k = 0; k < WARPS; k++)
            s += half[k * BINS + b];
        if (s)
            atomicAdd(&hist[b], s);
    }
}

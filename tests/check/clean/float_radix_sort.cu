// Sorts floats by the bits of their representation, one bit at a time, in one block.
#define BLOCK 128

__device__ unsigned flip(unsigned u) { return u & 0x80000000u ? ~u : u | 0x80000000u; }
__device__ unsigned unflip(unsigned u) { return u & 0x80000000u ? u & 0x7fffffffu : ~u; }

__global__ void float_radix_sort(const float *in, float *out, int n)
{
    __shared__ unsigned key[BLOCK];
    __shared__ int zeros[BLOCK / 32];
    int t = threadIdx.x, lane = t & 31, w = t >> 5, i = blockIdx.x * BLOCK + t;
    const unsigned *bits = reinterpret_cast<const unsigned *>(in);
    unsigned k = i < n ? flip(bits[i]) : 0xffffffffu;
    for (int b = 0; b < 32; b++) {
        bool zero = !(k >> b & 1);
        unsigned m = __ballot_sync(0xffffffffu, zero);
        if (lane == 0)
            zeros[w] = __popc(m);
        __syncthreads();
        int before = __popc(m & ((1u << lane) - 1u)), total = 0;
        for (int j = 0; j < BLOCK / 32; j++) {
            before += j < w ? zeros[j] : 0;
            total += zeros[j];
        }
        key[zero ? before : total + t - before] = k;
        __syncthreads();
        k = key[t];
    }
    if (i < n)
        reinterpret_cast<unsigned *>(out)[i] = unflip(k);
}

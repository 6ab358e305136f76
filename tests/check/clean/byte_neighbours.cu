// Character classes: each thread stores one byte, then some threads read four of them as a word.
#define BLOCK 128

__global__ void byte_neighbours(const unsigned char *text, unsigned char *cls, unsigned *words, int n)
{
    __shared__ __align__(4) unsigned char c[BLOCK];
    __shared__ unsigned count;
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    unsigned char k = 0;
    if (i < n) {
        unsigned char ch = text[i];
        k = ch >= 'a' && ch <= 'z' ? 1 : ch >= '0' && ch <= '9' ? 2 : 4;
        cls[i] = k;
    }
    c[t] = k;
    if (t == 0)
        count = 0;
    __syncthreads();
    if (t < BLOCK / 4) {
        unsigned w = reinterpret_cast<unsigned *>(c)[t];
        atomicAdd(&count, __popc(w & 0x01010101u));
    }
    __syncthreads();
    if (t == 0)
        words[blockIdx.x] = count;
}

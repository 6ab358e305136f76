constexpr unsigned kEmpty = 0xffffffffu;
constexpr int kSlots = 128;

__device__ int claim(unsigned *keys, unsigned key)
{
    int at = (key * 2654435761u) >> 25;
    for (;;) {
        unsigned old = atomicCAS(&keys[at], kEmpty, key);
        if (old == kEmpty || old == key)
            return at;
        at = (at + 1) % kSlots;
    }
}

extern "C" __global__ void hash_count_words(const unsigned *word, unsigned *distinct, unsigned *most, int n)
{
    __shared__ unsigned keys[kSlots], counts[kSlots];
    __shared__ unsigned used, top;
    for (int s = threadIdx.x; s < kSlots; s += blockDim.x) {
        keys[s] = kEmpty;
        counts[s] = 0;
    }
    if (threadIdx.x == 0)
        used = top = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (atomicAdd(&counts[claim(keys, word[i])], 1u) == 0)
            atomicAdd(&used, 1u);
    __syncthreads();
    for (int s = threadIdx.x; s < kSlots; s += blockDim.x)
        if (keys[s] != kEmpty)
            atomicMax(&top, counts[s] << 16 | keys[s]);
    __syncthreads();
    if (threadIdx.x == 32) {
        distinct[blockIdx.x] = used;
        most[blockIdx.x] = top;
    }
}

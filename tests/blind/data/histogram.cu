// How often each byte occurs: 16 bytes a load, counted in shared memory with a copy of the bins for every warp.
//
// Launch: 512 threads a block, as many blocks as the GPU holds; `bins` is zero before.
#define WARPS 16

__device__ void count_word(unsigned *mine, unsigned word)
{
    atomicAdd(&mine[word & 0xff], 1);
    atomicAdd(&mine[word >> 8 & 0xff], 1);
    atomicAdd(&mine[word >> 16 & 0xff], 1);
    atomicAdd(&mine[word >> 24], 1);
}

__global__ void histogram(const unsigned char *data, unsigned *bins, int bytes)
{
    __shared__ unsigned counts[WARPS][256];
    for (int i = threadIdx.x; i < WARPS * 256; i += blockDim.x)
        counts[i / 256][i % 256] = 0;
    __syncthreads();

    unsigned *mine = counts[threadIdx.x / 32];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    const uint4 *vectors = (const uint4 *)data;
    for (int i = thread; i < bytes / 16; i += gridDim.x * blockDim.x) {
        uint4 v = vectors[i];
        count_word(mine, v.x);
        count_word(mine, v.y);
        count_word(mine, v.z);
        count_word(mine, v.w);
    }
    if (thread < bytes % 16)
        atomicAdd(&mine[data[bytes / 16 * 16 + thread]], 1);
    __syncthreads();

    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += counts[w][bin];
        atomicAdd(&bins[bin], sum);
    }
}

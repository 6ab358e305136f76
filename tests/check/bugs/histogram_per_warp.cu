#define BINS 16
#define WARPS 4

__global__ void byte_histogram(const unsigned char *data, unsigned *hist, int n)
{
    __shared__ unsigned part[WARPS][BINS];
    int t = threadIdx.x;
    int warp = t / 32;

    for (int k = t; k < WARPS * BINS; k += blockDim.x)
        part[k / BINS][k % BINS] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        part[warp][data[i] >> 4]++;  //! race
    __syncthreads();

    if (t < BINS) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += part[w][t];
        atomicAdd(&hist[t], sum);
    }
}

#define BINS 100

__device__ unsigned bin_of(unsigned v)
{
    return v % BINS;
}

__global__ void residue_counts(const unsigned *values, unsigned *counts, int n)
{
    __shared__ unsigned bins[BINS];
    int t = threadIdx.x;

    if (t < BINS)
        bins[t] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[bin_of(values[i])], 1u);  //! uninitialised
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x)
        atomicAdd(&counts[b], bins[b]);  //! uninitialised
}

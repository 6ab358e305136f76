__device__ int bin_of(float v, float lo, float hi, int nbins)
{
    return (int)((v - lo) * (nbins / (hi - lo)));
}

__global__ void histogram(const float *samples, int *counts, int n, int nbins, float lo, float hi)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float v = samples[i];
        if (v < lo || v > hi)
            continue;
        int b = bin_of(v, lo, hi, nbins);
        atomicAdd(&counts[b], 1);  //! bounds
    }
}

#define THREADS 96

__device__ float block_sum(float *scratch, float value)
{
    int t = threadIdx.x;
    scratch[t] = value; //! race
    __syncthreads();
    for (int half = 48; half >= 3; half /= 2) {
        if (t < half)
            scratch[t] += scratch[t + half];
        __syncthreads();
    }
    return scratch[0] + scratch[1] + scratch[2]; //! race
}

__global__ void standardise(const float *x, float *z)
{
    __shared__ float scratch[THREADS];
    int i = blockIdx.x * THREADS + threadIdx.x;
    float value = x[i];
    float mean = block_sum(scratch, value) / THREADS; //! race
    float d = value - mean;
    float variance = block_sum(scratch, d * d) / THREADS; //! race
    z[i] = d * rsqrtf(variance + 1e-6f);
}

__constant__ float taps[9] = {0.02f, 0.05f, 0.12f, 0.19f, 0.24f, 0.19f, 0.12f, 0.05f, 0.02f};

__device__ int reflect(int i, int n)
{
    if (i < 0)
        i = -i;
    if (i >= n)
        i = 2 * n - 2 - i;
    return i;
}

__global__ void fir(const float *signal, float *out, int n, int radius)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float acc = 0.0f;
    for (int d = -radius; d <= radius; d++)
        acc += taps[d + radius] * signal[reflect(i + d, n)];  //! bounds
    out[i] = acc;
}

#define CHUNK 96

__global__ void cross_correlation(const float *signal, const float *pattern, float *score, int n, int m)
{
    __shared__ float part[CHUNK];
    int shift = blockIdx.x * blockDim.x + threadIdx.x;
    bool active = shift <= n - m;
    float sum = 0.0f;

    for (int base = 0; base < m; base += CHUNK) {
        int k = base + threadIdx.x;
        part[threadIdx.x] = k < m ? pattern[k] : 0.0f; //! race
        __syncthreads();
        if (active) {
            int count = min(CHUNK, m - base);
            for (int j = 0; j < count; j++)
                sum += part[j] * signal[shift + base + j]; //! race
        }
    }
    if (active)
        score[shift] = sum;
}

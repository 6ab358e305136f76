#define BLOCK 64

__global__ void segment_slopes(const float *xs, const float *ys, float *slope, int n)
{
    __shared__ float px[BLOCK];
    __shared__ float py[BLOCK + 1];
    int t = threadIdx.x;
    int i = blockIdx.x * BLOCK + t;

    px[t] = i < n ? xs[i] : 0.0f;
    py[t] = i < n ? ys[i] : 0.0f;
    if (t == BLOCK - 1)
        py[BLOCK] = i + 1 < n ? ys[i + 1] : 0.0f;
    __syncthreads();

    if (i + 1 < n) {
        float dy = py[t + 1] - py[t];
        float dx = px[t + 1] - px[t];  //! bounds
        slope[i] = dx != 0.0f ? dy / dx : 0.0f;
    }
}

extern __shared__ float smem[];

__device__ void stage(float *row, float *coef, const float *src, const float *taps, int cols, int ntaps)
{
    int t = threadIdx.x;
    if (t < cols)
        row[t] = src[t];
    if (t < ntaps)
        coef[t] = taps[t];
}

__device__ float apply(const float *row, const float *coef, int x, int cols, int ntaps)
{
    float acc = 0.0f;
    for (int k = 0; k < ntaps; k++) {
        int at = min(max(x + k - ntaps / 2, 0), cols - 1);
        acc += coef[k] * row[at];  //! uninitialised
    }
    return acc;
}

__global__ void filter_rows(const float *img, const float *taps, float *out, int rows, int cols, int ntaps)
{
    int y = blockIdx.x;
    stage(smem, smem + cols, img + y * cols, taps, cols, ntaps);
    __syncthreads();
    if (threadIdx.x < cols)
        out[y * cols + threadIdx.x] = apply(smem, smem + blockDim.x, threadIdx.x, cols, ntaps);  //! uninitialised
}

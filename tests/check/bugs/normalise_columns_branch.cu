#define BLOCK 64

__device__ float block_sum(float v, float *s)
{
    int t = threadIdx.x;
    s[t] = v;
    __syncthreads();  //! sync
    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();  //! sync
    }
    return s[0];
}

__global__ void normalise(const float *x, float *y, float *totals, int rows, int cols)
{
    __shared__ float s[BLOCK];
    __shared__ float total;
    int t = threadIdx.x;
    int at = blockIdx.x * cols + t;

    s[t] = 0.0f;
    if (t == 0)
        total = 0.0f;
    __syncthreads();
    if (t < cols) {
        float v = x[at];
        float sum = block_sum(v, s);
        if (t == 0)
            total = sum;
        y[at] = v / (sum + 1e-6f);
    }
    __syncthreads();  //! sync
    if (t == 0)
        totals[blockIdx.x] = total;
}

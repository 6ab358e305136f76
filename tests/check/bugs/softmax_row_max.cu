#define BLOCK 64

__global__ void softmax_max(const float *logits, float *row_max, int rows, int cols)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    const float *row = logits + blockIdx.x * cols;

    if (t < cols) {
        float m = row[t];
        for (int c = t + BLOCK; c < cols; c += BLOCK)
            m = fmaxf(m, row[c]);
        s[t] = m;
    }
    __syncthreads();

    for (int step = BLOCK / 2; step > 0; step >>= 1) {
        if (t < step)
            s[t] = fmaxf(s[t], s[t + step]);  //! uninitialised
        __syncthreads();
    }
    if (t == 0)
        row_max[blockIdx.x] = s[0];  //! uninitialised
}

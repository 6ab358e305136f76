#define BLOCK 128

__device__ void reduce_warp(float *s, int t)
{
    s[t] += s[t + 32];  //! race
    s[t] += s[t + 16];  //! race
    s[t] += s[t + 8];  //! race
    s[t] += s[t + 4];  //! race
    s[t] += s[t + 2];  //! race
    s[t] += s[t + 1];  //! race
}

__global__ void block_sums(const float *x, float *sums, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x;
    int i = blockIdx.x * 2 * BLOCK + t;

    float v = i < n ? x[i] : 0.0f;
    if (i + BLOCK < n)
        v += x[i + BLOCK];
    s[t] = v;
    __syncthreads();
    for (int step = BLOCK / 2; step > 32; step >>= 1) {
        if (t < step)
            s[t] += s[t + step];
        __syncthreads();
    }
    if (t < 32)
        reduce_warp(s, t);
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

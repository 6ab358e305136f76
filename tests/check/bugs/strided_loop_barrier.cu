#define BLOCK 64

__global__ void block_differences(const float *x, float *d, float *last, int n)
{
    __shared__ float tile[BLOCK];
    int t = threadIdx.x;
    const float *mine = x + blockIdx.x * n;
    float *out = d + blockIdx.x * n;

    for (int i = t; i < n; i += BLOCK) {
        tile[t] = mine[i];
        __syncthreads();  //! sync
        float left = t > 0 ? tile[t - 1] : (i > 0 ? mine[i - 1] : 0.0f);
        out[i] = tile[t] - left;
        __syncthreads();  //! sync
    }
    __syncthreads();  //! sync
    if (t == 0)
        last[blockIdx.x] = mine[n - 1];
}

__global__ void binomial_filter(const float *in, float *out, int n)
{
    extern __shared__ float tile[];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    tile[t + 1] = i < n ? in[i] : 0.0f; //! bounds
    if (t == 0)
        tile[0] = i > 0 ? in[i - 1] : 0.0f;
    if (t == blockDim.x - 1)
        tile[t + 2] = i + 1 < n ? in[i + 1] : 0.0f; //! bounds
    __syncthreads();

    if (i < n)
        out[i] = 0.25f * tile[t] + 0.5f * tile[t + 1] + 0.25f * tile[t + 2]; //! bounds
}

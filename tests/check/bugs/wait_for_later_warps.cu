__global__ void staged_scale(const float *in, float *out)
{
    __shared__ float tile[128];
    __shared__ int ready_warps;
    int t = threadIdx.x;
    int i = blockIdx.x * 128 + t;
    if (t == 0)
        ready_warps = 0;
    tile[t] = in[i];
    __syncthreads();

    if (t == 0) {
        while (atomicAdd(&ready_warps, 0) < 3) //! sync
            ;
    }
    __syncthreads(); //! sync
    if (t >= 32 && t % 32 == 0)
        atomicAdd(&ready_warps, 1);
    out[i] = tile[127 - t] * 2.0f;
}

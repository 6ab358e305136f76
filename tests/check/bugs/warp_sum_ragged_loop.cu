__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);  //! sync
    return v;
}

__global__ void segment_energy(const float *x, float *energy, int n)
{
    __shared__ float total;
    int t = threadIdx.x;
    const float *mine = x + blockIdx.x * n;

    if (t == 0)
        total = 0.0f;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x) {
        float part = warp_sum(mine[i] * mine[i]);  //! sync
        if ((t & 31) == 0)
            atomicAdd(&total, part);
    }
    __syncthreads();
    if (t == 0)
        energy[blockIdx.x] = total;
}

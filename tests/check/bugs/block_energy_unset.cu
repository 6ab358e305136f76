__device__ float kinetic(float mass, float vx, float vy)
{
    return 0.5f * mass * (vx * vx + vy * vy);
}

__global__ void block_energy(const float *vx, const float *vy, float *energy, int n, float mass)
{
    __shared__ float total;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? kinetic(mass, vx[i], vy[i]) : 0.0f;
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, d);

    if (threadIdx.x % 32 == 0)
        atomicAdd(&total, mine); //! uninitialised
    __syncthreads();
    if (threadIdx.x == 0)
        energy[blockIdx.x] = total; //! uninitialised
}

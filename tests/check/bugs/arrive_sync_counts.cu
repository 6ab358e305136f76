#define READY 3

__device__ __forceinline__ void barrier_arrive(int id, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory"); //! sync
}

__device__ __forceinline__ void barrier_sync(int id, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory"); //! sync
}

__global__ void fold_pairs(const float *in, float *out)
{
    __shared__ float stage[64];
    int t = threadIdx.x;
    if (t < 64) {
        stage[t] = 2.0f * in[blockIdx.x * 64 + t]; //! sync, race
        barrier_arrive(READY, 64); //! sync
    } else {
        int lane = t - 64;
        barrier_sync(READY, 96); //! sync
        out[blockIdx.x * 32 + lane] = stage[lane] + stage[lane + 32]; //! sync, race
    }
}

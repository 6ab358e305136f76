#define FULL 1

__device__ __forceinline__ void named_sync(int id, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

__global__ void weighted_stages(const float *in, float *out, int steps)
{
    __shared__ float stage[32];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    const float *source = in + blockIdx.x * steps * 32;

    if (warp == 0) {
        for (int s = 0; s < steps; s++) {
            stage[lane] = source[s * 32 + lane]; //! race
            named_sync(FULL, 128);
        }
    } else {
        float sum = 0.0f;
        for (int s = 0; s < steps; s++) {
            named_sync(FULL, 128);
            for (int k = 0; k < 32; k++)
                sum += stage[k] * (warp + s); //! race
        }
        out[blockIdx.x * 96 + threadIdx.x - 32] = sum;
    }
}

// Two pairs of warps iterate independently, each with a barrier of its own and its own number of steps.
__device__ void pair_sync(int pair)
{
    asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
}

__global__ void named_pairs(const float *in, const int *steps, float *out)
{
    __shared__ float line[2][2][64];
    int pair = threadIdx.x / 64, t = threadIdx.x % 64, system = blockIdx.x * 2 + pair;
    float v = in[system * 64 + t];
    for (int s = 0; s < steps[system]; s++) {
        float *l = line[pair][s & 1];
        l[t] = v;
        pair_sync(pair);
        v = 0.5f * v + 0.25f * (l[t ^ 32] + l[(t + 1) % 64]);
    }
    __syncthreads();
    line[pair][0][t] = v;
    __syncthreads();
    out[system * 64 + t] = v - line[pair ^ 1][0][63 - t];
}

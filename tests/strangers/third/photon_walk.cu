#include <cstdint>
// Photon transport in a slab of tissue: each thread follows one photon until it is absorbed or leaves
__device__ __forceinline__ float uniform(uint32_t &state)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return ((state >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

__global__ void photon_walk(const uint32_t *__restrict__ seed, float *__restrict__ depth, int *__restrict__ steps, int n,
                            float mean_free_path, float absorption, float thickness)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint32_t state = seed[i] | 1u;
    float z = 0.0f, mu = 1.0f;
    int count = 0;
    while (true) {
        z -= mean_free_path * mu * __logf(uniform(state));
        if (z < 0.0f || z > thickness)
            break;
        ++count;
        if (uniform(state) < absorption)
            break;
        mu = 2.0f * uniform(state) - 1.0f;
    }
    depth[i] = z;
    steps[i] = count;
}

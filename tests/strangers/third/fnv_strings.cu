#include <cstdint>
// Database: FNV-1a hash of a CHAR(64) key column, one key per thread
#define SLOT 64
__global__ void fnv_strings(const uint8_t *__restrict__ keys, const uint8_t *__restrict__ length, uint32_t *__restrict__ hash,
                            int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const uint8_t *key = keys + (size_t)i * SLOT;
    const int len = length[i];
    uint32_t h = 2166136261u;
    for (int j = 0; j < len; ++j)
        h = (h ^ key[j]) * 16777619u;
    hash[i] = h;
}

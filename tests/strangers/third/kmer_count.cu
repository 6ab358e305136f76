#include <cstdint>
// Count all k-mers (k = 10) of a genome in a direct-address table; a thread rolls over 16 positions
#define K 10
#define SPAN 16
__global__ void kmer_count(const uint8_t *__restrict__ bases, uint32_t *__restrict__ counts, int n)
{
    const int start = (blockIdx.x * blockDim.x + threadIdx.x) * SPAN;
    if (start + K > n)
        return;
    const uint32_t mask = (1u << (2 * K)) - 1;
    uint32_t kmer = 0;
    for (int i = 0; i < K - 1; ++i)
        kmer = kmer << 2 | bases[start + i];
    const int end = min(start + SPAN, n - K + 1);
    for (int p = start; p < end; ++p) {
        kmer = (kmer << 2 | bases[p + K - 1]) & mask;
        atomicAdd(&counts[kmer], 1u);
    }
}

#include <cstdint>
// Column store: decode frame-of-reference integers of BITS bits (one base per 1024 values)
#define BITS 13
__global__ void __launch_bounds__(256) bitunpack(const uint32_t *__restrict__ packed, const int32_t *__restrict__ base,
                                                 int32_t *__restrict__ out, uint32_t n)
{
    const uint32_t i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const uint64_t bit = (uint64_t)i * BITS;
    const uint32_t word = bit >> 5;
    const uint32_t lo = packed[word], hi = packed[word + 1];
    const uint32_t value = __funnelshift_r(lo, hi, (uint32_t)bit & 31) & ((1u << BITS) - 1);
    out[i] = base[i >> 10] + (int32_t)value;
}

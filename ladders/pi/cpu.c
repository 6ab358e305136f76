// The same on all of the host's cores, eight generators side by side for its vector units: what the GPU has to be compared with.
#include <stdint.h>

static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

void pi_cpu(uint64_t *inner, long points, uint64_t seed)
{
    enum { STREAMS = 8, PART = 1 << 16 };
    uint64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
    for (long part = 0; part < (points + PART - 1) / PART; part++) {
        uint64_t state[STREAMS], in_part[STREAMS] = {0};
        long rest = points - part * PART < PART ? points - part * PART : PART;
        for (int k = 0; k < STREAMS; k++)
            state[k] = (scramble(scramble(seed) + (uint64_t)part * STREAMS + (uint64_t)k) >> 1) + 1;
        for (long i = 0; i < rest; i += STREAMS)
            for (int k = 0; k < STREAMS; k++) {
                uint32_t low = (uint32_t)state[k], high = (uint32_t)(state[k] >> 32), word = low ^ high;
                state[k] = (uint64_t)low * 4294883355u + high;
                int32_t x = (int16_t)word, y = (int32_t)word >> 16;
                in_part[k] += (uint32_t)(x * x) + (uint32_t)(y * y) < 1u << 30 && i + k < rest;
            }
        for (int k = 0; k < STREAMS; k++)
            inside += in_part[k];
    }
    *inner = inside;
}

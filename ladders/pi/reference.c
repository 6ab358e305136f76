// Whether a count of points inside the circle can be true: how far pi is off, in deviations; and for Philox, whether it is the count.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char sentence[200];

// True random points are 6 deviations off once in 500 million times.
const char *check_pi(const uint64_t *inner, long points, uint64_t seed)
{
    (void)seed;
    if (*inner > (uint64_t)points)
        return "more points inside the circle than there are";
    if (points < 100)
        return NULL;
    double share = 3.14159265358979323846 / 4, off = (double)*inner - share * (double)points;
    double deviations = off / sqrt((double)points * share * (1 - share));
    if (fabs(deviations) < 6)
        return NULL;
    snprintf(sentence, sizeof sentence, "pi would be %.9f, %.1f deviations off", 4 * (double)*inner / (double)points, deviations);
    return sentence;
}

static void philox(uint64_t counter, uint64_t seed, uint32_t word[4])
{
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0}, key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53 * c[0], b = (uint64_t)0xcd9e8d57 * c[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ key[0], (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ key[1], (uint32_t)a};
        memcpy(c, next, sizeof c);
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    memcpy(word, c, sizeof c);
}

const char *check_pi_philox(const uint64_t *inner, long points, uint64_t seed)
{
    uint64_t expected = 0;
#pragma omp parallel for reduction(+ : expected)
    for (long i = 0; i < (points + 3) / 4; i++) {
        uint32_t word[4];
        philox((uint64_t)i, seed, word);
        for (long k = 0; k < 4 && 4 * i + k < points; k++) {
            int64_t x = (int16_t)word[k], y = (int32_t)word[k] >> 16;
            expected += x * x + y * y < 1 << 30;
        }
    }
    if (*inner == expected)
        return check_pi(inner, points, seed);
    snprintf(sentence, sizeof sentence, "%llu points inside, not %llu", (unsigned long long)*inner, (unsigned long long)expected);
    return sentence;
}

// The exact count of points inside the circle, for the seed and the number of threads: each rung's generator once more,
// on the host. A right count that is far from pi would still be wrong, so that is looked at too.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char sentence[200];

// True random points are 6 deviations off once in 500 million times.
static const char *check_pi(uint64_t inner, long points)
{
    if (points < 100)
        return NULL;
    double share = 3.14159265358979323846 / 4, off = (double)inner - share * (double)points;
    double deviations = off / sqrt((double)points * share * (1 - share));
    if (fabs(deviations) < 6)
        return NULL;
    snprintf(sentence, sizeof sentence, "pi would be %.9f, %.1f deviations off", 4 * (double)inner / (double)points,
             deviations);
    return sentence;
}

// `close` of the points lie so close to the circle that rounding decides: the compiler may add x * x and y * y in either
// order, with one rounding or with two. They may be counted or not.
static const char *check_count(uint64_t inner, uint64_t inside, uint64_t close, long points)
{
    if (inner >= inside && inner <= inside + close)
        return check_pi(inner, points);
    snprintf(sentence, sizeof sentence, "%llu points inside, not %llu", (unsigned long long)inner,
             (unsigned long long)inside);
    return sentence;
}

static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static unsigned is_inside(uint32_t word)
{
    int64_t x = (int16_t)word, y = (int32_t)word >> 16;
    return x * x + y * y < 1 << 30;
}

// ---- xorwow, one generator a thread ----

typedef struct state {
    uint32_t x, y, z, w, v, counter;
} state;

static state make_state(uint64_t seed, long stream)
{
    uint64_t word[3];
    for (int k = 0; k < 3; k++)
        word[k] = scramble(scramble(seed) + 3 * (uint64_t)stream + (uint64_t)k);
    return (state){(uint32_t)word[0], (uint32_t)(word[0] >> 32), (uint32_t)word[1],
                   (uint32_t)(word[1] >> 32), (uint32_t)word[2] | 1, (uint32_t)(word[2] >> 32)};
}

static uint32_t draw(state *s)
{
    uint32_t t = s->x ^ s->x >> 2;
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    s->w = s->v;
    s->v = s->v ^ s->v << 4 ^ t ^ t << 1;
    s->counter += 362437;
    return s->v + s->counter;
}

// Coordinates as integers, so that nothing is rounded here: of 53 bits, where the circle has the radius 2^52, …
static int64_t wide(state *s)
{
    uint64_t bits = (uint64_t)draw(s) << 32;
    bits |= draw(s);
    return (int64_t)(bits >> 11) - ((int64_t)1 << 52);
}

const char *check_pi_double(const uint64_t *inner, long points, uint64_t seed, long threads)
{
    const __int128 one = (__int128)1 << 104, near = one >> 51;
    uint64_t inside = 0, close = 0;
#pragma omp parallel for reduction(+ : inside, close)
    for (long thread = 0; thread < threads; thread++) {
        state s = make_state(seed, thread);
        for (long i = thread; i < points; i += threads) {
            __int128 x = wide(&s), y = wide(&s), square = x * x + y * y;
            inside += square < one - near;
            close += square >= one - near && square <= one + near;
        }
    }
    return check_count(*inner, inside, close, points);
}

// … and of 24 bits, the middles of 2^24 equal parts, where it is 2^24.
static int64_t narrow(state *s)
{
    return 2 * (int64_t)((int32_t)draw(s) >> 8) + 1;
}

const char *check_pi_float(const uint64_t *inner, long points, uint64_t seed, long threads)
{
    const int64_t one = (int64_t)1 << 48, near = one >> 22;
    uint64_t inside = 0, close = 0;
#pragma omp parallel for reduction(+ : inside, close)
    for (long thread = 0; thread < threads; thread++) {
        state s = make_state(seed, thread);
        for (long i = thread; i < points; i += threads) {
            int64_t x = narrow(&s), y = narrow(&s), square = x * x + y * y;
            inside += square < one - near;
            close += square >= one - near && square <= one + near;
        }
    }
    return check_count(*inner, inside, close, points);
}

const char *check_pi_integer(const uint64_t *inner, long points, uint64_t seed, long threads)
{
    uint64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
    for (long thread = 0; thread < threads; thread++) {
        state s = make_state(seed, thread);
        for (long i = thread; i < points; i += threads)
            inside += is_inside(draw(&s));
    }
    return check_count(*inner, inside, 0, points);
}

// ---- Philox ----

static void philox(uint64_t counter, uint64_t seed, uint32_t word[4])
{
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0},
             key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53 * c[0], b = (uint64_t)0xcd9e8d57 * c[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ key[0], (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ key[1],
                            (uint32_t)a};
        memcpy(c, next, sizeof c);
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    memcpy(word, c, sizeof c);
}

const char *check_pi_philox(const uint64_t *inner, long points, uint64_t seed)
{
    uint64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
    for (long i = 0; i < (points + 3) / 4; i++) {
        uint32_t word[4];
        philox((uint64_t)i, seed, word);
        for (long k = 0; k < 4 && 4 * i + k < points; k++)
            inside += is_inside(word[k]);
    }
    return check_count(*inner, inside, 0, points);
}

// ---- multiply-with-carry, several generators a thread that take turns ----

static uint64_t count_carry(uint64_t seed, uint64_t thread, int streams, long points)
{
    uint64_t inside = 0;
    for (int k = 0; k < streams; k++) {
        uint64_t s = (scramble(scramble(seed) + thread * (uint64_t)streams + (uint64_t)k) >> 1) + 1;
        for (long i = k; i < points; i += streams) {
            uint32_t low = (uint32_t)s, high = (uint32_t)(s >> 32);
            s = (uint64_t)low * 4294883355u + high;
            inside += is_inside(low ^ high);
        }
    }
    return inside;
}

const char *check_pi_carry(const uint64_t *inner, long points, uint64_t seed, long threads)
{
    uint64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
    for (long thread = 0; thread < threads; thread++)
        if (thread < points)
            inside += count_carry(seed, (uint64_t)thread, 4, (points - thread - 1) / threads + 1);
    return check_count(*inner, inside, 0, points);
}

const char *check_pi_cpu(const uint64_t *inner, long points, uint64_t seed)
{
    enum { PART = 1 << 16 };
    uint64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
    for (long part = 0; part < (points + PART - 1) / PART; part++) {
        long rest = points - part * PART < PART ? points - part * PART : PART;
        inside += count_carry(seed, (uint64_t)part, 8, rest);
    }
    return check_count(*inner, inside, 0, points);
}

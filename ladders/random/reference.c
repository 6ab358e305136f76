// Whether numbers are random: whether they are the ones the generator's definition gives, where that says which, and whether they
// are distributed as they should be. Each test is one that true random numbers fail less often than once in ten million times.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static char sentence[200];

#define SAY(...) (snprintf(sentence, sizeof sentence, __VA_ARGS__), sentence)

// Philox4x32-10 of Salmon, Moraes, Dror and Shaw (2011)
static void philox(uint64_t low, uint64_t high, uint64_t seed, uint32_t word[4])
{
    uint32_t c[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53 * c[0], b = (uint64_t)0xcd9e8d57 * c[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ key[0], (uint32_t)b, (uint32_t)(a >> 32) ^ c[3] ^ key[1], (uint32_t)a};
        memcpy(c, next, sizeof c);
        key[0] += 0x9e3779b9;
        key[1] += 0xbb67ae85;
    }
    memcpy(word, c, sizeof c);
}

// The generator's published answers: without them a reference that errs would bless kernels that err alike.
static const char *philox_broken(void)
{
    uint32_t word[4];
    philox(0, 0, 0, word);
    if (word[0] != 0x6627e8d5 || word[1] != 0xe169c58d || word[2] != 0xbc57ac4c || word[3] != 0x9b00dbd8)
        return "the reference's own Philox is wrong";
    philox(0x85a308d3243f6a88, 0x0370734413198a2e, 0x299f31d0a4093822, word);
    if (word[0] != 0xd16cfe09 || word[1] != 0x94fdcceb || word[2] != 0x5001e420 || word[3] != 0x24126ea1)
        return "the reference's own Philox is wrong";
    return NULL;
}

enum { BINS = 1024, GROUPS = 64, LAGS = 6, FEW = 256 };
static const long lags[LAGS] = {1, 2, 3, 4, 32, 256};

// The normal deviate that is as rare as this chi square (Wilson and Hilferty)
static double rarity(double chi_square, double freedom)
{
    return (cbrt(chi_square / freedom) - 1 + 2 / (9 * freedom)) / sqrt(2 / (9 * freedom));
}

// Whether numbers are uniform between 0 and 1 and independent of their neighbours. `u` gives number i.
typedef double number(const void *numbers, long i, const double *parameters);

static const char *judge(number *u, const void *numbers, long n, const double *parameters)
{
    double sum = 0, squares = 0, products[LAGS] = {0};
    long count[BINS] = {0}, outside = -1;
#pragma omp parallel for reduction(+ : sum, squares, products, count) reduction(max : outside)
    for (long i = 0; i < n; i++) {
        double x = u(numbers, i, parameters);
        if (!(x >= 0 && x <= 1)) {
            outside = i;
            continue;
        }
        sum += x - 0.5;
        squares += (x - 0.5) * (x - 0.5);
        count[x < 1 ? (int)(x * BINS) : BINS - 1]++;
        for (int k = 0; k < LAGS; k++)
            if (i + lags[k] < n)
                products[k] += (x - 0.5) * (u(numbers, i + lags[k], parameters) - 0.5);
    }
    if (outside >= 0)
        return SAY("number %ld lies outside of its range", outside);
    if (n < FEW)
        return NULL; // too few to say more

    double deviation = sum / sqrt(n / 12.0);
    if (!(fabs(deviation) < 5.5))
        return SAY("the mean is %.1f deviations off", deviation);
    deviation = (squares / n - 1 / 12.0) / sqrt((1 / 80.0 - 1 / 144.0) / n);
    if (!(fabs(deviation) < 5.5))
        return SAY("the variance is %.1f deviations off", deviation);
    for (int k = 0; k < LAGS; k++)
        if (n > 4 * lags[k]) {
            deviation = products[k] * 12 / sqrt((double)(n - lags[k]));
            if (!(fabs(deviation) < 5.5))
                return SAY("numbers %ld apart depend on one another: %.1f deviations", lags[k], deviation);
        }

    double distance = 0; // Kolmogorov and Smirnov
    long below = 0;
    for (int b = 0; b < BINS; b++) {
        below += count[b];
        distance = fmax(distance, fabs((double)below / n - (b + 1.0) / BINS));
    }
    if (!(distance * sqrt((double)n) < 3))
        return SAY("the distribution is %.2g off (Kolmogorov-Smirnov %.1f)", distance, distance * sqrt((double)n));

    int groups = n >= 16 * GROUPS ? GROUPS : 16;
    double chi_square = 0, expected = (double)n / groups;
    for (int g = 0; g < groups; g++) {
        long in_group = 0;
        for (int b = 0; b < BINS / groups; b++)
            in_group += count[g * (BINS / groups) + b];
        chi_square += (in_group - expected) * (in_group - expected) / expected;
    }
    deviation = rarity(chi_square, groups - 1);
    if (!(fabs(deviation) < 5.5))
        return SAY("chi square over %d bins is %.1f: too %s", groups, chi_square, deviation > 0 ? "uneven" : "even");
    return NULL;
}

static double of_f32(const void *numbers, long i, const double *p) { return (void)p, ((const float *)numbers)[i]; }
static double of_f64(const void *numbers, long i, const double *p) { return (void)p, ((const double *)numbers)[i]; }

// A normal number becomes a uniform one by its distribution function.
static double below(double x, const double *p) { return 0.5 * erfc(-(x - p[0]) / p[1] * 0.70710678118654752440); }
static double normal_f32(const void *numbers, long i, const double *p) { return below(((const float *)numbers)[i], p); }
static double normal_f64(const void *numbers, long i, const double *p) { return below(((const double *)numbers)[i], p); }
static double lognormal_f32(const void *numbers, long i, const double *p) { return below(log(((const float *)numbers)[i]), p); }
static double lognormal_f64(const void *numbers, long i, const double *p) { return below(log(((const double *)numbers)[i]), p); }

static const double standard[2] = {0, 1};

// Uniform floats from any generator
const char *check_uniform(const float *out, long n, uint64_t seed)
{
    (void)seed;
    return judge(of_f32, out, n, NULL);
}

// Spreads a number over 64 bits (splitmix64)
static uint64_t scramble(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// Marsaglia's xorwow with a state a thread: number k of thread t is out[k * threads + t]
const char *check_xorwow(const float *out, long n, uint64_t seed, const uint32_t *states, int32_t threads)
{
    (void)states;
    long wrong = -1;
#pragma omp parallel for reduction(max : wrong)
    for (long t = 0; t < threads; t++) {
        uint64_t a = scramble(scramble(seed) + 3 * (uint64_t)t), b = scramble(scramble(seed) + 3 * (uint64_t)t + 1);
        uint64_t c = scramble(scramble(seed) + 3 * (uint64_t)t + 2);
        uint32_t s[5] = {(uint32_t)a, (uint32_t)(a >> 32), (uint32_t)b, (uint32_t)(b >> 32), (uint32_t)c | 1}, counter = (uint32_t)(c >> 32);
        for (long i = t; i < n; i += threads) {
            uint32_t x = s[0] ^ s[0] >> 2;
            memmove(s, s + 1, 4 * sizeof *s);
            s[4] = s[4] ^ s[4] << 4 ^ x ^ x << 1;
            counter += 362437;
            if (out[i] != (float)((s[4] + counter) >> 8) * 0x1p-24f)
                wrong = i;
        }
    }
    if (wrong >= 0)
        return SAY("number %ld is %.9g, not xorwow's", wrong, out[wrong]);
    return check_uniform(out, n, seed);
}

// Philox with a state a thread
const char *check_streams(const float *out, long n, uint64_t seed, const uint32_t *states, int32_t threads)
{
    (void)states;
    const char *problem = philox_broken();
    if (problem)
        return problem;
    long wrong = -1;
#pragma omp parallel for reduction(max : wrong)
    for (long i = 0; i < n; i++) {
        long k = i / threads, t = i % threads;
        uint32_t word[4];
        philox((uint64_t)k / 4, (uint64_t)t, seed, word);
        if (out[i] != (float)(word[k % 4] >> 8) * 0x1p-24f)
            wrong = i;
    }
    if (wrong >= 0)
        return SAY("number %ld is %.9g, not Philox's", wrong, out[wrong]);
    return check_uniform(out, n, seed);
}

// Philox, number i word i % 4 of the counter i / 4
const char *check_philox(const float *out, long n, uint64_t seed)
{
    const char *problem = philox_broken();
    if (problem)
        return problem;
    long wrong = -1;
#pragma omp parallel for reduction(max : wrong)
    for (long block = 0; block < (n + 3) / 4; block++) {
        uint32_t word[4];
        philox((uint64_t)block, 0, seed, word);
        for (long k = 0; k < 4 && 4 * block + k < n; k++)
            if (out[4 * block + k] != (float)(word[k] >> 8) * 0x1p-24f)
                wrong = 4 * block + k;
    }
    if (wrong >= 0)
        return SAY("number %ld is %.9g, not Philox's", wrong, out[wrong]);
    return check_uniform(out, n, seed);
}

static double double_of(uint32_t low, uint32_t high) { return (double)(((uint64_t)high << 32 | low) >> 11) * 0x1p-53; }

const char *check_uniform_f64(const double *out, long n, uint64_t seed)
{
    const char *problem = philox_broken();
    if (problem)
        return problem;
    long wrong = -1;
#pragma omp parallel for reduction(max : wrong)
    for (long i = 0; i < n; i++) {
        uint32_t word[4];
        philox((uint64_t)i / 2, 0, seed, word);
        if (out[i] != double_of(word[i % 2 * 2], word[i % 2 * 2 + 1]))
            wrong = i;
    }
    if (wrong >= 0)
        return SAY("number %ld is %.17g, not Philox's", wrong, out[wrong]);
    return judge(of_f64, out, n, NULL);
}

// Box and Muller's number i of floats, and of doubles
static double philox_normal(long i, uint64_t seed)
{
    uint32_t word[4];
    philox((uint64_t)i / 4, 0, seed, word);
    const uint32_t *pair = word + i % 4 / 2 * 2;
    float u = fmaf((float)pair[0], 0x1p-32f, 0x1p-33f), v = fmaf((float)pair[1], 0x1p-32f, 0x1p-33f);
    double radius = sqrt(-2 * log(u)), angle = 2 * PI * v;
    return radius * (i % 2 ? sin(angle) : cos(angle));
}

static double philox_normal_f64(long i, uint64_t seed)
{
    uint32_t word[4];
    philox((uint64_t)i / 2, 0, seed, word);
    double radius = sqrt(-2 * log(double_of(word[0], word[1]) + 0x1p-54));
    double angle = 2 * PI * (double_of(word[2], word[3]) + 0x1p-54);
    return radius * (i % 2 ? sin(angle) : cos(angle));
}

// Whether `out` holds what Box and Muller make of Philox's words, or the exponential of that, to a precision
static const char *compare(number *value, const void *out, long n, uint64_t seed, double (*expected)(long, uint64_t), const double *exponent,
                           double precision)
{
    long wrong = -1;
#pragma omp parallel for reduction(max : wrong)
    for (long i = 0; i < n; i++) {
        double x = expected(i, seed), y = value(out, i, NULL);
        if (exponent)
            y = (log(y) - exponent[0]) / exponent[1];
        if (!(fabs(x - y) <= precision * (1 + fabs(x))))
            wrong = i;
    }
    if (wrong >= 0)
        return SAY("number %ld is %.9g, not what Philox and Box-Muller give", wrong, value(out, wrong, NULL));
    return NULL;
}

const char *check_normal(const float *out, long n, uint64_t seed)
{
    const char *problem = compare(of_f32, out, n, seed, philox_normal, NULL, 2e-6);
    return problem ? problem : judge(normal_f32, out, n, standard);
}

// The same with the special-function unit's logarithm, sine and cosine
const char *check_normal_fast(const float *out, long n, uint64_t seed)
{
    const char *problem = compare(of_f32, out, n, seed, philox_normal, NULL, 2e-3);
    return problem ? problem : judge(normal_f32, out, n, standard);
}

// Normal floats from any generator
const char *check_normal_any(const float *out, long n, uint64_t seed)
{
    (void)seed;
    return judge(normal_f32, out, n, standard);
}

const char *check_normal_f64(const double *out, long n, uint64_t seed)
{
    const char *problem = compare(of_f64, out, n, seed, philox_normal_f64, NULL, 1e-14);
    return problem ? problem : judge(normal_f64, out, n, standard);
}

const char *check_lognormal(const float *out, long n, uint64_t seed, float mean, float deviation)
{
    double p[2] = {mean, deviation};
    const char *problem = compare(of_f32, out, n, seed, philox_normal, p, 1e-5);
    return problem ? problem : judge(lognormal_f32, out, n, p);
}

const char *check_lognormal_f64(const double *out, long n, uint64_t seed, double mean, double deviation)
{
    double p[2] = {mean, deviation};
    const char *problem = compare(of_f64, out, n, seed, philox_normal_f64, p, 1e-13);
    return problem ? problem : judge(lognormal_f64, out, n, p);
}

// Poisson numbers: mean, variance, neighbours, and chi square over the numbers of events that are likely enough
const char *check_poisson(const uint32_t *out, long n, uint64_t seed, double lambda)
{
    (void)seed;
    long range = (long)(lambda + 20 * sqrt(lambda) + 40);
    long *count = calloc((size_t)range, sizeof *count);
    if (!count)
        return "no memory";
    const char *problem = NULL;
    double sum = 0, squares = 0, products[LAGS] = {0};
    for (long i = 0; i < n && !problem; i++) {
        if (out[i] >= range) {
            problem = SAY("number %ld is %u where %.4g is expected", i, out[i], lambda);
            break;
        }
        double x = out[i] - lambda;
        count[out[i]]++;
        sum += x;
        squares += x * x;
        for (int k = 0; k < LAGS; k++)
            if (i + lags[k] < n)
                products[k] += x * (out[i + lags[k]] - lambda);
    }
    if (!problem && n >= FEW) {
        double mean = sum / sqrt(n * lambda), variance = (squares / n - lambda) / sqrt((lambda + 2 * lambda * lambda) / n);
        if (!(fabs(mean) < 5.5))
            problem = SAY("the mean is %.1f deviations off", mean);
        else if (!(fabs(variance) < 5.5 + 20 / sqrt((double)n)))
            problem = SAY("the variance is %.1f deviations off", variance);
        for (int k = 0; k < LAGS && !problem; k++) {
            double correlation = products[k] / lambda / sqrt((double)n);
            if (n > 4 * lags[k] && !(fabs(correlation) < 5.5))
                problem = SAY("numbers %ld apart depend on one another: %.1f deviations", lags[k], correlation);
        }
        double chi_square = 0, expected = 0, found = 0, distance = 0, all = 0, all_found = 0;
        int bins = 0;
        for (long k = 0; k < range; k++) {
            double p = exp(k * log(lambda) - lambda - lgamma(k + 1.0));
            expected += n * p;
            found += (double)count[k];
            all += p;
            all_found += (double)count[k];
            distance = fmax(distance, fabs(all_found / n - all));
            if (expected >= 16 && n * (1 - all) >= 16) { // else more go into this bin
                chi_square += (found - expected) * (found - expected) / expected;
                expected = found = 0;
                bins++;
            }
        }
        expected += n * (1 - all);
        if (expected > 0) {
            chi_square += (found - expected) * (found - expected) / expected;
            bins++;
        }
        if (!problem && bins > 2 && !(fabs(rarity(chi_square, bins - 1)) < 5.5))
            problem = SAY("chi square over %d bins is %.1f", bins, chi_square);
        if (!problem && !(distance * sqrt((double)n) < 3))
            problem = SAY("the distribution is %.2g off (Kolmogorov-Smirnov)", distance);
    }
    free(count);
    return problem;
}

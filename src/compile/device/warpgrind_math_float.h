/* The float cores: each is good on the range that warpgrind_math_shared.h brings its argument to. Coefficients are
 * minimax fits (Remez, relative error given beside them) rounded to float. */
#pragma once
#include "warpgrind_math_base.h"
#pragma float_control(precise, on, push)

namespace __wg {

/* exp, as exp2 of the special function unit on [-0.5, 0.5] times a power of two. `high` + `low` is ln 2 (or log10 2)
 * over the unit of x, `per_unit` its inverse. */
__WG_MATH float exp_scaled(float x, float per_unit, float high, float low)
{
    float n = max(min(rint(x * per_unit), 252.0f), -252.0f);
    float r = fma(n, -low, fma(n, -high, x));
    return scale(exp2_approx(r * per_unit), (int)n);
}

__WG_MATH float exp(float x) { return exp_scaled(x, 0x1.715476p+0f, 0x1.62e43p-1f, -0x1.05c61p-29f); }
__WG_MATH float exp2(float x) { return exp_scaled(x, 1.0f, 1.0f, 0.0f); }
__WG_MATH float exp10(float x) { return exp_scaled(x, 0x1.a934fp+1f, 0x1.344136p-2f, -0x1.ec10cp-27f); }

__WG_MATH float expm1(float x)
{
    if (!(abs(x) < 88.0f))
        return x > 0.0f ? exp(x) : x < 0.0f ? -1.0f : x;
    float n = rint(x * 0x1.715476p+0f);
    float r = fma(n, 0x1.05c61p-29f, fma(n, -0x1.62e43p-1f, x));
    float p = poly(r, 0.5f, 0x1.555556p-3f, 0x1.5554aep-5f, 0x1.11108ep-7f, 0x1.6d7528p-10f,
                   0x1.a1a27ap-13f); /* 2^-32 */
    float small = fma(r * r, p, r);
    float power = power_of_two<float>((int)n);
    return n == 0.0f ? small : fma(small, power, power - 1.0f);
}

/* ln(1 + f) on [-1/3, 1/3]; 2^-30. */
__WG_MATH float log_near_one(float f)
{
    float p = poly(f, 0x1.555558p-2f, -0x1.ffff0ep-3f, 0x1.9995f6p-3f, -0x1.55993ap-3f, 0x1.25207cp-3f, -0x1.f384d4p-4f,
                   0x1.b4b0a6p-4f, -0x1.071be8p-3f, 0x1.fa2e9ep-4f);
    return fma(fma(p, f, -0.5f), f * f, f);
}

/* x = m · 2^e with m in [2/3, 4/3). x > 0 and finite. */
__WG_MATH float split(float x, float *e)
{
    float shift = 0.0f;
    if (x < numbers<float>::smallest_normal) {
        x *= 0x1p23f;
        shift = -23.0f;
    }
    unsigned offset = (to_bits(x) - to_bits(0x1.555556p-1f)) & 0xff800000u;
    *e = fma((float)(int)offset, 0x1p-23f, shift);
    return from_bits(to_bits(x) - offset);
}

/* In units of ln 2, ln b …: `factor` scales ln m, `per_octave` is the logarithm of 2. */
__WG_MATH float log_scaled(float x, float factor, float per_octave)
{
    if (!(x > 0.0f && x < numbers<float>::infinity))
        return x == 0.0f ? -numbers<float>::infinity : x < 0.0f ? quiet_nan<float>() : x + x;
    float e, m = split(x, &e);
    return fma(e, per_octave, factor * log_near_one(m - 1.0f));
}

__WG_MATH float log(float x) { return log_scaled(x, 1.0f, 0x1.62e43p-1f); }
__WG_MATH float log2(float x) { return log_scaled(x, 0x1.715476p+0f, 1.0f); }
__WG_MATH float log10(float x) { return log_scaled(x, 0x1.bcb7b2p-2f, 0x1.344136p-2f); }

__WG_MATH float log1p(float x)
{
    if (!(x > -1.0f && x < numbers<float>::infinity))
        return x == -1.0f ? -numbers<float>::infinity : x < 0.0f ? quiet_nan<float>() : x + x;
    unsigned offset = (to_bits(1.0f + x) - to_bits(0.75f)) & 0xff800000u;
    /* (1 + x) · 2^-e - 1 */
    float f = from_bits(to_bits(x) - offset) + fma(0.25f, from_bits(to_bits(4.0f) - offset), -1.0f);
    float p = poly(f, 0x1.555558p-2f, -0x1.00007p-2f, 0x1.9998cap-3f, -0x1.551b22p-3f, 0x1.2442a6p-3f, -0x1.046606p-3f,
                   0x1.e0b3e2p-4f, -0x1.7afd92p-4f, 0x1.3dea4ap-5f); /* 2^-30 on [-1/4, 1/2] */
    float small = fma(fma(p, f, -0.5f), f * f, f);
    return fma((float)(int)offset, 0x1.62e43p-24f, small);
}

/* sin or cos on [-π/4, π/4]; 2^-37 and 2^-33. One polynomial with coefficients chosen, so that lanes do not part. */
__WG_MATH float sin_or_cos(float r, bool cosine)
{
    float z = r * r, base = cosine ? 1.0f : r;
    float p = poly(z, cosine ? -0.5f : -0x1.555556p-3f, cosine ? 0x1.55554ap-5f : 0x1.111108p-7f,
                   cosine ? -0x1.6c0c82p-10f : -0x1.a00f94p-13f, cosine ? 0x1.99ff42p-16f : 0x1.6cd5ecp-19f);
    return fma(base * z, p, base);
}

/* The bits of 2/π, 32 behind 32 zeros at a time. */
__WG_MATH_TABLE unsigned two_over_pi_f[8] = {
    0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
};

/* Payne and Hanek: x · 2/π modulo 4 needs only the 96 bits of 2/π that are worth less than 4 after the
 * multiplication. */
__WG_MATH_SLOW turned<float> reduce_large(float x)
{
    int exponent = (int)(to_bits(x) >> 23 & 0xff) - 150;
    unsigned mantissa = (to_bits(x) & 0x7fffffu) | 0x800000u;
    int first = exponent + 30, word = first >> 5, shift = first & 31;
    unsigned window[3];
    for (int i = 0; i < 3; i++) {
        unsigned long long two = (unsigned long long)two_over_pi_f[word + i] << 32 | two_over_pi_f[word + i + 1];
        window[i] = (unsigned)(two << shift >> 32);
    }
    unsigned long long low = (unsigned long long)mantissa * window[2];
    unsigned long long middle = (unsigned long long)mantissa * window[1] + (low >> 32);
    unsigned long long product = ((unsigned long long)(mantissa * window[0]) << 32) + middle;
    int turns = (int)(product >> 62);
    long long fraction = (long long)(product << 2);
    turns += fraction < 0;
    float r = (float)((double)fraction * (0x1.921fb54442d18p+0 * 0x1p-64));
    return is_negative(x) ? turned<float>{-r, -turns} : turned<float>{r, turns};
}

/* r in [-π/4, π/4]. */
__WG_MATH turned<float> reduce(float x)
{
    if (abs(x) < 105615.0f) {
        float n = rint(x * 0x1.45f306p-1f);
        return {fma(n, 0x1.ee59dap-50f, fma(n, 0x1.777a5cp-25f, fma(n, -0x1.921fb6p+0f, x))), (int)n};
    }
    if (!(abs(x) < numbers<float>::infinity))
        return {x - x, 0};
    return reduce_large(x);
}

/* On [0, 1]; 2^-29. */
__WG_MATH float atan_kernel(float x)
{
    float z = x * x;
    float p = poly(z, -0x1.55554p-2f, 0x1.999276p-3f, -0x1.2426f8p-3f, 0x1.c0d282p-4f, -0x1.58dc68p-4f, 0x1.dd0e9ap-5f,
                   -0x1.01af46p-5f, 0x1.6a8efcp-7f, -0x1.defda8p-10f);
    return fma(x * z, p, x);
}

/* On [0, 0.5]; 2^-28. */
__WG_MATH float asin_kernel(float x)
{
    float z = x * x;
    return fma(x * z, poly(z, 0x1.5555cap-3f, 0x1.330136p-4f, 0x1.748eecp-5f, 0x1.8b877p-6f, 0x1.59f338p-5f), x);
}

/* On [0, 0.55]; 2^-30. */
__WG_MATH float tanh_kernel(float x)
{
    float z = x * x;
    return fma(x * z, poly(z, -0x1.55554cp-2f, 0x1.110d3cp-3f, -0x1.b92bbap-5f, 0x1.595686p-6f, -0x1.9bba62p-8f), x);
}

/* On [-1, 1]; 2^-30. */
__WG_MATH float erf_kernel(float x)
{
    float z = x * x;
    float p = poly(z, 0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2cf8p-4f, -0x1.b7f90ep-6f, 0x1.5405b2p-8f,
                   -0x1.a3f706p-11f, 0x1.496a4p-14f);
    return fma(x, p, x);
}

/* (1 + 2x) · exp(x²) · erfc(x) for x ≥ 0 is smooth in (x - 2) / (x + 2); 2^-26. */
__WG_MATH float erfc_kernel(float x)
{
    float t = (x - 2.0f) / (x + 2.0f);
    float p = poly(t, 0x1.46e80ep+0f, -0x1.7bf5fep-4f, -0x1.540844p-3f, 0x1.4ffb12p-3f, -0x1.bc0bd6p-5f,
                   -0x1.079614p-7f, 0x1.1b091p-7f, 0x1.4d3d24p-10f, -0x1.487bb2p-10f, -0x1.7b99b6p-12f, 0x1.d1ae3p-16f);
    return p / fma(2.0f, x, 1.0f);
}
__WG_MATH float erfc_limit(float) { return 10.1f; } /* beyond which erfc is 0 */

/* ln x for pow, to twice the precision or nearly: x > 0, normal or not, finite. */
__WG_MATH pair<float> log_pair(float x)
{
    float e, m = split(x, &e);
    float above = m + 1.0f, lost = m - (above - 1.0f);
    float s = (m - 1.0f) / above;
    float s_low = fma(-s, lost, fma(-s, above, m - 1.0f)) / above;
    float z = s * s;
    float p = poly(z, 0x1.555554p-1f, 0x1.999be4p-2f, 0x1.23e7f8p-2f, 0x1.edbdb2p-3f); /* 2^-34 */
    pair<float> sum = add_ordered(e * 0x1.62e4p-1f, 2.0f * s); /* this part of ln 2 is short: the product is exact */
    return add_ordered(sum.high, sum.low + fma(e, 0x1.7f7d1cp-20f, fma(s * z, p, 2.0f * s_low)));
}

/* e^(x.high + x.low) */
__WG_MATH float exp_pair(pair<float> x)
{
    float r = exp(x.high);
    return is_infinite(r) || is_nan(x.low) ? r : fma(r, x.low, r);
}

__WG_MATH float cbrt(float x)
{
    float a = abs(x);
    if (a == 0.0f || !(a < numbers<float>::infinity))
        return x + x;
    bool small = a < 0x1p-100f; /* subnormals would lose the correction below */
    a = small ? a * 0x1p+48f : a;
    float r = exp2_approx(log2_approx(a) * 0x1.555556p-2f);
    r = fma(a / (r * r) - r, 0x1.555556p-2f, r);
    return copysign(small ? r * 0x1p-16f : r, x);
}

} // namespace __wg

#pragma float_control(pop)

/* The double cores; see warpgrind_math_float.h. */
#pragma once
#include "warpgrind_math_base.h"
#pragma float_control(precise, on, push)

namespace __wg {

/* (e^r - 1 - r) / r² on [-ln 2 / 2, ln 2 / 2]; 2^-61. */
__WG_MATH double exp_kernel(double r)
{
    return poly(r, 0.5, 0x1.5555555555559p-3, 0x1.555555555555ap-5, 0x1.111111110f67dp-7, 0x1.6c16c16c1442cp-10,
                0x1.a01a01affb2c4p-13, 0x1.a01a01b0c3734p-16, 0x1.71ddf81658b1ap-19, 0x1.27e4c584b48e2p-22,
                0x1.af5f331f233dcp-26, 0x1.1f9590a231d4bp-29);
}

/* e^(high + low), |high| < 746 and `low` far smaller. */
__WG_MATH double exp_sum(double high, double low)
{
    double n = rint(high * 0x1.71547652b82fep+0);
    double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, high)) + low;
    return scale(1.0 + fma(r * r, exp_kernel(r), r), (int)n);
}

__WG_MATH double exp(double x)
{
    if (!(abs(x) < 746.0))
        return x > 0.0 ? numbers<double>::infinity : x < 0.0 ? 0.0 : x;
    return exp_sum(x, 0.0);
}

__WG_MATH double exp2(double x)
{
    if (!(abs(x) < 1080.0))
        return x > 0.0 ? numbers<double>::infinity : x < 0.0 ? 0.0 : x;
    double n = rint(x), f = x - n;
    double r = f * 0x1.62e42fefa39efp-1, low = fma(f, 0x1.62e42fefa39efp-1, -r) + f * 0x1.abc9e3b39803fp-56;
    return scale(1.0 + (r + fma(r * r, exp_kernel(r), low)), (int)n);
}

__WG_MATH double exp10(double x)
{
    if (!(abs(x) < 330.0))
        return x > 0.0 ? numbers<double>::infinity : x < 0.0 ? 0.0 : x;
    double n = rint(x * 0x1.a934f0979a371p+1);
    double f = fma(n, 0x1.9dc1da994fd21p-59, fma(n, -0x1.34413509f79ffp-2, x));
    double r = f * 0x1.26bb1bbb55516p+1;
    return scale(1.0 + (r + fma(r * r, exp_kernel(r), fma(f, 0x1.26bb1bbb55516p+1, -r))), (int)n);
}

__WG_MATH double expm1(double x)
{
    if (!(abs(x) < 709.0))
        return x > 0.0 ? exp(x) : x < 0.0 ? -1.0 : x;
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(n, -0x1.abc9e3b39803fp-56, fma(n, -0x1.62e42fefa39efp-1, x));
    double small = fma(r * r, exp_kernel(r), r);
    double power = power_of_two<double>((int)n);
    return n == 0.0 ? small : fma(small, power, power - 1.0);
}

/* x = m · 2^e with m in [√½, √2). x > 0 and finite. */
__WG_MATH double split(double x, double *e)
{
    double shift = 0.0;
    if (x < numbers<double>::smallest_normal) {
        x *= 0x1p54;
        shift = -54.0;
    }
    unsigned long long offset = (to_bits(x) - to_bits(0x1.6a09e667f3bcdp-1)) & 0xfff0000000000000ull;
    *e = (double)(int)((long long)offset >> 52) + shift;
    return from_bits(to_bits(x) - offset);
}

/* ln(1 + f) on [√½ - 1, √2 - 1], through atanh(f / (2 + f)); 2^-65. Written so that the largest term is exact. */
__WG_MATH double log_near_one(double f)
{
    double s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
    double p = poly(z, 0x1.5555555555555p-1, 0x1.9999999999e51p-2, 0x1.2492492424d73p-2, 0x1.c71c72608ba58p-3,
                    0x1.745cdbd8ac372p-3, 0x1.3b2112f2bbb09p-3, 0x1.0f53ac94f7cd9p-3, 0x1.0fb5f4c04ffd9p-3);
    return f - (half - s * fma(z, p, half));
}

__WG_MATH double log_scaled(double x, double factor, double per_octave, double per_octave_low)
{
    if (!(x > 0.0 && x < numbers<double>::infinity))
        return x == 0.0 ? -numbers<double>::infinity : x < 0.0 ? quiet_nan<double>() : x + x;
    double e, m = split(x, &e);
    return fma(e, per_octave, fma(e, per_octave_low, factor * log_near_one(m - 1.0)));
}

__WG_MATH double log(double x) { return log_scaled(x, 1.0, 0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56); }
__WG_MATH double log2(double x) { return log_scaled(x, 0x1.71547652b82fep+0, 1.0, 0.0); }
__WG_MATH double log10(double x)
{
    return log_scaled(x, 0x1.bcb7b1526e50ep-2, 0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59);
}

__WG_MATH double log1p(double x)
{
    if (!(x > -1.0 && x < numbers<double>::infinity))
        return x == -1.0 ? -numbers<double>::infinity : x < 0.0 ? quiet_nan<double>() : x + x;
    if (abs(x) < 0.25)
        return log_near_one(x);
    double sum = 1.0 + x, lost = x > 1.0 ? 1.0 - (sum - x) : x - (sum - 1.0);
    double e, m = split(sum, &e);
    double low = lost / sum; /* ln(sum + lost) = ln sum + lost / sum, nearly */
    return fma(e, 0x1.62e42fefa39efp-1, log_near_one(m - 1.0) + fma(e, 0x1.abc9e3b39803fp-56, low));
}

/* sin or cos on [-π/4, π/4]; 2^-68 and 2^-64. */
__WG_MATH double sin_or_cos(double r, bool cosine)
{
    double z = r * r, base = cosine ? 1.0 : r;
    double p = poly(z, cosine ? -0.5 : -0x1.5555555555555p-3, cosine ? 0x1.555555555554cp-5 : 0x1.111111111110bp-7,
                    cosine ? -0x1.6c16c16c1514p-10 : -0x1.a01a01a018ab2p-13,
                    cosine ? 0x1.a01a019cab73dp-16 : 0x1.71de3a53355c8p-19,
                    cosine ? -0x1.27e4f80533616p-22 : -0x1.ae645292d924p-26,
                    cosine ? 0x1.1ee9e8906df3fp-29 : 0x1.61208f2f436f8p-33,
                    cosine ? -0x1.8facd12d88231p-37 : -0x1.aaa37f2bd6f4ep-41);
    return fma(base * z, p, base);
}

__WG_MATH_TABLE unsigned long long two_over_pi_d[21] = {
    0,
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4,
    0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
};

__WG_MATH unsigned long long high_product(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

/* As for float, with three words of 64 bits and a fraction of 126. */
__WG_MATH_SLOW turned<double> reduce_large(double x)
{
    int exponent = (int)(to_bits(x) >> 52 & 0x7ff) - 1075;
    unsigned long long mantissa = (to_bits(x) & 0xfffffffffffffull) | 0x10000000000000ull;
    int first = exponent + 62, word = first >> 6, shift = first & 63;
    unsigned long long window[3];
    for (int i = 0; i < 3; i++)
        window[i] = two_over_pi_d[word + i] << shift | (shift ? two_over_pi_d[word + i + 1] >> (64 - shift) : 0);
    unsigned long long low = mantissa * window[1], high = mantissa * window[0] + high_product(mantissa, window[1]);
    unsigned long long carried = low + high_product(mantissa, window[2]);
    high += carried < low;
    int turns = (int)(high >> 62);
    high = high << 2 | carried >> 62;
    low = carried << 2;
    bool negative = (long long)high < 0;
    if (negative) { /* the nearest multiple is the next one */
        turns++;
        low = 0 - low;
        high = ~high + (low == 0);
    }
    double fraction = (double)high * 0x1p-64 + (double)low * 0x1p-128;
    double r = fma(fraction, 0x1.921fb54442d18p+0, fraction * 0x1.1a62633145c07p-54);
    return {is_negative(x) != negative ? -r : r, is_negative(x) ? -turns : turns};
}

__WG_MATH turned<double> reduce(double x)
{
    if (abs(x) < 105615.0) {
        double n = rint(x * 0x1.45f306dc9c883p-1);
        double r = fma(n, 0x1.f1976b7ed8fbcp-110, fma(n, -0x1.1a62633145c07p-54, fma(n, -0x1.921fb54442d18p+0, x)));
        return {r, (int)n};
    }
    if (!(abs(x) < numbers<double>::infinity))
        return {x - x, 0};
    return reduce_large(x);
}

/* On [0, 1]; 2^-57. */
__WG_MATH double atan_kernel(double x)
{
    double z = x * x;
    double p = poly(z, -0x1.555555555552ap-2, 0x1.9999999995ae3p-3, -0x1.249249239227dp-3, 0x1.c71c718424002p-4,
                    -0x1.745d11faf7744p-4, 0x1.3b136a152f859p-4, -0x1.110e6d8355013p-4, 0x1.e1bcf7099f7a9p-5,
                    -0x1.ae644a685a795p-5, 0x1.82eea5ffbc638p-5, -0x1.59d7db222ded5p-5, 0x1.2c97ee276c27dp-5,
                    -0x1.eb48a7d61d763p-6, 0x1.69d7e1352ca63p-6, -0x1.ca96830e0be05p-7, 0x1.dc02fd6f805bfp-8,
                    -0x1.7ea4f3ca8c084p-9, 0x1.ba3ac59ae8fd6p-11, -0x1.44a240f56c775p-13, 0x1.c4a07b9b1bbb3p-17);
    return fma(x * z, p, x);
}

/* On [0, 0.5]; 2^-59. */
__WG_MATH double asin_kernel(double x)
{
    double z = x * x;
    double p = poly(z, 0x1.5555555555578p-3, 0x1.333333332df03p-4, 0x1.6db6db722c1e8p-5, 0x1.f1c71a8b615bep-6,
                    0x1.6e8bdfec4cbep-6, 0x1.1c49dda65b10dp-6, 0x1.ca214bfcd0b7ap-7, 0x1.757753e596c94p-7,
                    0x1.618be074ad902p-7, 0x1.e14b4642a3b6p-9, 0x1.65068256a883fp-6, -0x1.59fc722db3c36p-6,
                    0x1.0be62237fb5cfp-5);
    return fma(x * z, p, x);
}

/* On [0, 0.55]; 2^-60. */
__WG_MATH double tanh_kernel(double x)
{
    double z = x * x;
    double p = poly(z, -0x1.555555555554fp-2, 0x1.11111111107ebp-3, -0x1.ba1ba1b981af8p-5, 0x1.664f485a54fe7p-6,
                    -0x1.226e2f30ae69fp-7, 0x1.d6d29fe5d6fa9p-9, -0x1.7d9009882bbf1p-10, 0x1.34855db786fd9p-11,
                    -0x1.e9807be9c5171p-13, 0x1.5da323019105ap-14, -0x1.47820afa48715p-16);
    return fma(x * z, p, x);
}

/* On [-1, 1]; 2^-62. */
__WG_MATH double erf_kernel(double x)
{
    double z = x * x;
    double p = poly(z, 0x1.06eba8214db68p-3, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b2p-4, -0x1.b82ce3128499dp-6,
                    0x1.565bcd0db03p-8, -0x1.c02db3d8ed6ccp-11, 0x1.f9a321a1255bdp-14, -0x1.f4d1df39d0319p-17,
                    0x1.b9def1a40a2dap-20, -0x1.5f1d36f13e10ap-23, 0x1.f7a413f68e8bcp-27, -0x1.386ac5b287b3p-30,
                    0x1.0579b681f615p-34);
    return fma(x, p, x);
}

/* With (x - 4) / (x + 4); 2^-56. */
__WG_MATH double erfc_kernel(double x)
{
    double t = (x - 4.0) / (x + 4.0);
    double p = poly(t, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a29cp-3, 0x1.f7f5df66fd71ep-7, 0x1.16ecefcfa6043p-4,
                    -0x1.9ddb23c3e8a4ep-4, 0x1.7fee004df6acap-4, -0x1.0fb06dfe58cadp-4, 0x1.3079edf9f99e9p-5,
                    -0x1.09623880777abp-6, 0x1.49c67191abc88p-8, -0x1.8d4a9feee30b3p-11, -0x1.a1de83d14666ep-13,
                    0x1.3be0d2dc3819bp-13, -0x1.9969d5e02bep-16, -0x1.78a8725b8320ap-17, 0x1.7fae621b0f4c8p-18,
                    0x1.44391eb5a9c9ap-22, -0x1.bfe11eea39d1ep-21, 0x1.0bf5a35c40ae1p-24, 0x1.ec09764c4985p-24,
                    -0x1.0b483c7bac6bbp-27, -0x1.cbf2bab0c9a14p-27, -0x1.d8226431013c8p-30);
    return p / fma(2.0, x, 1.0);
}
__WG_MATH double erfc_limit(double) { return 27.3; }

/* ln x to more than 65 bits, which a power of 1e300 needs. */
__WG_MATH pair<double> log_pair(double x)
{
    double e, m = split(x, &e);
    double above = m + 1.0, lost = m - (above - 1.0), s = (m - 1.0) / above;
    pair<double> ratio = {s, fma(-s, lost, fma(-s, above, m - 1.0)) / above};
    pair<double> z = multiply(ratio, ratio);
    double q = poly(z.high, 0x1.9999999999999p-2, 0x1.24924924928d8p-2, 0x1.c71c71c6562c4p-3, 0x1.745d17d0cb556p-3,
                    0x1.3b137b68266c7p-3, 0x1.111d2f9ca8614p-3, 0x1.debb3859ed52cp-4, 0x1.e6df9c19659bap-4);
    pair<double> p = add_ordered(0x1.5555555555555p-1, fma(z.high, q, 0x1.5555555555555p-55));
    pair<double> cube = multiply(multiply(ratio, z), p);
    pair<double> octaves = multiply(e, 0x1.62e42fefa39efp-1);
    pair<double> sum = add_ordered(octaves.high, 2.0 * ratio.high);
    pair<double> rest = add_ordered(sum.high, cube.high);
    double low = rest.low + (sum.low + (octaves.low + fma(e, 0x1.abc9e3b39803fp-56, fma(2.0, ratio.low, cube.low))));
    return add_ordered(rest.high, low);
}

__WG_MATH double exp_pair(pair<double> x)
{
    if (!(abs(x.high) < 746.0))
        return exp(x.high);
    return exp_sum(x.high, x.low);
}

/* A float for a start, then two steps of Newton's. */
__WG_MATH double cbrt(double x)
{
    double a = abs(x);
    if (a == 0.0 || !(a < numbers<double>::infinity))
        return x + x;
    int shift = a < numbers<double>::smallest_normal ? 54 : 0;
    a = shift ? a * 0x1p54 : a;
    int third = ((int)(to_bits(a) >> 52) - 1023) / 3;
    a = scale(a, -3 * third); /* now in [1/8, 8) */
    float start = exp2_approx(log2_approx((float)a) * 0x1.555556p-2f);
    double r = start;
    r = fma(a / (r * r) - r, 0x1.5555555555555p-2, r);
    r = fma(a / (r * r) - r, 0x1.5555555555555p-2, r);
    return copysign(r * power_of_two<double>(third - shift / 3), x);
}

} // namespace __wg

#pragma float_control(pop)

/* SPDX-License-Identifier: Apache-2.0 */
/* The number formats of the hardware, and how values pass from one to another.
 *
 * Two ways lead to a narrower format. The named conversions (wg_f32_to_f16 …) round to nearest even, have no branch and
 * vectorise. wg_round_to takes any format and rounding mode and works on integers, so that nothing depends on the
 * host's rounding mode. NaNs become the one NaN that NVIDIA hardware produces in each format.
 *
 * Arithmetic in a narrow format is done in a wider one and rounded twice. That is right when the first rounding is "to
 * odd" (a result that is not exact gets a last bit of 1, so that it is never mistaken for a tie) and leaves two bits
 * more. */
#ifndef WG_SIM_EXEC_NUMBERS_H
#define WG_SIM_EXEC_NUMBERS_H

#include "ptx/forms.h"

#include <math.h>
#include <string.h>

#define WG_NAN_F16 0x7fffu
#define WG_NAN_BF16 0x7fffu
#define WG_NAN_F32 0x7fffffffu
#define WG_NAN_F64 0xfff8000000000000u /* of an invalid operation */

static inline uint32_t wg_f32_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float wg_f32_from(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t wg_f64_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double wg_f64_from(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Any NaN becomes the canonical one. */
static inline float wg_nan_f32(float x) { return x == x ? x : wg_f32_from(WG_NAN_F32); }

/* f64 instead passes on the NaN it was given, made quiet: that of `second` before that of `first`. */
static inline double wg_nan_f64(double x, double first, double second)
{
    uint64_t quiet = 1ull << 51, nan = first == first ? WG_NAN_F64 : wg_f64_bits(first) | quiet;
    nan = second == second ? nan : wg_f64_bits(second) | quiet;
    return wg_f64_from(x == x ? wg_f64_bits(x) : nan);
}

/* Subnormal numbers become zero, the sign is kept. */
static inline float wg_ftz_f32(float x)
{
    uint32_t bits = wg_f32_bits(x);
    return wg_f32_from(bits & 0x7f800000u ? bits : bits & 0x80000000u);
}

/* Into [0, 1]; NaN and -0 become +0. */
static inline float wg_sat_f32(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

static inline double wg_sat_f64(double x) { return x > 0 ? (x < 1 ? x : 1.0) : 0.0; }

/* A loop that looks at `flags`, compiled apart for the usual ones. */
#define FLAGGED(...)                                                                                                   \
    do {                                                                                                               \
        const uint32_t all_ = i->flags & ~(uint32_t)(WG_FLAG_APPROX | WG_FLAG_FULL);                                   \
        if (all_ == WG_FLAG_FTZ) {                                                                                     \
            const uint32_t flags = WG_FLAG_FTZ;                                                                        \
            __VA_ARGS__;                                                                                               \
        } else if (!all_) {                                                                                            \
            const uint32_t flags = 0;                                                                                  \
            __VA_ARGS__;                                                                                               \
        } else {                                                                                                       \
            const uint32_t flags = all_;                                                                               \
            __VA_ARGS__;                                                                                               \
        }                                                                                                              \
    } while (0)

/* What .ftz does to an operand, and .ftz and .sat to a result. */
static inline float wg_f32_in(float x, uint32_t flags) { return flags & WG_FLAG_FTZ ? wg_ftz_f32(x) : x; }

static inline float wg_f32_out(float x, uint32_t flags)
{
    float y = wg_nan_f32(flags & WG_FLAG_FTZ ? wg_ftz_f32(x) : x);
    return flags & WG_FLAG_SAT ? wg_sat_f32(y) : y;
}

/* The same where x may have been rounded up to the smallest normal number: the hardware flushes what would be subnormal
 * were there no limit to exponents. `scaled` is the result times 2^24, which has all its bits. */
static inline float wg_f32_out_scaled(float x, float scaled, uint32_t flags)
{
    bool tiny = fabsf(x) == 0x1p-126f && fabsf(scaled) < 0x1p-102f && flags & WG_FLAG_FTZ;
    return wg_f32_out(tiny ? wg_f32_from(wg_f32_bits(x) & 0x80000000u) : x, flags);
}

/* ---- to a wider format: exact ------------------------------------------------------------------------------------ */

/* The value of a magnitude (no sign, no infinity, no NaN) with that many mantissa bits and that exponent bias. */
static inline uint32_t wg_widen_bits(uint32_t magnitude, int mantissa, int bias)
{
    float unit = wg_f32_from((uint32_t)(127 + 1 - bias - mantissa) << 23);
    uint32_t subnormal = wg_f32_bits((float)(int32_t)magnitude * unit);
    uint32_t normal = (magnitude << (23 - mantissa)) + ((uint32_t)(127 - bias) << 23);
    return magnitude >> mantissa ? normal : subnormal;
}

/* For arithmetic: 16 bits in 32, so that vectors keep their width, and a NaN that is any NaN. */
static inline float wg_f16_widen(uint32_t x)
{
    uint32_t magnitude = x & 0x7fffu, sign = (x & 0x8000u) << 16;
    uint32_t number = wg_widen_bits(magnitude, 10, 15), special = magnitude < 0x7c00 ? 0 : 112u << 23;
    return wg_f32_from((number + special) | sign);
}

static inline float wg_f16_to_f32(uint16_t x) { return wg_nan_f32(wg_f16_widen(x)); }

static inline float wg_bf16_to_f32(uint16_t x) { return wg_f32_from((uint32_t)x << 16); /* NaNs too */ }

static inline float wg_e4m3_to_f32(uint8_t x)
{
    uint32_t magnitude = x & 0x7fu, sign = (uint32_t)(x & 0x80u) << 24;
    uint32_t number = sign | wg_widen_bits(magnitude, 3, 7);
    return wg_f32_from(magnitude == 0x7f ? WG_NAN_F32 : number);
}

static inline float wg_e5m2_to_f32(uint8_t x) { return wg_f16_to_f32((uint16_t)(x << 8)); }

static inline float wg_e2m3_to_f32(uint8_t x)
{
    return wg_f32_from((uint32_t)(x & 0x20u) << 26 | wg_widen_bits(x & 0x1fu, 3, 1));
}

static inline float wg_e3m2_to_f32(uint8_t x)
{
    return wg_f32_from((uint32_t)(x & 0x20u) << 26 | wg_widen_bits(x & 0x1fu, 2, 3));
}

static inline float wg_e2m1_to_f32(uint8_t x)
{
    return wg_f32_from((uint32_t)(x & 0x8u) << 28 | wg_widen_bits(x & 0x7u, 1, 1));
}

static inline float wg_ue8m0_to_f32(uint8_t x)
{
    return wg_f32_from(x == 0xff ? WG_NAN_F32 : x == 0 ? 0x00400000u : (uint32_t)x << 23);
}

/* ---- to a narrower format, to nearest even: no branches ---------------------------------------------------------- */

static inline uint32_t wg_f16_narrow(float x)
{
    uint32_t bits = wg_f32_bits(x), magnitude = bits & 0x7fffffffu, sign = bits >> 16 & 0x8000u;
    uint32_t normal = (magnitude - (112u << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
    uint32_t subnormal = wg_f32_bits(wg_f32_from(magnitude) + 0.5f) - 0x3f000000u; /* the adder rounds at 2^-24 */
    uint32_t finite = magnitude < 113u << 23 ? subnormal : normal;
    uint32_t result = sign | (magnitude >= 143u << 23 ? 0x7c00u : finite);
    return magnitude > 0x7f800000u ? WG_NAN_F16 : result;
}

static inline uint16_t wg_f32_to_f16(float x) { return (uint16_t)wg_f16_narrow(x); }

static inline uint32_t wg_bf16_narrow(float x)
{
    uint32_t bits = wg_f32_bits(x), rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    return (bits & 0x7fffffffu) > 0x7f800000u ? WG_NAN_BF16 : rounded;
}

static inline uint16_t wg_f32_to_bf16(float x) { return (uint16_t)wg_bf16_narrow(x); }

/* A tf32 is an f32 whose last 13 bits are zero. rna: ties away from zero; the usual one. */
#define WG_NAN_TF32 0x7fffe000u

static inline float wg_f32_to_tf32_rna(float x)
{
    uint32_t bits = wg_f32_bits(x), half = (bits & 0x7fffffffu) > 0x7f800000u ? 0 : 0x1000;
    return wg_f32_from((bits + half) & 0xffffe000u);
}

static inline float wg_f32_to_tf32_rn(float x)
{
    uint32_t bits = wg_f32_bits(x), rounded = (bits + 0xfff + (bits >> 13 & 1)) & 0xffffe000u;
    return wg_f32_from((bits & 0x7fffffffu) > 0x7f800000u ? WG_NAN_TF32 : rounded);
}

/* What a matrix instruction sees of an f32 register: the last 13 bits are ignored. */
static inline float wg_f32_to_tf32_rz(float x)
{
    uint32_t bits = wg_f32_bits(x);
    return wg_f32_from((bits & 0x7fffffffu) > 0x7f800000u ? WG_NAN_TF32 : bits & 0xffffe000u);
}

static inline float wg_f32_to_tf32(float x) { return wg_f32_to_tf32_rna(x); }

/* From a number rounded to nearest and the side on which the exact one lies (neither, when near is exact) to the one
 * rounded to odd. */
static inline float wg_odd_f32(float near, bool above, bool below)
{
    uint32_t bits = wg_f32_bits(near), outward = bits >> 31 ? below : above;
    uint32_t odd = outward ? bits + 1 : bits - 1;
    return wg_f32_from((below | above) & ~bits & 1 ? odd : bits);
}

/* Rounded to odd, then. What it gives may be rounded once more, to 22 bits or fewer. */
static inline float wg_f64_to_f32_odd(double x)
{
    float near = (float)x;
    return wg_odd_f32(near, x > (double)near, x < (double)near);
}

static inline uint16_t wg_f64_to_f16(double x) { return wg_f32_to_f16(wg_f64_to_f32_odd(x)); }

static inline uint16_t wg_f64_to_bf16(double x) { return wg_f32_to_bf16(wg_f64_to_f32_odd(x)); }

/* ---- to any format, with any rounding ---------------------------------------------------------------------------- */

typedef struct wg_format {
    uint8_t mantissa;  /* stored bits of it */
    uint16_t bias;     /* of the exponent */
    uint64_t max;      /* the largest finite magnitude */
    uint64_t infinity; /* what overflows; equals max in formats without infinity */
    uint64_t sign;
    uint64_t nan;
} wg_format;

static const wg_format WG_FORMAT_F64
    __attribute__((unused)) = {52, 1023, 0x7fefffffffffffff, 0x7ff0000000000000, 1ull << 63, WG_NAN_F64};
static const wg_format WG_FORMAT_F32
    __attribute__((unused)) = {23, 127, 0x7f7fffff, 0x7f800000, 0x80000000, WG_NAN_F32};
static const wg_format WG_FORMAT_F16 __attribute__((unused)) = {10, 15, 0x7bff, 0x7c00, 0x8000, WG_NAN_F16};
static const wg_format WG_FORMAT_BF16 __attribute__((unused)) = {7, 127, 0x7f7f, 0x7f80, 0x8000, WG_NAN_BF16};
static const wg_format WG_FORMAT_TF32
    __attribute__((unused)) = {10, 127, 0x3fbff, 0x3fc00, 0x40000, 0x3ffff}; /* << 13: an f32 */
static const wg_format WG_FORMAT_E4M3 __attribute__((unused)) = {3, 7, 0x7e, 0x7f, 0x80, 0x7f};
static const wg_format WG_FORMAT_E5M2 __attribute__((unused)) = {2, 15, 0x7b, 0x7c, 0x80, 0x7f};
static const wg_format WG_FORMAT_E2M3 __attribute__((unused)) = {3, 1, 0x1f, 0x1f, 0x20, 0x1f};
static const wg_format WG_FORMAT_E3M2 __attribute__((unused)) = {2, 3, 0x1f, 0x1f, 0x20, 0x1f};
static const wg_format WG_FORMAT_E2M1 __attribute__((unused)) = {1, 1, 0x7, 0x7, 0x8, 0x7};

/* The bits of (negative ? -1 : 1) · significand · 2^exponent, rounded by WG_MOD_RN, RZ, RM, RP or RNA (or their integer
 * namesakes). finite: what is too large becomes the largest finite number. */
static inline uint64_t wg_round_to(wg_format format, bool negative, uint64_t significand, int exponent, wg_mod round,
                                   bool finite)
{
    uint64_t sign = negative ? format.sign : 0;
    if (!significand)
        return sign;
    int zeros = __builtin_clzll(significand);
    significand <<= zeros;
    int top = exponent + 63 - zeros + format.bias; /* biased exponent; below 1 the number is subnormal */
    int shift = 63 - format.mantissa + (top < 1 ? 1 - top : 0);
    if (shift > 63) { /* keep only what rounding needs: above, at or below half of the smallest number */
        significand = shift > 64 ? 1 : significand >> 1 | (significand & 1);
        shift = 63;
    }
    uint64_t kept = significand >> shift, rest = significand & ((1ull << shift) - 1), half = 1ull << (shift - 1);
    bool up = false;
    switch (round) {
    case WG_MOD_RZ:
    case WG_MOD_RZI: break;
    case WG_MOD_RM:
    case WG_MOD_RMI: up = rest && negative; break;
    case WG_MOD_RP:
    case WG_MOD_RPI: up = rest && !negative; break;
    case WG_MOD_RNA: up = rest >= half; break;
    default: up = rest > half || (rest == half && (kept & 1)); break;
    }
    bool huge = top > 2 * (int)format.bias + 1;
    uint64_t code = kept + up + (top > 1 && !huge ? (uint64_t)(top - 1) << format.mantissa : 0);
    if (huge || code > format.max) {
        bool inward = round == WG_MOD_RZ || (round == WG_MOD_RM && !negative) || (round == WG_MOD_RP && negative);
        code = finite || inward ? format.max : format.infinity;
    }
    return sign | code;
}

/* The same for a double, infinities and NaN included. */
static inline uint64_t wg_f64_round_to(wg_format format, double x, wg_mod round, bool finite)
{
    uint64_t bits = wg_f64_bits(x), fraction = bits & 0xfffffffffffffu;
    int exponent = (int)(bits >> 52 & 0x7ff);
    bool negative = bits >> 63;
    if (exponent == 0x7ff)
        return fraction ? format.nan : (negative ? format.sign : 0) | (finite ? format.max : format.infinity);
    if (exponent)
        fraction |= 1ull << 52;
    return wg_round_to(format, negative, fraction, (exponent ? exponent : 1) - 1075, round, finite);
}

static inline float wg_f64_to_f32_round(double x, wg_mod round)
{
    return wg_f32_from((uint32_t)wg_f64_round_to(WG_FORMAT_F32, x, round, false));
}

static inline uint16_t wg_f64_to_f16_round(double x, wg_mod round)
{
    return (uint16_t)wg_f64_round_to(WG_FORMAT_F16, x, round, false);
}

static inline uint16_t wg_f64_to_bf16_round(double x, wg_mod round)
{
    return (uint16_t)wg_f64_round_to(WG_FORMAT_BF16, x, round, false);
}

static inline uint16_t wg_f32_to_f16_round(float x, wg_mod round) { return wg_f64_to_f16_round((double)x, round); }

static inline uint16_t wg_f32_to_bf16_round(float x, wg_mod round) { return wg_f64_to_bf16_round((double)x, round); }

static inline float wg_f32_to_tf32_round(float x, wg_mod round)
{
    return wg_f32_from((uint32_t)wg_f64_round_to(WG_FORMAT_TF32, (double)x, round, false) << 13);
}

/* The eight-bit formats saturate: infinities and what is too large become the largest finite number. */
static inline uint8_t wg_f32_to_e4m3(float x)
{
    return (uint8_t)wg_f64_round_to(WG_FORMAT_E4M3, (double)x, WG_MOD_RN, true);
}

static inline uint8_t wg_f32_to_e5m2(float x)
{
    return (uint8_t)wg_f64_round_to(WG_FORMAT_E5M2, (double)x, WG_MOD_RN, true);
}

#endif

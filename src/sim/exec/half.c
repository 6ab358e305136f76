/* SPDX-License-Identifier: Apache-2.0 */
/* f16 and bf16, alone and in pairs.
 *
 * f16: the product of two has 22 bits and fits an f32; a sum rounded to f32 and then to f16 is right as well (24 ≥ 2·11
 * + 2 bits), only a·b + c must be rounded to odd in between. bf16 has the exponents of f32, so that products are formed
 * in double, where they neither overflow nor vanish. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

#define F(x) wg_f16_widen(x)
#define B(x) wg_f32_from((x) << 16)

/* A pair is one row of 32 bits: the function for each half. */
#define PAIR1(f) (f(a & 0xffff) | f(a >> 16) << 16)
#define PAIR2(f) (f(a & 0xffff, b & 0xffff) | f(a >> 16, b >> 16) << 16)
#define PAIR3(f) (f(a & 0xffff, b & 0xffff, c & 0xffff) | f(a >> 16, b >> 16, c >> 16) << 16)
#define PAIR1_FLAGS(f) (f(a & 0xffff, flags) | f(a >> 16, flags) << 16)
#define PAIR2_FLAGS(f) (f(a & 0xffff, b & 0xffff, flags) | f(a >> 16, b >> 16, flags) << 16)
#define PAIR3_FLAGS(f) (f(a & 0xffff, b & 0xffff, c & 0xffff, flags) | f(a >> 16, b >> 16, c >> 16, flags) << 16)

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static inline float fused_f16(float a, float b, float c)
{
    float product = a * b, sum = product + c, back = sum - product;
    float rest = (product - (sum - back)) + (c - back); /* what the sum lost, exactly */
    return wg_odd_f32(sum, rest > 0, rest < 0);
}

static inline uint32_t add_f16(uint32_t a, uint32_t b) { return wg_f16_narrow(F(a) + F(b)); }

static inline uint32_t sub_f16(uint32_t a, uint32_t b) { return wg_f16_narrow(F(a) - F(b)); }

static inline uint32_t mul_f16(uint32_t a, uint32_t b) { return wg_f16_narrow(F(a) * F(b)); }

static inline uint32_t fma_f16(uint32_t a, uint32_t b, uint32_t c)
{
    return wg_f16_narrow(fused_f16(F(a), F(b), F(c)));
}

static inline uint32_t add_bf16(uint32_t a, uint32_t b) { return wg_bf16_narrow(B(a) + B(b)); }

static inline uint32_t sub_bf16(uint32_t a, uint32_t b) { return wg_bf16_narrow(B(a) - B(b)); }

static inline uint32_t mul_bf16(uint32_t a, uint32_t b)
{
    return wg_bf16_narrow(wg_f64_to_f32_odd((double)B(a) * (double)B(b)));
}

static inline uint32_t fma_bf16(uint32_t a, uint32_t b, uint32_t c)
{
    double product = (double)B(a) * (double)B(b), addend = (double)B(c), sum = product + addend;
    double back = sum - product, rest = (product - (sum - back)) + (addend - back);
    float near = (float)sum;
    double lost = (sum - (double)near) + rest;
    return wg_bf16_narrow(wg_odd_f32(near, lost > 0, lost < 0));
}

/* ---- .ftz .sat .relu .oob ---------------------------------------------------------------------------------------- */

/* Without .ftz, or for a number that is not subnormal, x. */
static inline uint32_t in(uint32_t x, uint32_t flags)
{
    return (x & 0x7c00) || !(flags & WG_FLAG_FTZ) ? x : x & 0x8000;
}

static inline uint32_t relu(uint32_t x, uint32_t flags)
{
    return flags & WG_FLAG_RELU && x & 0x8000 ? 0 : x; /* the NaN of a result is positive */
}

/* A result before it is rounded to f16. It is flushed when it would be subnormal even if rounded to 11 bits. */
static inline uint32_t out_f16(float x, uint32_t flags)
{
    bool tiny = flags & WG_FLAG_FTZ && fabsf(x) < 0x1.ffep-15f;
    uint32_t y = wg_f16_narrow(x), kept = relu(tiny ? y & 0x8000 : y, flags);
    uint32_t limited = kept > 0x3c00 ? 0x3c00 : kept;
    limited = kept > 0x7c00 ? 0 : limited;
    return flags & WG_FLAG_SAT ? limited : kept;
}

#define F_IN(x) F(in(x, flags))

static inline uint32_t add_flags_f16(uint32_t a, uint32_t b, uint32_t flags)
{
    return out_f16(F_IN(a) + F_IN(b), flags);
}

static inline uint32_t sub_flags_f16(uint32_t a, uint32_t b, uint32_t flags)
{
    return out_f16(F_IN(a) - F_IN(b), flags);
}

static inline uint32_t mul_flags_f16(uint32_t a, uint32_t b, uint32_t flags)
{
    return out_f16(F_IN(a) * F_IN(b), flags);
}

/* The NaN with which tensor copies fill what lies outside: with .oob a factor that is one makes the result 0. */
static inline bool is_outside(uint32_t x) { return (x & 0x7fff) == 0x7ff7; }

static inline bool outside(uint32_t a, uint32_t b, uint32_t flags)
{
    return flags & WG_FLAG_OOB && (is_outside(a) || is_outside(b));
}

static inline uint32_t fma_flags_f16(uint32_t a, uint32_t b, uint32_t c, uint32_t flags)
{
    uint32_t result = out_f16(fused_f16(F_IN(a), F_IN(b), F_IN(c)), flags);
    return outside(a, b, flags) ? 0 : result;
}

static inline uint32_t fma_flags_bf16(uint32_t a, uint32_t b, uint32_t c, uint32_t flags)
{
    uint32_t result = relu(fma_bf16(a, b, c), flags);
    return outside(a, b, flags) ? 0 : result;
}

WG_EXEC(add_f16) { BINARY(uint16_t, uint16_t, (uint16_t)add_f16(a, b)); }
WG_EXEC(sub_f16) { BINARY(uint16_t, uint16_t, (uint16_t)sub_f16(a, b)); }
WG_EXEC(mul_f16) { BINARY(uint16_t, uint16_t, (uint16_t)mul_f16(a, b)); }
WG_EXEC(fma_f16) { TERNARY(uint16_t, uint16_t, uint16_t, (uint16_t)fma_f16(a, b, c)); }
WG_EXEC(add_f16x2) { BINARY(uint32_t, uint32_t, PAIR2(add_f16)); }
WG_EXEC(sub_f16x2) { BINARY(uint32_t, uint32_t, PAIR2(sub_f16)); }
WG_EXEC(mul_f16x2) { BINARY(uint32_t, uint32_t, PAIR2(mul_f16)); }
WG_EXEC(fma_f16x2) { TERNARY(uint32_t, uint32_t, uint32_t, PAIR3(fma_f16)); }

WG_EXEC(add_flags_f16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)add_flags_f16(a, b, flags))); }
WG_EXEC(sub_flags_f16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)sub_flags_f16(a, b, flags))); }
WG_EXEC(mul_flags_f16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)mul_flags_f16(a, b, flags))); }
WG_EXEC(fma_flags_f16) { FLAGGED(TERNARY(uint16_t, uint16_t, uint16_t, (uint16_t)fma_flags_f16(a, b, c, flags))); }
WG_EXEC(add_flags_f16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(add_flags_f16))); }
WG_EXEC(sub_flags_f16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(sub_flags_f16))); }
WG_EXEC(mul_flags_f16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(mul_flags_f16))); }
WG_EXEC(fma_flags_f16x2) { FLAGGED(TERNARY(uint32_t, uint32_t, uint32_t, PAIR3_FLAGS(fma_flags_f16))); }

WG_EXEC(add_bf16) { BINARY(uint16_t, uint16_t, (uint16_t)add_bf16(a, b)); }
WG_EXEC(sub_bf16) { BINARY(uint16_t, uint16_t, (uint16_t)sub_bf16(a, b)); }
WG_EXEC(mul_bf16) { BINARY(uint16_t, uint16_t, (uint16_t)mul_bf16(a, b)); }
WG_EXEC(fma_bf16) { TERNARY(uint16_t, uint16_t, uint16_t, (uint16_t)fma_bf16(a, b, c)); }
WG_EXEC(add_bf16x2) { BINARY(uint32_t, uint32_t, PAIR2(add_bf16)); }
WG_EXEC(sub_bf16x2) { BINARY(uint32_t, uint32_t, PAIR2(sub_bf16)); }
WG_EXEC(mul_bf16x2) { BINARY(uint32_t, uint32_t, PAIR2(mul_bf16)); }
WG_EXEC(fma_bf16x2) { TERNARY(uint32_t, uint32_t, uint32_t, PAIR3(fma_bf16)); }
WG_EXEC(fma_flags_bf16) { FLAGGED(TERNARY(uint16_t, uint16_t, uint16_t, (uint16_t)fma_flags_bf16(a, b, c, flags))); }
WG_EXEC(fma_flags_bf16x2) { FLAGGED(TERNARY(uint32_t, uint32_t, uint32_t, PAIR3_FLAGS(fma_flags_bf16))); }

/* ---- sign, minimum, maximum: on the bits ------------------------------------------------------------------------- */

static inline uint32_t neg_f16(uint32_t x, uint32_t flags)
{
    return (x & 0x7fff) > 0x7c00 ? WG_NAN_F16 : in(x ^ 0x8000, flags);
}

static inline uint32_t abs_f16(uint32_t x, uint32_t flags)
{
    return (x & 0x7fff) > 0x7c00 ? WG_NAN_F16 : in(x & 0x7fff, flags);
}

static inline uint32_t neg_bf16(uint32_t x) { return (x & 0x7fff) > 0x7f80 ? WG_NAN_BF16 : x ^ 0x8000; }

static inline uint32_t abs_bf16(uint32_t x) { return (x & 0x7fff) > 0x7f80 ? WG_NAN_BF16 : x & 0x7fff; }

WG_EXEC(neg_f16) { FLAGGED(UNARY(uint16_t, uint16_t, (uint16_t)neg_f16(a, flags))); }
WG_EXEC(abs_f16) { FLAGGED(UNARY(uint16_t, uint16_t, (uint16_t)abs_f16(a, flags))); }
WG_EXEC(neg_f16x2) { FLAGGED(UNARY(uint32_t, uint32_t, PAIR1_FLAGS(neg_f16))); }
WG_EXEC(abs_f16x2) { FLAGGED(UNARY(uint32_t, uint32_t, PAIR1_FLAGS(abs_f16))); }
WG_EXEC(neg_bf16) { UNARY(uint16_t, uint16_t, (uint16_t)neg_bf16(a)); }
WG_EXEC(abs_bf16) { UNARY(uint16_t, uint16_t, (uint16_t)abs_bf16(a)); }
WG_EXEC(neg_bf16x2) { UNARY(uint32_t, uint32_t, PAIR1(neg_bf16)); }
WG_EXEC(abs_bf16x2) { UNARY(uint32_t, uint32_t, PAIR1(abs_bf16)); }

/* Numbers in the order of integers, so that -0 < +0. */
static inline int32_t order(uint32_t x) { return x & 0x8000 ? (int32_t)(x ^ 0x7fff) - 0x10000 : (int32_t)x; }

static inline uint32_t extreme(uint32_t a, uint32_t b, uint32_t flags, uint32_t infinity, bool greatest)
{
    uint32_t sign = flags & WG_FLAG_XORSIGN ? (a ^ b) & 0x8000 : 0, kept = flags & WG_FLAG_ABS ? 0x7fff : 0xffff;
    uint32_t x = in(a & kept, flags), y = in(b & kept, flags);
    bool x_bad = (x & 0x7fff) > infinity, y_bad = (y & 0x7fff) > infinity;
    bool bad = flags & WG_FLAG_NAN_PROPAGATE ? x_bad | y_bad : x_bad & y_bad;
    uint32_t chosen = (order(x) > order(y)) == greatest ? x : y;
    chosen = x_bad ? y : y_bad ? x : chosen;
    return bad ? WG_NAN_F16 : chosen | sign;
}

static inline uint32_t min_f16(uint32_t a, uint32_t b, uint32_t flags) { return extreme(a, b, flags, 0x7c00, false); }

static inline uint32_t max_f16(uint32_t a, uint32_t b, uint32_t flags) { return extreme(a, b, flags, 0x7c00, true); }

static inline uint32_t min_bf16(uint32_t a, uint32_t b, uint32_t flags) { return extreme(a, b, flags, 0x7f80, false); }

static inline uint32_t max_bf16(uint32_t a, uint32_t b, uint32_t flags) { return extreme(a, b, flags, 0x7f80, true); }

WG_EXEC(min_f16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)min_f16(a, b, flags))); }
WG_EXEC(max_f16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)max_f16(a, b, flags))); }
WG_EXEC(min_f16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(min_f16))); }
WG_EXEC(max_f16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(max_f16))); }
WG_EXEC(min_bf16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)min_bf16(a, b, flags))); }
WG_EXEC(max_bf16) { FLAGGED(BINARY(uint16_t, uint16_t, (uint16_t)max_bf16(a, b, flags))); }
WG_EXEC(min_bf16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(min_bf16))); }
WG_EXEC(max_bf16x2) { FLAGGED(BINARY(uint32_t, uint32_t, PAIR2_FLAGS(max_bf16))); }

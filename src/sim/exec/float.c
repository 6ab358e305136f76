/* SPDX-License-Identifier: Apache-2.0 */
/* f32 and f64: what rounds to nearest, and what does not round at all. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

#define IN(x) wg_f32_in(x, flags)
#define OUT(x) wg_f32_out(x, flags)
#define OUT_SCALED(x, scaled) wg_f32_out_scaled(x, scaled, flags)
#define UP 0x1p24f

WG_EXEC(add_f32) { BINARY(float, float, wg_nan_f32(a + b)); }
WG_EXEC(sub_f32) { BINARY(float, float, wg_nan_f32(a - b)); }
WG_EXEC(mul_f32) { BINARY(float, float, wg_nan_f32(a * b)); }
WG_EXEC(div_f32) { BINARY(float, float, wg_nan_f32(a / b)); }
WG_EXEC(fma_f32) { TERNARY(float, float, float, wg_nan_f32(fmaf(a, b, c))); }

WG_EXEC(add_flags_f32) { FLAGGED(BINARY(float, float, OUT(IN(a) + IN(b)))); }
WG_EXEC(sub_flags_f32) { FLAGGED(BINARY(float, float, OUT(IN(a) - IN(b)))); }
WG_EXEC(mul_flags_f32) { FLAGGED(BINARY(float, float, OUT_SCALED(IN(a) * IN(b), IN(a) * UP * IN(b)))); }
WG_EXEC(div_flags_f32) { FLAGGED(BINARY(float, float, OUT_SCALED(IN(a) / IN(b), IN(a) * UP / IN(b)))); }

WG_EXEC(fma_flags_f32)
{
    FLAGGED(TERNARY(float, float, float, OUT_SCALED(fmaf(IN(a), IN(b), IN(c)), fmaf(IN(a) * UP, IN(b), IN(c) * UP))));
}

WG_EXEC(add_f64) { BINARY(double, double, wg_nan_f64(a + b, a, b)); }
WG_EXEC(sub_f64) { BINARY(double, double, wg_nan_f64(a - b, a, b)); }
WG_EXEC(mul_f64) { BINARY(double, double, wg_nan_f64(a * b, a, b)); }
WG_EXEC(div_f64) { BINARY(double, double, wg_nan_f64(a / b, b, a)); }
WG_EXEC(fma_f64) { TERNARY(double, double, double, wg_nan_f64(fma(a, b, c), c == c ? a : c, b)); }

/* The hardware has no instructions for these two: it adds -0. */
WG_EXEC(neg_f32) { FLAGGED(UNARY(float, float, OUT(-a))); }
WG_EXEC(abs_f32) { FLAGGED(UNARY(float, float, OUT(fabsf(a)))); }
WG_EXEC(neg_f64) { UNARY(double, double, wg_nan_f64(-a, a, a)); }
WG_EXEC(abs_f64) { UNARY(double, double, wg_nan_f64(fabs(a), a, a)); }

WG_EXEC(copysign_f32) { BINARY(uint32_t, uint32_t, (a & 0x80000000u) | (b & 0x7fffffffu)); }
WG_EXEC(copysign_f64) { BINARY(uint64_t, uint64_t, (a & 1ull << 63) | (b & ~(1ull << 63))); }

/* ---- minimum and maximum ----------------------------------------------------------------------------------------- */

/* Numbers in the order of integers, so that -0 < +0. */
static inline int32_t order_f32(float x)
{
    int32_t bits = (int32_t)wg_f32_bits(x);
    return bits < 0 ? bits ^ 0x7fffffff : bits;
}

static inline int64_t order_f64(double x)
{
    int64_t bits = (int64_t)wg_f64_bits(x);
    return bits < 0 ? bits ^ INT64_MAX : bits;
}

/* `first` when it is to be preferred, but a number rather than a NaN. */
static inline float number_f32(float a, float b, bool first)
{
    float chosen = first ? a : b;
    chosen = a == a ? chosen : b;
    chosen = b == b ? chosen : a;
    return wg_nan_f32(chosen);
}

static inline double number_f64(double a, double b, bool first)
{
    double chosen = first ? a : b;
    chosen = b == b ? chosen : a;
    chosen = a == a ? chosen : b;
    return wg_nan_f64(chosen, a, b);
}

static inline float min_f32(float a, float b) { return number_f32(a, b, order_f32(a) < order_f32(b)); }

static inline float max_f32(float a, float b) { return number_f32(a, b, order_f32(a) > order_f32(b)); }

/* .ftz .NaN .abs .xorsign */
static inline float extreme_f32(float a, float b, uint32_t flags, bool greatest)
{
    uint32_t sign = (wg_f32_bits(a) ^ wg_f32_bits(b)) & (flags & WG_FLAG_XORSIGN ? 0x80000000u : 0);
    float x = wg_f32_in(flags & WG_FLAG_ABS ? fabsf(a) : a, flags),
          y = wg_f32_in(flags & WG_FLAG_ABS ? fabsf(b) : b, flags);
    float chosen = greatest ? max_f32(x, y) : min_f32(x, y);
    bool bad = flags & WG_FLAG_NAN_PROPAGATE ? !(x == x && y == y) : chosen != chosen;
    return wg_f32_from(bad ? WG_NAN_F32 : sign | wg_f32_bits(chosen));
}

static bool has_third(const wg_insn *i) { return i->operand_count > 3 && i->op[3] != WG_SLOT_NONE; }

WG_EXEC(min_flags_f32)
{
    uint32_t flags = i->flags;
    if (has_third(i))
        TERNARY(float, float, float, extreme_f32(extreme_f32(a, b, flags, false), c, flags, false));
    else
        BINARY(float, float, extreme_f32(a, b, flags, false));
}

WG_EXEC(max_flags_f32)
{
    uint32_t flags = i->flags;
    if (has_third(i))
        TERNARY(float, float, float, extreme_f32(extreme_f32(a, b, flags, true), c, flags, true));
    else
        BINARY(float, float, extreme_f32(a, b, flags, true));
}

WG_EXEC(min_f32)
{
    if (has_third(i))
        TERNARY(float, float, float, min_f32(min_f32(a, b), c));
    else
        BINARY(float, float, min_f32(a, b));
}

WG_EXEC(max_f32)
{
    if (has_third(i))
        TERNARY(float, float, float, max_f32(max_f32(a, b), c));
    else
        BINARY(float, float, max_f32(a, b));
}

WG_EXEC(min_f64) { BINARY(double, double, number_f64(a, b, order_f64(a) < order_f64(b))); }
WG_EXEC(max_f64) { BINARY(double, double, number_f64(a, b, order_f64(a) > order_f64(b))); }

/* ---- testp ------------------------------------------------------------------------------------------------------- */

/* Whether a magnitude, given with the format's least normal number and infinity, has the property. Zero counts as
 * normal. */
static inline bool test(uint64_t magnitude, uint64_t normal, uint64_t infinity, wg_mod property)
{
    switch (property) {
    case WG_MOD_FINITE: return magnitude < infinity;
    case WG_MOD_INFINITE: return magnitude == infinity;
    case WG_MOD_NUMBER: return magnitude <= infinity;
    case WG_MOD_NOTANUMBER: return magnitude > infinity;
    case WG_MOD_NORMAL: return (magnitude >= normal && magnitude < infinity) || !magnitude;
    case WG_MOD_SUBNORMAL: return magnitude && magnitude < normal;
    default: return false;
    }
}

WG_EXEC(testp_f32)
{
    const uint32_t *a = ROW(uint32_t, 1);
    uint32_t result = 0;
    FOR_ACTIVE (lane)
        result |= test(a[lane] & 0x7fffffffu, 0x00800000, 0x7f800000, i->action) ? WG_LANE_BIT[lane] : 0;
    wg_predicate_set(w, i->op[0], result, mask);
}

WG_EXEC(testp_f64)
{
    const uint64_t *a = ROW(uint64_t, 1);
    uint32_t result = 0;
    FOR_ACTIVE (lane)
        result |= test(a[lane] & INT64_MAX, 1ull << 52, 0x7ffull << 52, i->action) ? WG_LANE_BIT[lane] : 0;
    wg_predicate_set(w, i->op[0], result, mask);
}

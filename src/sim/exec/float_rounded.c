/* SPDX-License-Identifier: Apache-2.0 */
/* f32 and f64 with any rounding, by the host's own rounding mode.
 *
 * ROUNDED brackets a loop with fesetround. Nothing can leave the bracket: every operation takes what it works on from
 * memory and leaves its result there, and to the compiler fesetround is a call that may read and write that memory.
 * Constant operands, which could be folded, do not occur. Compiled with -frounding-math all the same. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

#include <fenv.h>

#define IN(x) wg_f32_in(x, flags)
#define OUT(x) wg_f32_out(x, flags)
#define OUT_SCALED(x, scaled) wg_f32_out_scaled(x, scaled, flags)
#define UP 0x1p24f

static int host_rounding(uint8_t round)
{
    switch (round) {
    case WG_MOD_RZ: return FE_TOWARDZERO;
    case WG_MOD_RM: return FE_DOWNWARD;
    case WG_MOD_RP: return FE_UPWARD;
    default: return FE_TONEAREST;
    }
}

#define ROUNDED(...)                                                                                                   \
    do {                                                                                                               \
        int rounding = host_rounding(i->round);                                                                        \
        if (rounding != FE_TONEAREST)                                                                                  \
            fesetround(rounding);                                                                                      \
        __VA_ARGS__;                                                                                                   \
        if (rounding != FE_TONEAREST)                                                                                  \
            fesetround(FE_TONEAREST);                                                                                  \
    } while (0)

WG_EXEC(add_round_f32) { ROUNDED(FLAGGED(BINARY(float, float, OUT(IN(a) + IN(b))))); }
WG_EXEC(sub_round_f32) { ROUNDED(FLAGGED(BINARY(float, float, OUT(IN(a) - IN(b))))); }
WG_EXEC(mul_round_f32) { ROUNDED(FLAGGED(BINARY(float, float, OUT_SCALED(IN(a) * IN(b), IN(a) * UP * IN(b))))); }
WG_EXEC(div_round_f32) { ROUNDED(FLAGGED(BINARY(float, float, OUT_SCALED(IN(a) / IN(b), IN(a) * UP / IN(b))))); }
WG_EXEC(rcp_f32) { ROUNDED(FLAGGED(UNARY(float, float, OUT_SCALED(1.0f / IN(a), UP / IN(a))))); }
WG_EXEC(sqrt_f32) { ROUNDED(FLAGGED(UNARY(float, float, OUT(sqrtf(IN(a)))))); }

WG_EXEC(fma_round_f32)
{
    ROUNDED(FLAGGED(
        TERNARY(float, float, float, OUT_SCALED(fmaf(IN(a), IN(b), IN(c)), fmaf(IN(a) * UP, IN(b), IN(c) * UP)))));
}

WG_EXEC(add_round_f64) { ROUNDED(BINARY(double, double, wg_nan_f64(a + b, a, b))); }
WG_EXEC(sub_round_f64) { ROUNDED(BINARY(double, double, wg_nan_f64(a - b, a, b))); }
WG_EXEC(mul_round_f64) { ROUNDED(BINARY(double, double, wg_nan_f64(a * b, a, b))); }
WG_EXEC(div_round_f64) { ROUNDED(BINARY(double, double, wg_nan_f64(a / b, b, a))); }
WG_EXEC(fma_round_f64) { ROUNDED(TERNARY(double, double, double, wg_nan_f64(fma(a, b, c), c == c ? a : c, b))); }
WG_EXEC(rcp_f64) { ROUNDED(UNARY(double, double, wg_nan_f64(1.0 / a, a, a))); }
WG_EXEC(sqrt_f64) { ROUNDED(UNARY(double, double, wg_nan_f64(sqrt(a), a, a))); }

/* ---- f32x2: a pair in 64 bits ------------------------------------------------------------------------------------ */

#define LOW(x) wg_f32_in(wg_f32_from((uint32_t)(x)), flags)
#define HIGH(x) wg_f32_in(wg_f32_from((uint32_t)((x) >> 32)), flags)

static inline uint64_t pair(float low, float high) { return wg_f32_bits(low) | (uint64_t)wg_f32_bits(high) << 32; }

static inline float product(float a, float b, uint32_t flags) { return OUT_SCALED(a * b, a * UP * b); }

static inline float fused(float a, float b, float c, uint32_t flags)
{
    return OUT_SCALED(fmaf(a, b, c), fmaf(a * UP, b, c * UP));
}

WG_EXEC(add_f32x2) { ROUNDED(FLAGGED(BINARY(uint64_t, uint64_t, pair(OUT(LOW(a) + LOW(b)), OUT(HIGH(a) + HIGH(b)))))); }
WG_EXEC(sub_f32x2) { ROUNDED(FLAGGED(BINARY(uint64_t, uint64_t, pair(OUT(LOW(a) - LOW(b)), OUT(HIGH(a) - HIGH(b)))))); }

WG_EXEC(mul_f32x2)
{
    ROUNDED(
        FLAGGED(BINARY(uint64_t, uint64_t, pair(product(LOW(a), LOW(b), flags), product(HIGH(a), HIGH(b), flags)))));
}

WG_EXEC(fma_f32x2)
{
    ROUNDED(FLAGGED(TERNARY(uint64_t, uint64_t, uint64_t,
                            pair(fused(LOW(a), LOW(b), LOW(c), flags), fused(HIGH(a), HIGH(b), HIGH(c), flags)))));
}

/* ---- mixed precision: a (and b) f16 or bf16, the rest f32 -------------------------------------------------------- */

static inline float widen(uint16_t x, bool brain) { return brain ? wg_bf16_to_f32(x) : wg_f16_to_f32(x); }

#define MIXED(expression)                                                                                              \
    do {                                                                                                               \
        float *d_ = ROW(float, 0);                                                                                     \
        const uint16_t *a_ = ROW(uint16_t, 1);                                                                         \
        const float *c_ = ROW(float, 2);                                                                               \
        bool brain = i->type[1] == WG_TYPE_BF16;                                                                       \
        LANEWISE(float a = widen(a_[lane], brain); float c = c_[lane], d_, expression);                                \
    } while (0)

WG_EXEC(add_mixed) { ROUNDED(FLAGGED(MIXED(OUT(a + c)))); }
WG_EXEC(sub_mixed) { ROUNDED(FLAGGED(MIXED(OUT(a - c)))); }

WG_EXEC(fma_mixed)
{
    bool brain = i->type[1] == WG_TYPE_BF16;
    ROUNDED(FLAGGED(TERNARY(float, uint16_t, float, OUT(fmaf(widen(a, brain), widen(b, brain), c)))));
}

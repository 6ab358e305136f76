/* SPDX-License-Identifier: Apache-2.0 */
/* The special functions: reciprocals, roots, sin, cos, lg2, ex2, tanh.
 *
 * The hardware approximates them; PTX gives the error it may make. Here they are computed in double by short series and
 * rounded once, so that they are a little better than the hardware and the same on every host. All branches are
 * selects: the loops vectorise, and no call is made except for the sine of large numbers. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

#define IN(x) wg_f32_in(x, flags)
#define OUT(x) wg_f32_out(x, flags)
#define OUT_SCALED(x, scaled) wg_f32_out_scaled(x, scaled, flags)

/* Adding and subtracting it rounds a double to an integer, which the sum's last bits then hold. */
#define ROUNDER 0x1.8p52

/* ---- the functions, in double ------------------------------------------------------------------------------------ */

/* 2^x for any x; the series is that of e^t at t = (x - k) ln 2, |t| < 0.35. */
static inline double power2(double x)
{
    double limited = x < -1000 ? -1000 : x > 1000 ? 1000 : x;
    double shifted = limited + ROUNDER, t = (limited - (shifted - ROUNDER)) * 0x1.62e42fefa39efp-1;
    double scale = wg_f64_from((wg_f64_bits(shifted) + 1023) << 52);
    double p = 1.0 / 40320;
    p = p * t + 1.0 / 5040;
    p = p * t + 1.0 / 720;
    p = p * t + 1.0 / 120;
    p = p * t + 1.0 / 24;
    p = p * t + 1.0 / 6;
    p = p * t + 0.5;
    p = p * t + 1;
    return (p * t + 1) * scale;
}

/* log2 of a positive normal number 2^k m, √½ < m < √2, from the series of atanh((m - 1) / (m + 1)). */
static inline double log2_positive(double x)
{
    uint64_t bits = wg_f64_bits(x);
    int32_t k = (int32_t)((uint32_t)(bits >> 32) - 0x3fe6a09eu) >> 20;
    double m = wg_f64_from(bits - ((uint64_t)(uint32_t)k << 52));
    double s = (m - 1) / (m + 1), z = s * s;
    double p = 1.0 / 13;
    p = p * z + 1.0 / 11;
    p = p * z + 1.0 / 9;
    p = p * z + 1.0 / 7;
    p = p * z + 1.0 / 5;
    p = p * z + 1.0 / 3;
    p = p * z + 1;
    return k + p * s * (2 * 0x1.71547652b82fep0);
}

/* Beyond this the reduction to a quarter turn is left to libm. */
#define FAR 0x1p20

/* The sine of x + turn quarter turns, |x| < FAR. */
static inline double sine(double x, unsigned turn)
{
    double shifted = x * 0x1.45f306dc9c883p-1 + ROUNDER, k = shifted - ROUNDER;
    double r = (x - k * 0x1.921fb544p0) - k * 0x1.0b4611a626331p-34,
           z = r * r; /* π/2 in two parts: the first product is exact */
    unsigned quarter = (unsigned)wg_f64_bits(shifted) + turn;
    double s = -1.0 / 39916800;
    s = s * z + 1.0 / 362880;
    s = s * z - 1.0 / 5040;
    s = s * z + 1.0 / 120;
    s = s * z - 1.0 / 6;
    s = s * z * r + r;
    double c = -1.0 / 3628800;
    c = c * z + 1.0 / 40320;
    c = c * z - 1.0 / 720;
    c = c * z + 1.0 / 24;
    c = c * z - 0.5;
    c = c * z + 1;
    double value = quarter & 1 ? c : s;
    return quarter & 2 ? -value : value;
}

/* tanh |x| = 1 - 2 / (e^2|x| + 1), or the series where that cancels. */
static inline double tangent(double x)
{
    double z = x * x, series = x - x * z * (1.0 / 3 - z * (2.0 / 15 - z * (17.0 / 315)));
    double large = 1 - 2 / (power2(fabs(x) * (2 * 0x1.71547652b82fep0)) + 1);
    return z < 0.01 ? series : x < 0 ? -large : large;
}

static inline float lg2(float x)
{
    double value = log2_positive(x > 0 ? (double)x : 1.0);
    float positive = x < INFINITY ? (float)value : x;
    return x > 0 ? positive : x == 0 ? -INFINITY : NAN;
}

/* ---- f32 --------------------------------------------------------------------------------------------------------- */

WG_EXEC(rcp_approx_f32) { FLAGGED(UNARY(float, float, OUT(1.0f / IN(a)))); }
WG_EXEC(sqrt_approx_f32) { FLAGGED(UNARY(float, float, OUT(sqrtf(IN(a))))); }
WG_EXEC(rsqrt_approx_f32) { FLAGGED(UNARY(float, float, OUT((float)(1.0 / sqrt((double)IN(a)))))); }
WG_EXEC(ex2_f32) { FLAGGED(UNARY(float, float, OUT((float)power2((double)IN(a))))); }
WG_EXEC(lg2_f32) { FLAGGED(UNARY(float, float, OUT(lg2(IN(a))))); }
WG_EXEC(tanh_f32) { UNARY(float, float, wg_nan_f32((float)tangent((double)a))); }
WG_EXEC(div_full_f32) { FLAGGED(BINARY(float, float, OUT_SCALED(IN(a) / IN(b), IN(a) * 0x1p24f / IN(b)))); }

/* a · (1 / b), and the reciprocal of what is beyond 2^126 is subnormal: it counts as zero. */
static inline float divide(float a, float b)
{
    float zero = wg_f32_from((wg_f32_bits(a) ^ wg_f32_bits(b)) & 0x80000000u);
    float vanished = fabsf(a) < INFINITY ? zero : NAN;
    return fabsf(b) > 0x1p126f && fabsf(b) < INFINITY ? vanished : a / b;
}

WG_EXEC(div_approx_f32) { FLAGGED(BINARY(float, float, OUT_SCALED(divide(IN(a), IN(b)), IN(a) * 0x1p24f / IN(b)))); }

/* Lanes with a large argument, done again. */
static void far_sines(wg_warp *w, const wg_insn *i, uint32_t mask, const float *argument, bool cosine)
{
    float *d = ROW(float, 0);
    FOR_ACTIVE (lane)
        if (!(fabsf(argument[lane]) < (float)FAR))
            d[lane] = wg_nan_f32((float)(cosine ? cos((double)argument[lane]) : sin((double)argument[lane])));
}

static inline void sines(wg_warp *w, const wg_insn *i, uint32_t mask, unsigned turn)
{
    float argument[WG_LANES];
    memcpy(argument, ROW(float, 1), sizeof argument);
    uint32_t distant = 0;
    FOR_ACTIVE (lane)
        distant |= !(fabsf(argument[lane]) < (float)FAR);
    FLAGGED(UNARY(float, float, OUT((float)sine((double)IN(a), turn))));
    if (distant)
        far_sines(w, i, mask, argument, turn);
}

WG_EXEC(sin_f32) { sines(w, i, mask, 0); }
WG_EXEC(cos_f32) { sines(w, i, mask, 1); }

/* ---- f64 --------------------------------------------------------------------------------------------------------- */

WG_EXEC(rsqrt_approx_f64) { UNARY(double, double, wg_nan_f64(1.0 / sqrt(a), a, a)); }

/* .approx.ftz: only the upper 32 bits are read and written, a subnormal is zero. */
static inline double upper(double x)
{
    uint64_t bits = wg_f64_bits(x), kept = bits & 0xffffffff00000000u;
    return wg_f64_from(bits & 0x7ffull << 52 ? kept : bits & 1ull << 63);
}

static inline double upper_result(double x) { return x == x ? upper(x) : wg_f64_from(0x7fffffff00000000u); }

WG_EXEC(rcp_approx_f64) { UNARY(double, double, upper_result(1.0 / upper(a))); }
WG_EXEC(rsqrt_approx_ftz_f64) { UNARY(double, double, upper_result(1.0 / sqrt(upper(a)))); }

/* ---- f16 and bf16, alone and in pairs ---------------------------------------------------------------------------- */

static inline uint32_t ex2_of_f16(uint32_t x)
{
    return wg_f32_to_f16((float)power2((double)wg_f16_to_f32((uint16_t)x)));
}

static inline uint32_t tanh_of_f16(uint32_t x)
{
    return wg_f32_to_f16((float)tangent((double)wg_f16_to_f32((uint16_t)x)));
}

static inline uint32_t flushed_bf16(uint32_t x) { return x & 0x7f80 ? x : x & 0x8000; }

static inline uint32_t ex2_of_bf16(uint32_t x)
{
    return flushed_bf16(wg_f32_to_bf16((float)power2((double)wg_bf16_to_f32((uint16_t)flushed_bf16(x)))));
}

static inline uint32_t tanh_of_bf16(uint32_t x)
{
    return wg_f32_to_bf16((float)tangent((double)wg_bf16_to_f32((uint16_t)x)));
}

WG_EXEC(ex2_f16) { UNARY(uint16_t, uint16_t, (uint16_t)ex2_of_f16(a)); }
WG_EXEC(tanh_f16) { UNARY(uint16_t, uint16_t, (uint16_t)tanh_of_f16(a)); }
WG_EXEC(ex2_bf16) { UNARY(uint16_t, uint16_t, (uint16_t)ex2_of_bf16(a)); }
WG_EXEC(tanh_bf16) { UNARY(uint16_t, uint16_t, (uint16_t)tanh_of_bf16(a)); }
WG_EXEC(ex2_f16x2) { UNARY(uint32_t, uint32_t, ex2_of_f16(a & 0xffff) | ex2_of_f16(a >> 16) << 16); }
WG_EXEC(tanh_f16x2) { UNARY(uint32_t, uint32_t, tanh_of_f16(a & 0xffff) | tanh_of_f16(a >> 16) << 16); }
WG_EXEC(ex2_bf16x2) { UNARY(uint32_t, uint32_t, ex2_of_bf16(a & 0xffff) | ex2_of_bf16(a >> 16) << 16); }
WG_EXEC(tanh_bf16x2) { UNARY(uint32_t, uint32_t, tanh_of_bf16(a & 0xffff) | tanh_of_bf16(a >> 16) << 16); }

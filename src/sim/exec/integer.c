/* SPDX-License-Identifier: Apache-2.0 */
/* Integer arithmetic. Sums and products are formed in unsigned types, where overflow is defined; signed types appear
 * only where the sign matters. */
#include "sim/exec/exec.h"

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

/* Like BINARY and TERNARY, one lane after the other: for what vector units do not have (128-bit products, 64-bit
 * quotients). */
#define BINARY_SCALAR(D, S, expression)                                                                                \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        FOR_ACTIVE (lane) {                                                                                            \
            S a = a_[lane];                                                                                            \
            S b = b_[lane];                                                                                            \
            d_[lane] = (expression);                                                                                   \
        }                                                                                                              \
    } while (0)

#define TERNARY_SCALAR(D, S, C, expression)                                                                            \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        const C *c_ = ROW(C, 3);                                                                                       \
        FOR_ACTIVE (lane) {                                                                                            \
            S a = a_[lane];                                                                                            \
            S b = b_[lane];                                                                                            \
            C c = c_[lane];                                                                                            \
            d_[lane] = (expression);                                                                                   \
        }                                                                                                              \
    } while (0)

/* Two halves or four bytes of a word, each computed as T by the function (or macro) f and put back. */
#define HALVES(T, f, a, b)                                                                                             \
    ((uint32_t)(uint16_t)f((T)(a), (T)(b)) | (uint32_t)(uint16_t)f((T)((a) >> 16), (T)((b) >> 16)) << 16)
#define BYTES(T, f, a, b)                                                                                              \
    ((uint32_t)(uint8_t)f((T)(a), (T)(b)) | (uint32_t)(uint8_t)f((T)((a) >> 8), (T)((b) >> 8)) << 8 |                  \
     (uint32_t)(uint8_t)f((T)((a) >> 16), (T)((b) >> 16)) << 16 |                                                      \
     (uint32_t)(uint8_t)f((T)((a) >> 24), (T)((b) >> 24)) << 24)

#define PLUS(a, b) ((a) + (b))
#define MINUS(a, b) ((a) - (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
#define PLUS_S16(a, b) CLAMP((a) + (b), INT16_MIN, INT16_MAX)
#define PLUS_U16(a, b) MIN((a) + (b), UINT16_MAX)
#define MIN_RELU(a, b) MAX(MIN(a, b), 0)
#define MAX_RELU(a, b) MAX(MAX(a, b), 0)
#define SATURATE_S32(x) ((int32_t)(CLAMP(x, INT32_MIN, INT32_MAX)))

WG_EXEC(add_b16) { BINARY(uint16_t, uint16_t, a + b); }
WG_EXEC(add_b32) { BINARY(uint32_t, uint32_t, a + b); }
WG_EXEC(add_b64) { BINARY(uint64_t, uint64_t, a + b); }
WG_EXEC(add_b16x2) { BINARY(uint32_t, uint32_t, HALVES(uint16_t, PLUS, a, b)); }
WG_EXEC(add_b8x4) { BINARY(uint32_t, uint32_t, BYTES(uint8_t, PLUS, a, b)); }
WG_EXEC(add_sat_s32) { BINARY(int32_t, int32_t, SATURATE_S32((int64_t)a + b)); }
WG_EXEC(add_sat_u32) { BINARY(uint32_t, uint32_t, a + b < a ? UINT32_MAX : a + b); }
WG_EXEC(add_sat_s16x2) { BINARY(uint32_t, uint32_t, HALVES(int16_t, PLUS_S16, a, b)); }
WG_EXEC(add_sat_u16x2) { BINARY(uint32_t, uint32_t, HALVES(uint16_t, PLUS_U16, a, b)); }
WG_EXEC(sub_b16) { BINARY(uint16_t, uint16_t, a - b); }
WG_EXEC(sub_b32) { BINARY(uint32_t, uint32_t, a - b); }
WG_EXEC(sub_b64) { BINARY(uint64_t, uint64_t, a - b); }
WG_EXEC(sub_b16x2) { BINARY(uint32_t, uint32_t, HALVES(uint16_t, MINUS, a, b)); }
WG_EXEC(sub_b8x4) { BINARY(uint32_t, uint32_t, BYTES(uint8_t, MINUS, a, b)); }
WG_EXEC(sub_sat_s32) { BINARY(int32_t, int32_t, SATURATE_S32((int64_t)a - b)); }

/* Products. 16-bit factors are widened first: as int, 65535 × 65535 would overflow. */
#define HIGH_S16(a, b) ((int32_t)(a) * (b) >> 16)
#define HIGH_U16(a, b) ((uint32_t)(a) * (b) >> 16)
#define HIGH_S32(a, b) (uint32_t)((uint64_t)((int64_t)(a) * (b)) >> 32)
#define HIGH_U32(a, b) (uint32_t)((uint64_t)(a) * (b) >> 32)
#define HIGH_S64(a, b) (uint64_t)((u128)((s128)(a) * (b)) >> 64)
#define HIGH_U64(a, b) (uint64_t)((u128)(a) * (b) >> 64)

WG_EXEC(mul_lo_b16) { BINARY(uint16_t, uint16_t, (uint32_t)a * b); }
WG_EXEC(mul_lo_b32) { BINARY(uint32_t, uint32_t, a * b); }
WG_EXEC(mul_lo_b64) { BINARY(uint64_t, uint64_t, a * b); }
WG_EXEC(mul_hi_s16) { BINARY(int16_t, int16_t, HIGH_S16(a, b)); }
WG_EXEC(mul_hi_u16) { BINARY(uint16_t, uint16_t, HIGH_U16(a, b)); }
WG_EXEC(mul_hi_s32) { BINARY(uint32_t, int32_t, HIGH_S32(a, b)); }
WG_EXEC(mul_hi_u32) { BINARY(uint32_t, uint32_t, HIGH_U32(a, b)); }
WG_EXEC(mul_hi_s64) { BINARY_SCALAR(uint64_t, int64_t, HIGH_S64(a, b)); }
WG_EXEC(mul_hi_u64) { BINARY_SCALAR(uint64_t, uint64_t, HIGH_U64(a, b)); }
WG_EXEC(mul_wide_s16) { BINARY(int32_t, int16_t, (int32_t)a * b); }
WG_EXEC(mul_wide_u16) { BINARY(uint32_t, uint16_t, (uint32_t)a * b); }

/* Indices become offsets: by a constant that is a power of two, the size of an element. Shifting takes a third of the
 * time. */
static int constant_shift(const wg_warp *w, const wg_insn *i)
{
    int32_t factor = i->op[2] < 0 ? *ROW(const int32_t, 2) : 0;
    return factor > 0 && (factor & (factor - 1)) == 0 ? __builtin_ctz((unsigned)factor) : -1;
}

WG_EXEC(mul_wide_s32)
{
    int shift = constant_shift(w, i);
    if (shift >= 0)
        UNARY(uint64_t, int32_t, (uint64_t)(int64_t)a << shift);
    else
        BINARY(int64_t, int32_t, (int64_t)a * b);
}

WG_EXEC(mul_wide_u32)
{
    int shift = constant_shift(w, i);
    if (shift >= 0)
        UNARY(uint64_t, uint32_t, (uint64_t)a << shift);
    else
        BINARY(uint64_t, uint32_t, (uint64_t)a * b);
}
WG_EXEC(mad_lo_b16) { TERNARY(uint16_t, uint16_t, uint16_t, (uint32_t)a * b + c); }
WG_EXEC(mad_lo_b32) { TERNARY(uint32_t, uint32_t, uint32_t, a * b + c); }
WG_EXEC(mad_lo_b64) { TERNARY(uint64_t, uint64_t, uint64_t, a * b + c); }
WG_EXEC(mad_hi_s16) { TERNARY(uint16_t, int16_t, uint16_t, HIGH_S16(a, b) + c); }
WG_EXEC(mad_hi_u16) { TERNARY(uint16_t, uint16_t, uint16_t, HIGH_U16(a, b) + c); }
WG_EXEC(mad_hi_s32) { TERNARY(uint32_t, int32_t, uint32_t, HIGH_S32(a, b) + c); }
WG_EXEC(mad_hi_u32) { TERNARY(uint32_t, uint32_t, uint32_t, HIGH_U32(a, b) + c); }
WG_EXEC(mad_hi_s64) { TERNARY_SCALAR(uint64_t, int64_t, uint64_t, HIGH_S64(a, b) + c); }
WG_EXEC(mad_hi_u64) { TERNARY_SCALAR(uint64_t, uint64_t, uint64_t, HIGH_U64(a, b) + c); }
WG_EXEC(mad_hi_sat_s32) { TERNARY(int32_t, int32_t, int32_t, SATURATE_S32(((int64_t)a * b >> 32) + c)); }
WG_EXEC(mad_wide_s16) { TERNARY(uint32_t, int16_t, uint32_t, (uint32_t)((int32_t)a * b) + c); }
WG_EXEC(mad_wide_u16) { TERNARY(uint32_t, uint16_t, uint32_t, (uint32_t)a * b + c); }
WG_EXEC(mad_wide_s32) { TERNARY(uint64_t, int32_t, uint64_t, (uint64_t)((int64_t)a * b) + c); }
WG_EXEC(mad_wide_u32) { TERNARY(uint64_t, uint32_t, uint64_t, (uint64_t)a * b + c); }

/* d = x + y + carry in; the carry out goes to CC.CF where the spelling has .cc. Subtraction is x + ~y + 1: its carry is
 * the borrow inverted, and that is what the hardware keeps (seen with sub.cc before addc), although the manual speaks
 * of a borrow. */
#define CHAIN(T, load, x, y, in)                                                                                       \
    do {                                                                                                               \
        T *d_ = ROW(T, 0);                                                                                             \
        uint32_t in_ = (in), out_ = 0;                                                                                 \
        _Pragma("omp simd reduction(|:out_)") for (int lane = 0; lane < WG_LANES; lane++)                              \
        {                                                                                                              \
            load;                                                                                                      \
            T x_ = (x), carry_ = in_ & WG_LANE_BIT[lane] ? 1 : 0, sum_ = x_ + (T)(y) + carry_;                         \
            out_ |= (sum_ < x_) | (carry_ & (sum_ == x_)) ? WG_LANE_BIT[lane] : 0;                                     \
            d_[lane] = mask & WG_LANE_BIT[lane] ? sum_ : d_[lane];                                                     \
        }                                                                                                              \
        if (i->flags & WG_FLAG_CC)                                                                                     \
            w->carry = (w->carry & ~mask) | (out_ & mask);                                                             \
    } while (0)

#define CHAIN_ADD(T, addend, in)                                                                                       \
    do {                                                                                                               \
        const T *a_ = ROW(T, 1), *b_ = ROW(T, 2);                                                                      \
        CHAIN(T, T a = a_[lane]; T b = b_[lane], a, addend, in);                                                       \
    } while (0)

#define CHAIN_MAD(T, S, product, in)                                                                                   \
    do {                                                                                                               \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        const T *c_ = ROW(T, 3);                                                                                       \
        CHAIN(T, S a = a_[lane]; S b = b_[lane]; T c = c_[lane], product, c, in);                                      \
    } while (0)

/* The same without a vector loop: 128-bit products. */
#define CHAIN_HIGH_64(S, product, in)                                                                                  \
    do {                                                                                                               \
        const S *a_ = ROW(S, 1), *b_ = ROW(S, 2);                                                                      \
        uint64_t high_[WG_LANES];                                                                                      \
        for (int lane = 0; lane < WG_LANES; lane++) {                                                                  \
            S a = a_[lane], b = b_[lane];                                                                              \
            high_[lane] = (product);                                                                                   \
        }                                                                                                              \
        const uint64_t *c_ = ROW(uint64_t, 3);                                                                         \
        CHAIN(uint64_t, uint64_t c = c_[lane], high_[lane], c, in);                                                    \
    } while (0)

WG_EXEC(add_cc_b32) { CHAIN_ADD(uint32_t, b, 0u); }
WG_EXEC(add_cc_b64) { CHAIN_ADD(uint64_t, b, 0u); }
WG_EXEC(addc_b32) { CHAIN_ADD(uint32_t, b, w->carry); }
WG_EXEC(addc_b64) { CHAIN_ADD(uint64_t, b, w->carry); }
WG_EXEC(sub_cc_b32) { CHAIN_ADD(uint32_t, ~b, WG_ALL_LANES); }
WG_EXEC(sub_cc_b64) { CHAIN_ADD(uint64_t, ~b, WG_ALL_LANES); }
WG_EXEC(subc_b32) { CHAIN_ADD(uint32_t, ~b, w->carry); }
WG_EXEC(subc_b64) { CHAIN_ADD(uint64_t, ~b, w->carry); }
WG_EXEC(mad_lo_cc_b32) { CHAIN_MAD(uint32_t, uint32_t, a * b, 0u); }
WG_EXEC(mad_lo_cc_b64) { CHAIN_MAD(uint64_t, uint64_t, a * b, 0u); }
WG_EXEC(mad_hi_cc_u32) { CHAIN_MAD(uint32_t, uint32_t, HIGH_U32(a, b), 0u); }
WG_EXEC(mad_hi_cc_s32) { CHAIN_MAD(uint32_t, int32_t, HIGH_S32(a, b), 0u); }
WG_EXEC(mad_hi_cc_u64) { CHAIN_HIGH_64(uint64_t, HIGH_U64(a, b), 0u); }
WG_EXEC(mad_hi_cc_s64) { CHAIN_HIGH_64(int64_t, HIGH_S64(a, b), 0u); }
WG_EXEC(madc_lo_b32) { CHAIN_MAD(uint32_t, uint32_t, a * b, w->carry); }
WG_EXEC(madc_lo_b64) { CHAIN_MAD(uint64_t, uint64_t, a * b, w->carry); }
WG_EXEC(madc_hi_u32) { CHAIN_MAD(uint32_t, uint32_t, HIGH_U32(a, b), w->carry); }
WG_EXEC(madc_hi_s32) { CHAIN_MAD(uint32_t, int32_t, HIGH_S32(a, b), w->carry); }
WG_EXEC(madc_hi_u64) { CHAIN_HIGH_64(uint64_t, HIGH_U64(a, b), w->carry); }
WG_EXEC(madc_hi_s64) { CHAIN_HIGH_64(int64_t, HIGH_S64(a, b), w->carry); }

/* Division. PTX leaves division by zero open; the hardware gives all ones for quotient and remainder. Nothing traps.
 *
 * 32-bit quotients are taken in double precision, which vector units divide in: where a/b is no whole number n it is at
 * least 1/b away from one, far more than the rounding error n × 2⁻⁵³, so truncation is exact. Divisors whose quotient
 * might not fit an int32_t (0, 1, −1) are replaced first and their results selected afterwards. */
static inline uint32_t either(bool condition, uint32_t yes, uint32_t no)
{
    uint32_t all = 0u - (uint32_t)condition; /* a select might move the division into a branch */
    return (yes & all) | (no & ~all);
}

static inline uint32_t quotient_u32(uint32_t a, uint32_t b)
{
    double dividend = (double)(int32_t)(a ^ 0x80000000u) + 0x1p31;
    double divisor = (double)(int32_t)((b < 2 ? 2 : b) ^ 0x80000000u) + 0x1p31;
    int32_t q = (int32_t)(dividend / divisor);
    return either(b > 1, (uint32_t)q, either(b, a, UINT32_MAX));
}

static inline uint32_t quotient_s32(int32_t a, int32_t b)
{
    bool plain = (uint32_t)b + 1 > 1;
    int32_t q = (int32_t)((double)a / (double)(int32_t)either(plain, (uint32_t)b, 2));
    return either(plain, (uint32_t)q, either(b, 0u - (uint32_t)a, UINT32_MAX));
}

static inline uint32_t remainder_u32(uint32_t a, uint32_t b)
{
    return either(b, a - quotient_u32(a, b) * b, UINT32_MAX);
}

static inline uint32_t remainder_s32(int32_t a, int32_t b)
{
    return either(b, (uint32_t)a - quotient_s32(a, b) * (uint32_t)b, UINT32_MAX);
}

static inline uint64_t quotient_u64(uint64_t a, uint64_t b) { return b ? a / b : UINT64_MAX; }

static inline uint64_t quotient_s64(int64_t a, int64_t b)
{
    return b == 0 ? UINT64_MAX : b == -1 ? 0u - (uint64_t)a : (uint64_t)(a / b);
}

static inline uint64_t remainder_u64(uint64_t a, uint64_t b) { return b ? a % b : UINT64_MAX; }

static inline uint64_t remainder_s64(int64_t a, int64_t b)
{
    return b == 0 ? UINT64_MAX : b == -1 ? 0 : (uint64_t)(a % b);
}

WG_EXEC(div_s16) { BINARY(uint16_t, int16_t, quotient_s32(a, b)); }
WG_EXEC(div_u16) { BINARY(uint16_t, uint16_t, quotient_u32(a, b)); }
WG_EXEC(div_s32) { BINARY(uint32_t, int32_t, quotient_s32(a, b)); }
WG_EXEC(div_u32) { BINARY(uint32_t, uint32_t, quotient_u32(a, b)); }
WG_EXEC(div_s64) { BINARY_SCALAR(uint64_t, int64_t, quotient_s64(a, b)); }
WG_EXEC(div_u64) { BINARY_SCALAR(uint64_t, uint64_t, quotient_u64(a, b)); }
WG_EXEC(rem_s16) { BINARY(uint16_t, int16_t, remainder_s32(a, b)); }
WG_EXEC(rem_u16) { BINARY(uint16_t, uint16_t, remainder_u32(a, b)); }
WG_EXEC(rem_s32) { BINARY(uint32_t, int32_t, remainder_s32(a, b)); }
WG_EXEC(rem_u32) { BINARY(uint32_t, uint32_t, remainder_u32(a, b)); }
WG_EXEC(rem_s64) { BINARY_SCALAR(uint64_t, int64_t, remainder_s64(a, b)); }
WG_EXEC(rem_u64) { BINARY_SCALAR(uint64_t, uint64_t, remainder_u64(a, b)); }

WG_EXEC(min_s16) { BINARY(int16_t, int16_t, MIN(a, b)); }
WG_EXEC(min_u16) { BINARY(uint16_t, uint16_t, MIN(a, b)); }
WG_EXEC(min_s32) { BINARY(int32_t, int32_t, MIN(a, b)); }
WG_EXEC(min_u32) { BINARY(uint32_t, uint32_t, MIN(a, b)); }
WG_EXEC(min_s64) { BINARY(int64_t, int64_t, MIN(a, b)); }
WG_EXEC(min_u64) { BINARY(uint64_t, uint64_t, MIN(a, b)); }
WG_EXEC(min_s16x2) { BINARY(uint32_t, uint32_t, HALVES(int16_t, MIN, a, b)); }
WG_EXEC(min_u16x2) { BINARY(uint32_t, uint32_t, HALVES(uint16_t, MIN, a, b)); }
WG_EXEC(min_s8x4) { BINARY(uint32_t, uint32_t, BYTES(int8_t, MIN, a, b)); }
WG_EXEC(min_u8x4) { BINARY(uint32_t, uint32_t, BYTES(uint8_t, MIN, a, b)); }
WG_EXEC(min_relu_s32) { BINARY(int32_t, int32_t, MIN_RELU(a, b)); }
WG_EXEC(min_relu_s16x2) { BINARY(uint32_t, uint32_t, HALVES(int16_t, MIN_RELU, a, b)); }
WG_EXEC(max_s16) { BINARY(int16_t, int16_t, MAX(a, b)); }
WG_EXEC(max_u16) { BINARY(uint16_t, uint16_t, MAX(a, b)); }
WG_EXEC(max_s32) { BINARY(int32_t, int32_t, MAX(a, b)); }
WG_EXEC(max_u32) { BINARY(uint32_t, uint32_t, MAX(a, b)); }
WG_EXEC(max_s64) { BINARY(int64_t, int64_t, MAX(a, b)); }
WG_EXEC(max_u64) { BINARY(uint64_t, uint64_t, MAX(a, b)); }
WG_EXEC(max_s16x2) { BINARY(uint32_t, uint32_t, HALVES(int16_t, MAX, a, b)); }
WG_EXEC(max_u16x2) { BINARY(uint32_t, uint32_t, HALVES(uint16_t, MAX, a, b)); }
WG_EXEC(max_s8x4) { BINARY(uint32_t, uint32_t, BYTES(int8_t, MAX, a, b)); }
WG_EXEC(max_u8x4) { BINARY(uint32_t, uint32_t, BYTES(uint8_t, MAX, a, b)); }
WG_EXEC(max_relu_s32) { BINARY(int32_t, int32_t, MAX_RELU(a, b)); }
WG_EXEC(max_relu_s16x2) { BINARY(uint32_t, uint32_t, HALVES(int16_t, MAX_RELU, a, b)); }
WG_EXEC(abs_s16) { UNARY(uint16_t, int16_t, a < 0 ? -a : a); }
WG_EXEC(abs_s32) { UNARY(uint32_t, int32_t, a < 0 ? 0u - (uint32_t)a : (uint32_t)a); }
WG_EXEC(abs_s64) { UNARY(uint64_t, int64_t, a < 0 ? 0u - (uint64_t)a : (uint64_t)a); }
WG_EXEC(neg_b16) { UNARY(uint16_t, uint16_t, -a); }
WG_EXEC(neg_b32) { UNARY(uint32_t, uint32_t, 0u - a); }
WG_EXEC(neg_b64) { UNARY(uint64_t, uint64_t, 0u - a); }
WG_EXEC(neg_b8x4) { UNARY(uint32_t, uint32_t, BYTES(uint8_t, MINUS, 0u, a)); }

#define DISTANCE(U, a, b) (U)((a) < (b) ? (U)(b) - (U)(a) : (U)(a) - (U)(b))
WG_EXEC(sad_s16) { TERNARY(uint16_t, int16_t, uint16_t, c + DISTANCE(uint16_t, a, b)); }
WG_EXEC(sad_u16) { TERNARY(uint16_t, uint16_t, uint16_t, c + DISTANCE(uint16_t, a, b)); }
WG_EXEC(sad_s32) { TERNARY(uint32_t, int32_t, uint32_t, c + DISTANCE(uint32_t, a, b)); }
WG_EXEC(sad_u32) { TERNARY(uint32_t, uint32_t, uint32_t, c + DISTANCE(uint32_t, a, b)); }
WG_EXEC(sad_s64) { TERNARY(uint64_t, int64_t, uint64_t, c + DISTANCE(uint64_t, a, b)); }
WG_EXEC(sad_u64) { TERNARY(uint64_t, uint64_t, uint64_t, c + DISTANCE(uint64_t, a, b)); }

/* The 48-bit product of the low 24 bits. */
#define PRODUCT_24_S(a, b) ((int64_t)((int32_t)((a) << 8) >> 8) * ((int32_t)((b) << 8) >> 8))
#define PRODUCT_24_U(a, b) ((uint64_t)((a)&0xffffffu) * ((b)&0xffffffu))
WG_EXEC(mul24_lo_s32) { BINARY(uint32_t, uint32_t, (uint32_t)PRODUCT_24_S(a, b)); }
WG_EXEC(mul24_lo_u32) { BINARY(uint32_t, uint32_t, (uint32_t)PRODUCT_24_U(a, b)); }
WG_EXEC(mul24_hi_s32) { BINARY(uint32_t, uint32_t, (uint32_t)((uint64_t)PRODUCT_24_S(a, b) >> 16)); }
WG_EXEC(mul24_hi_u32) { BINARY(uint32_t, uint32_t, (uint32_t)(PRODUCT_24_U(a, b) >> 16)); }
WG_EXEC(mad24_lo_s32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)PRODUCT_24_S(a, b) + c); }
WG_EXEC(mad24_lo_u32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)PRODUCT_24_U(a, b) + c); }
WG_EXEC(mad24_hi_s32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)((uint64_t)PRODUCT_24_S(a, b) >> 16) + c); }
WG_EXEC(mad24_hi_u32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)(PRODUCT_24_U(a, b) >> 16) + c); }
WG_EXEC(mad24_hi_sat_s32) { TERNARY(int32_t, uint32_t, int32_t, SATURATE_S32((PRODUCT_24_S(a, b) >> 16) + c)); }

static u128 carryless_product(uint64_t a, uint64_t b)
{
    u128 product = 0;
    for (; a; a &= a - 1)
        product ^= (u128)b << __builtin_ctzll(a);
    return product;
}

WG_EXEC(clmad_lo_u64) { TERNARY_SCALAR(uint64_t, uint64_t, uint64_t, (uint64_t)carryless_product(a, b) ^ c); }
WG_EXEC(clmad_hi_u64) { TERNARY_SCALAR(uint64_t, uint64_t, uint64_t, (uint64_t)(carryless_product(a, b) >> 64) ^ c); }

/* A byte or half at a bit position, its sign extended where `sign` is its top bit (0: unsigned). */
#define BYTE(x, at, sign) ((int32_t)(((x) >> (at)&0xff) ^ (sign)) - (int32_t)(sign))
#define HALF(x, at, sign) ((int32_t)(((x) >> (at)&0xffff) ^ (sign)) - (int32_t)(sign))

WG_EXEC(dp4a)
{
    uint32_t s = i->type[0] == WG_TYPE_S32 ? 0x80 : 0, t = i->type[1] == WG_TYPE_S32 ? 0x80 : 0;
    TERNARY(uint32_t, uint32_t, uint32_t,
            c + (uint32_t)(BYTE(a, 0, s) * BYTE(b, 0, t) + BYTE(a, 8, s) * BYTE(b, 8, t) +
                           BYTE(a, 16, s) * BYTE(b, 16, t) + BYTE(a, 24, s) * BYTE(b, 24, t)));
}

WG_EXEC(dp2a)
{
    uint32_t s = i->type[0] == WG_TYPE_S32 ? 0x8000 : 0, t = i->type[1] == WG_TYPE_S32 ? 0x80 : 0;
    unsigned at = i->flags & WG_FLAG_HI ? 16 : 0;
    TERNARY(uint32_t, uint32_t, uint32_t,
            c + (uint32_t)(HALF(a, 0, s) * BYTE(b, at, t) + HALF(a, 16, s) * BYTE(b, at + 8, t)));
}

/* Bits. */
static inline uint32_t ones_32(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static inline uint32_t reversed_32(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24;
}

#define REVERSED_64(x) ((uint64_t)reversed_32((uint32_t)(x)) << 32 | reversed_32((uint32_t)((x) >> 32)))
#define ZEROS_32(x) ((x) ? (uint32_t)__builtin_clz(x) : 32u)
#define ZEROS_64(x) ((x) ? (uint32_t)__builtin_clzll(x) : 64u)

WG_EXEC(popc_b32) { UNARY(uint32_t, uint32_t, ones_32(a)); }
WG_EXEC(popc_b64) { UNARY(uint32_t, uint64_t, ones_32((uint32_t)a) + ones_32((uint32_t)(a >> 32))); }
WG_EXEC(brev_b32) { UNARY(uint32_t, uint32_t, reversed_32(a)); }
WG_EXEC(brev_b64) { UNARY(uint64_t, uint64_t, REVERSED_64(a)); }

#define UNARY_SCALAR(D, S, expression)                                                                                 \
    do {                                                                                                               \
        D *d_ = ROW(D, 0);                                                                                             \
        const S *a_ = ROW(S, 1);                                                                                       \
        FOR_ACTIVE (lane) {                                                                                            \
            S a = a_[lane];                                                                                            \
            d_[lane] = (expression);                                                                                   \
        }                                                                                                              \
    } while (0)

/* The highest bit that is not the sign: its position, or with .shiftamt the zeros (or signs) above it; all ones for
 * none. */
#define FIND(zeros, msb) ((zeros) > (msb) ? UINT32_MAX : i->flags & WG_FLAG_SHIFTAMT ? (zeros) : (msb) - (zeros))

WG_EXEC(clz_b32) { UNARY_SCALAR(uint32_t, uint32_t, ZEROS_32(a)); }
WG_EXEC(clz_b64) { UNARY_SCALAR(uint32_t, uint64_t, ZEROS_64(a)); }
WG_EXEC(bfind_u32) { UNARY_SCALAR(uint32_t, uint32_t, FIND(ZEROS_32(a), 31u)); }
WG_EXEC(bfind_s32) { UNARY_SCALAR(uint32_t, int32_t, FIND(ZEROS_32((uint32_t)(a ^ a >> 31)), 31u)); }
WG_EXEC(bfind_u64) { UNARY_SCALAR(uint32_t, uint64_t, FIND(ZEROS_64(a), 63u)); }
WG_EXEC(bfind_s64) { UNARY_SCALAR(uint32_t, int64_t, FIND(ZEROS_64((uint64_t)(a ^ a >> 63)), 63u)); }

/* Bit fields. SHL, SHR and ONES take amounts of the width and above. */
#define SHL(U, x, n) ((n) < 8 * sizeof(U) ? (U)(x) << ((n) & (8 * sizeof(U) - 1)) : (U)0)
#define SHR(U, x, n) ((n) < 8 * sizeof(U) ? (U)(x) >> ((n) & (8 * sizeof(U) - 1)) : (U)0)
#define SAR(S, x, n) ((S)(x) >> ((n) < 8 * sizeof(S) ? (n) : 8 * sizeof(S) - 1))
#define ONES(U, n) (SHL(U, 1, n) - 1)

/* Low n bits, sign-extended; n = 0 gives 0. */
#define EXTEND(U, S, x, n)                                                                                             \
    ((n) == 0 ? (U)0                                                                                                   \
              : (U)SAR(S, SHL(U, x, 8 * sizeof(U) - MIN(n, 8 * sizeof(U))), 8 * sizeof(U) - MIN(n, 8 * sizeof(U))))

/* Positions and lengths above 255 are not allowed; the hardware takes the low byte of them for 32 bits and all of them
 * for 64. */
#define BIT_FIELD(U, limit, expression)                                                                                \
    do {                                                                                                               \
        U *d_ = ROW(U, 0);                                                                                             \
        const U *a_ = ROW(U, 1);                                                                                       \
        const uint32_t *b_ = ROW(uint32_t, 2), *c_ = ROW(uint32_t, 3);                                                 \
        LANEWISE(U a = a_[lane]; U at = b_[lane] & limit; U n = c_[lane] & limit, d_, expression);                     \
    } while (0)

#define BIT_INSERT(U, limit)                                                                                           \
    do {                                                                                                               \
        U *d_ = ROW(U, 0);                                                                                             \
        const U *a_ = ROW(U, 1), *b_ = ROW(U, 2);                                                                      \
        const uint32_t *c_ = ROW(uint32_t, 3), *n_ = ROW(uint32_t, 4);                                                 \
        LANEWISE(U a = a_[lane]; U b = b_[lane]; U at = c_[lane] & limit; U n = n_[lane] & limit;                      \
                 U field = SHL(U, ONES(U, n), at), d_, (SHL(U, a, at) & field) | (b & ~field));                        \
    } while (0)

WG_EXEC(bfe_u32) { BIT_FIELD(uint32_t, 0xff, SHR(uint32_t, a, at) & ONES(uint32_t, n)); }
WG_EXEC(bfe_u64) { BIT_FIELD(uint64_t, UINT32_MAX, SHR(uint64_t, a, at) & ONES(uint64_t, n)); }
WG_EXEC(bfe_s32) { BIT_FIELD(uint32_t, 0xff, EXTEND(uint32_t, int32_t, SAR(int32_t, a, at), n)); }
WG_EXEC(bfe_s64) { BIT_FIELD(uint64_t, UINT32_MAX, EXTEND(uint64_t, int64_t, SAR(int64_t, a, at), n)); }
WG_EXEC(bfi_b32) { BIT_INSERT(uint32_t, 0xff); }
WG_EXEC(bfi_b64) { BIT_INSERT(uint64_t, UINT32_MAX); }
WG_EXEC(bmsk_clamp_b32) { BINARY(uint32_t, uint32_t, SHL(uint32_t, ONES(uint32_t, b), a)); }
WG_EXEC(bmsk_wrap_b32) { BINARY(uint32_t, uint32_t, ONES(uint32_t, b & 31) << (a & 31)); }
WG_EXEC(szext_clamp_u32) { BINARY(uint32_t, uint32_t, a & ONES(uint32_t, b)); }
WG_EXEC(szext_wrap_u32) { BINARY(uint32_t, uint32_t, a & ONES(uint32_t, b & 31)); }
WG_EXEC(szext_clamp_s32) { BINARY(uint32_t, uint32_t, EXTEND(uint32_t, int32_t, a, b)); }
WG_EXEC(szext_wrap_s32) { BINARY(uint32_t, uint32_t, EXTEND(uint32_t, int32_t, a, b & 31)); }

/* The offset-th bit set in mask, counted from base upwards, or downwards for a negative offset; 0: base itself. */
static uint32_t find_nth_set(uint32_t bits, uint32_t base, int32_t offset)
{
    if (base > 31)
        return UINT32_MAX;
    if (offset == 0)
        return bits >> base & 1 ? base : UINT32_MAX;
    int64_t left = offset < 0 ? -(int64_t)offset : offset;
    for (int at = (int)base; at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
        if (bits >> at & 1 && --left == 0)
            return (uint32_t)at;
    return UINT32_MAX;
}

WG_EXEC(fns_b32) { TERNARY_SCALAR(uint32_t, uint32_t, int32_t, find_nth_set(a, b, c)); }

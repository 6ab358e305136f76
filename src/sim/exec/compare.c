/* SPDX-License-Identifier: Apache-2.0 */
/* setp and set. Two values are less, equal, greater or unordered; a comparison operator is the set of those it holds
 * for. The loops find the relations of all lanes as masks, the operator then picks among them: no operator has a loop
 * of its own, and none branches. */
#include "sim/exec/compare.h"

#define FOR_RELATIONS(...)                                                                                             \
    _Pragma(WG_STRING(omp simd reduction(| : __VA_ARGS__))) for (int lane = 0; lane < WG_LANES; lane++)
#define WG_STRING(x) #x

/* The lane's bit where the condition holds, as arithmetic: a select would be split into branches. */
#define LANE_IF(U, condition) (((U)0 - (U)(condition)) & WG_LANE_BIT[lane])

/* Integers. U has their width, or 32 bits: masks as wide as the values need no packing. */
#define COMPARE_INTEGER(name, T, U)                                                                                    \
    static inline uint32_t compare_##name(const wg_insn *i, const void *left, const void *right)                       \
    {                                                                                                                  \
        const T *a = left, *b = right;                                                                                 \
        U less = 0, equal = 0;                                                                                         \
        FOR_RELATIONS(less, equal)                                                                                     \
        {                                                                                                              \
            less |= LANE_IF(U, a[lane] < b[lane]);                                                                     \
            equal |= LANE_IF(U, a[lane] == b[lane]);                                                                   \
        }                                                                                                              \
        return wg_holds(i->cmp, (uint32_t)less, (uint32_t)equal, (uint32_t) ~(less | equal));                          \
    }

/* Numbers of the host. `value` may flush subnormals. */
#define COMPARE_FLOAT(name, T, U, value)                                                                               \
    static inline uint32_t compare_##name(const wg_insn *i, const void *left, const void *right)                       \
    {                                                                                                                  \
        const T *a = left, *b = right;                                                                                 \
        U less = 0, equal = 0, greater = 0;                                                                            \
        FOR_RELATIONS(less, equal, greater)                                                                            \
        {                                                                                                              \
            T x = value(a[lane]), y = value(b[lane]);                                                                  \
            less |= LANE_IF(U, x < y);                                                                                 \
            equal |= LANE_IF(U, x == y);                                                                               \
            greater |= LANE_IF(U, x > y);                                                                              \
        }                                                                                                              \
        return wg_holds(i->cmp, (uint32_t)less, (uint32_t)equal, (uint32_t)greater);                                   \
    }

/* 16-bit floats, as integers that order the same way: magnitudes with their sign. T is the row's type, the value sits
 * at bit `at` of it; infinity and the smallest normal number (for .ftz) tell the two formats apart. */
static inline int32_t ordered_16(uint32_t bits, uint32_t normal)
{
    int32_t magnitude = (bits & 0x7fff) < normal ? 0 : (int32_t)(bits & 0x7fff);
    return bits & 0x8000 ? -magnitude : magnitude;
}

#define COMPARE_HALF(name, T, at, infinity, smallest)                                                                  \
    static inline uint32_t compare_##name(const wg_insn *i, const void *left, const void *right)                       \
    {                                                                                                                  \
        const T *a = left, *b = right;                                                                                 \
        const uint32_t normal = i->flags & WG_FLAG_FTZ ? smallest : 0;                                                 \
        uint32_t less = 0, equal = 0, greater = 0;                                                                     \
        FOR_RELATIONS(less, equal, greater)                                                                            \
        {                                                                                                              \
            uint32_t x = (uint32_t)a[lane] >> at, y = (uint32_t)b[lane] >> at;                                         \
            int32_t m = ordered_16(x, normal), n = ordered_16(y, normal);                                              \
            uint32_t number = ((x & 0x7fff) <= infinity) & ((y & 0x7fff) <= infinity);                                 \
            less |= LANE_IF(uint32_t, number & (m < n));                                                               \
            equal |= LANE_IF(uint32_t, number & (m == n));                                                             \
            greater |= LANE_IF(uint32_t, number & (m > n));                                                            \
        }                                                                                                              \
        return wg_holds(i->cmp, less, equal, greater);                                                                 \
    }

static inline float flushed(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits &= bits & 0x7f800000u ? UINT32_MAX : 0;
    memcpy(&x, &bits, sizeof bits);
    return x;
}

COMPARE_INTEGER(s16, int16_t, uint32_t)
COMPARE_INTEGER(u16, uint16_t, uint32_t)
COMPARE_INTEGER(s32, int32_t, uint32_t)
COMPARE_INTEGER(u32, uint32_t, uint32_t)
COMPARE_INTEGER(s64, int64_t, uint64_t)
COMPARE_INTEGER(u64, uint64_t, uint64_t)
COMPARE_FLOAT(f32, float, uint32_t, )
COMPARE_FLOAT(ftz_f32, float, uint32_t, flushed)
COMPARE_FLOAT(f64, double, uint64_t, )
COMPARE_HALF(f16, uint16_t, 0, 0x7c00, 0x0400)
COMPARE_HALF(bf16, uint16_t, 0, 0x7f80, 0x0080)
COMPARE_HALF(f16_low, uint32_t, 0, 0x7c00, 0x0400)
COMPARE_HALF(f16_high, uint32_t, 16, 0x7c00, 0x0400)
COMPARE_HALF(bf16_low, uint32_t, 0, 0x7f80, 0x0080)
COMPARE_HALF(bf16_high, uint32_t, 16, 0x7f80, 0x0080)

/* .and, .or, .xor with the predicate operand, where there is one. */
static uint32_t combined(const wg_warp *w, const wg_insn *i, int operand, uint32_t t)
{
    if (i->op[operand] == WG_SLOT_NONE)
        return t;
    uint32_t c = wg_predicate(w, i, operand);
    return i->combine == WG_MOD_AND ? t & c : i->combine == WG_MOD_OR ? t | c : i->combine == WG_MOD_XOR ? t ^ c : t;
}

/* p = t op c, q = !t op c. */
static void setp(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t t, uint32_t u)
{
    uint32_t p = combined(w, i, 4, t), q = combined(w, i, 4, u);
    wg_predicate_set(w, i->op[0], p, mask);
    wg_predicate_set(w, i->op[1], q, mask);
}

/* What set writes for true: all ones, or one. */
static const uint32_t TRUE_VALUE[WG_TYPE_COUNT] = {
    [WG_TYPE_U16] = 0xffff,     [WG_TYPE_S16] = 0xffff,     [WG_TYPE_F16] = 0x3c00,    [WG_TYPE_BF16] = 0x3f80,
    [WG_TYPE_U32] = 0xffffffff, [WG_TYPE_S32] = 0xffffffff, [WG_TYPE_F32] = 0x3f800000};

static void set(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t t)
{
    uint32_t one = TRUE_VALUE[i->type[0]];
    t = combined(w, i, 3, t);
    if (i->type[0] == WG_TYPE_U32 || i->type[0] == WG_TYPE_S32 || i->type[0] == WG_TYPE_F32) {
        uint32_t *d = ROW(uint32_t, 0);
        LANEWISE(, d, t & WG_LANE_BIT[lane] ? one : 0);
    } else {
        uint16_t *d = ROW(uint16_t, 0);
        LANEWISE(, d, t & WG_LANE_BIT[lane] ? one : 0);
    }
}

/* Two results in one word. */
static void set_2(wg_warp *w, const wg_insn *i, uint32_t mask, uint32_t low, uint32_t high)
{
    uint32_t one = i->type[0] == WG_TYPE_F16X2 ? 0x3c00 : i->type[0] == WG_TYPE_BF16X2 ? 0x3f80 : 0xffff;
    uint32_t *d = ROW(uint32_t, 0);
    low = combined(w, i, 3, low);
    high = combined(w, i, 3, high);
    LANEWISE(, d, (low & WG_LANE_BIT[lane] ? one : 0) | (high & WG_LANE_BIT[lane] ? one << 16 : 0));
}

#define SETP(name)                                                                                                     \
    uint32_t t = compare_##name(i, ROW(void, 2), ROW(void, 3));                                                        \
    setp(w, i, mask, t, ~t)
#define SETP_2(name)                                                                                                   \
    setp(w, i, mask, compare_##name##_low(i, ROW(void, 2), ROW(void, 3)),                                              \
         compare_##name##_high(i, ROW(void, 2), ROW(void, 3)))
#define SET(name) set(w, i, mask, compare_##name(i, ROW(void, 1), ROW(void, 2)))
#define SET_2(name)                                                                                                    \
    set_2(w, i, mask, compare_##name##_low(i, ROW(void, 1), ROW(void, 2)),                                             \
          compare_##name##_high(i, ROW(void, 1), ROW(void, 2)))

WG_EXEC(setp_s16) { SETP(s16); }
WG_EXEC(setp_u16) { SETP(u16); }
WG_EXEC(setp_s32) { SETP(s32); }
WG_EXEC(setp_u32) { SETP(u32); }
WG_EXEC(setp_s64) { SETP(s64); }
WG_EXEC(setp_u64) { SETP(u64); }
WG_EXEC(setp_f32) { SETP(f32); }
WG_EXEC(setp_ftz_f32) { SETP(ftz_f32); }
WG_EXEC(setp_f64) { SETP(f64); }
WG_EXEC(setp_f16) { SETP(f16); }
WG_EXEC(setp_bf16) { SETP(bf16); }
WG_EXEC(setp_f16x2) { SETP_2(f16); }
WG_EXEC(setp_bf16x2) { SETP_2(bf16); }
WG_EXEC(set_s16) { SET(s16); }
WG_EXEC(set_u16) { SET(u16); }
WG_EXEC(set_s32) { SET(s32); }
WG_EXEC(set_u32) { SET(u32); }
WG_EXEC(set_s64) { SET(s64); }
WG_EXEC(set_u64) { SET(u64); }
WG_EXEC(set_f32) { SET(f32); }
WG_EXEC(set_ftz_f32) { SET(ftz_f32); }
WG_EXEC(set_f64) { SET(f64); }
WG_EXEC(set_f16) { SET(f16); }
WG_EXEC(set_bf16) { SET(bf16); }
WG_EXEC(set_f16x2) { SET_2(f16); }
WG_EXEC(set_bf16x2) { SET_2(bf16); }

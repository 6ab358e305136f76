/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions: bytes and halves of words.
 *
 * Scalar ones compute on one selected part of each operand, wider than 32 bits inside, then saturate, combine with c by
 * a second operation, or put the result into the selected part of c. The SIMD ones (…2, …4) do all parts side by side
 * and either put them together or add them to c. Their selectors that mix parts of both operands (.h10, .b7654) are not
 * supported; a single one as destination mask is. */
#include "sim/exec/compare.h"

__extension__ typedef __int128 s128; /* a word shifted left by 32 */
__extension__ typedef unsigned __int128 u128;

/* Where a part lies in its word. sign: its top bit if it is to be sign-extended, else 0. */
typedef struct part {
    unsigned at;
    uint32_t bits, sign;
} part;

static part part_of(unsigned component, bool is_signed)
{
    part p = component >= 9   ? (part){16 * (component - 9), 0xffff, 0x8000}
             : component >= 5 ? (part){8 * (component - 5), 0xff, 0x80}
                              : (part){0, 0xffffffff, 0x80000000};
    p.sign = is_signed ? p.sign : 0;
    return p;
}

static inline int64_t part_read(part p, uint32_t word)
{
    return (int64_t)((word >> p.at & p.bits) ^ p.sign) - (int64_t)p.sign;
}

static bool is_signed(const wg_insn *i, int type) { return i->type[type] == WG_TYPE_S32; }

/* A scalar instruction: its operands' parts and what happens to the result. */
typedef struct scalar {
    part a, b, d;
    s128 low, high; /* of .sat */
    const uint32_t *c;
    bool is_signed;
} scalar;

static const uint32_t ZEROS[WG_LANES];

static scalar scalar_of(const wg_warp *w, const wg_insn *i, bool signed_d, bool signed_a, bool signed_b)
{
    scalar s = {part_of(i->component[1], signed_a),
                part_of(i->component[2], signed_b),
                part_of(i->component[0], signed_d),
                -((s128)1 << 100),
                (s128)1 << 100,
                i->op[3] == WG_SLOT_NONE ? ZEROS : ROW(const uint32_t, 3),
                signed_d};
    if (i->flags & WG_FLAG_SAT) {
        s.low = -(int64_t)s.d.sign;
        s.high = (int64_t)(s.d.bits ^ s.d.sign);
    }
    return s;
}

static uint32_t scalar_result(const scalar *s, const wg_insn *i, s128 t, uint32_t c_bits)
{
    int64_t c = s->is_signed ? (int64_t)(int32_t)c_bits : (int64_t)c_bits;
    t = t < s->low ? s->low : t > s->high ? s->high : t;
    if (i->action == WG_MOD_ADD)
        t += c;
    else if (i->action == WG_MOD_MIN)
        t = t < c ? t : c;
    else if (i->action == WG_MOD_MAX)
        t = t > c ? t : c;
    return ((uint32_t)t & s->d.bits) << s->d.at | (c_bits & ~(s->d.bits << s->d.at));
}

/* d = expression of x and y, the parts of a and b. */
#define SCALAR(signed_d, signed_a, signed_b, expression)                                                               \
    do {                                                                                                               \
        const scalar s = scalar_of(w, i, signed_d, signed_a, signed_b);                                                \
        uint32_t *d_ = ROW(uint32_t, 0);                                                                               \
        const uint32_t *a_ = ROW(uint32_t, 1), *b_ = ROW(uint32_t, 2);                                                 \
        FOR_ACTIVE (lane) {                                                                                            \
            int64_t x = part_read(s.a, a_[lane]), y = part_read(s.b, b_[lane]);                                        \
            d_[lane] = scalar_result(&s, i, expression, s.c[lane]);                                                    \
        }                                                                                                              \
    } while (0)

#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))
#define AVERAGE(x, y) (((x) + (y) + ((x) + (y) >= 0)) >> 1)
#define COMPARED(x, y) (wg_holds(i->cmp, (x) < (y), (x) == (y), (x) > (y)) & 1)
#define SHIFT_AMOUNT(y) ((i->flags & WG_FLAG_WRAP) ? ((y)&31) : MIN(y, 32))

WG_EXEC(vadd) { SCALAR(is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), x + y); }
WG_EXEC(vsub) { SCALAR(is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), x - y); }
WG_EXEC(vabsdiff) { SCALAR(is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), x < y ? y - x : x - y); }
WG_EXEC(vmin) { SCALAR(is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), MIN(x, y)); }
WG_EXEC(vmax) { SCALAR(is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), MAX(x, y)); }
WG_EXEC(vshl) { SCALAR(is_signed(i, 0), is_signed(i, 1), false, (s128)((u128)x << SHIFT_AMOUNT(y))); }
WG_EXEC(vshr) { SCALAR(is_signed(i, 0), is_signed(i, 1), false, x >> SHIFT_AMOUNT(y)); }
WG_EXEC(vset) { SCALAR(false, is_signed(i, 0), is_signed(i, 1), COMPARED(x, y)); }

/* (±a × b ± c, + 1 with .po) >> scale; a minus before a or b is in wg_insn.negated. */
WG_EXEC(vmad)
{
    part pa = part_of(i->component[1], is_signed(i, 1)), pb = part_of(i->component[2], is_signed(i, 2));
    bool negate_product = (i->negated >> 1 ^ i->negated >> 2) & 1, negate_c = i->negated >> 3 & 1;
    bool signed_result = is_signed(i, 1) || is_signed(i, 2) || negate_product || negate_c;
    int scale = i->action == WG_MOD_SHR7 ? 7 : i->action == WG_MOD_SHR15 ? 15 : 0;
    int64_t low = signed_result ? INT32_MIN : 0, high = signed_result ? INT32_MAX : UINT32_MAX;
    uint32_t *d = ROW(uint32_t, 0);
    const uint32_t *a = ROW(uint32_t, 1), *b = ROW(uint32_t, 2), *c = ROW(uint32_t, 3);
    FOR_ACTIVE (lane) {
        s128 product = (s128)part_read(pa, a[lane]) * part_read(pb, b[lane]);
        int64_t addend = signed_result ? (int64_t)(int32_t)c[lane] : (int64_t)c[lane];
        s128 sum = (negate_product ? -product : product) + (negate_c && !negate_product ? -addend : addend) +
                   (i->flags & WG_FLAG_PO ? 1 : 0);
        sum >>= scale;
        if (i->flags & WG_FLAG_SAT)
            sum = sum < low ? low : sum > high ? high : sum;
        d[lane] = (uint32_t)sum;
    }
}

/* SIMD: all elements of `width` bits; x and y are those of a and b. */
#define SIMD(width, signed_d, signed_a, signed_b, expression)                                                          \
    do {                                                                                                               \
        enum { BITS = (1 << width) - 1, TOP = 1 << (width - 1) };                                                      \
        const int32_t sa_ = signed_a ? TOP : 0, sb_ = signed_b ? TOP : 0;                                              \
        const bool sat_ = i->flags & WG_FLAG_SAT;                                                                      \
        const int32_t low_ = sat_ ? (signed_d ? -TOP : 0) : INT32_MIN;                                                 \
        const int32_t high_ = sat_ ? (signed_d ? TOP - 1 : BITS) : INT32_MAX;                                          \
        const part place_ = part_of(i->component[0], false);                                                           \
        const uint32_t keep_ = place_.bits << place_.at, add_ = i->action == WG_MOD_ADD ? UINT32_MAX : 0;              \
        uint32_t *d_ = ROW(uint32_t, 0);                                                                               \
        const uint32_t *a_ = ROW(uint32_t, 1), *b_ = ROW(uint32_t, 2), *c_ = ROW(uint32_t, 3);                         \
        LANEWISE(                                                                                                      \
            uint32_t sum = c_[lane]; uint32_t merged = 0;                                                              \
            for (int at = 0; at < 32; at += width) {                                                                   \
                int32_t x = ((int32_t)(a_[lane] >> at & BITS) ^ sa_) - sa_;                                            \
                int32_t y = ((int32_t)(b_[lane] >> at & BITS) ^ sb_) - sb_;                                            \
                int32_t t = (expression);                                                                              \
                t = t < low_ ? low_ : t > high_ ? high_ : t;                                                           \
                sum += keep_ >> at & 1 ? (uint32_t)t : 0;                                                              \
                merged |= ((uint32_t)t & BITS) << at;                                                                  \
            },                                                                                                         \
            d_, (sum & add_) | (((merged & keep_) | (c_[lane] & ~keep_)) & ~add_));                                    \
    } while (0)

#define SIMD_ARITHMETIC(width, expression) SIMD(width, is_signed(i, 0), is_signed(i, 1), is_signed(i, 2), expression)

WG_EXEC(vadd2) { SIMD_ARITHMETIC(16, x + y); }
WG_EXEC(vsub2) { SIMD_ARITHMETIC(16, x - y); }
WG_EXEC(vavrg2) { SIMD_ARITHMETIC(16, AVERAGE(x, y)); }
WG_EXEC(vabsdiff2) { SIMD_ARITHMETIC(16, x < y ? y - x : x - y); }
WG_EXEC(vmin2) { SIMD_ARITHMETIC(16, MIN(x, y)); }
WG_EXEC(vmax2) { SIMD_ARITHMETIC(16, MAX(x, y)); }
WG_EXEC(vset2) { SIMD(16, false, is_signed(i, 0), is_signed(i, 1), (int32_t)COMPARED(x, y)); }
WG_EXEC(vadd4) { SIMD_ARITHMETIC(8, x + y); }
WG_EXEC(vsub4) { SIMD_ARITHMETIC(8, x - y); }
WG_EXEC(vavrg4) { SIMD_ARITHMETIC(8, AVERAGE(x, y)); }
WG_EXEC(vabsdiff4) { SIMD_ARITHMETIC(8, x < y ? y - x : x - y); }
WG_EXEC(vmin4) { SIMD_ARITHMETIC(8, MIN(x, y)); }
WG_EXEC(vmax4) { SIMD_ARITHMETIC(8, MAX(x, y)); }
WG_EXEC(vset4) { SIMD(8, false, is_signed(i, 0), is_signed(i, 1), (int32_t)COMPARED(x, y)); }

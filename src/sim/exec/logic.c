/* SPDX-License-Identifier: Apache-2.0 */
/* Logic, shifts, moves and selections. */
#include "sim/exec/exec.h"

WG_EXEC(and_b16) { BINARY(uint16_t, uint16_t, a & b); }
WG_EXEC(and_b32) { BINARY(uint32_t, uint32_t, a & b); }
WG_EXEC(and_b64) { BINARY(uint64_t, uint64_t, a & b); }
WG_EXEC(or_b16) { BINARY(uint16_t, uint16_t, a | b); }
WG_EXEC(or_b32) { BINARY(uint32_t, uint32_t, a | b); }
WG_EXEC(or_b64) { BINARY(uint64_t, uint64_t, a | b); }
WG_EXEC(xor_b16) { BINARY(uint16_t, uint16_t, a ^ b); }
WG_EXEC(xor_b32) { BINARY(uint32_t, uint32_t, a ^ b); }
WG_EXEC(xor_b64) { BINARY(uint64_t, uint64_t, a ^ b); }
WG_EXEC(not_b16) { UNARY(uint16_t, uint16_t, ~a); }
WG_EXEC(not_b32) { UNARY(uint32_t, uint32_t, ~a); }
WG_EXEC(not_b64) { UNARY(uint64_t, uint64_t, ~a); }
WG_EXEC(cnot_b16) { UNARY(uint16_t, uint16_t, a == 0); }
WG_EXEC(cnot_b32) { UNARY(uint32_t, uint32_t, a == 0); }
WG_EXEC(cnot_b64) { UNARY(uint64_t, uint64_t, a == 0); }

WG_EXEC(and_pred) { wg_predicate_set(w, i->op[0], wg_predicate(w, i, 1) & wg_predicate(w, i, 2), mask); }
WG_EXEC(or_pred) { wg_predicate_set(w, i->op[0], wg_predicate(w, i, 1) | wg_predicate(w, i, 2), mask); }
WG_EXEC(xor_pred) { wg_predicate_set(w, i->op[0], wg_predicate(w, i, 1) ^ wg_predicate(w, i, 2), mask); }
WG_EXEC(not_pred) { wg_predicate_set(w, i->op[0], ~wg_predicate(w, i, 1), mask); }
WG_EXEC(mov_pred) { wg_predicate_set(w, i->op[0], wg_predicate(w, i, 1), mask); }

/* lop3: any function of three bits. The table's bit 4a+2b+c is the function's value; as a polynomial over and/xor,
 * k₀ ⊕ k₁c ⊕ k₂b ⊕ k₃bc ⊕ k₄a ⊕ … ⊕ k₇abc, it is evaluated without a branch. */
typedef struct polynomial {
    uint32_t k[8]; /* 0 or all ones */
} polynomial;

static polynomial polynomial_of(uint32_t table)
{
    table ^= (table & 0x55) << 1;
    table ^= (table & 0x33) << 2;
    table ^= (table & 0x0f) << 4;
    polynomial p;
    for (int n = 0; n < 8; n++)
        p.k[n] = 0u - (table >> n & 1);
    return p;
}

#define POLYNOMIAL(p, a, b, c)                                                                                         \
    ((p.k[0] ^ (c & p.k[1])) ^ (b & (p.k[2] ^ (c & p.k[3]))) ^                                                         \
     (a & ((p.k[4] ^ (c & p.k[5])) ^ (b & (p.k[6] ^ (c & p.k[7]))))))

WG_EXEC(lop3_b32)
{
    polynomial p = polynomial_of(*ROW(uint32_t, 4));
    TERNARY(uint32_t, uint32_t, uint32_t, POLYNOMIAL(p, a, b, c));
}

/* lop3.and d|p, a, b, c, table, q: p is also told whether d is not 0, combined with q. */
WG_EXEC(lop3_pred_b32)
{
    enum { QUALIFIER = WG_MAX_OPERANDS > 6 ? 6 : 1 };
    polynomial p = polynomial_of(*ROW(uint32_t, 5));
    const uint32_t *a_ = ROW(uint32_t, 2), *b_ = ROW(uint32_t, 3), *c_ = ROW(uint32_t, 4);
    uint32_t value[WG_LANES], set = 0;
    _Pragma("omp simd reduction(|:set)") for (int lane = 0; lane < WG_LANES; lane++)
    {
        uint32_t a = a_[lane], b = b_[lane], c = c_[lane];
        value[lane] = POLYNOMIAL(p, a, b, c);
        set |= value[lane] ? WG_LANE_BIT[lane] : 0;
    }
    uint32_t q = wg_predicate(w, i, QUALIFIER);
    if (i->op[0] != WG_SLOT_NONE) {
        uint32_t *d = ROW(uint32_t, 0);
        LANEWISE(, d, value[lane]);
    }
    wg_predicate_set(w, i->op[1], i->flags & WG_FLAG_OR ? set | q : set & q, mask);
}

/* Shifts by a u32; amounts above the width count as the width. */
#define SHIFT(T, expression)                                                                                           \
    do {                                                                                                               \
        T *d_ = ROW(T, 0);                                                                                             \
        const T *a_ = ROW(T, 1);                                                                                       \
        const uint32_t *b_ = ROW(uint32_t, 2);                                                                         \
        LANEWISE(T a = a_[lane]; uint32_t b = b_[lane], d_, expression);                                               \
    } while (0)

WG_EXEC(shl_b16) { SHIFT(uint16_t, b > 15 ? 0 : (uint32_t)a << (b & 15)); }
WG_EXEC(shl_b32) { SHIFT(uint32_t, b > 31 ? 0 : a << (b & 31)); }
WG_EXEC(shl_b64) { SHIFT(uint64_t, b > 63 ? 0 : a << (b & 63)); }
WG_EXEC(shr_u16) { SHIFT(uint16_t, b > 15 ? 0 : (uint32_t)a >> (b & 15)); }
WG_EXEC(shr_u32) { SHIFT(uint32_t, b > 31 ? 0 : a >> (b & 31)); }
WG_EXEC(shr_u64) { SHIFT(uint64_t, b > 63 ? 0 : a >> (b & 63)); }
WG_EXEC(shr_s16) { SHIFT(int16_t, (int32_t)a >> (b > 15 ? 15 : b)); }
WG_EXEC(shr_s32) { SHIFT(int32_t, a >> (b > 31 ? 31 : b)); }
WG_EXEC(shr_s64) { SHIFT(int64_t, a >> (b > 63 ? 63 : b)); }

/* Funnel shifts move the 64 bits b:a; left gives the upper word, right the lower one. */
#define FUNNEL(a, b) ((uint64_t)(b) << 32 | (a))
WG_EXEC(shf_l_wrap_b32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)(FUNNEL(a, b) << (c & 31) >> 32)); }
WG_EXEC(shf_r_wrap_b32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)(FUNNEL(a, b) >> (c & 31))); }
WG_EXEC(shf_l_clamp_b32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)(FUNNEL(a, b) << (c > 32 ? 32 : c) >> 32)); }
WG_EXEC(shf_r_clamp_b32) { TERNARY(uint32_t, uint32_t, uint32_t, (uint32_t)(FUNNEL(a, b) >> (c > 32 ? 32 : c))); }

/* prmt: each nibble of the selector names one of the eight bytes b:a; its top bit spreads that byte's sign instead. */
static inline uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector)
{
    uint32_t result = 0;
    for (int n = 0; n < 4; n++) {
        uint32_t nibble = selector >> 4 * n, byte = (nibble & 4 ? b : a) >> 8 * (nibble & 3) & 0xff;
        result |= (nibble & 8 ? (byte >> 7) * 0xff : byte) << 8 * n;
    }
    return result;
}

/* The selectors the modes stand for, by the low two bits of c. */
static const uint32_t PRMT_F4E[4] = {0x3210, 0x4321, 0x5432, 0x6543}, PRMT_B4E[4] = {0x5670, 0x6701, 0x7012, 0x0123},
                      PRMT_RC8[4] = {0x0000, 0x1111, 0x2222, 0x3333}, PRMT_ECL[4] = {0x3210, 0x3211, 0x3222, 0x3333},
                      PRMT_ECR[4] = {0x0000, 0x1110, 0x2210, 0x3210}, PRMT_RC16[4] = {0x1010, 0x3232, 0x1010, 0x3232};

WG_EXEC(prmt_b32)
{
    uint32_t selector = *ROW(uint32_t, 3);
    if (i->op[3] < 0) /* a constant, as nearly always */
        BINARY(uint32_t, uint32_t, permuted(a, b, selector));
    else
        TERNARY(uint32_t, uint32_t, uint32_t, permuted(a, b, c));
}

WG_EXEC(prmt_mode_b32)
{
    const uint32_t *selectors = i->action == WG_MOD_F4E   ? PRMT_F4E
                                : i->action == WG_MOD_B4E ? PRMT_B4E
                                : i->action == WG_MOD_RC8 ? PRMT_RC8
                                : i->action == WG_MOD_ECL ? PRMT_ECL
                                : i->action == WG_MOD_ECR ? PRMT_ECR
                                                          : PRMT_RC16;
    TERNARY(uint32_t, uint32_t, uint32_t, permuted(a, b, selectors[c & 3]));
}

/* mov packs and unpacks too: `mov.b64 {a, b}, d` and `mov.b64 d, {a, b}`. */
static void pack(wg_warp *w, const wg_insn *i, uint32_t mask, unsigned total)
{
    unsigned char value[WG_LANES][16] = {{0}};
    unsigned sources = i->length[1] ? i->length[1] : 1, targets = i->length[0] ? i->length[0] : 1;
    unsigned part = total / sources;
    for (unsigned n = 0; n < sources; n++) {
        const unsigned char *row = wg_row(w, i->length[1] ? i->list[i->op[1] + (int)n] : i->op[1]);
        FOR_ACTIVE (lane)
            memcpy(&value[lane][n * part], row + lane * i->size[1], part < i->size[1] ? part : i->size[1]);
    }
    part = total / targets;
    for (unsigned n = 0; n < targets; n++) {
        wg_slot slot = i->length[0] ? i->list[i->op[0] + (int)n] : i->op[0];
        if (slot == WG_SLOT_NONE)
            continue;
        unsigned char *row = wg_row(w, slot);
        FOR_ACTIVE (lane) {
            unsigned char element[16] = {0};
            memcpy(element, &value[lane][n * part], part);
            memcpy(row + lane * i->size[0], element, i->size[0]);
        }
    }
}

/* Two elements, by far the most common. */
#define PACK_2(WIDE, NARROW)                                                                                           \
    do {                                                                                                               \
        WIDE *d_ = ROW(WIDE, 0);                                                                                       \
        const NARROW *a_ = wg_row(w, i->list[i->op[1]]), *b_ = wg_row(w, i->list[i->op[1] + 1]);                       \
        LANEWISE(, d_, (WIDE)((WIDE)b_[lane] << 8 * sizeof(NARROW) | a_[lane]));                                       \
    } while (0)

#define UNPACK_2(WIDE, NARROW)                                                                                         \
    do {                                                                                                               \
        const WIDE *a_ = ROW(WIDE, 1);                                                                                 \
        for (int n = 0; n < 2; n++) {                                                                                  \
            wg_slot slot_ = i->list[i->op[0] + n];                                                                     \
            if (slot_ == WG_SLOT_NONE)                                                                                 \
                continue;                                                                                              \
            NARROW *d_ = wg_row(w, slot_);                                                                             \
            LANEWISE(, d_, (NARROW)(a_[lane] >> n * 8 * (int)sizeof(NARROW)));                                         \
        }                                                                                                              \
    } while (0)

/* A special register's row may be wider or narrower than the type it is read with: pack() takes any width. */
#define MOVE(WIDE, NARROW)                                                                                             \
    do {                                                                                                               \
        bool plain_ = i->size[0] == sizeof(WIDE) && i->size[1] == sizeof(WIDE);                                        \
        if (plain_ && !i->length[0] && !i->length[1])                                                                  \
            UNARY(WIDE, WIDE, a);                                                                                      \
        else if (!i->length[0] && i->length[1] == 2 && i->size[0] == sizeof(WIDE) && i->size[1] == sizeof(NARROW))     \
            PACK_2(WIDE, NARROW);                                                                                      \
        else if (!i->length[1] && i->length[0] == 2 && i->size[1] == sizeof(WIDE) && i->size[0] == sizeof(NARROW))     \
            UNPACK_2(WIDE, NARROW);                                                                                    \
        else                                                                                                           \
            pack(w, i, mask, sizeof(WIDE));                                                                            \
    } while (0)

WG_EXEC(mov_b16)
{
    if (i->size[0] == 2 && i->size[1] == 2 && !i->length[0] && !i->length[1])
        UNARY(uint16_t, uint16_t, a);
    else
        pack(w, i, mask, 2);
}

WG_EXEC(mov_b32) { MOVE(uint32_t, uint16_t); }
WG_EXEC(mov_b64) { MOVE(uint64_t, uint32_t); }
WG_EXEC(mov_b128) { pack(w, i, mask, 16); }

#define SELECT(T)                                                                                                      \
    do {                                                                                                               \
        uint32_t chosen_ = wg_predicate(w, i, 3);                                                                      \
        BINARY(T, T, (chosen_ & WG_LANE_BIT[lane]) ? a : b);                                                           \
    } while (0)

WG_EXEC(selp_b16) { SELECT(uint16_t); }
WG_EXEC(selp_b32) { SELECT(uint32_t); }
WG_EXEC(selp_b64) { SELECT(uint64_t); }

/* slct takes a where c ≥ 0. As bits, a float is not below zero when its sign is clear or it is −0 (or, with .ftz, a
 * negative subnormal); NaN takes b. */
static inline bool not_below_zero(uint32_t bits, uint32_t zeros)
{
    return bits <= 0x7f800000u || (bits - 0x80000000u < zeros);
}

WG_EXEC(slct_b16_s32) { TERNARY(uint16_t, uint16_t, int32_t, c >= 0 ? a : b); }
WG_EXEC(slct_b32_s32) { TERNARY(uint32_t, uint32_t, int32_t, c >= 0 ? a : b); }
WG_EXEC(slct_b64_s32) { TERNARY(uint64_t, uint64_t, int32_t, c >= 0 ? a : b); }

#define SELECT_F32(T)                                                                                                  \
    do {                                                                                                               \
        uint32_t zeros_ = i->flags & WG_FLAG_FTZ ? 0x00800000u : 1;                                                    \
        TERNARY(T, T, uint32_t, not_below_zero(c, zeros_) ? a : b);                                                    \
    } while (0)

WG_EXEC(slct_b16_f32) { SELECT_F32(uint16_t); }
WG_EXEC(slct_b32_f32) { SELECT_F32(uint32_t); }
WG_EXEC(slct_b64_f32) { SELECT_F32(uint64_t); }

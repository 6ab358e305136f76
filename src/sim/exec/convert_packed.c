/* SPDX-License-Identifier: Apache-2.0 */
/* cvt of two or four numbers at once: f16x2, bf16x2, tf32 and the 8-, 6-, 4-bit formats; cvt.pack. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

/* .relu: what is negative becomes 0, NaN stays. */
static inline float in(float x, uint32_t flags) { return flags & WG_FLAG_RELU && x <= 0 ? 0.0f : x; }

static inline uint32_t code(wg_format format, float x, wg_mod round, uint32_t flags)
{
    return (uint32_t)wg_f64_round_to(format, (double)in(x, flags), round, flags & WG_FLAG_SATFINITE);
}

/* ---- f16x2, bf16x2, tf32 ----------------------------------------------------------------------------------------- */

WG_EXEC(cvt_f16x2_f32) { BINARY(uint32_t, float, (uint32_t)wg_f32_to_f16(a) << 16 | wg_f32_to_f16(b)); }
WG_EXEC(cvt_bf16x2_f32) { BINARY(uint32_t, float, (uint32_t)wg_f32_to_bf16(a) << 16 | wg_f32_to_bf16(b)); }
WG_EXEC(cvt_tf32_f32) { UNARY(float, float, wg_f32_to_tf32_rna(a)); }

static inline uint32_t pair(wg_format format, float a, float b, wg_mod round, uint32_t flags)
{
    return code(format, a, round, flags) << 16 | code(format, b, round, flags);
}

static inline uint32_t tf32(float x, wg_mod round, uint32_t flags)
{
    return code(WG_FORMAT_TF32, x, round, flags) << 13;
}

WG_EXEC(cvt_flags_f16x2_f32) { FLAGGED(BINARY(uint32_t, float, pair(WG_FORMAT_F16, a, b, i->round, flags))); }
WG_EXEC(cvt_flags_bf16x2_f32) { FLAGGED(BINARY(uint32_t, float, pair(WG_FORMAT_BF16, a, b, i->round, flags))); }
WG_EXEC(cvt_rna_tf32_f32) { FLAGGED(UNARY(uint32_t, float, tf32(a, WG_MOD_RNA, flags))); }
WG_EXEC(cvt_flags_tf32_f32) { FLAGGED(UNARY(uint32_t, float, tf32(a, i->round, flags))); }

/* ---- 8, 6 and 4 bits: two numbers, `width` bits apart ------------------------------------------------------------ */

/* These formats hold finite numbers only, .satfinite is understood. */
static inline uint32_t narrow(wg_format format, int width, float a, float b, uint32_t flags)
{
    return code(format, a, WG_MOD_RN, flags | WG_FLAG_SATFINITE) << width |
           code(format, b, WG_MOD_RN, flags | WG_FLAG_SATFINITE);
}

/* A register holds at least 16 bits; one that is wider gets zeros. */
static void store(wg_warp *w, const wg_insn *i, uint32_t mask, const uint32_t *value)
{
    unsigned char *d = ROW(unsigned char, 0);
    FOR_ACTIVE (lane) {
        uint64_t extended = value[lane];
        memcpy(d + (size_t)lane * i->size[0], &extended, i->size[0] < 8 ? i->size[0] : 8);
    }
}

static uint32_t load(const wg_warp *w, const wg_insn *i, int operand, int lane)
{
    uint32_t bits = 0;
    memcpy(&bits, ROW(unsigned char, operand) + (size_t)lane * i->size[operand],
           i->size[operand] < 4 ? i->size[operand] : 4);
    return bits;
}

static void narrow_f32(wg_warp *w, const wg_insn *i, uint32_t mask, wg_format format, int width)
{
    const float *a = ROW(float, 1), *b = ROW(float, 2);
    uint32_t result[WG_LANES];
    FOR_ACTIVE (lane)
        result[lane] = narrow(format, width, a[lane], b[lane], i->flags);
    store(w, i, mask, result);
}

/* The 16-bit type of a pair is the one of the two that is neither f8 nor f6 nor f4. */
static bool is_brain(const wg_insn *i) { return i->type[0] == WG_TYPE_BF16X2 || i->type[1] == WG_TYPE_BF16X2; }

static void narrow_pair(wg_warp *w, const wg_insn *i, uint32_t mask, wg_format format, int width)
{
    bool brain = is_brain(i);
    uint32_t result[WG_LANES];
    FOR_ACTIVE (lane) {
        uint16_t high = (uint16_t)(load(w, i, 1, lane) >> 16), low = (uint16_t)load(w, i, 1, lane);
        float a = brain ? wg_bf16_to_f32(high) : wg_f16_to_f32(high),
              b = brain ? wg_bf16_to_f32(low) : wg_f16_to_f32(low);
        result[lane] = narrow(format, width, a, b, i->flags);
    }
    store(w, i, mask, result);
}

static void widen(wg_warp *w, const wg_insn *i, uint32_t mask, float value(uint8_t), int width)
{
    wg_format format = is_brain(i) ? WG_FORMAT_BF16 : WG_FORMAT_F16;
    uint32_t result[WG_LANES], ones = (1u << width) - 1;
    FOR_ACTIVE (lane) {
        uint32_t bits = load(w, i, 1, lane);
        result[lane] =
            pair(format, value((uint8_t)(bits >> width & ones)), value((uint8_t)(bits & ones)), WG_MOD_RN, i->flags);
    }
    store(w, i, mask, result);
}

WG_EXEC(cvt_e4m3x2_f32) { narrow_f32(w, i, mask, WG_FORMAT_E4M3, 8); }
WG_EXEC(cvt_e5m2x2_f32) { narrow_f32(w, i, mask, WG_FORMAT_E5M2, 8); }
WG_EXEC(cvt_e2m3x2_f32) { narrow_f32(w, i, mask, WG_FORMAT_E2M3, 8); }
WG_EXEC(cvt_e3m2x2_f32) { narrow_f32(w, i, mask, WG_FORMAT_E3M2, 8); }
WG_EXEC(cvt_e2m1x2_f32) { narrow_f32(w, i, mask, WG_FORMAT_E2M1, 4); }
WG_EXEC(cvt_e4m3x2_pair) { narrow_pair(w, i, mask, WG_FORMAT_E4M3, 8); }
WG_EXEC(cvt_e5m2x2_pair) { narrow_pair(w, i, mask, WG_FORMAT_E5M2, 8); }
WG_EXEC(cvt_e2m3x2_pair) { narrow_pair(w, i, mask, WG_FORMAT_E2M3, 8); }
WG_EXEC(cvt_e3m2x2_pair) { narrow_pair(w, i, mask, WG_FORMAT_E3M2, 8); }
WG_EXEC(cvt_e2m1x2_pair) { narrow_pair(w, i, mask, WG_FORMAT_E2M1, 4); }
WG_EXEC(cvt_pair_e4m3x2) { widen(w, i, mask, wg_e4m3_to_f32, 8); }
WG_EXEC(cvt_pair_e5m2x2) { widen(w, i, mask, wg_e5m2_to_f32, 8); }
WG_EXEC(cvt_pair_e2m3x2) { widen(w, i, mask, wg_e2m3_to_f32, 8); }
WG_EXEC(cvt_pair_e3m2x2) { widen(w, i, mask, wg_e3m2_to_f32, 8); }
WG_EXEC(cvt_pair_e2m1x2) { widen(w, i, mask, wg_e2m1_to_f32, 4); }

/* ---- ue8m0: an exponent alone ------------------------------------------------------------------------------------ */

/* 2^(code - 127); 255 is NaN. The sign is lost. .rz or .rp: to the power of two below or above. */
static inline uint32_t exponent(float x, wg_mod round, uint32_t flags)
{
    uint32_t bits = wg_f32_bits(x) & 0x7fffffffu, field = bits >> 23, fraction = bits & 0x7fffffu;
    if (bits > 0x7f800000u)
        return 0xff;
    uint32_t least = field ? 0 : 0x400000u; /* a subnormal is compared with 2^-127 */
    uint32_t power = field + (round == WG_MOD_RP && fraction > least);
    return power < 0xff ? power : flags & WG_FLAG_SATFINITE ? 0xfe : 0xff;
}

WG_EXEC(cvt_ue8m0x2_f32)
{
    const float *a = ROW(float, 1), *b = ROW(float, 2);
    uint32_t result[WG_LANES];
    FOR_ACTIVE (lane)
        result[lane] = exponent(a[lane], i->round, i->flags) << 8 | exponent(b[lane], i->round, i->flags);
    store(w, i, mask, result);
}

WG_EXEC(cvt_ue8m0x2_bf16x2)
{
    uint32_t result[WG_LANES];
    FOR_ACTIVE (lane) {
        uint32_t bits = load(w, i, 1, lane);
        float a = wg_f32_from(bits & 0xffff0000u), b = wg_f32_from(bits << 16);
        result[lane] = exponent(a, i->round, i->flags) << 8 | exponent(b, i->round, i->flags);
    }
    store(w, i, mask, result);
}

WG_EXEC(cvt_bf16x2_ue8m0x2)
{
    uint32_t result[WG_LANES];
    FOR_ACTIVE (lane) {
        uint32_t bits = load(w, i, 1, lane);
        float a = wg_ue8m0_to_f32((uint8_t)(bits >> 8)), b = wg_ue8m0_to_f32((uint8_t)bits);
        result[lane] = (uint32_t)wg_f32_to_bf16(a) << 16 | wg_f32_to_bf16(b);
    }
    store(w, i, mask, result);
}

/* ---- .rs: the random bits are added below the last bit that is kept, then the rest is cut off ---------------------
 */

static inline uint32_t stochastic(wg_format format, float x, uint32_t random, uint32_t flags)
{
    float moved = fabsf(x) < INFINITY ? wg_f32_from(wg_f32_bits(x) + random) : x;
    bool overflow = !(fabsf(moved) < INFINITY) && fabsf(x) < INFINITY;
    return code(format, overflow ? copysignf(INFINITY, x) : moved, WG_MOD_RZ, flags);
}

WG_EXEC(cvt_rs_f16x2)
{
    FLAGGED(TERNARY(uint32_t, float, uint32_t,
                    stochastic(WG_FORMAT_F16, a, c >> 16 & 0x1fff, flags) << 16 |
                        stochastic(WG_FORMAT_F16, b, c & 0x1fff, flags)));
}

WG_EXEC(cvt_rs_bf16x2)
{
    FLAGGED(TERNARY(uint32_t, float, uint32_t,
                    stochastic(WG_FORMAT_BF16, a, c >> 16, flags) << 16 |
                        stochastic(WG_FORMAT_BF16, b, c & 0xffff, flags)));
}

/* Four numbers, the first highest; the first two share 16 random bits, the others the other 16. */
static void stochastic4(wg_warp *w, const wg_insn *i, uint32_t mask, wg_format format, int width)
{
    const float *a[4];
    for (int k = 0; k < 4; k++)
        a[k] = wg_row(w, i->list[i->op[1] + k]);
    const uint32_t *random = ROW(uint32_t, 2);
    int place = 23 - format.mantissa - 16;
    uint32_t result[WG_LANES], flags = i->flags | WG_FLAG_SATFINITE;
    FOR_ACTIVE (lane) {
        uint32_t r = random[lane], first = r >> 16, second = r & 0xffff;
        if (width == 4) { /* the halves' upper bytes, the halves' lower bytes */
            first = (r >> 16 & 0xff00) | (r >> 8 & 0xff);
            second = (r >> 8 & 0xff00) | (r & 0xff);
        }
        result[lane] = 0;
        for (int k = 0; k < 4; k++)
            result[lane] =
                result[lane] << width | stochastic(format, a[k][lane], (k < 2 ? first : second) << place, flags);
    }
    store(w, i, mask, result);
}

WG_EXEC(cvt_rs_e4m3x4) { stochastic4(w, i, mask, WG_FORMAT_E4M3, 8); }
WG_EXEC(cvt_rs_e5m2x4) { stochastic4(w, i, mask, WG_FORMAT_E5M2, 8); }
WG_EXEC(cvt_rs_e2m3x4) { stochastic4(w, i, mask, WG_FORMAT_E2M3, 8); }
WG_EXEC(cvt_rs_e3m2x4) { stochastic4(w, i, mask, WG_FORMAT_E3M2, 8); }
WG_EXEC(cvt_rs_e2m1x4) { stochastic4(w, i, mask, WG_FORMAT_E2M1, 4); }

/* ---- cvt.pack: two limited integers, a above b, and what fits of c above them -------------------------------------
 */

static inline uint32_t limit(int32_t x, int32_t least, int32_t most)
{
    return (uint32_t)(x < least ? least : x > most ? most : x);
}

static inline uint32_t pack(int32_t a, int32_t b, uint32_t c, int width, int32_t least, int32_t most)
{
    uint32_t ones = (1u << width) - 1, both = (limit(a, least, most) & ones) << width | (limit(b, least, most) & ones);
    return width == 16 ? both : c << (2 * width & 31) | both;
}

WG_EXEC(cvt_pack_u16) { BINARY(uint32_t, int32_t, pack(a, b, 0, 16, 0, UINT16_MAX)); }
WG_EXEC(cvt_pack_s16) { BINARY(uint32_t, int32_t, pack(a, b, 0, 16, INT16_MIN, INT16_MAX)); }
WG_EXEC(cvt_pack_u8) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 8, 0, 255)); }
WG_EXEC(cvt_pack_s8) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 8, -128, 127)); }
WG_EXEC(cvt_pack_u4) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 4, 0, 15)); }
WG_EXEC(cvt_pack_s4) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 4, -8, 7)); }
WG_EXEC(cvt_pack_u2) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 2, 0, 3)); }
WG_EXEC(cvt_pack_s2) { TERNARY(uint32_t, int32_t, uint32_t, pack(a, b, c, 2, -2, 1)); }

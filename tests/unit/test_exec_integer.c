/* SPDX-License-Identifier: Apache-2.0 */
/* Every spelling of every row of the integer, logic, comparison and video tables, executed and compared with a
 * reference.
 *
 * The reference works on one lane, from the words of the spelling and the ISA's own definitions: bit by bit, in 128-bit
 * integers and in the host's floats. It shares nothing with sim/exec. Spellings come from the patterns of the tables
 * themselves, so that a new row is tested by being there, and fails until the reference knows it. */
#include "sim/exec/exec.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

enum { BASE = 64, MAX_WORDS = 10, ROW_BYTES = 16 * WG_LANES, MAX_ROWS = 16 };

/* ---- the functions under test ---- */

#define OP(opcode, pattern, operands, function, class, operations) WG_EXEC(function);
#include "ptx/opcodes/compare.def"
#include "ptx/opcodes/integer.def"
#include "ptx/opcodes/logic.def"
#include "ptx/opcodes/video.def"
#undef OP

static const struct {
    const char *pattern, *name;
    wg_exec *exec;
} ROWS[] = {
#define OP(opcode, pattern, operands, function, class, operations) {pattern, #function, WG_EXEC_NAME(WG_ISA, function)},
#include "ptx/opcodes/compare.def"
#include "ptx/opcodes/integer.def"
#include "ptx/opcodes/logic.def"
#include "ptx/opcodes/video.def"
#undef OP
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static wg_exec *find_exec(const char *name)
{
    for (int n = 0; n < ROW_COUNT; n++)
        if (!strcmp(ROWS[n].name, name))
            return ROWS[n].exec;
    return NULL;
}

/* ---- random values ---- */

static uint64_t random_state = 88172645463325252u;

static uint64_t random_64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static unsigned below(unsigned n)
{
    return (unsigned)(random_64() >> 33) % n;
}

static const uint64_t EDGES[] = {
    0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 30, 31, 32, 33, 62, 63, 64, 65, 100, 127, 128, 129, 254, 255, 256, 257, 0x3210,
    0x7fff, 0x8000, 0x8001, 0xffff, 0x10000, 0x7fffff, 0x800000, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000,
    0x80000001, 0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001,
    0xfffffffffffffffe, 0xffffffffffffffff, 0x80ff7f0180ff7f01,
    /* floats: f16, bf16, f32, f64 zeros, subnormals, ones, infinities, NaNs; some twice in a word */
    0x03ff, 0x0400, 0x8400, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7c01, 0xfe00, 0x007f, 0x0080, 0x3f80, 0xbf80, 0x7f80,
    0xff80, 0x7f81, 0xffc0, 0x3c00bc00, 0x7e007c00, 0x80000001, 0x7f803f80, 0x7fc0ff80, 0x007fffff, 0x00800000,
    0x807fffff, 0x80800000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffc00000,
    0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000, 0xfff8000000000000};

static uint64_t random_value(void)
{
    switch (below(4)) {
    case 0: return random_64();
    case 1: return random_64() >> below(64);
    default: return EDGES[below(sizeof EDGES / sizeof *EDGES)];
    }
}

/* ---- the reference: one lane ---- */

typedef struct reference {
    char words[MAX_WORDS][16];
    int word_count;
    struct {
        int bits, count; /* of one element; elements in a register */
        bool is_signed;
        char kind; /* b, u, s, f, or 'x' for bf16 */
    } type[4];
    int type_count;
    uint64_t s[5]; /* sources as written; predicates 0 or 1 */
    int source_count;
    unsigned component[4]; /* of d and the sources */
    uint64_t d[2], carry;
    bool carry_written;
} reference;

static bool has(const reference *r, const char *word)
{
    for (int n = 1; n < r->word_count; n++)
        if (!strcmp(r->words[n], word))
            return true;
    return false;
}

static uint64_t low_bits(uint64_t x, int bits)
{
    return bits >= 64 ? x : x & ((1ull << bits) - 1);
}

static s128 extended(uint64_t x, int bits, bool is_signed)
{
    x = low_bits(x, bits);
    return is_signed && x >> (bits - 1) & 1 ? (s128)x - ((s128)1 << bits) : (s128)x;
}

/* Element e of a register of type t. */
static s128 element(const reference *r, int t, uint64_t x, int e)
{
    return extended(x >> e * r->type[t].bits, r->type[t].bits, r->type[t].is_signed);
}

static s128 clamped(s128 x, int bits, bool is_signed)
{
    s128 low = is_signed ? -((s128)1 << (bits - 1)) : 0, high = ((s128)1 << (is_signed ? bits - 1 : bits)) - 1;
    return x < low ? low : x > high ? high : x;
}

/* Applies f to each element of a and b. */
static uint64_t elementwise(const reference *r, uint64_t a, uint64_t b, s128 (*f)(const reference *, s128, s128))
{
    uint64_t d = 0;
    int bits = r->type[0].bits;
    for (int e = 0; e < r->type[0].count; e++)
        d |= low_bits((uint64_t)f(r, element(r, 0, a, e), element(r, 0, b, e)), bits) << e * bits;
    return d;
}

static s128 sum_of(const reference *r, s128 a, s128 b)
{
    return has(r, "sat") ? clamped(a + b, r->type[0].bits, r->type[0].is_signed) : a + b;
}

static s128 difference_of(const reference *r, s128 a, s128 b)
{
    return has(r, "sat") ? clamped(a - b, r->type[0].bits, r->type[0].is_signed) : a - b;
}

static void ref_add(reference *r)
{
    r->d[0] = elementwise(r, r->s[0], r->s[1], sum_of);
    if (has(r, "cc"))
        r->carry = (uint64_t)(((u128)r->s[0] + r->s[1]) >> r->type[0].bits);
    r->carry_written = has(r, "cc");
}

/* After a subtraction the carry flag means that nothing was borrowed. */
static void ref_sub(reference *r)
{
    r->d[0] = elementwise(r, r->s[0], r->s[1], difference_of);
    if (has(r, "cc"))
        r->carry = r->s[0] >= r->s[1];
    r->carry_written = has(r, "cc");
}

static void ref_addc(reference *r)
{
    u128 sum = (u128)r->s[0] + r->s[1] + r->carry;
    r->d[0] = low_bits((uint64_t)sum, r->type[0].bits);
    r->carry = (uint64_t)(sum >> r->type[0].bits);
    r->carry_written = has(r, "cc");
}

static void ref_subc(reference *r)
{
    s128 difference = (s128)r->s[0] - r->s[1] - !r->carry;
    r->d[0] = low_bits((uint64_t)difference, r->type[0].bits);
    r->carry = difference >= 0;
    r->carry_written = has(r, "cc");
}

/* mul, mad, madc: the chosen part of the product, then + c + carry. */
static void ref_mad(reference *r)
{
    int bits = r->type[0].bits, result = has(r, "wide") ? 2 * bits : bits;
    u128 product = (u128)element(r, 0, r->s[0], 0) * (u128)element(r, 0, r->s[1], 0);
    uint64_t part = low_bits((uint64_t)(has(r, "hi") ? product >> bits : product), result);
    uint64_t c = strncmp(r->words[0], "mul", 3) ? r->s[2] : 0;
    u128 sum = (u128)part + c + (strcmp(r->words[0], "madc") ? 0 : r->carry);
    if (has(r, "sat"))
        sum = (u128)clamped(extended(part, 32, true) + extended(c, 32, true), 32, true);
    r->d[0] = low_bits((uint64_t)sum, result);
    r->carry = (uint64_t)(sum >> bits) & 1;
    r->carry_written = has(r, "cc");
}

static void ref_mad24(reference *r)
{
    bool is_signed = r->type[0].is_signed;
    s128 product = extended(r->s[0], 24, is_signed) * extended(r->s[1], 24, is_signed);
    s128 part = extended((uint64_t)(has(r, "hi") ? product >> 16 : product), 32, is_signed);
    s128 sum = part + (strcmp(r->words[0], "mul24") ? extended(r->s[2], 32, is_signed) : 0);
    r->d[0] = low_bits((uint64_t)(has(r, "sat") ? clamped(sum, 32, true) : sum), 32);
}

static void ref_clmad(reference *r)
{
    u128 product = 0;
    for (int n = 0; n < 64; n++)
        if (r->s[0] >> n & 1)
            product ^= (u128)r->s[1] << n;
    r->d[0] = (uint64_t)(has(r, "hi") ? product >> 64 : product) ^ r->s[2];
}

static void ref_sad(reference *r)
{
    s128 distance = element(r, 0, r->s[0], 0) - element(r, 0, r->s[1], 0);
    r->d[0] = low_bits((uint64_t)(distance < 0 ? -distance : distance) + r->s[2], r->type[0].bits);
}

static void ref_div(reference *r)
{
    s128 a = element(r, 0, r->s[0], 0), b = element(r, 0, r->s[1], 0);
    bool quotient = !strcmp(r->words[0], "div");
    r->d[0] = low_bits((uint64_t)(b == 0 ? -1 : quotient ? a / b : a % b), r->type[0].bits);
}

static s128 min_of(const reference *r, s128 a, s128 b)
{
    s128 d = a < b ? a : b;
    return has(r, "relu") && d < 0 ? 0 : d;
}

static s128 max_of(const reference *r, s128 a, s128 b)
{
    s128 d = a < b ? b : a;
    return has(r, "relu") && d < 0 ? 0 : d;
}

static void ref_min(reference *r)
{
    r->d[0] = elementwise(r, r->s[0], r->s[1], min_of);
}

static void ref_max(reference *r)
{
    r->d[0] = elementwise(r, r->s[0], r->s[1], max_of);
}

static void ref_neg(reference *r)
{
    r->d[0] = elementwise(r, 0, r->s[0], difference_of);
}

static void ref_abs(reference *r)
{
    s128 a = element(r, 0, r->s[0], 0);
    r->d[0] = low_bits((uint64_t)(a < 0 ? -a : a), r->type[0].bits);
}

static void ref_popc(reference *r)
{
    for (int n = 0; n < r->type[0].bits; n++)
        r->d[0] += r->s[0] >> n & 1;
}

static void ref_clz(reference *r)
{
    for (int n = r->type[0].bits - 1; n >= 0 && !(r->s[0] >> n & 1); n--)
        r->d[0]++;
}

static void ref_brev(reference *r)
{
    for (int n = 0; n < r->type[0].bits; n++)
        r->d[0] |= (r->s[0] >> n & 1) << (r->type[0].bits - 1 - n);
}

static void ref_bfind(reference *r)
{
    int msb = r->type[0].bits - 1;
    uint64_t a = r->s[0];
    if (r->type[0].is_signed && a >> msb & 1)
        a = ~a;
    r->d[0] = 0xffffffff;
    for (int n = 0; n <= msb; n++)
        if (a >> n & 1)
            r->d[0] = (uint64_t)(has(r, "shiftamt") ? msb - n : n);
}

/* Above 255 the hardware does this. */
static int field_bound(const reference *r, uint64_t x)
{
    return r->type[0].bits == 32 ? (int)(x & 0xff) : x > 1000 ? 1000 : (int)x;
}

static void ref_bfe(reference *r)
{
    int msb = r->type[0].bits - 1, at = field_bound(r, r->s[1]), length = field_bound(r, r->s[2]);
    int sign_at = at + length - 1 < msb ? at + length - 1 : msb;
    uint64_t sign = !r->type[0].is_signed || length == 0 ? 0 : r->s[0] >> sign_at & 1;
    for (int n = 0; n <= msb; n++)
        r->d[0] |= (n < length && at + n <= msb ? r->s[0] >> (at + n) & 1 : sign) << n;
}

static void ref_bfi(reference *r)
{
    int msb = r->type[0].bits - 1, at = field_bound(r, r->s[2]), length = field_bound(r, r->s[3]);
    r->d[0] = r->s[1];
    for (int n = 0; n < length && at + n <= msb; n++)
        r->d[0] = (r->d[0] & ~(1ull << (at + n))) | (r->s[0] >> n & 1) << (at + n);
}

static void ref_bmsk(reference *r)
{
    uint32_t a = (uint32_t)r->s[0], b = (uint32_t)r->s[1], a1 = a & 31, b1 = b & 31;
    uint32_t mask0 = ~0u << a1, sum = a1 + b1, mask1 = sum > 31 ? 0 : ~0u << sum;
    bool overflow = sum >= 32;
    if (has(r, "clamp")) {
        mask0 = a >= 32 ? 0 : mask0;
        overflow = overflow || a >= 32 || b >= 32;
    }
    mask1 = overflow ? 0 : b1 == 0 ? ~0u : mask1;
    r->d[0] = mask0 & ~mask1;
}

static void ref_szext(reference *r)
{
    uint32_t a = (uint32_t)r->s[0], b = (uint32_t)r->s[1], n = has(r, "wrap") ? b & 31 : b > 32 ? 32 : b;
    r->d[0] = n == 0 ? 0 : (uint32_t)extended(a, (int)n, r->type[0].is_signed);
}

static void ref_fns(reference *r)
{
    int at = r->s[1] < 32 ? (int)r->s[1] : -1,
        offset = (int)(int32_t)r->s[2]; /* bases above 31 are undefined: nothing is found */
    long count = labs((long)offset) - 1;
    r->d[0] = 0xffffffff;
    if (offset == 0) {
        if (at >= 0 && r->s[0] >> at & 1)
            r->d[0] = (uint64_t)at;
        return;
    }
    for (; at >= 0 && at<32; at += offset> 0 ? 1 : -1)
        if (r->s[0] >> at & 1 && count-- == 0) {
            r->d[0] = (uint64_t)at;
            return;
        }
}

static void ref_dp(reference *r)
{
    bool four = !strcmp(r->words[0], "dp4a");
    s128 sum = (s128)r->s[2];
    for (int n = 0; n < (four ? 4 : 2); n++)
        sum += extended(r->s[0] >> n * (four ? 8 : 16), four ? 8 : 16, r->type[0].is_signed) *
               extended(r->s[1] >> (n + (has(r, "hi") ? 2 : 0)) * 8, 8, r->type[1].is_signed);
    r->d[0] = low_bits((uint64_t)sum, 32);
}

static void ref_logic(reference *r)
{
    const char *word = r->words[0];
    for (int n = 0; n < r->type[0].bits; n++) {
        bool a = r->s[0] >> n & 1, b = r->s[1] >> n & 1;
        bool d = !strcmp(word, "and") ? a && b : !strcmp(word, "or") ? a || b : !strcmp(word, "xor") ? a != b : !a;
        r->d[0] |= (uint64_t)d << n;
    }
}

static void ref_cnot(reference *r)
{
    r->d[0] = r->s[0] == 0;
}

static void ref_lop3(reference *r)
{
    for (int n = 0; n < 32; n++) {
        unsigned index = (unsigned)((r->s[0] >> n & 1) << 2 | (r->s[1] >> n & 1) << 1 | (r->s[2] >> n & 1));
        r->d[0] |= (r->s[3] >> index & 1) << n;
    }
    r->d[1] = has(r, "or") ? r->d[0] != 0 || r->s[4] : r->d[0] != 0 && r->s[4];
}

static void ref_shift(reference *r)
{
    int bits = r->type[0].bits, amount = r->s[1] > (uint64_t)bits ? bits : (int)r->s[1];
    s128 a = element(r, 0, r->s[0], 0);
    r->d[0] = low_bits((uint64_t)(r->words[0][2] == 'l' ? (u128)a << amount : (u128)(a >> amount)), bits);
}

static void ref_shf(reference *r)
{
    int n = (int)(has(r, "wrap") ? r->s[2] & 31 : r->s[2] > 32 ? 32 : r->s[2]);
    u128 wide = (u128)(r->s[1] << 32 | r->s[0]);
    r->d[0] = (uint32_t)(has(r, "l") ? (wide << n) >> 32 : wide >> n);
}

static void ref_prmt(reference *r)
{
    /* modes by the ISA's table: source byte of d.b3, d.b2, d.b1, d.b0 for c = 0, 1, 2, 3 */
    static const struct {
        const char *mode, *sources[4];
    } MODES[] = {{"f4e", {"3210", "4321", "5432", "6543"}}, {"b4e", {"5670", "6701", "7012", "0123"}},
                 {"rc8", {"0000", "1111", "2222", "3333"}}, {"ecl", {"3210", "3211", "3222", "3333"}},
                 {"ecr", {"0000", "1110", "2210", "3210"}}, {"rc16", {"1010", "3232", "1010", "3232"}}};
    uint64_t bytes = r->s[1] << 32 | r->s[0];
    for (int n = 0; n < 4; n++) {
        unsigned nibble = r->s[2] >> 4 * n & 15;
        for (int m = 0; m < 6; m++)
            if (has(r, MODES[m].mode))
                nibble = (unsigned)(MODES[m].sources[r->s[2] & 3][3 - n] - '0');
        uint64_t byte = bytes >> 8 * (nibble & 7) & 0xff;
        if (nibble & 8)
            byte = byte & 0x80 ? 0xff : 0;
        r->d[0] |= byte << 8 * n;
    }
}

static void ref_mov(reference *r)
{
    r->d[0] = r->s[0];
}

static void ref_selp(reference *r)
{
    r->d[0] = r->s[2] ? r->s[0] : r->s[1];
}

static double float_value(char kind, int bits, uint64_t x, bool flush)
{
    int fraction = kind == 'x' ? 7 : bits == 16 ? 10 : bits == 32 ? 23 : 52, exponent = bits - 1 - fraction;
    uint64_t mantissa = low_bits(x, fraction);
    int e = (int)low_bits(x >> fraction, exponent), highest = (1 << exponent) - 1, bias = highest / 2;
    double sign = x >> (bits - 1) & 1 ? -1 : 1;
    if (e == highest)
        return mantissa ? (double)NAN : sign * (double)INFINITY;
    if (e == 0)
        return flush ? 0 * sign : sign * ldexp((double)mantissa, 1 - bias - fraction);
    return sign * ldexp((double)(mantissa | 1ull << fraction), e - bias - fraction);
}

static void ref_slct(reference *r)
{
    bool a = r->type[1].kind == 'f' ? float_value('f', 32, r->s[2], has(r, "ftz")) >= 0 : (int32_t)r->s[2] >= 0;
    r->d[0] = a ? r->s[0] : r->s[1];
}

/* The operator's word applied to -1, 0, 1 (a against b) or 2 (unordered). */
static bool operator_holds(const char *word, int order)
{
    static const struct {
        const char *word;
        bool holds[4]; /* less, equal, greater, unordered */
    } OPERATORS[] = {{"eq", {0, 1, 0, 0}},  {"ne", {1, 0, 1, 0}},  {"lt", {1, 0, 0, 0}},  {"le", {1, 1, 0, 0}},
                     {"gt", {0, 0, 1, 0}},  {"ge", {0, 1, 1, 0}},  {"lo", {1, 0, 0, 0}},  {"ls", {1, 1, 0, 0}},
                     {"hi", {0, 0, 1, 0}},  {"hs", {0, 1, 1, 0}},  {"equ", {0, 1, 0, 1}}, {"neu", {1, 0, 1, 1}},
                     {"ltu", {1, 0, 0, 1}}, {"leu", {1, 1, 0, 1}}, {"gtu", {0, 0, 1, 1}}, {"geu", {0, 1, 1, 1}},
                     {"num", {1, 1, 1, 0}}, {"nan", {0, 0, 0, 1}}};
    for (size_t n = 0; n < sizeof OPERATORS / sizeof *OPERATORS; n++)
        if (!strcmp(word, OPERATORS[n].word))
            return OPERATORS[n].holds[order + 1];
    fail_msg("%s is no operator", word);
    return false;
}

static int order_of(s128 a, s128 b)
{
    return a < b ? -1 : a > b;
}

static bool compared(const reference *r, int t, int e)
{
    int bits = r->type[t].bits;
    uint64_t a = low_bits(r->s[0] >> e * bits, bits), b = low_bits(r->s[1] >> e * bits, bits);
    char kind = r->type[t].kind;
    if (kind != 'f' && kind != 'x') {
        bool is_signed = kind != 'u'; /* bits: only eq and ne mean anything */
        return operator_holds(r->words[1], order_of(extended(a, bits, is_signed), extended(b, bits, is_signed)));
    }
    double x = float_value(kind, bits, a, has(r, "ftz")), y = float_value(kind, bits, b, has(r, "ftz"));
    return operator_holds(r->words[1], x < y ? -1 : x > y ? 1 : x == y ? 0 : 2);
}

static bool combined(const reference *r, bool t)
{
    bool c = r->s[2];
    return has(r, "and") ? t && c : has(r, "or") ? t || c : has(r, "xor") ? t != c : t;
}

static void ref_setp(reference *r)
{
    bool t = compared(r, 0, 0);
    r->d[0] = combined(r, t);
    r->d[1] = combined(r, r->type[0].count == 2 ? compared(r, 0, 1) : !t);
}

static void ref_set(reference *r)
{
    bool two = r->type[1].count == 2;
    int bits = two ? 16 : r->type[0].bits;
    uint64_t one = r->type[0].kind == 'x'   ? 0x3f80
                   : r->type[0].kind != 'f' ? low_bits(UINT64_MAX, bits)
                   : bits == 32             ? 0x3f800000
                                            : 0x3c00;
    for (int e = 0; e < (two ? 2 : 1); e++)
        r->d[0] |= (combined(r, compared(r, 1, e)) ? one : 0) << e * 16;
}

/* ---- video ---- */

static s128 part_read(uint64_t x, unsigned component, bool is_signed)
{
    if (component >= 9)
        return extended(x >> (component - 9) * 16, 16, is_signed);
    return component >= 5 ? extended(x >> (component - 5) * 8, 8, is_signed) : extended(x, 32, is_signed);
}

static s128 video_operation(const reference *r, s128 a, s128 b)
{
    const char *name = r->words[0] + 1;
    if (!strncmp(name, "add", 3))
        return a + b;
    if (!strncmp(name, "sub", 3))
        return a - b;
    if (!strncmp(name, "absdiff", 7))
        return a < b ? b - a : a - b;
    if (!strncmp(name, "min", 3))
        return a < b ? a : b;
    if (!strncmp(name, "max", 3))
        return a < b ? b : a;
    if (!strncmp(name, "avrg", 4))
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    if (!strncmp(name, "set", 3))
        return operator_holds(r->words[3], order_of(a, b));
    s128 amount = has(r, "wrap") ? b & 31 : b > 32 ? 32 : b;
    return !strcmp(name, "shl") ? (s128)((u128)a << amount) : a >> amount;
}

static void ref_video(reference *r)
{
    bool set = !strcmp(r->words[0], "vset"), is_signed = !set && r->type[0].is_signed;
    unsigned dsel = r->component[0];
    s128 t = video_operation(r, part_read(r->s[0], r->component[1], r->type[set ? 0 : 1].is_signed),
                             part_read(r->s[1], r->component[2], r->type[set ? 1 : 2].is_signed));
    s128 c = extended(r->s[2], 32, is_signed);
    if (has(r, "sat"))
        t = clamped(t, dsel >= 9 ? 16 : dsel >= 5 ? 8 : 32, is_signed);
    t = has(r, "add") ? t + c : has(r, "min") ? (t < c ? t : c) : has(r, "max") ? (t < c ? c : t) : t;
    int width = dsel >= 9   ? 16
                : dsel >= 5 ? 8
                            : 32,
        at = dsel >= 9   ? (int)(dsel - 9) * 16
             : dsel >= 5 ? (int)(dsel - 5) * 8
                         : 0;
    uint64_t field = low_bits(UINT64_MAX, width) << at;
    r->d[0] = (low_bits((uint64_t)t, width) << at) | (r->s[2] & ~field & 0xffffffff);
}

static void ref_vmad(reference *r)
{
    s128 t = part_read(r->s[0], r->component[1], r->type[1].is_signed) *
             part_read(r->s[1], r->component[2], r->type[2].is_signed);
    bool is_signed = r->type[1].is_signed || r->type[2].is_signed;
    t += extended(r->s[2], 32, is_signed) + has(r, "po");
    t >>= has(r, "shr7") ? 7 : has(r, "shr15") ? 15 : 0;
    r->d[0] = (uint32_t)(has(r, "sat") ? clamped(t, 32, is_signed) : t);
}

static void ref_video_simd(reference *r)
{
    bool set = !strncmp(r->words[0], "vset", 4);
    int count = r->words[0][strlen(r->words[0]) - 1] - '0', bits = 32 / count;
    uint64_t merged = 0, sum = r->s[2];
    for (int e = 0; e < count; e++) {
        s128 t = video_operation(r, extended(r->s[0] >> e * bits, bits, r->type[set ? 0 : 1].is_signed),
                                 extended(r->s[1] >> e * bits, bits, r->type[set ? 1 : 2].is_signed));
        if (has(r, "sat"))
            t = clamped(t, bits, r->type[0].is_signed);
        bool chosen = !r->component[0] || (int)r->component[0] == (count == 2 ? 9 : 5) + e;
        sum += chosen ? (uint64_t)t : 0;
        merged |= low_bits(chosen ? (uint64_t)t : r->s[2] >> e * bits, bits) << e * bits;
    }
    r->d[0] = has(r, "add") ? (uint32_t)sum : merged;
}

static const struct {
    const char *opcode;
    void (*f)(reference *);
} REFERENCES[] = {
    {"add", ref_add},     {"sub", ref_sub},    {"addc", ref_addc},      {"subc", ref_subc},   {"mul", ref_mad},
    {"mad", ref_mad},     {"madc", ref_mad},   {"mul24", ref_mad24},    {"mad24", ref_mad24}, {"clmad", ref_clmad},
    {"sad", ref_sad},     {"div", ref_div},    {"rem", ref_div},        {"min", ref_min},     {"max", ref_max},
    {"abs", ref_abs},     {"neg", ref_neg},    {"popc", ref_popc},      {"clz", ref_clz},     {"brev", ref_brev},
    {"bfind", ref_bfind}, {"bfe", ref_bfe},    {"bfi", ref_bfi},        {"bmsk", ref_bmsk},   {"szext", ref_szext},
    {"fns", ref_fns},     {"dp4a", ref_dp},    {"dp2a", ref_dp},        {"and", ref_logic},   {"or", ref_logic},
    {"xor", ref_logic},   {"not", ref_logic},  {"cnot", ref_cnot},      {"lop3", ref_lop3},   {"shl", ref_shift},
    {"shr", ref_shift},   {"shf", ref_shf},    {"prmt", ref_prmt},      {"mov", ref_mov},     {"selp", ref_selp},
    {"slct", ref_slct},   {"setp", ref_setp},  {"set", ref_set},        {"vadd", ref_video},  {"vsub", ref_video},
    {"vmin", ref_video},  {"vmax", ref_video}, {"vabsdiff", ref_video}, {"vshl", ref_video},  {"vshr", ref_video},
    {"vset", ref_video},  {"vmad", ref_vmad},
};

static void (*find_reference(const char *opcode))(reference *)
{
    for (size_t n = 0; n < sizeof REFERENCES / sizeof *REFERENCES; n++)
        if (!strcmp(opcode, REFERENCES[n].opcode))
            return REFERENCES[n].f;
    char last = opcode[strlen(opcode) - 1];
    if (opcode[0] == 'v' && (last == '2' || last == '4'))
        return ref_video_simd;
    fail_msg("the reference does not know %s", opcode);
    return NULL;
}

static void read_spelling(reference *r, const char *spelling)
{
    *r = (reference){0};
    while (*spelling) {
        size_t length = strcspn(spelling, ".");
        assert_true(length < sizeof *r->words && r->word_count < MAX_WORDS);
        memcpy(r->words[r->word_count++], spelling, length);
        spelling += length + (spelling[length] == '.');
    }
    for (int n = 1; n < r->word_count; n++) {
        const char *word = r->words[n];
        int bits = 0, count = 1;
        char kind = word[0];
        if (!strncmp(word, "bf16", 4))
            kind = 'x';
        if (!strcmp(word, "pred"))
            bits = 1;
        else if (sscanf(word + (kind == 'x'), strchr(word, 'x') ? "%*c%dx%d" : "%*c%d", &bits, &count) < 1 ||
                 !strchr("busfx", kind))
            continue;
        r->type[r->type_count].bits = bits;
        r->type[r->type_count].count = count;
        r->type[r->type_count].is_signed = kind == 's';
        r->type[r->type_count++].kind = kind;
    }
}

/* ---- the warp, and one run ---- */

typedef struct operand {
    char code[8];
    bool destination, present;
    int size; /* bytes a lane, 0 for a predicate */
} operand;

typedef struct run {
    const char *spelling;
    wg_spelled spelled;
    operand operands[8];
    int count;
    wg_insn insn;
    wg_warp warp;
    unsigned char regs[MAX_ROWS * ROW_BYTES], before[MAX_ROWS * ROW_BYTES], constants[MAX_ROWS * ROW_BYTES];
} run;

static int size_of_code(const run *t, const char *code)
{
    if (code[0] == 'P')
        return 0;
    wg_type type = code[0] == 'T'                     ? t->spelled.type[code[1] - '0']
                   : code[0] == 'V' || code[0] == 'W' ? t->spelled.type[0]
                                                      : wg_type_find(code, strlen(code));
    assert_int_not_equal(type, WG_TYPE_NONE);
    return (int)wg_type_bits(type) / 8 * (code[0] == 'W' ? 2 : 1);
}

/* The operands of the form. Optional ones are there when the spelling wants them (setp.and), else by chance. */
static void read_signature(run *t, const reference *r)
{
    const char *text = wg_forms[t->spelled.form].operands;
    bool destination = false;
    t->count = 0;
    while (*text) {
        destination = *text == '=' || (*text == '|' && destination);
        text += strspn(text, "= |");
        operand *o = &t->operands[t->count++];
        *o = (operand){.destination = destination, .present = true};
        size_t length = strcspn(text, "?| ");
        memcpy(o->code, text, length);
        text += length;
        o->size = size_of_code(t, o->code);
        if (*text == '?') {
            text++;
            o->present = o->code[0] == 'P' && !destination ? has(r, "and") || has(r, "or") || has(r, "xor") : below(2);
        }
        if (*text == ' ')
            destination = false;
    }
}

static uint64_t lane_value(const unsigned char *row, int size, int lane)
{
    uint64_t value = 0;
    if (size == 0) {
        memcpy(&value, row, 4);
        return value >> lane & 1;
    }
    memcpy(&value, row + lane * size, size > 8 ? 8 : (size_t)size);
    return value;
}

static void fill_row(unsigned char *row, int size, bool uniform, const unsigned char *like)
{
    uint64_t same = random_value();
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint64_t value = uniform ? same : random_value();
        if (like && below(3) == 0)
            value = lane_value(like, size, lane);
        if (size)
            memcpy(row + lane * size, &value, size > 8 ? 8 : (size_t)size);
    }
    if (size == 0) {
        uint32_t predicate = uniform ? (below(2) ? WG_ALL_LANES : 0) : (uint32_t)random_64();
        memcpy(row, &predicate, 4);
    }
}

static unsigned random_component(const reference *r, int operand_index)
{
    const char *opcode = r->words[0];
    char last = opcode[strlen(opcode) - 1];
    if (opcode[0] != 'v' || below(2))
        return 0;
    if (last == '2' || last == '4')
        return operand_index ? 0 : last == '2' ? 9 + below(2) : 5 + below(4);
    if (operand_index == 0 && (has(r, "add") || has(r, "min") || has(r, "max") || !strcmp(opcode, "vmad")))
        return 0;
    return operand_index == 3 ? 0 : 5 + below(6);
}

static void prepare(run *t, reference *r)
{
    wg_insn *i = &t->insn;
    *i = (wg_insn){.exec = find_exec(wg_forms[t->spelled.form].function),
                   .flags = t->spelled.flags,
                   .operand_count = (uint8_t)t->count};
    assert_non_null(i->exec);
    memcpy(i->type, t->spelled.type, sizeof i->type);
    i->cmp = t->spelled.field[WG_FIELD_CMP];
    i->combine = t->spelled.field[WG_FIELD_COMBINE];
    i->action = t->spelled.field[WG_FIELD_ACTION];
    for (int k = 0; k < WG_MAX_OPERANDS; k++)
        i->op[k] = WG_SLOT_NONE;
    t->warp =
        (wg_warp){.regs = t->regs, .constants = t->constants + sizeof t->constants, .carry = (uint32_t)random_64()};
    const unsigned char *like = NULL;
    r->source_count = 0;
    memset(r->component, 0, sizeof r->component);
    for (int k = 0; k < t->count; k++) {
        const operand *o = &t->operands[k];
        if (!o->present)
            continue;
        i->op[k] = k * ROW_BYTES;
        i->size[k] = (uint8_t)o->size;
        bool uniform = !strcmp(o->code, "u32") && !strcmp(r->words[0], "lop3");
        bool constant = !o->destination && (uniform || below(5) == 0);
        if (constant)
            i->op[k] = -(k + 1) * ROW_BYTES;
        unsigned char *row = constant ? t->constants + sizeof t->constants + i->op[k] : t->regs + i->op[k];
        fill_row(row, o->size, constant, constant ? NULL : like);
        like = o->destination ? NULL : row;
        if (o->code[0] == 'P' && !o->destination && below(2))
            i->negated |= (uint8_t)(1 << k);
        if (k < 4)
            r->component[k] = i->component[k] = (uint8_t)random_component(r, k);
    }
}

/* Lets the destination be the same register as one of the sources. */
static void alias(run *t)
{
    int d = t->operands[1].destination && below(2) ? 1 : 0;
    for (int k = 1; k < t->count; k++)
        if (!t->operands[k].destination && t->operands[k].present && t->operands[d].present &&
            t->operands[k].size == t->operands[d].size && t->insn.op[k] >= 0 && below(2)) {
            t->insn.op[d] = t->insn.op[k];
            return;
        }
}

static void check_lane(const run *t, reference *r, int lane, bool active, uint32_t carry_before, void (*f)(reference *))
{
    const wg_insn *i = &t->insn;
    int sources = 0, destinations = 0;
    memset(r->s, 0, sizeof r->s);
    r->d[0] = r->d[1] = 0;
    r->carry = carry_before >> lane & 1;
    r->carry_written = false;
    for (int k = 0; k < t->count; k++) {
        if (t->operands[k].destination)
            continue;
        if (t->operands[k].present) {
            const unsigned char *row =
                i->op[k] >= 0 ? t->before + i->op[k] : t->constants + sizeof t->constants + i->op[k];
            r->s[sources] = lane_value(row, t->operands[k].size, lane) ^ (i->negated >> k & 1);
        }
        sources++;
    }
    f(r);
    for (int k = 0; k < t->count; k++) {
        if (!t->operands[k].destination)
            continue;
        uint64_t want = r->d[destinations++];
        if (!t->operands[k].present)
            continue;
        uint64_t got = lane_value(t->regs + i->op[k], t->operands[k].size, lane);
        if (!active)
            want = lane_value(t->before + i->op[k], t->operands[k].size, lane);
        if (got != want)
            fail_msg("%s: operand %d of lane %d (%s) is 0x%llx, not 0x%llx; sources 0x%llx 0x%llx 0x%llx 0x%llx, "
                     "components %u %u %u",
                     t->spelling, k, lane, active ? "active" : "inactive", (unsigned long long)got,
                     (unsigned long long)want, (unsigned long long)r->s[0], (unsigned long long)r->s[1],
                     (unsigned long long)r->s[2], (unsigned long long)r->s[3], r->component[0], r->component[1],
                     r->component[2]);
    }
    uint32_t carry = active && r->carry_written ? (uint32_t)r->carry : carry_before >> lane & 1;
    if ((t->warp.carry >> lane & 1) != carry)
        fail_msg("%s: the carry of lane %d is %u", t->spelling, lane, !carry);
}

static void run_spelling(const char *spelling, int rounds)
{
    static run t;
    reference r;
    t.spelling = spelling;
    read_spelling(&r, spelling);
    void (*f)(reference *) = find_reference(r.words[0]);
    assert_true(wg_form_match(spelling, &t.spelled));
    for (int round = 0; round < rounds; round++) {
        read_signature(&t, &r);
        if (t.count > WG_MAX_OPERANDS)
            return;
        prepare(&t, &r);
        if (round % 4 == 3 && t.operands[0].code[0] != 'W')
            alias(&t);
        uint32_t mask = round % 2 ? (uint32_t)random_64() | 1u << below(32) : WG_ALL_LANES;
        memcpy(t.before, t.regs, sizeof t.regs);
        uint32_t carry = t.warp.carry;
        t.insn.exec(&t.warp, &t.insn, mask);
        for (int lane = 0; lane < WG_LANES; lane++)
            check_lane(&t, &r, lane, mask >> lane & 1, carry, f);
    }
}

/* ---- all spellings of a pattern ---- */

static const struct {
    const char *name, *members;
} SETS[] = {
#define SET(name, field, members) {#name, members},
#include "ptx/modifiers.def"
};

typedef void visit(const char *spelling, int data);

static void expand(char *spelling, size_t length, const char *pattern, visit *f, int data);

static void append(char *spelling, size_t length, const char *word, size_t word_length, const char *next, visit *f,
                   int data)
{
    size_t dot = length > 0;
    spelling[length] = '.';
    memcpy(spelling + length + dot, word, word_length);
    expand(spelling, length + dot + word_length, next, f, data);
}

static void expand(char *spelling, size_t length, const char *pattern, visit *f, int data)
{
    if (!*pattern) {
        spelling[length] = 0;
        f(spelling, data);
        return;
    }
    size_t body = *pattern == '{'   ? strcspn(pattern, "}") + 1
                  : *pattern == '<' ? strcspn(pattern, ">") + 1
                                    : strcspn(pattern, ".?");
    const char *next = pattern + body;
    if (*next == '?') {
        next++;
        expand(spelling, length, next + (*next == '.'), f, data);
    }
    next += *next == '.';
    const char *list = pattern, *end = pattern + body, *separator = "";
    if (*pattern == '{') {
        list++, end--, separator = ",";
    } else if (*pattern == '<') {
        for (size_t n = 0; n < sizeof SETS / sizeof *SETS; n++)
            if (strlen(SETS[n].name) == body - 2 && !strncmp(SETS[n].name, pattern + 1, body - 2))
                list = SETS[n].members;
        assert_ptr_not_equal(list, pattern);
        end = list + strlen(list), separator = " ";
    }
    while (list < end) {
        size_t word = 0;
        while (list + word < end && !(*separator && list[word] == *separator))
            word++;
        append(spelling, length, list, word, next, f, data);
        list += word + 1;
    }
}

static unsigned spelling_count;

static void execute(const char *spelling, int rounds)
{
    spelling_count++;
    run_spelling(spelling, rounds);
}

static void every_spelling(void **state)
{
    (void)state;
    char spelling[BASE * 2];
    for (int n = 0; n < ROW_COUNT; n++) {
        bool many = strstr(ROWS[n].pattern, "<cmp>") || ROWS[n].pattern[0] == 'v';
        expand(spelling, 0, ROWS[n].pattern, execute, many ? 8 : 400);
    }
    print_message("%u spellings of %d rows\n", spelling_count, ROW_COUNT);
}

static void a_row_is_never_hidden(void **state)
{
    (void)state;
    for (int n = 0; n < ROW_COUNT; n++) {
        char spelling[BASE * 2] = "";
        wg_spelled spelled;
        /* the longest spelling: optional words taken, the last of each list */
        for (const char *p = ROWS[n].pattern; *p;) {
            size_t body = *p == '{' ? strcspn(p, "}") + 1 : *p == '<' ? strcspn(p, ">") + 1 : strcspn(p, ".?");
            const char *list = p + (*p == '{' || *p == '<'), *end = p + body - (*p == '{' || *p == '<');
            if (*p == '<')
                for (size_t s = 0; s < sizeof SETS / sizeof *SETS; s++)
                    if (strlen(SETS[s].name) == body - 2 && !strncmp(SETS[s].name, p + 1, body - 2))
                        list = SETS[s].members, end = list + strlen(list);
            for (const char *q = list; q < end; q++)
                if (*q == ',' || *q == ' ')
                    list = q + 1;
            strcat(spelling, *spelling ? "." : "");
            strncat(spelling, list, (size_t)(end - list));
            p += body;
            p += *p == '?';
            p += *p == '.';
        }
        assert_true(wg_form_match(spelling, &spelled));
        if (strcmp(wg_forms[spelled.form].function, ROWS[n].name))
            fail_msg("%s means %s, not %s", spelling, wg_forms[spelled.form].function, ROWS[n].name);
    }
}

/* ---- what the spellings alone do not reach ---- */

/* mov between one register of `total` bytes and `length` registers, of which one may be `_`. */
static void check_pack(const char *spelling, unsigned total, unsigned length, bool unpack)
{
    static unsigned char regs[6 * ROW_BYTES], before[6 * ROW_BYTES];
    wg_spelled spelled;
    assert_true(wg_form_match(spelling, &spelled));
    wg_exec *exec = find_exec(wg_forms[spelled.form].function);
    unsigned part = total / length, row_size = part < 2 ? 2 : part;
    for (unsigned skip = 0; skip <= (unpack ? length : 0); skip++)
        for (int round = 0; round < 16; round++) {
            wg_slot list[8];
            wg_warp w = {.regs = regs, .constants = regs + sizeof regs};
            wg_insn i = {.op = {0, 0}, .list = list, .operand_count = 2};
            int vector = unpack ? 0 : 1;
            i.op[!vector] = 5 * ROW_BYTES;
            i.size[!vector] = (uint8_t)total;
            i.op[vector] = 1; /* elements start at list[1] */
            i.size[vector] = (uint8_t)row_size;
            i.length[vector] = (uint8_t)length;
            for (unsigned n = 0; n < length; n++)
                list[n + 1] = n + 1 == skip ? WG_SLOT_NONE : (wg_slot)(n * ROW_BYTES);
            for (size_t n = 0; n < sizeof regs; n++)
                regs[n] = (unsigned char)random_64();
            memcpy(before, regs, sizeof regs);
            uint32_t mask = round % 2 ? (uint32_t)random_64() | 1 : WG_ALL_LANES;
            exec(&w, &i, mask);
            for (int lane = 0; lane < WG_LANES; lane++)
                for (unsigned n = 0; n < length; n++) {
                    unsigned char *narrow = regs + n * ROW_BYTES + (unsigned)lane * row_size;
                    unsigned char *wide = regs + 5 * ROW_BYTES + (unsigned)lane * total + n * part;
                    bool changes = mask >> lane & 1 && n + 1 != skip;
                    unsigned char *d = unpack ? narrow : wide, *s = unpack ? wide : narrow;
                    assert_memory_equal(d, changes ? s : before + (d - regs), part);
                    if (unpack && changes && row_size > part)
                        assert_int_equal(narrow[1], 0);
                }
        }
}

static void mov_packs_and_unpacks(void **state)
{
    (void)state;
    for (int unpack = 0; unpack < 2; unpack++) {
        check_pack("mov.b16", 2, 2, unpack);
        check_pack("mov.b32", 4, 2, unpack);
        check_pack("mov.b32", 4, 4, unpack);
        check_pack("mov.b64", 8, 2, unpack);
        check_pack("mov.b64", 8, 4, unpack);
        check_pack("mov.b128", 16, 2, unpack);
        check_pack("mov.b128", 16, 4, unpack);
    }
    check_pack("mov.b128", 16, 1, false);
}

/* Special registers keep their own width. */
static void mov_reads_rows_of_another_width(void **state)
{
    (void)state;
    static unsigned char regs[2 * ROW_BYTES];
    for (int lane = 0; lane < WG_LANES; lane++)
        memcpy(regs + ROW_BYTES + 4 * lane, &(uint32_t){0x12340000u + (unsigned)lane}, 4);
    wg_warp w = {.regs = regs};
    WG_EXEC_NAME(WG_ISA, mov_b16)(&w, &(wg_insn){.op = {0, ROW_BYTES}, .size = {2, 4}}, WG_ALL_LANES);
    assert_int_equal(lane_value(regs, 2, 31), 31);
    WG_EXEC_NAME(WG_ISA, mov_b64)(&w, &(wg_insn){.op = {0, ROW_BYTES}, .size = {8, 4}}, WG_ALL_LANES);
    assert_int_equal(lane_value(regs, 8, 31), 0x1234001f);
}

static void vmad_negates(void **state)
{
    (void)state;
    static uint32_t rows[4][WG_LANES];
    wg_warp w = {.regs = (unsigned char *)rows};
    wg_insn i = {.op = {0, 128, 256, 384}, .type = {WG_TYPE_S32, WG_TYPE_S32, WG_TYPE_S32}};
    rows[1][0] = 7, rows[2][0] = 5, rows[3][0] = 100;
    static const struct {
        uint8_t negated;
        int32_t result;
    } CASES[] = {{0, 135}, {2, 65}, {4, 65}, {6, 135}, {8, -65}};
    for (size_t n = 0; n < sizeof CASES / sizeof *CASES; n++) {
        i.negated = CASES[n].negated;
        WG_EXEC_NAME(WG_ISA, vmad)(&w, &i, 1);
        assert_int_equal((int32_t)rows[0][0], CASES[n].result);
    }
}

/* What nvcc writes: the spellings of these families in 4300 kernels of public programs. */
static void spellings_of_real_programs(void **state)
{
    (void)state;
    static const char *const SPELLINGS[] = {"abs.s32",
                                            "add.cc.u32",
                                            "add.s16",
                                            "add.s16x2",
                                            "add.s32",
                                            "add.s64",
                                            "add.u16x2",
                                            "add.u32",
                                            "add.u64",
                                            "addc.cc.u32",
                                            "addc.u32",
                                            "and.b16",
                                            "and.b32",
                                            "and.b64",
                                            "and.pred",
                                            "bfi.b32",
                                            "bfi.b64",
                                            "bfind.shiftamt.u32",
                                            "bfind.u32",
                                            "bmsk.clamp.b32",
                                            "brev.b32",
                                            "clz.b32",
                                            "clz.b64",
                                            "div.s32",
                                            "div.s64",
                                            "div.u16",
                                            "div.u32",
                                            "div.u64",
                                            "dp4a.s32.s32",
                                            "dp4a.u32.u32",
                                            "lop3.b32",
                                            "mad.lo.cc.u32",
                                            "mad.lo.s32",
                                            "mad.wide.u32",
                                            "madc.hi.cc.u32",
                                            "madc.hi.u32",
                                            "madc.lo.cc.u32",
                                            "max.s16",
                                            "max.s16x2",
                                            "max.s16x2.relu",
                                            "max.s32",
                                            "max.s32.relu",
                                            "max.s64",
                                            "max.u16",
                                            "max.u16x2",
                                            "max.u32",
                                            "max.u64",
                                            "min.s16x2",
                                            "min.s16x2.relu",
                                            "min.s32",
                                            "min.s32.relu",
                                            "min.s64",
                                            "min.u16",
                                            "min.u16x2",
                                            "min.u32",
                                            "min.u64",
                                            "mov.b16",
                                            "mov.b32",
                                            "mov.b64",
                                            "mov.f32",
                                            "mov.f64",
                                            "mov.pred",
                                            "mov.s32",
                                            "mov.u16",
                                            "mov.u32",
                                            "mov.u64",
                                            "mul.hi.s32",
                                            "mul.hi.s64",
                                            "mul.hi.u32",
                                            "mul.hi.u64",
                                            "mul.lo.s16",
                                            "mul.lo.s32",
                                            "mul.lo.s64",
                                            "mul.lo.u32",
                                            "mul.wide.s16",
                                            "mul.wide.s32",
                                            "mul.wide.u16",
                                            "mul.wide.u32",
                                            "neg.s16",
                                            "neg.s32",
                                            "neg.s64",
                                            "not.b16",
                                            "not.b32",
                                            "not.b64",
                                            "not.pred",
                                            "or.b16",
                                            "or.b32",
                                            "or.b64",
                                            "or.pred",
                                            "popc.b32",
                                            "popc.b64",
                                            "prmt.b32",
                                            "rem.s32",
                                            "rem.s64",
                                            "rem.u32",
                                            "rem.u64",
                                            "selp.b16",
                                            "selp.b32",
                                            "selp.b64",
                                            "selp.f32",
                                            "selp.f64",
                                            "selp.s32",
                                            "selp.u16",
                                            "selp.u32",
                                            "selp.u64",
                                            "set.eq.f16.f16",
                                            "set.eq.u32.f16x2",
                                            "set.gt.f16x2.f16x2",
                                            "setp.eq.b16",
                                            "setp.eq.b32",
                                            "setp.eq.b64",
                                            "setp.eq.f32",
                                            "setp.eq.f64",
                                            "setp.eq.s16",
                                            "setp.eq.s32",
                                            "setp.eq.s64",
                                            "setp.eq.u16",
                                            "setp.equ.f64",
                                            "setp.ge.f32",
                                            "setp.ge.f64",
                                            "setp.ge.s32",
                                            "setp.ge.s64",
                                            "setp.ge.u32",
                                            "setp.ge.u64",
                                            "setp.geu.f32",
                                            "setp.geu.f64",
                                            "setp.gt.f32",
                                            "setp.gt.f64",
                                            "setp.gt.s16",
                                            "setp.gt.s32",
                                            "setp.gt.s64",
                                            "setp.gt.u16",
                                            "setp.gt.u32",
                                            "setp.gt.u64",
                                            "setp.gtu.f32",
                                            "setp.gtu.f64",
                                            "setp.le.f32",
                                            "setp.le.f64",
                                            "setp.le.s32",
                                            "setp.le.s64",
                                            "setp.le.u16",
                                            "setp.le.u32",
                                            "setp.le.u64",
                                            "setp.leu.f32",
                                            "setp.leu.f64",
                                            "setp.lt.f16",
                                            "setp.lt.f32",
                                            "setp.lt.f64",
                                            "setp.lt.s16",
                                            "setp.lt.s32",
                                            "setp.lt.s64",
                                            "setp.lt.u16",
                                            "setp.lt.u32",
                                            "setp.lt.u64",
                                            "setp.ltu.f32",
                                            "setp.ltu.f64",
                                            "setp.nan.f32",
                                            "setp.nan.f64",
                                            "setp.ne.b32",
                                            "setp.ne.f64",
                                            "setp.ne.s16",
                                            "setp.ne.s32",
                                            "setp.ne.s64",
                                            "setp.ne.u32",
                                            "setp.neu.f32",
                                            "setp.neu.f64",
                                            "setp.num.f64",
                                            "shf.l.wrap.b32",
                                            "shf.r.wrap.b32",
                                            "shl.b16",
                                            "shl.b32",
                                            "shl.b64",
                                            "shr.b32",
                                            "shr.b64",
                                            "shr.s16",
                                            "shr.s32",
                                            "shr.s64",
                                            "shr.u16",
                                            "shr.u32",
                                            "shr.u64",
                                            "sub.cc.u32",
                                            "sub.s16",
                                            "sub.s32",
                                            "sub.s64",
                                            "sub.u32",
                                            "subc.cc.u32",
                                            "subc.u32",
                                            "vabsdiff2.u32.u32.u32.add",
                                            "vabsdiff4.u32.u32.u32",
                                            "vabsdiff4.u32.u32.u32.add",
                                            "xor.b16",
                                            "xor.b32",
                                            "xor.b64",
                                            "xor.pred"};
    for (size_t n = 0; n < sizeof SPELLINGS / sizeof *SPELLINGS; n++)
        run_spelling(SPELLINGS[n], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling),        cmocka_unit_test(a_row_is_never_hidden),
        cmocka_unit_test(mov_packs_and_unpacks), cmocka_unit_test(mov_reads_rows_of_another_width),
        cmocka_unit_test(vmad_negates),          cmocka_unit_test(spellings_of_real_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

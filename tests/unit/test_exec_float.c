/* SPDX-License-Identifier: Apache-2.0 */
/* Every spelling of every row of the float, half and conversion tables, executed and compared with a reference and with
 * an H200.
 *
 * The reference works on one number at a time: operands are exact in 113-bit floats, an operation is rounded to odd
 * there (the exact result cut off, its last bit set when something was lost) and once more, by integers, to the format
 * asked for. It shares nothing with sim/exec. What the ISA leaves open (which NaN, when .ftz flushes) is as an H200
 * does it, of whose results there are checksums at the end. */
#include "sim/exec/exec.h"
#include "sim/exec/numbers.h"

#include <fenv.h>
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;
#if LDBL_MANT_DIG == 113
typedef long double wide;
#else
__extension__ typedef __float128 wide;
#endif

enum { MAX_WORDS = 12, MAX_SOURCES = 4, BASE = 64, ROW_BYTES = 8 * WG_LANES };

/* ---- the functions under test ---- */

#define OP(opcode, pattern, operands, function, class, operations) WG_EXEC(function);
#include "ptx/opcodes/convert.def"
#include "ptx/opcodes/float.def"
#include "ptx/opcodes/half.def"
#undef OP

static const struct {
    const char *pattern, *name;
    wg_exec *exec;
} ROWS[] = {
#define OP(opcode, pattern, operands, function, class, operations) {pattern, #function, WG_EXEC_NAME(WG_ISA, function)},
#include "ptx/opcodes/convert.def"
#include "ptx/opcodes/float.def"
#include "ptx/opcodes/half.def"
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

/* ---- formats ---- */

typedef struct format {
    const char *name;
    int bits, mantissa; /* mantissa 0: an integer */
    int least;          /* exponent of the smallest normal number */
    uint64_t max, infinity, nan;
} format;

static const format FORMATS[] = {
    {"f64", 64, 52, -1022, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff8000000000000},
    {"f32", 32, 23, -126, 0x7f7fffff, 0x7f800000, 0x7fffffff},
    {"f16", 16, 10, -14, 0x7bff, 0x7c00, 0x7fff},
    {"bf16", 16, 7, -126, 0x7f7f, 0x7f80, 0x7fff},
    {"tf32", 19, 10, -126, 0x3fbff, 0x3fc00, 0x3ffff},
    {"e4m3", 8, 3, -6, 0x7e, 0x7f, 0x7f},
    {"e5m2", 8, 2, -14, 0x7b, 0x7c, 0x7f},
    {"e2m3", 6, 3, 0, 0x1f, 0x20, 0x1f},
    {"e3m2", 6, 2, -2, 0x1f, 0x20, 0x1f},
    {"e2m1", 4, 1, 0, 0x7, 0x8, 0x7},
    {"u64", 64, 0, 0, 0, 0, 0},
    {"s64", 64, 0, 0, 0, 0, 0},
    {"u32", 32, 0, 0, 0, 0, 0},
    {"s32", 32, 0, 0, 0, 0, 0},
    {"u16", 16, 0, 0, 0, 0, 0},
    {"s16", 16, 0, 0, 0, 0, 0},
    {"u8", 8, 0, 0, 0, 0, 0},
    {"s8", 8, 0, 0, 0, 0, 0},
    {"b32", 32, 0, 0, 0, 0, 0},
    {"b16", 16, 0, 0, 0, 0, 0},
    {"b8", 8, 0, 0, 0, 0, 0},
    {"ue8m0", 8, 0, 0, 0, 0, 0},
};

/* The format of one element of a type such as f16x2, and how many there are; NULL for a word that is no type. */
static const format *find_format(const char *word, int *count)
{
    size_t length = strcspn(word, "x");
    *count = word[length] ? atoi(word + length + 1) : 1;
    for (size_t n = 0; n < sizeof FORMATS / sizeof *FORMATS; n++)
        if (strlen(FORMATS[n].name) == length && !strncmp(FORMATS[n].name, word, length))
            return &FORMATS[n];
    return NULL;
}

static uint64_t low_bits(uint64_t x, int bits)
{
    return bits >= 64 ? x : x & ((1ull << bits) - 1);
}

static wide make_wide(bool negative, int exponent, u128 fraction) /* 1.fraction · 2^exponent, 112 bits of it */
{
    u128 bits = (u128)negative << 127 | (u128)(exponent + 16383) << 112 | fraction;
    wide x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static bool is_negative(wide x)
{
    u128 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >> 127;
}

static wide power_of_two(int exponent)
{
    return make_wide(false, exponent, 0);
}

static bool is_nan(const format *f, uint64_t x)
{
    uint64_t magnitude = low_bits(x, f->bits - 1);
    return f->max < f->nan && f->infinity != f->nan ? magnitude > f->infinity : f->max < f->nan && magnitude == f->nan;
}

static wide decode(const format *f, uint64_t x)
{
    uint64_t magnitude = low_bits(x, f->bits - 1), fraction = low_bits(magnitude, f->mantissa);
    bool negative = x >> (f->bits - 1) & 1;
    wide sign = negative ? -1 : 1;
    if (is_nan(f, x) || magnitude > f->max)
        return is_nan(f, x) ? make_wide(false, 16384, 1) : sign * make_wide(false, 16384, 0);
    int exponent = (int)(magnitude >> f->mantissa);
    if (exponent)
        fraction |= 1ull << f->mantissa;
    wide value = (wide)fraction * power_of_two(f->least + (exponent ? exponent - 1 : 0) - f->mantissa);
    return negative ? -value : value;
}

/* significand · 2^-drop, rounded: n nearest, z zero, m down, p up, a nearest with ties away. */
static u128 rounded(u128 significand, int drop, bool negative, char mode)
{
    if (drop <= 0)
        return significand << -drop;
    if (drop > 120) {
        significand = significand != 0;
        drop = 2;
    }
    u128 kept = significand >> drop, rest = significand - (kept << drop), half = (u128)1 << (drop - 1);
    switch (mode) {
    case 'z': return kept;
    case 'm': return kept + (rest && negative);
    case 'p': return kept + (rest && !negative);
    case 'a': return kept + (rest >= half);
    default: return kept + (rest > half || (rest == half && kept & 1));
    }
}

enum { FLUSH = 1, SATURATE = 2, RELU = 4, FINITE = 8 };

static uint64_t encode(const format *f, wide x, char mode, int flags)
{
    if (flags & SATURATE)
        x = x > 0 ? (x < 1 ? x : 1) : 0;
    if (flags & RELU && (x < 0 || (x == 0 && is_negative(x))))
        x = 0;
    if (x != x)
        return f->nan;
    bool negative = is_negative(x);
    uint64_t sign = negative ? 1ull << (f->bits - 1) : 0;
    u128 bits;
    memcpy(&bits, &x, sizeof bits);
    int top = (int)(bits >> 112 & 0x7fff) - 16383;
    u128 significand = (bits & (((u128)1 << 112) - 1)) | (u128)1 << 112;
    if (x == 0)
        return sign;
    if (top == 16384)
        return sign | (flags & FINITE ? f->max : f->infinity);
    if (flags & FLUSH && top < f->least &&
        !(rounded(significand, 112 - f->mantissa, negative, mode) >> (f->mantissa + 1) && top == f->least - 1))
        return sign;
    int exponent = top < f->least ? f->least : top;
    u128 number = rounded(significand, exponent - f->mantissa - (top - 112), negative, mode);
    u128 code = number + ((u128)(exponent - f->least) << f->mantissa);
    if (code > f->max) {
        bool inward = mode == 'z' || (mode == 'm' && !negative) || (mode == 'p' && negative);
        code = inward || flags & FINITE ? f->max : f->infinity;
    }
    return sign | (uint64_t)code;
}

static s128 integer_value(const format *f, uint64_t x)
{
    x = low_bits(x, f->bits);
    return f->name[0] == 's' && x >> (f->bits - 1) ? (s128)x - ((s128)1 << f->bits) : (s128)x;
}

/* ---- the reference ---- */

typedef struct spelling {
    char text[96], words[MAX_WORDS][16];
    int word_count;
    const format *to, *from[MAX_SOURCES]; /* of one element */
    int to_count, from_count[MAX_SOURCES], source_count;
    int size[1 + MAX_SOURCES]; /* bytes of the rows */
    bool to_predicate, vector;
} spelling;

static bool has(const spelling *s, const char *word)
{
    for (int n = 1; n < s->word_count; n++)
        if (!strcmp(s->words[n], word))
            return true;
    return false;
}

static bool is(const spelling *s, const char *opcode)
{
    return !strcmp(s->words[0], opcode);
}

static char mode_of(const spelling *s)
{
    static const char MODES[][4] = {"rz", "rm", "rp", "rzi", "rmi", "rpi"};
    if (has(s, "rna"))
        return 'a';
    for (int n = 0; n < 6; n++)
        if (has(s, MODES[n]))
            return MODES[n][1];
    return 'n';
}

static int flags_of(const spelling *s)
{
    return (has(s, "ftz") ? FLUSH : 0) | (has(s, "sat") ? SATURATE : 0) | (has(s, "relu") ? RELU : 0) |
           (has(s, "satfinite") ? FINITE : 0);
}

static uint64_t flushed(const spelling *s, const format *f, uint64_t x)
{
    bool subnormal = low_bits(x, f->bits - 1) >> f->mantissa == 0;
    return has(s, "ftz") && subnormal ? x & 1ull << (f->bits - 1) : x;
}

static wide odd(wide x)
{
    u128 bits;
    memcpy(&bits, &x, sizeof bits);
    bits |= fetestexcept(FE_INEXACT) != 0;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static wide square_root(wide x)
{
    volatile long double root = sqrtl((long double)x); /* 64 bits are enough: they are rounded to odd as well */
    uint64_t low;
    long double copy = root;
    memcpy(&low, &copy, sizeof low);
    low |= fetestexcept(FE_INEXACT) != 0;
    memcpy(&copy, &low, sizeof low);
    return x == 0 ? x : copy == copy ? (wide)copy : make_wide(false, 16384, 1);
}

static wide operate(const spelling *s, wide a, wide b, wide c)
{
    volatile wide x = a, y = b, z = c, result = 0;
    fesetround(FE_TOWARDZERO);
    feclearexcept(FE_ALL_EXCEPT);
    if (is(s, "add"))
        result = x + y;
    else if (is(s, "sub"))
        result = x - y;
    else if (is(s, "mul"))
        result = x * y;
    else if (is(s, "fma") || is(s, "mad"))
        result = x * y + z; /* the product is exact */
    else if (is(s, "div"))
        result = x / y;
    else if (is(s, "rcp"))
        result = 1 / x;
    else
        result = square_root(x);
    wide exact = is(s, "sqrt") ? result : odd(result);
    fesetround(FE_TONEAREST);
    if (exact == 0 && !is(s, "mul") && !is(s, "div") && !is(s, "rcp") &&
        !is(s, "sqrt")) { /* x - x is -0 in one mode only */
        wide left = is(s, "add") || is(s, "sub") ? a : a * b, right = is(s, "add") ? b : is(s, "sub") ? -b : c;
        bool both = is_negative(left) && is_negative(right), either = is_negative(left) || is_negative(right);
        return (mode_of(s) == 'm' ? either : both) ? -(wide)0 : (wide)0;
    }
    return exact;
}

/* The NaN of a result: f64 takes that of an operand, by these preferences. */
static uint64_t nan_of(const spelling *s, const uint64_t *x)
{
    static const int ORDER[3] = {1, 2, 0}, ORDER_DIV[3] = {0, 1, 2};
    const int *order = is(s, "div") ? ORDER_DIV : ORDER;
    for (int n = 0; n < 3 && s->to->bits == 64; n++)
        if (order[n] < s->source_count && is_nan(s->to, x[order[n]]))
            return x[order[n]] | 1ull << 51;
    return s->to->nan;
}

enum { OOB_NAN = 0x7ff7 };

static uint64_t arithmetic(const spelling *s, const uint64_t *x)
{
    wide value[3] = {0, 0, 0};
    for (int n = 0; n < s->source_count; n++) {
        value[n] = decode(s->from[n], flushed(s, s->from[n], x[n]));
        if (has(s, "oob") && n < 2 && (x[n] & 0x7fff) == OOB_NAN)
            return 0;
    }
    wide exact = operate(s, value[0], value[1], value[2]);
    if (exact != exact && !has(s, "sat"))
        return nan_of(s, x);
    return encode(s->to, exact, mode_of(s), flags_of(s));
}

static uint64_t sign_change(const spelling *s, const uint64_t *x)
{
    uint64_t sign = 1ull << (s->to->bits - 1);
    if (is(s, "copysign"))
        return (x[0] & sign) | (x[1] & ~sign);
    if (is_nan(s->to, x[0]))
        return nan_of(s, x);
    return flushed(s, s->to, is(s, "neg") ? x[0] ^ sign : x[0] & ~sign);
}

static uint64_t extreme(const spelling *s, const uint64_t *sources)
{
    const format *f = s->to;
    uint64_t sign = 1ull << (f->bits - 1), best = 0, signs = 0;
    bool found = false;
    for (int n = 0; n < s->source_count; n++) {
        uint64_t x = flushed(s, f, has(s, "abs") ? sources[n] & ~sign : sources[n]);
        signs ^= sources[n] & sign;
        if (is_nan(f, x) && has(s, "NaN"))
            return f->nan;
        if (is_nan(f, x))
            continue;
        wide difference = found ? decode(f, x) - decode(f, best) : 1;
        bool less = difference < 0 || (difference == 0 && x & sign),
             more = difference > 0 || (difference == 0 && !(x & sign));
        if (found && decode(f, x) == decode(f, best) && (decode(f, x) != 0))
            continue;
        if (!found || (is(s, "min") ? less : more))
            best = x;
        found = true;
    }
    return !found ? nan_of(s, sources) : has(s, "xorsign") ? best | signs : best;
}

static uint64_t property(const spelling *s, uint64_t x)
{
    wide size = decode(s->from[0], x);
    bool nan = size != size, subnormal, infinite;
    size = size < 0 ? -size : size;
    infinite = size == make_wide(false, 16384, 0);
    subnormal = size > 0 && size < power_of_two(s->from[0]->least);
    return has(s, "finite")       ? !nan && !infinite
           : has(s, "infinite")   ? infinite
           : has(s, "number")     ? !nan
           : has(s, "notanumber") ? nan
           : has(s, "normal")     ? !nan && !infinite && !subnormal
                                  : subnormal;
}

/* ---- conversions ---- */

static wide integral(wide x, char mode)
{
    wide size = x < 0 ? -x : x;
    if (!(size < power_of_two(70)))
        return x;
    u128 scaled = (u128)(size * power_of_two(50)); /* cut off below 2^-50, where only "something" counts */
    if ((wide)scaled != size * power_of_two(50))
        scaled |= 1;
    wide whole = (wide)rounded(scaled, 50, is_negative(x), mode);
    return is_negative(x) ? -whole : whole;
}

static uint64_t to_integer(const spelling *s, const format *from, wide x)
{
    const format *to = s->to;
    bool is_signed = to->name[0] == 's';
    if (x != x)
        return from->bits == 64 || to->bits == 64 ? 1ull << (to->bits - 1) : 0;
    wide least = is_signed ? -power_of_two(to->bits - 1) : 0,
         most = power_of_two(is_signed ? to->bits - 1 : to->bits) - 1;
    wide whole = integral(x, mode_of(s));
    return low_bits((uint64_t)(s128)(whole < least ? least : whole > most ? most : whole), to->bits);
}

static uint64_t converted_nan(const spelling *s, const format *from, uint64_t x)
{
    const format *to = s->to;
    bool plain = s->word_count == 3;
    if (plain && to == from && to->bits >= 32)
        return x;
    if (from->mantissa == 7 && to->bits == 32 && !has(s, "ftz"))
        return x << 16;
    if (has(s, "rna") && !has(s, "satfinite"))
        return x >> 13;
    if (from->bits != 64 && to->bits != 64)
        return to->nan;
    if (from->bits == 32 && has(s, "ftz"))
        x = from->nan;
    u128 payload = (u128)low_bits(x, from->mantissa) << 64 >> from->mantissa << to->mantissa >> 64;
    uint64_t sign = x >> (from->bits - 1) ? 1ull << (to->bits - 1) : 0;
    return sign | to->infinity | 1ull << (to->mantissa - 1) | (uint64_t)payload;
}

static uint64_t power_code(const spelling *s, wide x)
{
    wide size = x < 0 ? -x : x;
    int code = 0;
    if (x != x)
        return 0xff;
    while (code < 0xff && (has(s, "rp") ? power_of_two(code - 127) < size : power_of_two(code + 1 - 127) <= size))
        code++;
    return (uint64_t)(has(s, "satfinite") && code == 0xff ? 0xfe : code);
}

static uint64_t convert(const spelling *s, const format *from, uint64_t x)
{
    const format *to = s->to;
    if (!strcmp(from->name, "ue8m0"))
        return x == 0xff ? to->nan : encode(to, power_of_two((int)x - 127), 'n', 0);
    if (!from->mantissa) {
        s128 value = integer_value(from, x), half = (s128)1 << (to->bits - 1);
        if (to->mantissa)
            return encode(to, (wide)value, mode_of(s), flags_of(s));
        s128 least = to->name[0] == 's' ? -half : 0, most = to->name[0] == 's' ? half - 1 : 2 * half - 1;
        if (has(s, "sat"))
            value = value < least ? least : value > most ? most : value;
        return low_bits((uint64_t)value, to->bits);
    }
    bool flush = from->bits == 32 && strcmp(to->name, "f16");
    wide value = decode(from, flush ? flushed(s, from, x) : x);
    if (!strcmp(to->name, "ue8m0"))
        return power_code(s, value);
    if (!to->mantissa)
        return to_integer(s, from, value);
    if (value != value && !has(s, "sat"))
        return converted_nan(s, from, x);
    if (has(s, "rni") || has(s, "rzi") || has(s, "rmi") || has(s, "rpi"))
        value = integral(value, mode_of(s));
    int flags = flags_of(s) | (to->bits <= 8 ? FINITE : 0);
    return encode(to, value, mode_of(s), to->bits == 32 ? flags : flags & ~FLUSH);
}

/* Element e of x. Six-bit numbers lie in bytes. */
static uint64_t element(const format *f, uint64_t x, int e)
{
    int apart = f->bits == 6 ? 8 : f->bits;
    return low_bits(x >> (e * apart), f->bits);
}

static uint64_t converted(const spelling *s, const uint64_t *x)
{
    if (s->to_count == 1)
        return convert(s, s->from[0], low_bits(x[0], s->from[0]->bits)) << (s->to->bits == 19 ? 13 : 0);
    uint64_t result = 0;
    for (int e = 0; e < 2; e++) /* the first of two operands goes to the upper half */
        result |= convert(s, s->from[0], s->source_count == 2 ? x[1 - e] : element(s->from[0], x[0], e))
                  << (e * (s->to->bits == 6 ? 8 : s->to->bits));
    return result;
}

static uint64_t packed(const spelling *s, const uint64_t *x)
{
    int bits = s->words[3][1] == '1' ? 16 : s->words[3][1] - '0';
    bool is_signed = s->words[3][0] == 's';
    int64_t least = is_signed ? -(1ll << (bits - 1)) : 0, most = (1ll << (is_signed ? bits - 1 : bits)) - 1;
    uint64_t result = bits < 16 ? x[2] << (2 * bits) : 0;
    for (int n = 0; n < 2; n++) {
        int64_t value = (int32_t)x[n];
        result |= low_bits((uint64_t)(value < least ? least : value > most ? most : value), bits) << (n ? 0 : bits);
    }
    return low_bits(result, 32);
}

static uint64_t one_element(const spelling *s, const uint64_t *x)
{
    if (is(s, "neg") || is(s, "abs") || is(s, "copysign"))
        return sign_change(s, x);
    return is(s, "min") || is(s, "max") ? extreme(s, x) : arithmetic(s, x);
}

static uint64_t expected(const spelling *s, const uint64_t *x)
{
    if (is(s, "cvt"))
        return has(s, "pack") ? packed(s, x) : converted(s, x);
    if (is(s, "testp"))
        return property(s, x[0]);
    uint64_t result = 0;
    for (int e = 0; e < s->to_count; e++) {
        uint64_t part[MAX_SOURCES];
        for (int n = 0; n < s->source_count; n++)
            part[n] = element(s->from[n], x[n], e);
        result |= one_element(s, part) << (e * s->to->bits % 64);
    }
    return result;
}

/* ---- approximations: the error PTX allows, or what is needed to tell a function from another ---- */

static long double true_value(const spelling *s, long double a, long double b)
{
    return is(s, "div")     ? a / b
           : is(s, "rcp")   ? 1 / a
           : is(s, "sqrt")  ? sqrtl(a)
           : is(s, "rsqrt") ? 1 / sqrtl(a)
           : is(s, "sin")   ? sinl(a)
           : is(s, "cos")   ? cosl(a)
           : is(s, "lg2")   ? log2l(a)
           : is(s, "ex2")   ? exp2l(a)
                            : tanhl(a);
}

static bool near_enough(const spelling *s, const uint64_t *x, uint64_t got)
{
    const format *f = s->to;
    uint64_t in[2] = {flushed(s, f, x[0]), s->source_count > 1 ? flushed(s, f, x[1]) : 0};
    if (f->bits == 64 && has(s, "ftz"))
        in[0] &= 0xffffffff00000000;
    long double a = (long double)decode(f, in[0]), b = (long double)decode(f, in[1]), t = true_value(s, a, b),
                y = (long double)decode(f, got);
    bool lost = is(s, "div") && has(s, "approx") && fabsl(b) > 0x1p126L && fabsl(b) < INFINITY;
    if (lost)
        t = fabsl(a) < INFINITY ? 0 : NAN;
    if (isnan(t) || isnan(y))
        return isnan(t) && isnan(y) && (f->bits == 64 || got == f->nan);
    long double step = ldexpl(1, f->least - f->mantissa), most = (long double)decode(f, f->max);
    long double relative = f->bits == 64 ? (has(s, "ftz") ? 0x1p-19L : 0x1p-51L) : ldexpl(1, -f->mantissa);
    long double error = fabsl(t) * relative + (has(s, "ftz") ? ldexpl(1, f->least) : step);
    if (fabsl(t) > most * (1 - relative))
        return y * t > 0 && fabsl(y) >= most * (1 - 4 * relative);
    return fabsl(y - t) <= error;
}

/* ---- random values ---- */

static uint64_t random_state = 88172645463325252u;

static uint64_t random_64(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}

static unsigned below(unsigned n)
{
    return (unsigned)(random_64() >> 33) % n;
}

/* Where integers and narrower formats end, and halves between their numbers. */
/* clang-format off */
static const double BORDERS[] = {
    0x1p-1074, 0x1p-1022, 0x1p-150, 0x1p-149, 0x1.8p-149, 0x1p-134, 0x1p-133, 0x1p-127, 0x1p-126, 0x1.fffffep-127,
    0x1.ffffffp-127, 0x1p-25, 0x1p-24, 0x1.8p-24, 0x1p-17, 0x1p-16, 0x1.8p-16, 0x1p-14, 0x1p-10, 0x1p-9, 0x1.8p-9,
    0x1p-6, 0.0625, 0.125, 0.25, 0.5, 1, 1.5, 2, 2.5, 3.5, 5, 6, 7, 7.25, 7.5, 8, 14, 28, 30, 32, 126.5, 127, 127.5,
    128, 128.5, 254.5, 255, 255.5, 256, 448, 464, 465, 480, 2048.5, 32766.5, 32767, 32767.5, 32768, 32768.5, 57344,
    61440, 65504, 65519, 65520, 65534.5, 65535, 65535.5, 65536, 0x1p22, 0x1.000002p22, 0x1p23, 0x1p24, 0x1.fffffep30,
    0x1.ffffffff8p30, 0x1p31, 0x1.00000001p31, 0x1.fffffep31, 0x1.ffffffff8p31, 0x1p32, 0x1p51, 0x1p52, 0x1p53,
    0x1.fffffep62, 0x1.fffffffffffffp62, 0x1p63, 0x1.fffffffffffffp63, 0x1p64, 0x1p126, 0x1.fep127, 0x1.ffp127,
    0x1.ffcp127, 0x1.ffep127, 0x1.fffffep127, 0x1.ffffffp127, 0x1p128, 0x1p1023, 0x1.fffffffffffffp1023,
};
/* clang-format on */

static uint64_t border(const format *f)
{
    double x = BORDERS[below(sizeof BORDERS / sizeof *BORDERS)];
    x = below(2) ? x : -x;
    uint64_t bits = f->bits == 64 ? wg_f64_bits(x) : wg_f32_bits((float)x);
    return f->mantissa == 7 ? bits >> 16 : bits;
}

/* Numbers whose sums and products fall on the edge of what is normal, representable, or half way. One random number a
 * statement: the samples must not depend on the compiler. */
static uint64_t special(const format *f)
{
    uint64_t one = (uint64_t)-f->least + 1, unit = 1ull << f->mantissa, top = (2 * one - 2) * unit;
    uint64_t precision = (uint64_t)f->mantissa + 1 < one ? (uint64_t)f->mantissa + 1 : one - 1;
    uint64_t small = (one - precision) * unit, tiny = (one - precision - (precision < one - 1)) * unit;
    /* clang-format off */
    uint64_t codes[] = {
        0, 1, unit - 1, unit, unit + 1, 2 * unit - 1, tiny, small - 1, small, small + 1, small + unit,
        (one - 1) * unit, one * unit - 1, one * unit, one * unit + 1, one * unit + unit / 2, top, top + 1,
        f->max - 1, f->max, f->infinity, f->infinity + 1, f->infinity + unit / 2, f->infinity | 3, f->nan & ~8ull,
        f->nan,
    };
    /* clang-format on */
    uint64_t code = codes[below(sizeof codes / sizeof *codes)], sign = below(2);
    return low_bits(code | sign << (f->bits - 1), f->bits);
}

static uint64_t edge(const format *f)
{
    return f->mantissa == 10 ? special(f) : border(f);
}

static uint64_t random_float(const format *f)
{
    uint64_t one = (uint64_t)-f->least + 1, kind = below(8),
             x = kind < 2   ? special(f)
                 : kind < 4 ? edge(f)
                            : random_64();
    if (kind < 5)
        return low_bits(kind == 3 ? x + below(7) - 3 : x, f->bits);
    unsigned span = f->least == -14 ? 11 : 31, coarse = below(3) ? 0 : below((unsigned)f->mantissa + 1);
    uint64_t fraction = low_bits(x, f->mantissa) >> coarse << coarse, exponent = one - span / 2 + below(span);
    return x >> 63 << (f->bits - 1) | exponent << f->mantissa | fraction;
}

static uint64_t random_integer(void)
{
    uint64_t kind = below(6), shift = below(64), x = kind % 3 ? (1ull << shift) + below(5) - 2 : random_64() >> shift;
    return kind < 3 ? x : 0 - x;
}

static uint64_t random_operand(const format *f, int count)
{
    uint64_t x = 0;
    if (!f->mantissa)
        return random_integer();
    for (int e = 0; e < count; e++)
        x |= (f->bits < 16    ? low_bits(random_64(), f->bits)
              : f->bits == 19 ? random_64()
                              : random_float(f))
             << (e * (f->bits == 6 ? 8 : f->bits) % 64);
    return x;
}

/* ---- the warp, and one run ---- */

static _Alignas(64) unsigned char memory[BASE + (2 + MAX_SOURCES) * ROW_BYTES];

static int row_size(const char *type)
{
    int count;
    const format *f = find_format(type, &count);
    int bits = !strcmp(type, "tf32") ? 32 : f->bits == 6 ? 8 * count : f->bits * count;
    return bits <= 16 ? 2 : bits / 8;
}

/* The name behind an item of the operands' signature: T0 is the first type written that types.def knows. */
static const char *operand_type(const wg_spelled *spelled, const char *item, size_t length, char *name)
{
    snprintf(name, 16, "%.*s", (int)length, item);
    return name[0] == 'T' ? wg_type_name(spelled->type[name[1] - '0']) : name;
}

static void read_operands(spelling *s, const wg_spelled *spelled, bool optional)
{
    const char *item = wg_forms[spelled->form].operands;
    for (int n = 0; *item; n++) {
        size_t length = strcspn(item, " ");
        char name[16];
        bool left_out = item[length - 1] == '?' && !optional;
        const char *type =
            operand_type(spelled, item + (*item == '='), length - (*item == '=') - (item[length - 1] == '?'), name);
        if (n == 0) {
            s->to_predicate = !strcmp(type, "P");
            s->size[0] = s->to_predicate ? 0 : row_size(type);
            s->to = find_format(type, &s->to_count);
        } else if (!left_out) {
            s->vector |= type[0] == 'V';
            type = type[0] == 'V' ? "f32" : type;
            s->size[n] = row_size(type);
            s->from[n - 1] = find_format(type, &s->from_count[n - 1]);
            s->source_count = n;
        }
        item += length + (item[length] == ' ');
    }
}

/* The last two words of a conversion are its types, whatever the operands are called. */
static void read_types(spelling *s)
{
    if (!is(s, "cvt") || has(s, "pack"))
        return;
    s->to = find_format(s->words[s->word_count - 2], &s->to_count);
    s->from[0] = find_format(s->words[s->word_count - 1], &s->from_count[0]);
}

static bool read_spelling(spelling *s, const char *text, bool optional, wg_spelled *spelled)
{
    *s = (spelling){.word_count = 0};
    snprintf(s->text, sizeof s->text, "%s", text);
    if (!wg_form_match(text, spelled))
        return false;
    for (const char *p = text; *p; p += *p == '.') {
        size_t length = strcspn(p, ".");
        snprintf(s->words[s->word_count++], sizeof *s->words, "%.*s", (int)length, p);
        p += length;
    }
    read_operands(s, spelled, optional);
    read_types(s);
    return true;
}

typedef struct run {
    spelling s;
    wg_insn insn;
    wg_warp warp;
    wg_slot list[4];
    uint64_t source[MAX_SOURCES + 3][WG_LANES];
} run;

static unsigned char *row_of(int n)
{
    return memory + BASE + n * ROW_BYTES;
}

static bool prepare(run *t, const char *text, bool optional)
{
    wg_spelled spelled;
    if (!read_spelling(&t->s, text, optional, &spelled))
        return false;
    t->insn = (wg_insn){.exec = find_exec(wg_forms[spelled.form].function), .flags = spelled.flags};
    t->insn.round = spelled.field[WG_FIELD_ROUND];
    t->insn.action = spelled.field[WG_FIELD_ACTION];
    memcpy(t->insn.type, spelled.type, sizeof t->insn.type);
    t->insn.operand_count = (uint8_t)(1 + t->s.source_count);
    for (int n = 0; n < WG_MAX_OPERANDS; n++) {
        t->insn.op[n] = n <= t->s.source_count ? BASE + n * ROW_BYTES : WG_SLOT_NONE;
        t->insn.size[n] = n <= t->s.source_count ? (uint8_t)t->s.size[n] : 0;
    }
    t->warp = (wg_warp){.regs = memory, .constants = memory};
    return t->insn.exec;
}

static uint64_t read_lane(int row, int size, int lane)
{
    uint64_t x = 0;
    if (!size)
        return *(uint32_t *)row_of(row) >> lane & 1;
    memcpy(&x, row_of(row) + lane * size, (size_t)size);
    return x;
}

static void write_lane(int row, int size, int lane, uint64_t x)
{
    memcpy(row_of(row) + lane * size, &x, (size_t)size);
}

static uint64_t result_bits(const run *t, uint64_t x)
{
    return t->s.to && t->s.to_count == 1 && t->s.to->bits == 8 ? x & 0xff : x;
}

static void fill(run *t)
{
    for (int n = 1; n <= t->s.source_count; n++)
        for (int lane = 0; lane < WG_LANES; lane++)
            t->source[n - 1][lane] =
                low_bits(random_operand(t->s.from[n - 1], t->s.from_count[n - 1]), 8 * t->s.size[n]);
}

static void load(const run *t)
{
    for (int n = 1; n <= t->s.source_count; n++)
        for (int lane = 0; lane < WG_LANES; lane++)
            write_lane(n, t->s.size[n], lane, t->source[n - 1][lane]);
}

static void fail_lane(const run *t, int lane, uint64_t got, uint64_t wanted)
{
    const uint64_t a = t->source[0][lane], b = t->source[1][lane], c = t->source[2][lane];
    fail_msg("%s (%#llx, %#llx, %#llx) = %#llx, expected %#llx", t->s.text, (unsigned long long)a,
             (unsigned long long)b, (unsigned long long)c, (unsigned long long)got, (unsigned long long)wanted);
}

static bool is_approximate(const spelling *s)
{
    static const char *const NAMES[] = {"rsqrt", "sin", "cos", "lg2", "ex2", "tanh"};
    for (size_t n = 0; n < sizeof NAMES / sizeof *NAMES; n++)
        if (is(s, NAMES[n]))
            return true;
    return has(s, "approx") || has(s, "full") ||
           ((is(s, "rcp") || is(s, "sqrt")) && mode_of(s) == 'n' && !has(s, "rn") && s->to->bits == 32);
}

static void check_lane(const run *t, int lane)
{
    uint64_t x[MAX_SOURCES], got = result_bits(t, read_lane(0, t->s.size[0], lane));
    for (int n = 0; n < t->s.source_count; n++)
        x[n] = t->source[n][lane];
    if (is_approximate(&t->s)) {
        for (int e = 0; e < t->s.to_count; e++) {
            uint64_t part[2] = {element(t->s.to, x[0], e), t->s.source_count > 1 ? x[1] : 0};
            if (!near_enough(&t->s, part, element(t->s.to, got, e)))
                fail_lane(t, lane, got, 0);
        }
        return;
    }
    uint64_t wanted = expected(&t->s, x);
    if (got != wanted)
        fail_lane(t, lane, got, wanted);
}

/* All lanes against the reference; then some lanes only, the destination being a source where it can: nothing else may
 * change. */
static void check_warp(run *t)
{
    uint64_t full[WG_LANES];
    fill(t);
    load(t);
    memset(row_of(0), 0xa5, ROW_BYTES);
    t->insn.exec(&t->warp, &t->insn, WG_ALL_LANES);
    for (int lane = 0; lane < WG_LANES; lane++) {
        check_lane(t, lane);
        full[lane] = read_lane(0, t->s.size[0], lane);
    }
    uint32_t mask = (uint32_t)random_64() | 1u << below(32);
    int same = 1 + (int)below((unsigned)t->s.source_count);
    bool aliased = t->s.size[same] == t->s.size[0];
    wg_insn insn = t->insn;
    insn.op[0] = aliased ? insn.op[same] : insn.op[0];
    load(t);
    memset(row_of(0), 0xa5, ROW_BYTES);
    insn.exec(&t->warp, &insn, mask);
    for (int lane = 0; lane < WG_LANES; lane++) {
        int size = t->s.size[0];
        uint64_t before = aliased ? t->source[same - 1][lane]
                          : size  ? low_bits(0xa5a5a5a5a5a5a5a5, 8 * size)
                                  : 0xa5a5a5a5u >> lane & 1;
        uint64_t got = read_lane(aliased ? same : 0, size, lane), wanted = mask >> lane & 1 ? full[lane] : before;
        if (got != wanted)
            fail_lane(t, lane, got, wanted);
    }
}

/* ---- all spellings of a pattern ---- */

static const struct {
    const char *name, *members;
} SETS[] = {
#define SET(name, field, members) {#name, members},
#include "ptx/modifiers.def"
};

typedef void visit(const char *spelling, void *data);

static void expand(char *text, size_t length, const char *pattern, visit *f, void *data);

static void append(char *text, size_t length, const char *words, size_t size, const char *separators, const char *next,
                   visit *f, void *data)
{
    while (size) {
        size_t word = strcspn(words, separators);
        word = word < size ? word : size;
        size_t written = (size_t)snprintf(text + length, 96 - length, "%s%.*s", length ? "." : "", (int)word, words);
        expand(text, length + written, next, f, data);
        size_t step = word < size ? word + 1 : word;
        words += step, size -= step;
    }
    text[length] = 0;
}

/* `*` stands for none or one here. */
static void expand(char *text, size_t length, const char *pattern, visit *f, void *data)
{
    if (!*pattern) {
        f(text, data);
        return;
    }
    size_t size = pattern[0] == '{'   ? strcspn(pattern, "}") + 1
                  : pattern[0] == '<' ? strcspn(pattern, ">") + 1
                                      : strcspn(pattern, ".?*");
    const char *next = pattern + size;
    bool optional = *next == '?' || *next == '*';
    next += optional;
    next += *next == '.';
    if (optional)
        expand(text, length, next, f, data);
    if (pattern[0] == '{')
        append(text, length, pattern + 1, size - 2, ",", next, f, data);
    else if (pattern[0] == '<') {
        for (size_t n = 0; n < sizeof SETS / sizeof *SETS; n++)
            if (strlen(SETS[n].name) == size - 2 && !strncmp(SETS[n].name, pattern + 1, size - 2))
                append(text, length, SETS[n].members, strlen(SETS[n].members), " ", next, f, data);
    } else
        append(text, length, pattern, size, ".", next, f, data);
    text[length] = 0;
}

/* Whether the ISA has this cvt between numbers: the general row takes more than there is. */
static bool is_legal(const spelling *s)
{
    if (!is(s, "cvt") || s->to_count > 1 || has(s, "pack") || s->to->bits == 19)
        return true;
    const format *to = s->to, *from = s->from[0];
    bool integer_round = has(s, "rni") || has(s, "rzi") || has(s, "rmi") || has(s, "rpi");
    bool float_round = has(s, "rn") || has(s, "rz") || has(s, "rm") || has(s, "rp");
    bool f32 = to->bits == 32 || from->bits == 32,
         narrower = to->mantissa < from->mantissa || (to->mantissa == 10 && from->mantissa == 7);
    if (integer_round && float_round)
        return false;
    if (has(s, "relu") || has(s, "satfinite"))
        return from->bits == 32 && from->mantissa && to->bits == 16 && to->mantissa && (has(s, "rn") || has(s, "rz"));
    if (has(s, "ftz") && !(f32 && (to->mantissa == 23 || from->mantissa == 23)))
        return false;
    if (has(s, "sat") && to->mantissa && !from->mantissa)
        return false;
    if (!to->mantissa)
        return from->mantissa ? integer_round : !integer_round && !float_round;
    if (!from->mantissa)
        return float_round;
    return to == from ? !float_round : narrower ? float_round : !integer_round && !float_round;
}

static unsigned spelling_count;

static void execute(const char *text, void *data)
{
    run t;
    const int *rounds = data;
    if (!prepare(&t, text, false))
        fail_msg("%s: no row of these tables", text);
    bool extreme_of_two = is(&t.s, "min") || is(&t.s, "max");
    if (!is_legal(&t.s) || has(&t.s, "rs") || (has(&t.s, "xorsign") && !has(&t.s, "abs")))
        return;
    if (!(extreme_of_two && has(&t.s, "abs") && !has(&t.s, "xorsign")))
        for (int n = 0; n < *rounds; n++)
            check_warp(&t);
    prepare(&t, text, true);
    for (int n = 0; n < *rounds && extreme_of_two && t.s.source_count == 3 && !has(&t.s, "xorsign"); n++)
        check_warp(&t);
    spelling_count++;
}

static void every_spelling(void **state)
{
    (void)state;
    int rounds = 12;
    for (int n = 0; n < ROW_COUNT; n++) {
        char text[96] = "";
        expand(text, 0, ROWS[n].pattern, execute, &rounds);
    }
    print_message("%u spellings\n", spelling_count);
}

/* Each row must be the one its spellings mean, at least for one of them. */
typedef struct search {
    int row;
    bool found;
} search;

static void look(const char *text, void *data)
{
    search *s = data;
    wg_spelled spelled;
    s->found |= wg_form_match(text, &spelled) && !strcmp(wg_forms[spelled.form].pattern, ROWS[s->row].pattern);
}

static void a_row_is_never_hidden(void **state)
{
    (void)state;
    for (int n = 0; n < ROW_COUNT; n++) {
        char text[96] = "";
        search s = {.row = n};
        expand(text, 0, ROWS[n].pattern, look, &s);
        if (!s.found)
            fail_msg("%s: every spelling means another row", ROWS[n].pattern);
    }
}

/* ---- registers wider than the type ---- */

static void check_wide(run *t)
{
    static const int SIZES[] = {2, 4, 8};
    uint64_t narrow[WG_LANES];
    fill(t);
    load(t);
    t->insn.exec(&t->warp, &t->insn, WG_ALL_LANES);
    for (int lane = 0; lane < WG_LANES; lane++)
        narrow[lane] = result_bits(t, read_lane(0, t->s.size[0], lane));
    for (int n = 0; n < 9; n++) {
        int to = SIZES[n / 3], from = SIZES[n % 3];
        wg_insn insn = t->insn;
        if (to < t->s.size[0] || from < t->s.size[1])
            continue;
        insn.size[0] = (uint8_t)to, insn.size[1] = (uint8_t)from;
        for (int lane = 0; lane < WG_LANES; lane++)
            write_lane(1, from, lane, t->source[0][lane] ^ random_64() << (t->s.from[0]->bits - 1) << 1);
        insn.exec(&t->warp, &insn, WG_ALL_LANES);
        for (int lane = 0; lane < WG_LANES; lane++) {
            bool negative = t->s.to->name[0] == 's' && narrow[lane] >> (t->s.to->bits - 1);
            uint64_t wanted =
                low_bits(negative ? narrow[lane] | ~low_bits(~0ull, t->s.to->bits) : narrow[lane], 8 * to);
            if (read_lane(0, to, lane) != wanted)
                fail_lane(t, lane, read_lane(0, to, lane), wanted);
        }
    }
}

static void widen(const char *text, void *data)
{
    run t;
    (void)data;
    prepare(&t, text, false);
    if (is_legal(&t.s) && t.s.to_count == 1 && t.s.source_count == 1 && t.s.to->bits != 19)
        for (int n = 0; n < 2; n++)
            check_wide(&t);
}

static void conversions_take_wider_registers(void **state)
{
    (void)state;
    for (int n = 0; n < ROW_COUNT; n++) {
        char text[96] = "";
        if (!strncmp(ROWS[n].pattern, "cvt", 3))
            expand(text, 0, ROWS[n].pattern, widen, NULL);
    }
}

/* ---- numbers.h: every 16-bit number, and the numbers next to and between them ---- */

static void check_narrowing(const format *f, float x, uint64_t got, uint64_t got_tagged[4])
{
    static const char MODES[] = "nzmp";
    wide value = decode(&FORMATS[1], wg_f32_bits(x));
    for (int n = 0; n < 4; n++)
        if (got_tagged[n] != encode(f, value, MODES[n], 0))
            fail_msg("%a to %s, mode %c: %#llx", (double)x, f->name, MODES[n], (unsigned long long)got_tagged[n]);
    if (got != got_tagged[0])
        fail_msg("%a to %s: %#llx", (double)x, f->name, (unsigned long long)got);
}

static void sixteen_bits(void **state)
{
    (void)state;
    static const wg_mod MODES[] = {WG_MOD_RN, WG_MOD_RZ, WG_MOD_RM, WG_MOD_RP};
    for (uint32_t code = 0; code < 0x10000; code++) {
        float half = wg_f16_to_f32((uint16_t)code), brain = wg_bf16_to_f32((uint16_t)code);
        assert_true((wide)half == decode(&FORMATS[2], code) || half != half);
        assert_true((wide)brain == decode(&FORMATS[3], code) || brain != brain);
        assert_int_equal(half != half, is_nan(&FORMATS[2], code));
        float next = wg_f16_to_f32((uint16_t)(code + 1)), between = half + (next - half) / 2;
        float near[] = {half,
                        between,
                        wg_f32_from(wg_f32_bits(between) + 1),
                        wg_f32_from(wg_f32_bits(between) - 1),
                        wg_f32_from(wg_f32_bits(half) + 1),
                        brain,
                        wg_f32_from((uint32_t)code << 16 | 0x8000),
                        wg_f32_from((uint32_t)code << 16 | 0x8001),
                        wg_f32_from((uint32_t)code << 16 | 0x7fff)};
        for (size_t n = 0; n < sizeof near / sizeof *near; n++) {
            uint64_t f16[4], bf16[4];
            for (int m = 0; m < 4; m++) {
                f16[m] = wg_f32_to_f16_round(near[n], MODES[m]);
                bf16[m] = wg_f32_to_bf16_round(near[n], MODES[m]);
            }
            check_narrowing(&FORMATS[2], near[n], wg_f32_to_f16(near[n]), f16);
            check_narrowing(&FORMATS[3], near[n], wg_f32_to_bf16(near[n]), bf16);
            assert_int_equal(wg_f64_to_f16((double)near[n]), f16[0]);
            assert_int_equal(wg_f64_to_bf16((double)near[n]), bf16[0]);
        }
    }
}

/* A double just beside a tie must not be taken for it. */
static void no_double_rounding(void **state)
{
    (void)state;
    for (int n = 0; n < 400000; n++) {
        uint64_t code = random_float(&FORMATS[1 + n % 3]);
        double tie = (double)decode(&FORMATS[1 + n % 3], code) * (1 + 0x1p-11 * below(3)),
               x = wg_f64_from(wg_f64_bits(tie) + below(3) - 1);
        wide value = decode(&FORMATS[0], wg_f64_bits(x));
        assert_int_equal(wg_f64_to_f16(x), encode(&FORMATS[2], value, 'n', 0));
        assert_int_equal(wg_f64_to_bf16(x), encode(&FORMATS[3], value, 'n', 0));
        if (x == x)
            assert_int_equal(wg_f32_bits((float)x), encode(&FORMATS[1], value, 'n', 0));
        assert_int_equal(wg_f32_bits(wg_f64_to_f32_round(x, WG_MOD_RM)), encode(&FORMATS[1], value, 'm', 0));
    }
}

static void small_formats(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float (*value)(uint8_t);
    } SMALL[] = {{"e4m3", wg_e4m3_to_f32},
                 {"e5m2", wg_e5m2_to_f32},
                 {"e2m3", wg_e2m3_to_f32},
                 {"e3m2", wg_e3m2_to_f32},
                 {"e2m1", wg_e2m1_to_f32}};
    for (size_t n = 0; n < sizeof SMALL / sizeof *SMALL; n++) {
        int count;
        const format *f = find_format(SMALL[n].name, &count);
        for (uint32_t code = 0; code < 1u << f->bits; code++) {
            float x = SMALL[n].value((uint8_t)code);
            assert_true(is_nan(f, code) ? x != x : (wide)x == decode(f, code));
        }
    }
    assert_int_equal(wg_f32_to_e4m3(464.0f), 0x7e);
    assert_int_equal(wg_f32_to_e4m3(-INFINITY), 0xfe);
    assert_int_equal(wg_f32_to_e4m3(NAN), 0x7f);
    assert_int_equal(wg_f32_to_e5m2(0x1p-17f), 0x00);
    assert_int_equal(wg_f32_to_e5m2(0x1.8p-17f), 0x01);
}

static void tensor_floats(void **state)
{
    (void)state;
    for (int n = 0; n < 100000; n++) {
        float x = wg_f32_from((uint32_t)random_float(&FORMATS[1]));
        wide value = decode(&FORMATS[1], wg_f32_bits(x));
        if (x != x)
            continue;
        assert_int_equal(wg_f32_bits(wg_f32_to_tf32(x)), encode(&FORMATS[4], value, 'a', 0) << 13);
        assert_int_equal(wg_f32_bits(wg_f32_to_tf32_rn(x)), encode(&FORMATS[4], value, 'n', 0) << 13);
        assert_int_equal(wg_f32_bits(wg_f32_to_tf32_rz(x)), encode(&FORMATS[4], value, 'z', 0) << 13);
        assert_int_equal(wg_f32_bits(wg_f32_to_tf32_round(x, WG_MOD_RP)), encode(&FORMATS[4], value, 'p', 0) << 13);
    }
}

/* ---- stochastic rounding ---- */

/* The cut-off number, or the next one, as the carry of the random bits says; `bits` of them below the last bit kept. */
static uint64_t stochastic(const format *f, uint64_t x, uint64_t random, int bits, int flags)
{
    wide value = decode(&FORMATS[1], x), size = value < 0 ? -value : value;
    if (value != value || size >= power_of_two(128) || size < power_of_two(f->least))
        return encode(f, value, 'z', flags);
    int exponent = (int)(x >> 23 & 0xff) - 127;
    wide moved = size + (wide)random * power_of_two(exponent - f->mantissa - bits);
    return encode(f, is_negative(value) ? -moved : moved, 'z', flags);
}

static void stochastic_rounding(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"f16x2", "bf16x2", "e4m3x4", "e5m2x4", "e2m3x4", "e3m2x4", "e2m1x4"};
    for (int n = 0; n < 7 * 200; n++) {
        run t;
        char text[64];
        int count, random_row = n % 7 < 2 ? 2 : 1;
        snprintf(text, sizeof text, "cvt.rs.%ssatfinite.%s.f32", n % 2 ? "relu." : "", NAMES[n % 7]);
        assert_true(prepare(&t, text, false));
        const format *f = find_format(NAMES[n % 7], &count);
        static wg_slot list[4];
        fill(&t);
        for (int k = 0; k < 4; k++) {
            list[k] = BASE + (1 + k) * ROW_BYTES;
            for (int lane = 0; lane < WG_LANES; lane++)
                t.source[k][lane] = random_float(&FORMATS[1]);
        }
        for (int lane = 0; lane < WG_LANES; lane++) {
            t.source[4][lane] = random_64() & UINT32_MAX;
            for (int k = 0; k < (count == 4 ? 4 : 2); k++)
                write_lane(1 + k, 4, lane, t.source[k][lane]);
            write_lane(5, 4, lane, t.source[4][lane]);
        }
        t.insn.op[1 + random_row] = BASE + 5 * ROW_BYTES;
        if (count == 4) {
            t.insn.op[1] = 0, t.insn.length[1] = 4;
            t.insn.list = list;
        }
        t.insn.exec(&t.warp, &t.insn, WG_ALL_LANES);
        for (int lane = 0; lane < WG_LANES; lane++) {
            uint64_t r = t.source[4][lane], wanted = 0;
            int flags = flags_of(&t.s) | FINITE;
            for (int k = 0; k < count; k++) {
                bool first = k < count / 2;
                uint64_t random = first ? r >> 16 : r & 0xffff;
                if (f->bits == 4)
                    random = first ? (r >> 24) << 8 | (r >> 8 & 0xff) : (r >> 16 & 0xff) << 8 | (r & 0xff);
                int bits = n % 7 == 0 ? 13 : 16;
                wanted = wanted << (f->bits == 6 ? 8 : f->bits) |
                         stochastic(f, t.source[k][lane], low_bits(random, bits), bits, flags);
            }
            uint64_t got = read_lane(0, t.s.size[0], lane);
            bool tiny = false; /* where the format is subnormal the ISA does not say which bits are added */
            for (int k = 0; k < count; k++)
                tiny |= fabsf(wg_f32_from((uint32_t)t.source[k][lane])) < ldexpf(1, f->least);
            if (got != wanted && !tiny)
                fail_lane(&t, lane, got, wanted);
        }
    }
}

/* ---- as an H200 does it ---- */

typedef struct recorded {
    const char *text;
    uint32_t checksum;
} recorded;

static uint32_t hash(uint32_t sum, uint64_t x)
{
    for (int n = 0; n < 8; n++)
        sum = (sum ^ (uint32_t)(x >> 8 * n & 0xff)) * 16777619u;
    return sum;
}

/* Samples of an instruction come from its name alone. One operand of 16 bits: all values. */
static int sample_warps(const run *t)
{
    return t->s.source_count == 1 && t->s.size[1] == 2 ? 2048 : 128;
}

static void sample(run *t, int warp)
{
    if (!warp) {
        random_state = 88172645463325252u;
        for (const char *p = t->s.text; *p; p++)
            random_state = (random_state ^ (unsigned char)*p) * 1099511628211u;
    }
    fill(t);
    for (int lane = 0; lane < WG_LANES && t->s.source_count == 1 && t->s.size[1] == 2; lane++)
        t->source[0][lane] = (uint64_t)(warp * WG_LANES + lane);
}

#ifndef WG_RECORD
/* What an H200 gave (CUDA 13.0, sm_90). */
/* clang-format off */
static const recorded RECORDED[] = {
    {"abs.bf16", 0xcecbf1c5}, {"abs.bf16x2", 0x532a1e03}, {"abs.f16", 0x23ba7959}, {"abs.f16x2", 0x1c71cb1c},
    {"abs.f32", 0x0d52ff89}, {"abs.f64", 0x991fc6b9}, {"abs.ftz.f16", 0x04275159}, {"abs.ftz.f16x2", 0x1e86cb9a},
    {"abs.ftz.f32", 0x1f5f9972}, {"add.bf16", 0x72ff0546}, {"add.bf16x2", 0x04fe53f2}, {"add.f16", 0x39f5f284},
    {"add.f16x2", 0x19b7a858}, {"add.f32", 0x8326482c}, {"add.f64", 0xc3e0ddf7}, {"add.ftz.f16", 0x173eeedc},
    {"add.ftz.f16x2", 0x08786d41}, {"add.ftz.f32", 0x1c3895a9}, {"add.ftz.sat.f16", 0xec719163},
    {"add.ftz.sat.f16x2", 0x54612ef9}, {"add.ftz.sat.f32", 0x4276de07}, {"add.rm.f32", 0xe1b09832},
    {"add.rm.f64", 0x3f11bbca}, {"add.rm.ftz.f32", 0xf5803db0}, {"add.rm.ftz.sat.f32", 0xe136fdf9},
    {"add.rm.sat.f32", 0xd70ae4e0}, {"add.rn.f32", 0x84eee8e3}, {"add.rn.f64", 0x0253ab94}, {"add.rp.f32", 0x9b2e863a},
    {"add.rp.f64", 0x8c2566d6}, {"add.rp.ftz.f32", 0xb2f48779}, {"add.rp.ftz.sat.f32", 0x2ba969e5},
    {"add.rp.sat.f32", 0x8b795ce1}, {"add.rz.f32", 0xae5ab373}, {"add.rz.f64", 0x33db5218},
    {"add.rz.ftz.f32", 0x741a8c96}, {"add.rz.ftz.sat.f32", 0xeaecf884}, {"add.rz.sat.f32", 0x759aac65},
    {"add.sat.f16", 0x2bca50de}, {"add.sat.f16x2", 0x7ea36b76}, {"add.sat.f32", 0x8c8878b8},
    {"copysign.f32", 0xb6b82dc3}, {"copysign.f64", 0xd0f8de4b}, {"cvt.bf16.f16", 0xe24c420d},
    {"cvt.f32.bf16", 0x4d2245c5}, {"cvt.f32.f16", 0x53005e65}, {"cvt.f64.bf16", 0x632e5d35},
    {"cvt.f64.f16", 0x9cee8965}, {"cvt.f64.f32", 0xe2a1b3dd}, {"cvt.ftz.f32.f16", 0x53005e65},
    {"cvt.ftz.sat.f32.f16", 0xe6e98731}, {"cvt.ftz.sat.f32.f32", 0x197220d2}, {"cvt.pack.sat.s2.s32.b32", 0x6343e068},
    {"cvt.pack.sat.s4.s32.b32", 0x6c8b75f4}, {"cvt.pack.sat.s8.s32.b32", 0x7d89de29},
    {"cvt.pack.sat.u2.s32.b32", 0x17f3d4bc}, {"cvt.pack.sat.u4.s32.b32", 0xc1a7435d}, {"cvt.rm.f16.s32", 0x69c19ac7},
    {"cvt.rm.f32.s32", 0x9990b30c}, {"cvt.rm.f32.s64", 0x31f63adf}, {"cvt.rm.f32.u32", 0x59070ea6},
    {"cvt.rm.f32.u64", 0x92c06cca}, {"cvt.rm.f64.s64", 0xaaf69fd8}, {"cvt.rm.f64.u64", 0x8af456c6},
    {"cvt.rm.ftz.f16.f32", 0x9e661fff}, {"cvt.rm.ftz.f32.s8", 0x261b9dc5}, {"cvt.rm.ftz.sat.f32.f64", 0xd63cd1b8},
    {"cvt.rm.ftz.sat.f32.u32", 0x36de5e98}, {"cvt.rm.sat.f16.s32", 0x52878c45}, {"cvt.rm.sat.f16.u8", 0xef7c9dc5},
    {"cvt.rm.sat.f32.f64", 0x8f43e447}, {"cvt.rm.sat.f32.u32", 0x8df95245}, {"cvt.rm.sat.f64.s16", 0x500c6438},
    {"cvt.rm.sat.ftz.f32.s8", 0x35591dc5}, {"cvt.rmi.bf16.bf16", 0xc43948c0}, {"cvt.rmi.f16.f16", 0xd4118bcd},
    {"cvt.rmi.f32.f32", 0x7bf7960a}, {"cvt.rmi.f64.f64", 0x957321d7}, {"cvt.rmi.ftz.s32.f32", 0x8fdda25c},
    {"cvt.rmi.ftz.sat.s64.f32", 0x7670be27}, {"cvt.rmi.ftz.u64.f32", 0x5d703366}, {"cvt.rmi.s32.f32", 0x6b3a1df8},
    {"cvt.rmi.s32.f64", 0xc4f455ab}, {"cvt.rmi.s64.f32", 0x4b7f7eac}, {"cvt.rmi.s64.f64", 0x13a607a0},
    {"cvt.rmi.sat.f16.f16", 0x2b1bb031}, {"cvt.rmi.sat.ftz.s16.f32", 0xe5e1fc43}, {"cvt.rmi.sat.s16.f32", 0x2e412eac},
    {"cvt.rmi.sat.u32.f64", 0xe5c237fd}, {"cvt.rmi.sat.u64.f32", 0x43292794}, {"cvt.rmi.sat.u8.f64", 0xa2c092e4},
    {"cvt.rmi.u32.f32", 0x9cddb0bd}, {"cvt.rmi.u32.f64", 0x547d59ed}, {"cvt.rmi.u64.f32", 0x40effef4},
    {"cvt.rmi.u64.f64", 0xd15d24da}, {"cvt.rn.bf16.f32", 0xc8f49fd6}, {"cvt.rn.bf16.f64", 0xe120980e},
    {"cvt.rn.bf16.s16", 0x4adc5808}, {"cvt.rn.bf16.s32", 0xd1e263b1}, {"cvt.rn.bf16.s64", 0x36683528},
    {"cvt.rn.bf16.s8", 0x8a741dc5}, {"cvt.rn.bf16.u16", 0xd795791d}, {"cvt.rn.bf16.u32", 0x0b84478d},
    {"cvt.rn.bf16.u64", 0x752b92ed}, {"cvt.rn.bf16.u8", 0x78c3ddc5}, {"cvt.rn.bf16x2.f32", 0xd431496d},
    {"cvt.rn.f16.bf16", 0x87752159}, {"cvt.rn.f16.f32", 0xa6aa1550}, {"cvt.rn.f16.f64", 0x78c5fd70},
    {"cvt.rn.f16.s16", 0x88d358dd}, {"cvt.rn.f16.s32", 0xa54896e0}, {"cvt.rn.f16.s64", 0xe556b8e8},
    {"cvt.rn.f16.s8", 0xc5cc5dc5}, {"cvt.rn.f16.u16", 0xd9c72aa7}, {"cvt.rn.f16.u32", 0x32b816e7},
    {"cvt.rn.f16.u64", 0xd5a06437}, {"cvt.rn.f16.u8", 0x0d829dc5}, {"cvt.rn.f16x2.e4m3x2", 0x30f74665},
    {"cvt.rn.f16x2.e5m2x2", 0x0df385f5}, {"cvt.rn.f16x2.f32", 0x029d2206}, {"cvt.rn.f32.f64", 0x521c21de},
    {"cvt.rn.f32.s16", 0xe6f58e10}, {"cvt.rn.f32.s32", 0x3c7c9d90}, {"cvt.rn.f32.s64", 0x60e2108a},
    {"cvt.rn.f32.s8", 0x261b9dc5}, {"cvt.rn.f32.u16", 0x9588cf38}, {"cvt.rn.f32.u32", 0xfc832c60},
    {"cvt.rn.f32.u64", 0x39b1d563}, {"cvt.rn.f32.u8", 0xd087ddc5}, {"cvt.rn.f64.s16", 0x01937865},
    {"cvt.rn.f64.s32", 0xe593fc02}, {"cvt.rn.f64.s64", 0xd85af78a}, {"cvt.rn.f64.s8", 0xa007ddc5},
    {"cvt.rn.f64.u16", 0xda3abed0}, {"cvt.rn.f64.u32", 0x1d60e2e8}, {"cvt.rn.f64.u64", 0xe7fc3696},
    {"cvt.rn.f64.u8", 0x468335c5}, {"cvt.rn.ftz.f32.u64", 0x2a30e5c3}, {"cvt.rn.ftz.sat.f16.f32", 0xf0eddbe7},
    {"cvt.rn.ftz.sat.f32.s16", 0xd7519618}, {"cvt.rn.relu.satfinite.e5m2x2.f16x2", 0xc4434a4f},
    {"cvt.rn.sat.f16.s32", 0xc3bec9f1}, {"cvt.rn.sat.f16.u8", 0xef7c9dc5}, {"cvt.rn.sat.f32.u32", 0x9a732885},
    {"cvt.rn.sat.f64.s32", 0x85d83025}, {"cvt.rn.sat.f64.u8", 0x9e6dfdc5}, {"cvt.rn.sat.ftz.f32.f64", 0xd8eba72a},
    {"cvt.rn.sat.ftz.f32.u32", 0xbb7874a5}, {"cvt.rn.satfinite.e4m3x2.f16x2", 0x55bc376f},
    {"cvt.rn.satfinite.e4m3x2.f32", 0x80cf79e4}, {"cvt.rn.satfinite.e5m2x2.f16x2", 0x6b22996c},
    {"cvt.rn.satfinite.e5m2x2.f32", 0x2104312c}, {"cvt.rn.satfinite.f16x2.f32", 0x75ce4252},
    {"cvt.rn.satfinite.relu.e4m3x2.f32", 0xb0efeba4}, {"cvt.rna.tf32.f32", 0x27f1e72f}, {"cvt.rni.f32.f32", 0xe240c2cd},
    {"cvt.rni.f64.f64", 0x81a52e7b}, {"cvt.rni.ftz.sat.s64.f32", 0x7965a3c8}, {"cvt.rni.ftz.u32.f32", 0x01869a6b},
    {"cvt.rni.ftz.u64.f32", 0x40fe61a2}, {"cvt.rni.s16.bf16", 0x775476eb}, {"cvt.rni.s16.f32", 0xfefe2594},
    {"cvt.rni.s16.f64", 0x059855ee}, {"cvt.rni.s32.bf16", 0xc93e6721}, {"cvt.rni.s32.f16", 0xe1db0bff},
    {"cvt.rni.s32.f32", 0x0bbf8857}, {"cvt.rni.s32.f64", 0x9d416b2c}, {"cvt.rni.s64.bf16", 0x008861bd},
    {"cvt.rni.s64.f16", 0x99bfb3ff}, {"cvt.rni.s64.f32", 0xda3495f4}, {"cvt.rni.s64.f64", 0xa2fd2487},
    {"cvt.rni.s8.bf16", 0x8fcf4365}, {"cvt.rni.s8.f16", 0xdb0e743a}, {"cvt.rni.s8.f32", 0x0014386c},
    {"cvt.rni.s8.f64", 0xd801e0eb}, {"cvt.rni.sat.f16.f16", 0x802a1dc5}, {"cvt.rni.sat.ftz.s16.f32", 0x1380a738},
    {"cvt.rni.sat.s16.f32", 0x87817204}, {"cvt.rni.sat.u64.f32", 0x7039aca4}, {"cvt.rni.sat.u8.f64", 0xe6b75916},
    {"cvt.rni.u16.bf16", 0xb765982b}, {"cvt.rni.u16.f16", 0x88368129}, {"cvt.rni.u16.f32", 0x372cdda2},
    {"cvt.rni.u16.f64", 0xe5ef0dcc}, {"cvt.rni.u32.bf16", 0x87f7dba1}, {"cvt.rni.u32.f16", 0x276eb29f},
    {"cvt.rni.u32.f32", 0x6f15fad6}, {"cvt.rni.u32.f64", 0x0efd64f5}, {"cvt.rni.u64.bf16", 0xb8516fbd},
    {"cvt.rni.u64.f16", 0x9c32fbbb}, {"cvt.rni.u64.f32", 0x272d354b}, {"cvt.rni.u64.f64", 0x347a4a0e},
    {"cvt.rni.u8.f32", 0x4694446d}, {"cvt.rni.u8.f64", 0x6ba33213}, {"cvt.rp.f32.s32", 0x7e325149},
    {"cvt.rp.f32.s64", 0xcbed71e7}, {"cvt.rp.f32.u32", 0xcc59e3f1}, {"cvt.rp.f32.u64", 0x1d9b67c9},
    {"cvt.rp.f64.s64", 0x0c2701e0}, {"cvt.rp.f64.u64", 0x98eb4ddc}, {"cvt.rp.ftz.bf16.f32", 0x13af32f4},
    {"cvt.rp.ftz.f32.s16", 0xe6f58e10}, {"cvt.rp.ftz.sat.f32.u64", 0x1efced65}, {"cvt.rp.sat.f16.s64", 0xb95e0ef1},
    {"cvt.rp.sat.f16.u16", 0x468db031}, {"cvt.rp.sat.f32.u64", 0xe5a298b8}, {"cvt.rp.sat.f64.s32", 0xf577c7d8},
    {"cvt.rp.sat.f64.u8", 0x9e6dfdc5}, {"cvt.rp.sat.ftz.f16.f32", 0x4cb1be63}, {"cvt.rp.sat.ftz.f32.s16", 0xd7519618},
    {"cvt.rpi.f32.f32", 0x6aadf3a1}, {"cvt.rpi.f64.f64", 0x6eb97deb}, {"cvt.rpi.ftz.f32.f32", 0xca6cd741},
    {"cvt.rpi.ftz.sat.s64.f32", 0xb544168e}, {"cvt.rpi.ftz.u32.f32", 0x7fe81965}, {"cvt.rpi.ftz.u64.f32", 0x645114d5},
    {"cvt.rpi.s32.f32", 0x3468600d}, {"cvt.rpi.s32.f64", 0xf45c2b54}, {"cvt.rpi.s64.f32", 0x0b5d6653},
    {"cvt.rpi.s64.f64", 0x084c3601}, {"cvt.rpi.sat.f16.f16", 0xd9571dc5}, {"cvt.rpi.sat.ftz.s16.f32", 0x04e831c7},
    {"cvt.rpi.sat.s16.f32", 0x7a5e4ec4}, {"cvt.rpi.sat.u64.f32", 0xcc4c3015}, {"cvt.rpi.sat.u8.f64", 0x181a4e75},
    {"cvt.rpi.u32.f32", 0xe2e5ba0e}, {"cvt.rpi.u32.f64", 0xfa9e663e}, {"cvt.rpi.u64.f32", 0x71fea801},
    {"cvt.rpi.u64.f64", 0x3f15ad70}, {"cvt.rz.f32.s32", 0x0d510617}, {"cvt.rz.f32.s64", 0xeac580bd},
    {"cvt.rz.f32.u32", 0xcdecfbae}, {"cvt.rz.f32.u64", 0xfa9ea13b}, {"cvt.rz.f64.s64", 0x1bc50ea3},
    {"cvt.rz.f64.u64", 0x6188713b}, {"cvt.rz.ftz.bf16.f32", 0x3bf433ad}, {"cvt.rz.ftz.f32.s16", 0xe6f58e10},
    {"cvt.rz.ftz.sat.f16.f32", 0xe15a0100}, {"cvt.rz.ftz.sat.f32.s16", 0xd7519618}, {"cvt.rz.sat.f16.s64", 0x221ce385},
    {"cvt.rz.sat.f16.u16", 0x468db031}, {"cvt.rz.sat.f32.u64", 0xb0a1d898}, {"cvt.rz.sat.f64.s32", 0xa4091038},
    {"cvt.rz.sat.f64.u8", 0x9e6dfdc5}, {"cvt.rz.sat.ftz.f32.s64", 0xe5f21b18}, {"cvt.rz.sat.ftz.f32.u16", 0xd0799618},
    {"cvt.rz.satfinite.bf16x2.f32", 0x2e82c1e6}, {"cvt.rz.satfinite.relu.f16x2.f32", 0xb742e603},
    {"cvt.rzi.f32.f32", 0xe6618fe1}, {"cvt.rzi.f64.f64", 0xc2bbbaa1}, {"cvt.rzi.ftz.f32.f32", 0xb959977c},
    {"cvt.rzi.ftz.sat.s32.f32", 0xc188eae3}, {"cvt.rzi.ftz.sat.s64.f32", 0xcdb42ec9},
    {"cvt.rzi.ftz.u64.f32", 0x8a979ab6}, {"cvt.rzi.s16.f16", 0x20dff91f}, {"cvt.rzi.s32.bf16", 0xfded89ba},
    {"cvt.rzi.s32.f16", 0xd8c3b629}, {"cvt.rzi.s32.f32", 0xf0648c97}, {"cvt.rzi.s32.f64", 0xd495a11a},
    {"cvt.rzi.s64.f32", 0x80cfa736}, {"cvt.rzi.s64.f64", 0x5730f557}, {"cvt.rzi.sat.f16.f16", 0x2b1bb031},
    {"cvt.rzi.sat.ftz.s16.f32", 0x9062dc2e}, {"cvt.rzi.sat.s16.f32", 0xc2d674d1}, {"cvt.rzi.sat.s32.f64", 0x5aded284},
    {"cvt.rzi.sat.u64.f32", 0x24eccb33}, {"cvt.rzi.sat.u8.f64", 0x9a84322c}, {"cvt.rzi.u32.f32", 0xe1d1279e},
    {"cvt.rzi.u32.f64", 0x06217de5}, {"cvt.rzi.u64.f32", 0xd6c282d3}, {"cvt.rzi.u64.f64", 0x63dfc1a2},
    {"cvt.rzi.u8.bf16", 0xd3678d3a}, {"cvt.rzi.u8.f16", 0x51859d3a}, {"cvt.s16.s64", 0x9bd873e0},
    {"cvt.s16.s8", 0x50af9dc5}, {"cvt.s16.u64", 0xd44ef243}, {"cvt.s32.s16", 0x253e21c5}, {"cvt.s32.s64", 0xddf28a4c},
    {"cvt.s32.s8", 0x378c9dc5}, {"cvt.s32.u64", 0x6fa1361e}, {"cvt.s64.s16", 0x385bafc5}, {"cvt.s64.s32", 0x429a0fc3},
    {"cvt.s64.s64", 0x8ebc13f6}, {"cvt.s64.s8", 0xeece9dc5}, {"cvt.s64.u64", 0xdfdb8f15}, {"cvt.s8.s64", 0x6cb7ee84},
    {"cvt.s8.u64", 0xa6d8a746}, {"cvt.sat.f32.f32", 0x3cd51581}, {"cvt.sat.u64.s16", 0x0d7811c5},
    {"cvt.u16.s64", 0x8b09921c}, {"cvt.u16.u32", 0x1d5e5f36}, {"cvt.u16.u64", 0x6d9ea6a2}, {"cvt.u32.s64", 0x499f068c},
    {"cvt.u32.u16", 0x72094dc5}, {"cvt.u32.u64", 0xaa843aa4}, {"cvt.u32.u8", 0x4b4c9dc5}, {"cvt.u64.s64", 0xb224ce96},
    {"cvt.u64.u16", 0x72094dc5}, {"cvt.u64.u32", 0x61512fb9}, {"cvt.u64.u64", 0x86fcd708}, {"cvt.u8.s64", 0xa422e92e},
    {"cvt.u8.u64", 0x7c5374da}, {"div.rm.f32", 0x74f78cf1}, {"div.rm.f64", 0xe63ac800}, {"div.rm.ftz.f32", 0x40e5bf41},
    {"div.rn.f32", 0xbc3af1b4}, {"div.rn.f64", 0xa3ad9b21}, {"div.rn.ftz.f32", 0xbb865523}, {"div.rp.f32", 0x1fcc92df},
    {"div.rp.f64", 0x05759076}, {"div.rp.ftz.f32", 0xbbc5b076}, {"div.rz.f32", 0xf4339470}, {"div.rz.f64", 0x0c60393d},
    {"div.rz.ftz.f32", 0x3a53ada7}, {"fma.rm.f32", 0x0f444971}, {"fma.rm.f64", 0x440bfad9},
    {"fma.rm.ftz.f32", 0x21324ed3}, {"fma.rm.ftz.sat.f32", 0x60cf9478}, {"fma.rm.sat.f32", 0x06ea4c58},
    {"fma.rn.bf16", 0x170db09f}, {"fma.rn.bf16x2", 0x2c8c0f7a}, {"fma.rn.f16", 0x00c83201},
    {"fma.rn.f16x2", 0x381b4e01}, {"fma.rn.f32", 0x06ca105f}, {"fma.rn.f64", 0xc98f7f84},
    {"fma.rn.ftz.f16", 0x87839079}, {"fma.rn.ftz.f16x2", 0xca27733f}, {"fma.rn.ftz.f32", 0xdcf653f2},
    {"fma.rn.ftz.relu.f16", 0x2a8136c5}, {"fma.rn.ftz.relu.f16x2", 0x5f459f34}, {"fma.rn.ftz.sat.f16", 0x5054c7b3},
    {"fma.rn.ftz.sat.f16x2", 0xdfac1bd9}, {"fma.rn.ftz.sat.f32", 0xbe69d13a}, {"fma.rn.oob.bf16", 0x646b3a2d},
    {"fma.rn.oob.bf16x2", 0x26efa5bb}, {"fma.rn.oob.f16", 0x45260b91}, {"fma.rn.oob.f16x2", 0xb8ba345f},
    {"fma.rn.oob.relu.bf16", 0x63789d14}, {"fma.rn.oob.relu.bf16x2", 0x8ec991eb}, {"fma.rn.oob.relu.f16", 0xaab8622b},
    {"fma.rn.oob.relu.f16x2", 0x8d319a5e}, {"fma.rn.oob.sat.f16", 0x31ec4598}, {"fma.rn.oob.sat.f16x2", 0x003cda68},
    {"fma.rn.relu.bf16", 0x5435cb6e}, {"fma.rn.relu.bf16x2", 0xbad6dd6b}, {"fma.rn.relu.f16", 0xc526789e},
    {"fma.rn.relu.f16x2", 0xbdb3ad3d}, {"fma.rn.sat.f16", 0x90a1ed04}, {"fma.rn.sat.f16x2", 0x01c611cd},
    {"fma.rn.sat.f32", 0xe9b66fc8}, {"fma.rp.f32", 0xb208a813}, {"fma.rp.f64", 0x848e3a44},
    {"fma.rp.ftz.f32", 0x8fd63e0f}, {"fma.rp.ftz.sat.f32", 0xa7a9397e}, {"fma.rp.sat.f32", 0x44a22c8f},
    {"fma.rz.f32", 0x72417ef9}, {"fma.rz.f64", 0xa4fb63fc}, {"fma.rz.ftz.f32", 0x630c033b},
    {"fma.rz.ftz.sat.f32", 0xb17ce2c1}, {"fma.rz.sat.f32", 0x21bc27aa}, {"mad.rm.f64", 0xd009424a},
    {"mad.rm.sat.f32", 0x2460d77e}, {"mad.rp.f32", 0x3ee413c3}, {"mad.rp.ftz.sat.f32", 0xff8f66a3},
    {"mad.rz.f64", 0x51bdc574}, {"mad.rz.sat.f32", 0xadbd562f}, {"max.NaN.bf16", 0x6f9eda94},
    {"max.NaN.bf16x2", 0xdcfc3576}, {"max.NaN.f16", 0x099489fd}, {"max.NaN.f16x2", 0xfdd09dff},
    {"max.NaN.f32", 0xdb6e5fed}, {"max.NaN.xorsign.abs.bf16", 0x197f07db}, {"max.NaN.xorsign.abs.bf16x2", 0x7a4c6f28},
    {"max.NaN.xorsign.abs.f16", 0x3da6310b}, {"max.NaN.xorsign.abs.f16x2", 0xf7dbe8b9},
    {"max.NaN.xorsign.abs.f32", 0xa9c8739f}, {"max.bf16", 0x36b8c45a}, {"max.bf16x2", 0xcb34cce1},
    {"max.f16", 0x431d3190}, {"max.f16x2", 0x141b9303}, {"max.f32", 0x5f6fda5b}, {"max.f64", 0x625adfce},
    {"max.ftz.NaN.f16", 0xe6876589}, {"max.ftz.NaN.f16x2", 0xae8e3c61}, {"max.ftz.NaN.f32", 0x3d0c830e},
    {"max.ftz.NaN.xorsign.abs.f16", 0xb6f1ee8a}, {"max.ftz.NaN.xorsign.abs.f16x2", 0x77d3deec},
    {"max.ftz.NaN.xorsign.abs.f32", 0x58b70f84}, {"max.ftz.f16", 0x05c8d59e}, {"max.ftz.f16x2", 0xc7c16105},
    {"max.ftz.f32", 0x2fb13ce0}, {"max.ftz.xorsign.abs.f16", 0x05938a3b}, {"max.ftz.xorsign.abs.f16x2", 0xd858185d},
    {"max.ftz.xorsign.abs.f32", 0x0d670845}, {"max.xorsign.abs.bf16", 0xcfc43bb8},
    {"max.xorsign.abs.bf16x2", 0xa8ac88a1}, {"max.xorsign.abs.f16", 0x4749e8d0}, {"max.xorsign.abs.f16x2", 0x895067dd},
    {"max.xorsign.abs.f32", 0xddde7a19}, {"min.NaN.bf16", 0x9c8b9f3d}, {"min.NaN.bf16x2", 0x38806c7a},
    {"min.NaN.f16", 0xe8ed8735}, {"min.NaN.f16x2", 0x2bee950d}, {"min.NaN.f32", 0xd2841688},
    {"min.NaN.xorsign.abs.bf16", 0x70fe4b9e}, {"min.NaN.xorsign.abs.bf16x2", 0xc0ba8212},
    {"min.NaN.xorsign.abs.f16", 0xba06e45a}, {"min.NaN.xorsign.abs.f16x2", 0xd19e57bd},
    {"min.NaN.xorsign.abs.f32", 0x52e900c5}, {"min.bf16", 0x17ef0d80}, {"min.bf16x2", 0x5a8ef253},
    {"min.f16", 0x750f33e7}, {"min.f16x2", 0x0cbf1f44}, {"min.f32", 0xff176d89}, {"min.f64", 0xc0fb054a},
    {"min.ftz.NaN.f16", 0xef55e087}, {"min.ftz.NaN.f16x2", 0xd37b674a}, {"min.ftz.NaN.f32", 0x4bcc564a},
    {"min.ftz.NaN.xorsign.abs.f16", 0x993e39e0}, {"min.ftz.NaN.xorsign.abs.f16x2", 0x3a1f090d},
    {"min.ftz.NaN.xorsign.abs.f32", 0xcf775027}, {"min.ftz.f16", 0xd317bd4a}, {"min.ftz.f16x2", 0xc397d5e3},
    {"min.ftz.f32", 0xd85e3fbe}, {"min.ftz.xorsign.abs.f16", 0x482c0b47}, {"min.ftz.xorsign.abs.f16x2", 0x0ec3ab2b},
    {"min.ftz.xorsign.abs.f32", 0x2c020b99}, {"min.xorsign.abs.bf16", 0x69d382f0},
    {"min.xorsign.abs.bf16x2", 0x01ff9788}, {"min.xorsign.abs.f16", 0x9be716ec}, {"min.xorsign.abs.f16x2", 0x83b8739c},
    {"min.xorsign.abs.f32", 0xb50dddcd}, {"mul.bf16", 0x579f815c}, {"mul.bf16x2", 0x7677a252}, {"mul.f16", 0x86dbe0de},
    {"mul.f16x2", 0xb0e839e0}, {"mul.f32", 0xc4d1a6de}, {"mul.f64", 0xfc3b9fdb}, {"mul.ftz.f16", 0x981f46d3},
    {"mul.ftz.f16x2", 0x7239ab2a}, {"mul.ftz.f32", 0x2fedacb5}, {"mul.ftz.sat.f16", 0x0164b33c},
    {"mul.ftz.sat.f16x2", 0x9331f0fc}, {"mul.ftz.sat.f32", 0xe2a64061}, {"mul.rm.f32", 0xbef3502a},
    {"mul.rm.f64", 0xd49fb9a9}, {"mul.rm.ftz.f32", 0x724e8d33}, {"mul.rm.ftz.sat.f32", 0x544aba05},
    {"mul.rm.sat.f32", 0x34c5cbf3}, {"mul.rn.f32", 0xc11fc83b}, {"mul.rn.f64", 0xeda10138}, {"mul.rp.f32", 0x99e64b34},
    {"mul.rp.f64", 0xe935ea10}, {"mul.rp.ftz.f32", 0x1b4f32e8}, {"mul.rp.ftz.sat.f32", 0x284a75f3},
    {"mul.rp.sat.f32", 0x716bbb3c}, {"mul.rz.f32", 0xff7ecc7a}, {"mul.rz.f64", 0x8b8fd915},
    {"mul.rz.ftz.f32", 0xf70c1883}, {"mul.rz.ftz.sat.f32", 0x52e94d1d}, {"mul.rz.sat.f32", 0xd7bee84f},
    {"mul.sat.f16", 0x3611ea2a}, {"mul.sat.f16x2", 0x81f52549}, {"mul.sat.f32", 0x57def7f6}, {"neg.bf16", 0xa7571b45},
    {"neg.bf16x2", 0x7141da22}, {"neg.f16", 0x13d574d9}, {"neg.f16x2", 0xf098d578}, {"neg.f32", 0x44f5ea39},
    {"neg.f64", 0x6f6c334c}, {"neg.ftz.f16", 0xba0160d9}, {"neg.ftz.f16x2", 0x02174764}, {"neg.ftz.f32", 0xa8f33c3a},
    {"rcp.rm.f32", 0xf2c84bbc}, {"rcp.rm.f64", 0x99dd7bd9}, {"rcp.rm.ftz.f32", 0xd8a2ed51}, {"rcp.rn.f32", 0xe1e3ffad},
    {"rcp.rn.f64", 0xd924333a}, {"rcp.rn.ftz.f32", 0x4b00a974}, {"rcp.rp.f32", 0xbaccff90}, {"rcp.rp.f64", 0xa11bcb5c},
    {"rcp.rp.ftz.f32", 0xabeb5e24}, {"rcp.rz.f32", 0x0baf0bc6}, {"rcp.rz.f64", 0x133d4fe3},
    {"rcp.rz.ftz.f32", 0xecc9e944}, {"sqrt.rm.f32", 0x9950be2e}, {"sqrt.rm.f64", 0xdcee1a6e},
    {"sqrt.rm.ftz.f32", 0xd2229e14}, {"sqrt.rn.f32", 0xf96065a8}, {"sqrt.rn.f64", 0xc982ca99},
    {"sqrt.rn.ftz.f32", 0x7a958db3}, {"sqrt.rp.f32", 0x8afc7b96}, {"sqrt.rp.f64", 0x566c0a22},
    {"sqrt.rp.ftz.f32", 0xfc63d009}, {"sqrt.rz.f32", 0xde9f0cb5}, {"sqrt.rz.f64", 0x7f1533b7},
    {"sqrt.rz.ftz.f32", 0xd48d69ce}, {"sub.bf16", 0x77469c40}, {"sub.bf16x2", 0x3e79cefe}, {"sub.f16", 0x952703fc},
    {"sub.f16x2", 0x8cc7cc8e}, {"sub.f32", 0xfd9160d8}, {"sub.f64", 0x5811e9df}, {"sub.ftz.f16", 0xefc465bf},
    {"sub.ftz.f16x2", 0xb3d0d2c5}, {"sub.ftz.f32", 0x273abd99}, {"sub.ftz.sat.f16", 0x0860b668},
    {"sub.ftz.sat.f16x2", 0x4af93b4f}, {"sub.ftz.sat.f32", 0x7fbd9a41}, {"sub.rm.f32", 0xfdb19563},
    {"sub.rm.f64", 0x5b76a6f8}, {"sub.rm.ftz.f32", 0xd9b935aa}, {"sub.rm.ftz.sat.f32", 0x4a69c504},
    {"sub.rm.sat.f32", 0x375ef256}, {"sub.rp.f32", 0xf5808185}, {"sub.rp.f64", 0x16e9e377},
    {"sub.rp.ftz.f32", 0x1d6e968d}, {"sub.rp.ftz.sat.f32", 0x7ee303ce}, {"sub.rp.sat.f32", 0x7cb2177c},
    {"sub.rz.f32", 0x29f5be83}, {"sub.rz.f64", 0xfcf5835d}, {"sub.rz.ftz.f32", 0x9d82899d},
    {"sub.rz.ftz.sat.f32", 0xd1c8b802}, {"sub.rz.sat.f32", 0x78bb4bd4}, {"sub.sat.f16", 0x0bead6f6},
    {"sub.sat.f16x2", 0x2bb397bc}, {"sub.sat.f32", 0x2d450102}, {"testp.finite.f32", 0xe4079ba5},
    {"testp.finite.f64", 0xb59de724}, {"testp.infinite.f32", 0x3a43bd25}, {"testp.infinite.f64", 0x5f8fd205},
    {"testp.normal.f32", 0x90172605}, {"testp.normal.f64", 0xffc81224}, {"testp.notanumber.f32", 0xfecc81c4},
    {"testp.notanumber.f64", 0x26265c24}, {"testp.number.f32", 0x70b43f84}, {"testp.number.f64", 0x3bddf584},
    {"testp.subnormal.f32", 0x984b4644}, {"testp.subnormal.f64", 0x32cca744},
};
/* clang-format on */

static void as_on_hardware(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof RECORDED / sizeof *RECORDED; n++) {
        run t;
        uint32_t sum = 2166136261u;
        assert_true(prepare(&t, RECORDED[n].text, false));
        for (int warp = 0; warp < sample_warps(&t); warp++) {
            sample(&t, warp);
            load(&t);
            t.insn.exec(&t.warp, &t.insn, WG_ALL_LANES);
            for (int lane = 0; lane < WG_LANES; lane++)
                sum = hash(sum, result_bits(&t, read_lane(0, t.s.size[0], lane)));
        }
        if (sum != RECORDED[n].checksum)
            fail_msg("%s: %#x, the hardware's results have %#x", t.s.text, sum, RECORDED[n].checksum);
    }
}

/* ---- spellings of real programs ---- */

static bool is_ours(const char *text)
{
    static const char *const OPCODES[] = {"add",  "sub",   "mul", "fma",  "mad",   "div",      "rcp",
                                          "sqrt", "rsqrt", "neg", "abs",  "min",   "max",      "sin",
                                          "cos",  "lg2",   "ex2", "tanh", "testp", "copysign", "cvt"};
    size_t length = strcspn(text, "."), types = strlen(text);
    const char *type = strrchr(text, '.') ? strrchr(text, '.') : text + types;
    for (size_t n = 0; n < sizeof OPCODES / sizeof *OPCODES; n++)
        if (strlen(OPCODES[n]) == length && !strncmp(OPCODES[n], text, length))
            return !strncmp(text, "cvt.", 4) || strchr("f", type[1]) || !strncmp(type, ".bf16", 5);
    return false;
}

static void corpus(void **state)
{
    (void)state;
    const char *path = getenv("WG_CORPUS");
    FILE *file = fopen(path ? path : "../shared/corpus/opcodes_with_modifiers.csv", "r");
    char line[512];
    unsigned count = 0;
    if (!file)
        skip();
    while (fgets(line, sizeof line, file)) {
        char *text = strchr(line, ',');
        run t;
        if (!text)
            continue;
        text++;
        text[strcspn(text, ",")] = 0;
        if (!is_ours(text))
            continue;
        if (!prepare(&t, text, false))
            fail_msg("%s: no row of these tables", text);
        for (int n = 0; n < 8; n++)
            check_warp(&t);
        count++;
    }
    fclose(file);
    print_message("%u spellings\n", count);
    assert_true(count > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sixteen_bits),        cmocka_unit_test(no_double_rounding),
        cmocka_unit_test(small_formats),       cmocka_unit_test(tensor_floats),
        cmocka_unit_test(every_spelling),      cmocka_unit_test(a_row_is_never_hidden),
        cmocka_unit_test(stochastic_rounding), cmocka_unit_test(conversions_take_wider_registers),
        cmocka_unit_test(as_on_hardware),      cmocka_unit_test(corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* D = A · B + C for the matrix instructions mma and wmma.mma.
 *
 * Each operand is unpacked from its registers into a plain matrix (tensor.h says how they lie there), the elements are
 * widened, one routine a number format multiplies, and the result is packed again.
 *
 * Sums are those of Hopper, bit for bit as far as they were compared with an H200; other chips differ in the last bits:
 *   f64          a chain of fused multiply-adds in the order of k;
 *   integers     exact, then wrapped, or clamped with .satfinite;
 *   f16, bf16,   the exact products and C are aligned to the largest exponent among them, 25 bits behind it are kept of
 * each, their tf32         sum is exact and loses what does not fit into an f32. An f16 result is then rounded to
 * nearest; e4m3, e5m2   two such sums over 16 products each, C added last, in f32; m8n8k4 f16   four products added in
 * f32, C last: that chip has no such instruction any more. */
#include "sim/exec/tensor.h"
#include "sim/exec/numbers.h"

#include <float.h>

enum { MOST_ELEMENTS = 16 * 64, MOST_RESULTS = 256, MOST_BYTES = 2048 };

typedef struct matrix {
    _Alignas(64) unsigned char bytes[MOST_BYTES];
} matrix;

/* One instruction. Where the shape is computed the other way round, a and b have changed places. */
typedef struct product {
    wg_fragment a, b, c, d;
    uint8_t a_type, b_type, c_type, d_type;
    uint8_t a_operand, b_operand;
} product;

/* Whether the routines below can take these types together; the shape is then a matter of registers. */
WG_INLINE bool is_possible(wg_shape s, wg_type d, wg_type a, wg_type b)
{
    uint8_t bits = wg_element_bits(a);
    bool floats = a == WG_TYPE_F16 || a == WG_TYPE_BF16 || a == WG_TYPE_TF32 || a == WG_TYPE_E4M3 || a == WG_TYPE_E5M2;
    bool integers = a == WG_TYPE_S8 || a == WG_TYPE_U8 || a == WG_TYPE_S4 || a == WG_TYPE_U4 || a == WG_TYPE_B1;
    if (wg_element_bits(b) != bits || !s.m)
        return false;
    if (floats)
        return (d == WG_TYPE_F32 || d == WG_TYPE_F16) && s.m + s.n >= 24 && s.k * bits <= 256;
    return (integers && d == WG_TYPE_S32) || (a == WG_TYPE_F64 && b == a && d == a);
}

/* false when the registers do not fit shape and types; the fault is reported then. */
WG_INLINE bool describe(wg_warp *w, const wg_insn *i, wg_shape s, wg_type d_type, wg_type a_type, wg_type b_type,
                        wg_type c_type, product *p)
{
    wg_fragment a = wg_fragment_of(s, WG_ROLE_A, a_type), b = wg_fragment_of(s, WG_ROLE_B, b_type);
    bool flipped = wg_shape_is_flipped(s);
    p->a = flipped ? b : a;
    p->b = flipped ? a : b;
    p->a_type = (uint8_t)(flipped ? b_type : a_type);
    p->b_type = (uint8_t)(flipped ? a_type : b_type);
    p->a_operand = flipped ? 2 : 1;
    p->b_operand = flipped ? 1 : 2;
    p->c_type = (uint8_t)c_type;
    p->d_type = (uint8_t)d_type;
    p->c = wg_fragment_of(s, WG_ROLE_C, c_type);
    p->d = wg_fragment_of(s, WG_ROLE_C, d_type);
    return wg_fragment_check(w, i, 1, a, "A") && wg_fragment_check(w, i, 2, b, "B") &&
           wg_fragment_check(w, i, 3, p->c, "C") && wg_fragment_check(w, i, 0, p->d, "D");
}

/* Row after row. */
WG_INLINE wg_steps plain(wg_fragment f) { return (wg_steps){f.inner, 1}; }

/* ---- elements, widened ---- */

#define WIDEN(S, T, expression)                                                                                        \
    do {                                                                                                               \
        const S *from_ = (const S *)raw;                                                                               \
        _Pragma("omp simd") for (unsigned e = 0; e < count; e++)                                                       \
        {                                                                                                              \
            S x = from_[e];                                                                                            \
            to[e] = (T)(expression);                                                                                   \
        }                                                                                                              \
    } while (0)

/* Zeros and normal numbers of f16 alone: exponent and mantissa move to their places in an f32, a product mends the
 * bias. */
static inline float common_f16_to_f32(uint16_t x)
{
    uint32_t moved = (uint32_t)((int32_t)((uint32_t)x << 16) >> 3) & 0x8fffe000u;
    return wg_f32_from(moved) * 0x1p112f;
}

static inline void widen_f16(const unsigned char *raw, float *to, unsigned count)
{
    const uint16_t *halves = (const uint16_t *)raw;
    uint16_t rare = 0;
#pragma omp simd reduction(| : rare)
    for (unsigned e = 0; e < count; e++) {
        int16_t magnitude = halves[e] & 0x7fff;
        rare |= (uint16_t)(magnitude >= 0x7c00) | (uint16_t)((magnitude > 0) & (magnitude < 0x400));
    }
    if (rare)
        WIDEN(uint16_t, float, wg_f16_to_f32(x));
    else
        WIDEN(uint16_t, float, common_f16_to_f32(x));
}

static inline void widen_f32(wg_type type, const unsigned char *raw, float *to, unsigned count)
{
    switch (type) {
    case WG_TYPE_F16: widen_f16(raw, to, count); break;
    case WG_TYPE_BF16: WIDEN(uint16_t, float, wg_f32_from((uint32_t)x << 16)); break;
    case WG_TYPE_TF32: WIDEN(uint32_t, float, wg_f32_from(x & 0xffffe000u)); break;
    case WG_TYPE_E4M3: WIDEN(uint8_t, float, wg_e4m3_to_f32(x)); break;
    case WG_TYPE_E5M2: WIDEN(uint8_t, float, wg_e5m2_to_f32(x)); break;
    default: memcpy(to, raw, count * sizeof *to);
    }
}

static void widen_s16(wg_type type, const unsigned char *raw, int16_t *to, unsigned count)
{
    switch (type) {
    case WG_TYPE_S8: WIDEN(int8_t, int16_t, x); break;
    case WG_TYPE_U8: WIDEN(uint8_t, int16_t, x); break;
    default:
        for (unsigned e = 0; e < count; e++) {
            int nibble = raw[e / 2] >> (e % 2 * 4) & 15;
            to[e] = (int16_t)(type == WG_TYPE_S4 ? (nibble ^ 8) - 8 : nibble);
        }
    }
}

/* ---- exponents ---- */

/* What stands for the exponent of a zero, and of an infinity or NaN: a sum of two still tells them from a number's. */
enum { NOTHING = -4000, SPECIAL = 12000, NO_PRODUCT = -1000, SOME_SPECIAL = 1000 };

/* Of a float that holds a number of a format whose smallest normal exponent is `least`; subnormal ones have that
 * exponent. */
static inline int16_t exponent_of(float x, int least)
{
    int32_t magnitude = (int32_t)(wg_f32_bits(x) & 0x7fffffff), exponent = (magnitude >> 23) - 127;
    exponent = exponent < least ? least : exponent;
    exponent = magnitude == 0 ? NOTHING : exponent;
    return (int16_t)(magnitude >= 0x7f800000 ? SPECIAL : exponent);
}

/* The same from the bits of a format of 16 bits. */
static inline int16_t exponent_of_16(uint16_t x, int mantissa, int bias)
{
    int16_t magnitude = x & 0x7fff, exponent = magnitude >> mantissa;
    exponent = exponent < 1 ? 1 : exponent;
    exponent = (int16_t)(exponent - bias);
    exponent = magnitude == 0 ? NOTHING : exponent;
    return magnitude >= 0x7fff >> mantissa << mantissa ? SPECIAL : exponent;
}

static inline void exponents(wg_type type, const unsigned char *raw, const float *widened, int16_t *to, unsigned count)
{
    if (type == WG_TYPE_F16) {
        WIDEN(uint16_t, int16_t, exponent_of_16(x, 10, 15));
    } else if (type == WG_TYPE_BF16) {
        WIDEN(uint16_t, int16_t, exponent_of_16(x, 7, 127));
    } else {
        int least = type == WG_TYPE_TF32 || type == WG_TYPE_F32 ? -126 : -14;
#pragma omp simd
        for (unsigned e = 0; e < count; e++)
            to[e] = exponent_of(widened[e], least);
    }
}

/* ---- sums of products: a row for each row of a, a column for each row of b ---- */

enum { KEPT_BITS = 25, LEAST_TOP = -100, MOST_TOP = 120 };

/* The factors of a sum, widened. a has a row for each k, so that the rows of the result are the lanes of the vector
 * code, and the result a row for each row of b. */
typedef struct factors {
    _Alignas(64) float a[MOST_ELEMENTS], b[MOST_ELEMENTS];
    _Alignas(64) int16_t a_exponent[MOST_ELEMENTS], b_exponent[MOST_ELEMENTS];
} factors;

/* One element, whatever its operands. */
static float sum_exactly(const factors *f, unsigned row, unsigned column, unsigned rows, unsigned depth, int top,
                         float c)
{
    if (top < NO_PRODUCT)
        return 0;
    double scale = top < SOME_SPECIAL ? ldexp(1, KEPT_BITS - top) : 0, plain = c;
    int64_t sum = scale > 0 ? (int64_t)((double)c * scale) : 0;
    for (unsigned k = 0; k < depth; k++) {
        double term = (double)f->a[k * rows + row] * (double)f->b[column * depth + k];
        plain += term;
        sum += scale > 0 ? (int64_t)(term * scale) : 0;
    }
    if (top >= SOME_SPECIAL)
        return (float)plain;
    double exact = (double)sum / scale;
    return fabs(exact) < 0x1p128 ? wg_f64_to_f32_round(exact, WG_MOD_RZ) + 0.0f : (float)exact; /* no negative zero */
}

/* Sixteen rows of results at a time, whatever the vectors of the host hold. */
typedef float numbers __attribute__((vector_size(64)));
typedef int32_t terms __attribute__((vector_size(64)));

/* clang would make vectors of the elements along k, which lie apart. */
#ifdef __clang__
#define ROW_BY_ROW _Pragma("clang loop vectorize(disable)")
#else
#define ROW_BY_ROW
#endif

WG_INLINE void largest_exponent(int16_t *top, const int16_t *a, const int16_t *b, unsigned rows, unsigned depth)
{
    int16_t most[16];
    memcpy(most, top, sizeof most);
    ROW_BY_ROW for (unsigned k = 0; k < depth; k++)
    {
        int16_t x = b[k];
#pragma omp simd
        for (unsigned r = 0; r < 16; r++) {
            int16_t here = (int16_t)(x + a[k * rows + r]);
            most[r] = here > most[r] ? here : most[r];
        }
    }
    memcpy(top, most, sizeof most);
}

/* Adds terms of sixteen rows and one column of results as integers. */
WG_INLINE void add_terms(int32_t *restrict into, const float *restrict a, const float *restrict b,
                         const float *restrict scale, unsigned rows, unsigned depth)
{
    terms sum = *(const terms *)into;
    numbers by = *(const numbers *)scale;
    for (unsigned k = 0; k < depth; k++)
        sum += __builtin_convertvector(*(const numbers *)(a + k * rows) * b[k] * by, terms);
    *(terms *)into = sum;
}

/* Where f32 and int32 cannot hold a sum. All terms zero is fine: that is zero. */
static inline bool is_odd(int16_t top) { return (top < LEAST_TOP && top > NO_PRODUCT) || top > MOST_TOP; }

/* All of them, in f32 and int32: terms are below 2^27, so that 8 of them and C fit. */
WG_INLINE void sum_products(const factors *f, float *restrict sum, unsigned rows, unsigned columns, unsigned depth)
{
    _Alignas(64) int16_t top[MOST_RESULTS];
    _Alignas(64) float scale[MOST_RESULTS], back[MOST_RESULTS];
    _Alignas(64) int32_t low[MOST_RESULTS], high[MOST_RESULTS];
    unsigned count = rows * columns;
    int16_t odd = 0;
#pragma omp simd
    for (unsigned e = 0; e < count; e++)
        top[e] = exponent_of(sum[e], -126);
    for (unsigned column = 0; column < columns; column++)
        for (unsigned row = 0; row < rows; row += 16)
            largest_exponent(top + column * rows + row, f->a_exponent + row, f->b_exponent + column * depth, rows,
                             depth);
#pragma omp simd reduction(| : odd)
    for (unsigned e = 0; e < count; e++) {
        int exponent = top[e] < LEAST_TOP ? LEAST_TOP : top[e] > MOST_TOP ? MOST_TOP : top[e];
        odd |= is_odd(top[e]);
        scale[e] = wg_f32_from((uint32_t)(127 + KEPT_BITS - exponent) << 23);
        back[e] = wg_f32_from((uint32_t)(127 - KEPT_BITS + exponent) << 23);
    }
    if (odd) {
        for (unsigned e = 0; e < count; e++)
            sum[e] = sum_exactly(f, e % rows, e / rows, rows, depth, top[e], sum[e]);
        return;
    }
#pragma omp simd
    for (unsigned e = 0; e < count; e++) {
        low[e] = (int32_t)(sum[e] * scale[e]);
        high[e] = 0;
    }
    for (unsigned column = 0; column < columns; column++)
        for (unsigned row = 0, at = column * rows; row < rows; row += 16, at += 16) {
            add_terms(low + at, f->a + row, f->b + column * depth, scale + at, rows, depth < 8 ? depth : 8);
            if (depth > 8)
                add_terms(high + at, f->a + 8 * rows + row, f->b + column * depth + 8, scale + at, rows, depth - 8);
        }
#pragma omp simd
    for (unsigned e = 0; e < count; e++) {
        double exact = (double)low[e] + (double)high[e];
        double cut = wg_f64_from(wg_f64_bits(exact) & ~0x1fffffffull); /* the 24 bits of an f32 */
        sum[e] = (float)(cut * (double)back[e]);
    }
}

/* from has rows of `columns` elements, to has columns of them. */
WG_INLINE void turn(const void *from, void *to, unsigned rows, unsigned columns, unsigned bits)
{
    for (unsigned c = 0; c < columns; c++)
        for (unsigned r = 0; r < rows; r++)
            if (bits == 16)
                ((uint16_t *)to)[c * rows + r] = ((const uint16_t *)from)[r * columns + c];
            else if (bits == 32)
                ((uint32_t *)to)[c * rows + r] = ((const uint32_t *)from)[r * columns + c];
            else
                ((uint8_t *)to)[c * rows + r] = ((const uint8_t *)from)[r * columns + c];
}

/* Eight-bit formats are multiplied as f16, the low and the high halves of all registers apart. */
static void sum_halves(const factors *f, float *sum, unsigned rows, unsigned columns, unsigned depth)
{
    float c[MOST_RESULTS];
    memcpy(c, sum, rows * columns * sizeof *c);
    memset(sum, 0, rows * columns * sizeof *sum);
    for (unsigned half = 0; half < depth / 16; half++) {
        factors part;
        for (unsigned k = 0; k < 16; k++) {
            unsigned from = depth == 16 ? k : k / 2 * 4 + half * 2 + k % 2;
            memcpy(part.a + k * rows, f->a + from * rows, rows * sizeof *part.a);
            memcpy(part.a_exponent + k * rows, f->a_exponent + from * rows, rows * sizeof *part.a_exponent);
            for (unsigned column = 0; column < columns; column++) {
                part.b[column * 16 + k] = f->b[column * depth + from];
                part.b_exponent[column * 16 + k] = f->b_exponent[column * depth + from];
            }
        }
        sum_products(&part, sum, 16, columns, 16);
    }
    for (unsigned e = 0; e < rows * columns; e++)
        sum[e] += c[e];
}

WG_INLINE void multiply_f32(product p, const matrix *a, const matrix *b, float *sum)
{
    factors f;
    matrix turned;
    unsigned rows = p.a.outer, columns = p.b.outer, depth = p.a.inner;
    turn(a->bytes, turned.bytes, rows, depth, p.a.bits);
    widen_f32((wg_type)p.a_type, turned.bytes, f.a, rows * depth);
    exponents((wg_type)p.a_type, turned.bytes, f.a, f.a_exponent, rows * depth);
    widen_f32((wg_type)p.b_type, b->bytes, f.b, columns * depth);
    exponents((wg_type)p.b_type, b->bytes, f.b, f.b_exponent, columns * depth);
    if (p.a.bits == 8)
        sum_halves(&f, sum, rows, columns, depth);
    else if (rows == 16 && depth == 16)
        sum_products(&f, sum, 16, columns, 16);
    else
        sum_products(&f, sum, rows, columns, depth);
}

static void multiply_f64(product p, const matrix *a, const matrix *b, double *sum)
{
    const double *left = (const double *)a->bytes, *right = (const double *)b->bytes;
    unsigned rows = p.a.outer, columns = p.b.outer, depth = p.a.inner;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned c = 0; c < columns; c++)
            for (unsigned k = 0; k < depth; k++)
                sum[row * columns + c] = fma(left[row * depth + k], right[c * depth + k], sum[row * columns + c]);
}

/* A sum of products alone always fits; c is what may take it out of range. */
static int32_t add_s32(int32_t c, int32_t products, bool saturate)
{
    int64_t exact = (int64_t)c + products;
    if (!saturate)
        return (int32_t)(uint32_t)exact;
    return (int32_t)(exact > INT32_MAX ? INT32_MAX : exact < INT32_MIN ? INT32_MIN : exact);
}

static void multiply_s32(product p, const matrix *a, const matrix *b, int32_t *sum, bool saturate)
{
    _Alignas(64) int16_t left[MOST_ELEMENTS], right[MOST_ELEMENTS];
    unsigned rows = p.a.outer, columns = p.b.outer, depth = p.a.inner;
    widen_s16((wg_type)p.a_type, a->bytes, left, rows * depth);
    widen_s16((wg_type)p.b_type, b->bytes, right, columns * depth);
    for (unsigned row = 0; row < rows; row++)
        for (unsigned c = 0; c < columns; c++) {
            int32_t products = 0;
#pragma omp simd reduction(+ : products)
            for (unsigned k = 0; k < depth; k++)
                products += left[row * depth + k] * right[c * depth + k];
            sum[row * columns + c] = add_s32(sum[row * columns + c], products, saturate);
        }
}

/* Single bits: a product is an xor or an and, a sum counts ones. */
static void multiply_b1(product p, const matrix *a, const matrix *b, int32_t *sum, bool both)
{
    const uint64_t *left = (const uint64_t *)a->bytes, *right = (const uint64_t *)b->bytes;
    unsigned rows = p.a.outer, columns = p.b.outer, words = p.a.inner / 64u;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned c = 0; c < columns; c++) {
            int32_t ones = 0;
            for (unsigned k = 0; k < words; k++) {
                uint64_t x = left[row * words + k], y = right[c * words + k];
                ones += __builtin_popcountll(both ? x & y : x ^ y);
            }
            sum[row * columns + c] = add_s32(sum[row * columns + c], ones, false);
        }
}

/* ---- results of floating-point products ---- */

/* .satfinite of wmma: infinities become the largest number, NaN becomes zero. */
static void clamp_finite(float *sum, unsigned count, wg_type type)
{
    float most = type == WG_TYPE_F16 ? 65504.0f : FLT_MAX;
    for (unsigned e = 0; e < count; e++)
        sum[e] = sum[e] != sum[e] ? 0 : sum[e] > most ? most : sum[e] < -most ? -most : sum[e];
}

static inline void finish_f32(const wg_insn *i, float *sum, unsigned count, wg_type type)
{
    if (i->flags & WG_FLAG_SATFINITE)
        clamp_finite(sum, count, type);
#pragma omp simd
    for (unsigned e = 0; e < count; e++)
        sum[e] = wg_nan_f32(sum[e]);
}

static void narrow_f16(const float *sum, uint16_t *to, unsigned count)
{
#pragma omp simd
    for (unsigned e = 0; e < count; e++)
        to[e] = wg_f32_to_f16(sum[e]);
}

/* ---- the instructions ---- */

/* Inlined with constant shape and types where that pays. Sums are kept column after column. */
WG_INLINE void execute_f32(wg_warp *w, const wg_insn *i, product p)
{
    matrix a, b, c;
    _Alignas(64) float sum[MOST_RESULTS];
    unsigned rows = p.d.outer, columns = p.d.inner, count = rows * columns;
    wg_steps turned = {1, rows};
    wg_fragment_unpack(w, i, p.a_operand, p.a, a.bytes, plain(p.a));
    wg_fragment_unpack(w, i, p.b_operand, p.b, b.bytes, plain(p.b));
    if (p.c_type == WG_TYPE_F32) {
        wg_fragment_unpack(w, i, 3, p.c, sum, turned);
    } else {
        matrix rowwise;
        wg_fragment_unpack(w, i, 3, p.c, rowwise.bytes, plain(p.c));
        turn(rowwise.bytes, c.bytes, rows, columns, 16);
        widen_f16(c.bytes, sum, count);
    }
    multiply_f32(p, &a, &b, sum);
    finish_f32(i, sum, count, (wg_type)p.d_type);
    if (p.d_type == WG_TYPE_F32) {
        wg_fragment_pack(w, i, 0, p.d, sum, turned);
    } else {
        matrix columnwise;
        narrow_f16(sum, (uint16_t *)columnwise.bytes, count);
        turn(columnwise.bytes, c.bytes, columns, rows, 16);
        wg_fragment_pack(w, i, 0, p.d, c.bytes, plain(p.d));
    }
}

static void execute_any_f32(wg_warp *w, const wg_insn *i, product p) { execute_f32(w, i, p); }

static void execute_other(wg_warp *w, const wg_insn *i, product p)
{
    matrix a, b, c;
    wg_fragment_unpack(w, i, p.a_operand, p.a, a.bytes, plain(p.a));
    wg_fragment_unpack(w, i, p.b_operand, p.b, b.bytes, plain(p.b));
    wg_fragment_unpack(w, i, 3, p.c, c.bytes, plain(p.c));
    if (p.a_type == WG_TYPE_F64)
        multiply_f64(p, &a, &b, (double *)c.bytes);
    else if (p.a_type == WG_TYPE_B1)
        multiply_b1(p, &a, &b, (int32_t *)c.bytes, i->flags & WG_FLAG_AND);
    else
        multiply_s32(p, &a, &b, (int32_t *)c.bytes, i->flags & WG_FLAG_SATFINITE);
    wg_fragment_pack(w, i, 0, p.d, c.bytes, plain(p.d));
}

static void execute(wg_warp *w, const wg_insn *i, uint32_t mask, wg_type a, wg_type b, wg_type c)
{
    product p;
    wg_type d = (wg_type)i->type[0];
    if (!wg_whole_warp(w, i, mask))
        return;
    if (!is_possible(wg_shape_of(i->shape), d, a, b)) {
        wg_fault_set(w, i, -1, "no matrix instruction has this shape with these types");
        return;
    }
    if (i->shape == WG_MOD_M16N8K16 && a == WG_TYPE_F16 && d == WG_TYPE_F32 && c == WG_TYPE_F32) {
        if (describe(w, i, (wg_shape){16, 8, 16}, WG_TYPE_F32, WG_TYPE_F16, WG_TYPE_F16, WG_TYPE_F32, &p))
            execute_f32(w, i, p);
    } else if (i->shape == WG_MOD_M16N8K16 && a == WG_TYPE_BF16 && d == WG_TYPE_F32) {
        if (describe(w, i, (wg_shape){16, 8, 16}, WG_TYPE_F32, WG_TYPE_BF16, WG_TYPE_BF16, WG_TYPE_F32, &p))
            execute_f32(w, i, p);
    } else if (describe(w, i, wg_shape_of(i->shape), d, a, b, c, &p)) {
        (d == WG_TYPE_F32 || d == WG_TYPE_F16 ? execute_any_f32 : execute_other)(w, i, p);
    }
}

/* mma with f16 accumulators takes half as many registers: the fourth type of the spelling, told from that. */
static wg_type accumulator_type(const wg_insn *i)
{
    wg_shape s = wg_shape_of(i->shape);
    if (i->type[0] != WG_TYPE_F16 && i->type[0] != WG_TYPE_F32)
        return (wg_type)i->type[0];
    unsigned elements = (unsigned)s.m * s.n / WG_LANES * (wg_is_quad_mma(i) ? 4 : 1);
    return i->length[3] >= elements ? WG_TYPE_F32 : WG_TYPE_F16;
}

/* ---- mma.m8n8k4 with f16: lanes 4 q … 4 q + 3 and 16 + 4 q … multiply matrices of their own ---- */

enum { QUADS = 4, SIDE = 8, QUAD_DEPTH = 4 };

static float quad_number(const wg_warp *w, const wg_insn *i, int k, wg_type type, unsigned lane, unsigned element)
{
    if (type == WG_TYPE_F32)
        return ((const float *)wg_fragment_row(w, i, k, element))[lane];
    return wg_f16_to_f32(((const uint16_t *)wg_fragment_row(w, i, k, element / 2))[2 * lane + element % 2]);
}

/* Row and column of an accumulator's element. */
static wg_place quad_place(wg_type type, unsigned lane, unsigned e)
{
    unsigned high = lane / 16 * 4;
    if (type == WG_TYPE_F16)
        return (wg_place){lane % 4 + high, e};
    return (wg_place){(lane & 1) + (e & 2) + high, (e & 4) + (lane & 2) + (e & 1)};
}

static void execute_quads(wg_warp *w, const wg_insn *i)
{
    float a[QUADS][SIDE][QUAD_DEPTH], b[QUADS][SIDE][QUAD_DEPTH], c[QUADS][SIDE][SIDE];
    wg_type c_type = accumulator_type(i), d_type = (wg_type)i->type[0];
    for (unsigned lane = 0; lane < WG_LANES; lane++) {
        unsigned quad = lane / 4 % 4, high = lane / 16 * 4, own = lane % 4;
        for (unsigned e = 0; e < QUAD_DEPTH; e++) {
            bool a_along = i->layout_a == WG_MOD_ROW, b_along = i->layout_b == WG_MOD_COL;
            a[quad][high + (a_along ? own : e)][a_along ? e : own] = quad_number(w, i, 1, WG_TYPE_F16, lane, e);
            b[quad][high + (b_along ? own : e)][b_along ? e : own] = quad_number(w, i, 2, WG_TYPE_F16, lane, e);
        }
        for (unsigned e = 0; e < SIDE; e++) {
            wg_place p = quad_place(c_type, lane, e);
            c[quad][p.outer][p.inner] = quad_number(w, i, 3, c_type, lane, e);
        }
    }
    for (unsigned lane = 0; lane < WG_LANES; lane++)
        for (unsigned e = 0; e < SIDE; e++) {
            wg_place p = quad_place(d_type, lane, e);
            const float *row = a[lane / 4 % 4][p.outer], *column = b[lane / 4 % 4][p.inner];
            float sum = 0;
            for (unsigned k = 0; k < QUAD_DEPTH; k++)
                sum += row[k] * column[k];
            sum = wg_nan_f32(sum + c[lane / 4 % 4][p.outer][p.inner]);
            if (d_type == WG_TYPE_F32)
                ((float *)wg_fragment_row(w, i, 0, e))[lane] = sum;
            else
                ((uint16_t *)wg_fragment_row(w, i, 0, e / 2))[2 * lane + e % 2] = wg_f32_to_f16(sum);
        }
}

static bool quads_fit(wg_warp *w, const wg_insn *i)
{
    unsigned c = accumulator_type(i) == WG_TYPE_F32 ? 8 : 4, d = i->type[0] == WG_TYPE_F32 ? 8 : 4;
    if (i->length[0] == d && i->length[1] == 2 && i->length[2] == 2 && i->length[3] == c)
        return true;
    wg_fault_set(w, i, -1, "mma.m8n8k4 with f16 needs 2 registers for A and B, and 4 or 8 for C and D");
    return false;
}

WG_EXEC(mma)
{
    if (!wg_is_quad_mma(i))
        execute(w, i, mask, (wg_type)i->type[1], (wg_type)i->type[2], accumulator_type(i));
    else if (wg_whole_warp(w, i, mask) && quads_fit(w, i))
        execute_quads(w, i);
}

/* wmma.mma names only D and C where A and B are f16. */
WG_EXEC(wmma_mma_f16) { execute(w, i, mask, WG_TYPE_F16, WG_TYPE_F16, (wg_type)i->type[1]); }

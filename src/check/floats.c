/* SPDX-License-Identifier: Apache-2.0 */
/* NaN, infinities and denormals: an instruction makes one where none of its operands is the like. A NaN of an infinity
 * that was made before has that one for its cause. */
#include "check/numbers.h"

#include "sim/exec/exec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- formats ---- */

typedef struct format {
    uint8_t bits, mantissa, parts;
} format;

static const format FORMATS[WG_TYPE_COUNT] = {
    [WG_TYPE_F16] = {16, 10, 1},   [WG_TYPE_BF16] = {16, 7, 1},   [WG_TYPE_F32] = {32, 23, 1},
    [WG_TYPE_F64] = {64, 52, 1},   [WG_TYPE_F16X2] = {16, 10, 2}, [WG_TYPE_BF16X2] = {16, 7, 2},
    [WG_TYPE_F32X2] = {32, 23, 2},
};

typedef enum oddness { FINE, DENORMAL, INFINITE, NO_NUMBER } oddness;

static const wg_finding_kind KINDS[] = {
    [DENORMAL] = WG_FINDING_denormal, [INFINITE] = WG_FINDING_infinity, [NO_NUMBER] = WG_FINDING_nan};

static uint64_t part_of(const format *f, uint64_t value, int part)
{
    value >>= part * f->bits;
    return f->bits < 64 ? value & ((UINT64_C(1) << f->bits) - 1) : value;
}

static oddness oddness_of(const format *f, uint64_t bits)
{
    uint64_t mantissa = bits & ((UINT64_C(1) << f->mantissa) - 1),
             most = (UINT64_C(1) << (f->bits - 1 - f->mantissa)) - 1, exponent = bits >> f->mantissa & most;
    if (exponent == most)
        return mantissa ? NO_NUMBER : INFINITE;
    return !exponent && mantissa ? DENORMAL : FINE;
}

static double number_of(const format *f, uint64_t bits)
{
    int exponent_bits = f->bits - 1 - f->mantissa, bias = (1 << (exponent_bits - 1)) - 1;
    int exponent = (int)(bits >> f->mantissa & ((1u << exponent_bits) - 1));
    double sign = bits >> (f->bits - 1) ? -1 : 1;
    double mantissa = ldexp((double)(bits & ((UINT64_C(1) << f->mantissa) - 1)), -f->mantissa);
    return sign * ldexp(mantissa + (exponent ? 1 : 0), (exponent ? exponent : 1) - bias);
}

/* ---- instructions ---- */

static const format *target_format(const wg_insn *i)
{
    return &FORMATS[i->type[0]];
}

/* That of a conversion comes second; it may be no floating-point number at all. */
static const format *source_format(const wg_insn *i)
{
    return &FORMATS[i->opcode == WG_OP_cvt ? i->type[1] : i->type[0]];
}

bool wg_float_is(const wg_insn *i)
{
    bool computes = i->class == WG_CLASS_F16 || i->class == WG_CLASS_F32 || i->class == WG_CLASS_F64 ||
                    i->class == WG_CLASS_SFU || i->opcode == WG_OP_cvt;
    const format *f = target_format(i);
    return computes && f->parts && f->bits * f->parts == 8 * i->size[0];
}

bool wg_float_is_nan(const wg_warp *w, const wg_insn *i, int k)
{
    const format *f = target_format(i);
    uint64_t bits = 0;
    if (f->parts != 1 || f->bits != 8 * i->size[k])
        return false;
    memcpy(&bits, wg_row(w, i->op[k]), i->size[k]);
    return oddness_of(f, bits) == NO_NUMBER;
}

static uint64_t value_at(const wg_warp *w, const wg_insn *i, int k, int lane)
{
    uint64_t value = 0;
    memcpy(&value, (const unsigned char *)wg_row(w, i->op[k]) + (uint32_t)lane * i->size[k], i->size[k]);
    return value;
}

/* The worst of a packed value's parts. */
static oddness worst(const format *f, uint64_t value, uint8_t *part)
{
    oddness found = FINE;
    for (uint8_t p = 0; p < f->parts; p++) {
        oddness one = oddness_of(f, part_of(f, value, p));
        if (one > found)
            *part = p;
        found = one > found ? one : found;
    }
    return found;
}

/* Lanes whose result may be odd: nearly always none, and that is quickly seen. */
static uint32_t odd_lanes(const wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const format *f = target_format(i);
    if (i->type[0] != WG_TYPE_F32)
        return mask;
    const uint32_t *row = wg_row(w, i->op[0]);
    uint32_t any = 0;
    for (int lane = 0; lane < WG_LANES; lane++) {
        uint32_t exponent = row[lane] & 0x7f800000u;
        any |= (uint32_t)(exponent == 0x7f800000u) | ((uint32_t)(exponent == 0) & (uint32_t)(row[lane] << 1 != 0));
    }
    return any && f->parts ? mask : 0;
}

/* ---- births ---- */

static const format *format_of_source(const wg_insn *i)
{
    const format *f = source_format(i);
    return f->parts ? f : NULL;
}

static bool is_born(const wg_numbers *n, const wg_insn *i, int lane, oddness result)
{
    const format *f = format_of_source(i);
    uint8_t part;
    for (int k = 1; f && k < i->operand_count; k++) {
        oddness source = i->size[k] ? worst(f, wg_numbers_source(n, i, k, lane), &part) : FINE;
        if (source == result || (result == INFINITE && source == NO_NUMBER))
            return false;
    }
    return true;
}

/* An operand that is the cause already. */
static const wg_odd *cause(wg_warp *w, const wg_insn *i, int lane, oddness result)
{
    for (int k = 1; k < i->operand_count; k++) {
        const wg_odd *odd = i->size[k] ? wg_odd_of(w, i->op[k], lane) : NULL;
        bool is_small = odd && odd->kind == (uint8_t)WG_FINDING_denormal;
        if (odd && odd->kind != (uint8_t)WG_FINDING_index_overflow && is_small == (result == DENORMAL))
            return odd;
    }
    return NULL;
}

/* x * infinity + infinity is how libraries say that log is not for x, which they have scaled before: y = x * 2^23, then
 * one of the two. */
static bool is_rejection(const wg_insn *i, const uint64_t *operands, const format *f)
{
    return i->opcode == WG_OP_fma && f && oddness_of(f, operands[1]) == INFINITE && operands[1] == operands[2];
}

/* The nearest instruction above that writes the register. */
static const wg_insn *writer_of(const wg_program *p, const wg_insn *i, wg_slot slot)
{
    while (i > p->insns && (--i)->op[0] != slot)
        continue;
    return i->op[0] == slot && i->destinations ? i : NULL;
}

static bool is_scaled(const wg_program *p, const wg_insn *at, wg_slot slot, wg_slot from)
{
    const wg_insn *i = slot >= 0 ? writer_of(p, at, slot) : NULL;
    return i && i->opcode == WG_OP_mul && i->op[1] == from;
}

/* The function's argument: the register it was scaled from, or that register divided by what it was multiplied with. */
static uint64_t argument_of(const wg_warp *w, const wg_insn *i, int lane, uint64_t scaled)
{
    const wg_program *p = w->block->program;
    const wg_insn *s = i->op[1] >= 0 ? writer_of(p, i, i->op[1]) : NULL;
    double number, factor;
    if (s && s->opcode == WG_OP_mul && i->type[0] == WG_TYPE_F64 && s->op[1] == s->op[0] && s->op[2] < 0) {
        memcpy(&number, &scaled, sizeof number);
        memcpy(&factor, wg_row(w, s->op[2]), sizeof factor);
        number /= factor;
        memcpy(&scaled, &number, sizeof number);
    }
    if (!s || s->opcode != WG_OP_selp)
        return scaled;
    int k = is_scaled(p, s, s->op[1], s->op[2]) ? 2 : is_scaled(p, s, s->op[2], s->op[1]) ? 1 : 0;
    return k && s->op[k] >= 0 ? value_at(w, s, k, lane) : scaled;
}

static void look_at(const wg_numbers *n, wg_warp *w, const wg_insn *i, int lane)
{
    uint8_t part = 0;
    oddness result = worst(target_format(i), value_at(w, i, 0, lane), &part);
    const wg_odd *before = result ? cause(w, i, lane, result) : NULL;
    wg_odd odd = {.part = part, .origin = i->index};
    if (before) {
        odd = *before;
        wg_odd_set(w, i->op[0], lane, &odd);
    } else if (result && wg_numbers_want(n, KINDS[result]) && is_born(n, i, lane, result)) {
        odd.kind = (uint8_t)KINDS[result];
        for (int k = 1; k < i->operand_count; k++)
            odd.operands[k - 1] = i->size[k] ? wg_numbers_source(n, i, k, lane) : 0;
        if (is_rejection(i, odd.operands, format_of_source(i)))
            odd.operands[0] = argument_of(w, i, lane, odd.operands[0]);
        wg_odd_set(w, i->op[0], lane, &odd);
    } else {
        wg_odd_row *row = wg_odd_row_at(w, i->op[0], false);
        if (row)
            row->lanes &= ~(1u << lane);
    }
}

void wg_float_after(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    uint32_t odd = odd_lanes(w, i, mask);
    wg_odd_row *row = wg_odd_row_at(w, i->op[0], false);
    if (row)
        row->lanes &= ~(mask & ~odd);
    FOR_LANES_OF(odd, lane) look_at(c->numbers, w, i, lane);
}

/* ---- sentences ---- */

static void write_number(const format *f, uint64_t bits, char text[40])
{
    if (oddness_of(f, bits) == INFINITE)
        snprintf(text, 40, "%sinfinity", bits >> (f->bits - 1) ? "-" : "");
    else if (oddness_of(f, bits) == NO_NUMBER)
        snprintf(text, 40, "NaN");
    else
        snprintf(text, 40, "%.*g", f->bits == 64 ? 15 : f->bits == 32 ? 9 : 5, number_of(f, bits));
}

static void write_integer(wg_type type, uint64_t bits, char text[40])
{
    unsigned shift = 64 - wg_type_bits(type);
    if (wg_type_kind_of(type) == WG_KIND_SINT)
        snprintf(text, 40, "%lld", (long long)((int64_t)(bits << shift) >> shift));
    else
        snprintf(text, 40, "%llu", (unsigned long long)bits);
}

static void write_formula(const wg_insn *i, const wg_odd *odd, char *text, size_t size)
{
    char operands[WG_ODD_SOURCES][40] = {"", "", ""};
    const format *f = format_of_source(i);
    for (int k = 1; k < i->operand_count; k++) {
        uint64_t bits = odd->operands[k - 1];
        if (f)
            write_number(f, part_of(f, bits, f->parts > 1 ? odd->part : 0), operands[k - 1]);
        else
            write_integer((wg_type)i->type[1], bits, operands[k - 1]);
    }
    wg_number_formula(i, operands, text, size);
}

void wg_float_sentence(const wg_check *c, const wg_odd *odd, char *text, size_t size)
{
    static const char *const results[] = {[WG_FINDING_nan - WG_FINDING_nan] = "is not a number (NaN)",
                                          [WG_FINDING_infinity - WG_FINDING_nan] = "is infinite",
                                          [WG_FINDING_denormal - WG_FINDING_nan] = "is denormal"};
    const wg_insn *i = &c->program->insns[odd->origin];
    const char *type = wg_type_name((wg_type)i->type[0]);
    char formula[256], argument[40];
    if (i->opcode == WG_OP_mov || i->opcode == WG_OP_selp) {
        snprintf(text, size, "The result is the constant NaN, as of a function outside of its domain.");
        return;
    }
    if (is_rejection(i, odd->operands, format_of_source(i))) {
        write_number(format_of_source(i), odd->operands[0], argument);
        snprintf(text, size, "A function such as log is not a number (NaN) at %s.", argument);
        return;
    }
    write_formula(i, odd, formula, sizeof formula);
    snprintf(text, size, "%s %s in %s.", formula, results[odd->kind - WG_FINDING_nan], type);
}

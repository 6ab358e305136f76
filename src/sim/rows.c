/* SPDX-License-Identifier: Apache-2.0 */
/* What can be known of a register before anything runs: how many of its low bits are zero, whether all lanes of a warp
 * hold one value, whether anybody reads it. ptxas knows the same and compiles accordingly; merge.c predicts what it
 * does.
 *
 * Zero bits start from "all" everywhere and are lowered until nothing changes, so a loop that only adds multiples keeps
 * its promise. A row varies when what it is computed from does, when it is written in more than one place (which one
 * counts may depend on the lane) or under a guard. */
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

enum { ROW_UNIT = 64, ALL_ZERO = 64, MOST_ROUNDS = 200 };

wg_rows wg_rows_new(const wg_program *program)
{
    uint32_t widest = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f].frame_bytes > widest)
            widest = program->functions[f].frame_bytes;
    return (wg_rows){program, wg_alloc(sizeof(wg_row_facts) * (widest / ROW_UNIT + 1))};
}

void wg_rows_free(wg_rows *rows)
{
    free(rows->facts);
}

uint64_t wg_constant_value(const wg_program *program, wg_slot slot, uint8_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, program->constants + slot, size < 8 ? size : 8);
    return bits;
}

/* ---- operands ---- */

static wg_row_facts *facts_of(const wg_rows *rows, wg_slot slot)
{
    return &rows->facts[slot / ROW_UNIT];
}

uint8_t wg_rows_zeros(const wg_rows *rows, const wg_insn *i, int k)
{
    wg_slot slot = i->op[k];
    if (slot == WG_SLOT_NONE || i->length[k] || !i->size[k])
        return 0;
    if (slot >= 0)
        return facts_of(rows, slot)->zeros;
    uint64_t bits = wg_constant_value(rows->program, slot, i->size[k]);
    return bits ? (uint8_t)__builtin_ctzll(bits) : ALL_ZERO;
}

bool wg_rows_varies(const wg_rows *rows, const wg_insn *i, int k)
{
    wg_slot slot = i->op[k];
    if (i->length[k] || (slot >= 0 && !i->size[k]))
        return true; /* vectors and predicates are not followed */
    return slot >= 0 && facts_of(rows, slot)->varies;
}

bool wg_rows_read(const wg_rows *rows, const wg_insn *i, int k)
{
    return i->length[k] || (i->op[k] >= 0 && facts_of(rows, i->op[k])->read);
}

static bool has_result(const wg_insn *i)
{
    return i->class != WG_CLASS_STORE && i->class != WG_CLASS_CONTROL && i->class != WG_CLASS_BARRIER &&
           i->class != WG_CLASS_FENCE && i->opcode != WG_OP_red && i->opcode != WG_OP_cp_async;
}

static unsigned results(const wg_insn *i)
{
    return !has_result(i) ? 0 : i->length[0] ? i->length[0] : 1;
}

static wg_slot result_slot(const wg_insn *i, unsigned n)
{
    return i->length[0] ? i->list[i->op[0] + (wg_slot)n] : i->op[0];
}

bool wg_insn_writes(const wg_insn *i, wg_slot slot)
{
    for (unsigned n = 0; n < results(i); n++)
        if (result_slot(i, n) == slot)
            return true;
    return false;
}

/* ---- zero bits ---- */

static uint8_t minimum(uint8_t a, uint8_t b)
{
    return a < b ? a : b;
}

static uint8_t sum_of(const wg_rows *rows, const wg_insn *i)
{
    return minimum(wg_rows_zeros(rows, i, 1), wg_rows_zeros(rows, i, 2));
}

static uint8_t product_of(const wg_rows *rows, const wg_insn *i)
{
    unsigned zeros = wg_rows_zeros(rows, i, 1) + (unsigned)wg_rows_zeros(rows, i, 2);
    return zeros > ALL_ZERO ? ALL_ZERO : (uint8_t)zeros;
}

static uint8_t either_of(const wg_rows *rows, const wg_insn *i)
{
    uint8_t a = wg_rows_zeros(rows, i, 1), b = wg_rows_zeros(rows, i, 2);
    return a > b ? a : b;
}

static uint8_t shifted(const wg_rows *rows, const wg_insn *i)
{
    if (i->op[2] >= 0)
        return wg_rows_zeros(rows, i, 1);
    uint64_t zeros = wg_rows_zeros(rows, i, 1) + wg_constant_value(rows->program, i->op[2], i->size[2]);
    return zeros > ALL_ZERO ? ALL_ZERO : (uint8_t)zeros;
}

/* A mov of a local variable's address has become an addition: three operands. */
static uint8_t copied(const wg_rows *rows, const wg_insn *i)
{
    return i->operand_count == 3 ? sum_of(rows, i) : wg_rows_zeros(rows, i, 1);
}

/* What is cut off above leaves the low bits alone; what is rounded or saturated does not. */
static uint8_t converted(const wg_rows *rows, const wg_insn *i)
{
    wg_type_kind kind = wg_type_kind_of((wg_type)i->type[0]);
    bool is_integer = kind == WG_KIND_UINT || kind == WG_KIND_SINT;
    return wg_insn_is_plain_cvt(i) && is_integer ? copied(rows, i) : 0;
}

static bool keeps_low_bits(const wg_insn *i)
{
    return i->flags & (WG_FLAG_LO | WG_FLAG_WIDE);
}

static uint8_t low_product(const wg_rows *rows, const wg_insn *i)
{
    return keeps_low_bits(i) ? product_of(rows, i) : 0;
}

static uint8_t sum_of_product(const wg_rows *rows, const wg_insn *i)
{
    return keeps_low_bits(i) ? minimum(product_of(rows, i), wg_rows_zeros(rows, i, 3)) : 0;
}

static uint8_t zeros_of_result(const wg_rows *rows, const wg_insn *i)
{
    static uint8_t (*const FOLLOWED[WG_OPCODE_COUNT])(const wg_rows *rows, const wg_insn *i) = {
        [WG_OP_mov] = copied,    [WG_OP_cvt] = converted,   [WG_OP_cvta] = copied, [WG_OP_add] = sum_of,
        [WG_OP_sub] = sum_of,    [WG_OP_or] = sum_of,       [WG_OP_xor] = sum_of,  [WG_OP_selp] = sum_of,
        [WG_OP_and] = either_of, [WG_OP_mul] = low_product, [WG_OP_shl] = shifted, [WG_OP_mad] = sum_of_product,
    };
    return FOLLOWED[i->opcode] ? FOLLOWED[i->opcode](rows, i) : 0;
}

/* ---- the same in all lanes ---- */

static bool result_varies(const wg_rows *rows, const wg_insn *i)
{
    if (wg_insn_is_load_from(i, WG_SPACE_PARAM))
        return false;
    bool computes = i->class == WG_CLASS_MOVE || i->class == WG_CLASS_INT || i->class == WG_CLASS_CONVERT ||
                    wg_insn_is_load_from(i, WG_SPACE_CONST);
    if (!computes || i->guard != WG_SLOT_NONE || facts_of(rows, i->op[0])->writes > 1)
        return true;
    for (int k = 1; k < i->operand_count; k++)
        if (wg_rows_varies(rows, i, k))
            return true;
    return false;
}

static bool sreg_varies(wg_sreg sreg)
{
    return sreg <= WG_SREG_TID_Z || sreg == WG_SREG_LANEID ||
           (sreg >= WG_SREG_LANEMASK_EQ && sreg <= WG_SREG_LANEMASK_GE);
}

/* ---- all of it ---- */

static void mark(wg_rows *rows, wg_slot slot, bool varies)
{
    if (slot < 0)
        return;
    wg_row_facts *facts = facts_of(rows, slot);
    facts->zeros = 0;
    facts->varies |= varies;
}

static void count_uses(wg_rows *rows, const wg_insn *i)
{
    unsigned written = results(i);
    for (unsigned n = 0; n < written; n++) {
        wg_slot slot = result_slot(i, n);
        if (slot >= 0 && facts_of(rows, slot)->writes < 2)
            facts_of(rows, slot)->writes++;
    }
    for (int k = written ? 1 : 0; k < WG_MAX_OPERANDS; k++) {
        for (unsigned e = 0; e < i->length[k]; e++)
            if (i->list[i->op[k] + (wg_slot)e] >= 0)
                facts_of(rows, i->list[i->op[k] + (wg_slot)e])->read = true;
        if (!i->length[k] && i->op[k] >= 0)
            facts_of(rows, i->op[k])->read = true;
    }
}

/* Lowers what is known of a result; true when that changed anything. */
static bool update(wg_rows *rows, const wg_insn *i)
{
    bool changed = false;
    for (unsigned n = 0; n < results(i) && i->size[0]; n++) {
        wg_slot slot = result_slot(i, n);
        if (slot < 0)
            continue;
        wg_row_facts *facts = facts_of(rows, slot);
        uint8_t zeros = i->length[0] ? 0 : zeros_of_result(rows, i);
        bool varies = i->length[0] || result_varies(rows, i);
        changed = changed || zeros < facts->zeros || (varies && !facts->varies);
        facts->zeros = minimum(facts->zeros, zeros);
        facts->varies |= varies;
    }
    return changed;
}

void wg_rows_find(wg_rows *rows, const wg_function *function, uint32_t first, uint32_t end)
{
    for (uint32_t row = 0; row <= function->frame_bytes / ROW_UNIT; row++)
        rows->facts[row] = (wg_row_facts){.zeros = ALL_ZERO};
    for (uint32_t s = 0; s < function->sreg_count; s++)
        mark(rows, function->sregs[s].slot, sreg_varies(function->sregs[s].sreg));
    for (uint32_t p = 0; p < function->param_count; p++)
        mark(rows, function->params[p].slot, true);
    for (uint32_t n = first; n < end; n++)
        count_uses(rows, &rows->program->insns[n]);
    bool changed = true;
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = false;
        for (uint32_t n = first; n < end; n++)
            changed |= update(rows, &rows->program->insns[n]);
    }
    for (uint32_t row = 0; changed && row <= function->frame_bytes / ROW_UNIT; row++)
        rows->facts[row] = (wg_row_facts){.varies = true, .read = true}; /* too tangled: nothing is certain */
}

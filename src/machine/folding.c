/* SPDX-License-Identifier: Apache-2.0 */
/* Folding one instruction into those that read it.
 *
 * A rule says which roles of readers absorb which roles of instructions. An instruction disappears if every reader
 * absorbs it; it is computed anew in each, which costs nothing. */
#include "machine/builder.h"

#include "sim/rows.h"

typedef struct folding {
    uint32_t what, into; /* roles */
    bool alone;          /* only if nobody else reads it */
    bool near;           /* only in the same block */
    bool once;           /* the reader absorbs one at most */
    bool (*fits)(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand);
    void (*after)(wg_builder *b, const wg_insn *i, const wg_insn *reader);
} folding;

static bool always(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    (void)b, (void)i, (void)reader, (void)operand;
    return true;
}

/* Values that a memory instruction stores must be in registers, and so must those of a vector. */
static bool is_no_stored_constant(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    uint8_t from = i->source->operand_count > 1 ? i->source->operands[1].kind : WG_OPERAND_REG;
    if (from == WG_OPERAND_SREG || from == WG_OPERAND_VARIABLE)
        return false;
    bool is_value = reader->class == WG_CLASS_STORE || reader->class == WG_CLASS_ATOMIC || reader->length[operand];
    if (!is_value || !wg_is_constant(i, 1) || operand == WG_GUARD)
        return true;
    return wg_constant_operand(b, i, 1) == 0 && !reader->length[operand];
}

static bool is_same_width(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    (void)b, (void)operand;
    return i->size[0] == reader->size[0];
}

static bool shifts_by_constant(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    return wg_is_constant(i, 2) && is_same_width(b, i, reader, operand);
}

/* A 64-bit shift has two halves: only one that nobody else needs, or that has no upper half to shift, is part of the
 * sum. */
static bool scales_index(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    const wg_insn *index = wg_definition(&b->v, i, 1);
    bool is_widened = index && wg_role_of(b, index) == WG_ROLE_WIDEN;
    bool is_alone = wg_vreg_of(&b->v, i->op[0])->use_count == 1;
    return shifts_by_constant(b, i, reader, operand) && (i->size[0] == 4 || is_widened || is_alone);
}

/* Base + sign-extended index: the extension is part of the upper half's sum. */
static bool is_plain_index(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    (void)i;
    const wg_insn *other = wg_definition(&b->v, reader, 3 - operand);
    return !other || !(wg_has_role(b, other, WG_BIT(PRODUCT) | WG_BIT(SHIFT)));
}

/* The address operand, not the value: op[0] of a store, op[1] of a load or an atomic. */
static bool is_address_offset(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    (void)b;
    bool is_address = operand == reader->destinations;
    if (reader->opcode == WG_OP_cp_async)
        is_address = operand <= 1;
    return is_address && wg_adds_constant(i);
}

static bool is_against_zero(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    (void)i, (void)operand;
    return wg_is_constant(reader, 3) && wg_constant_operand(b, reader, 3) == 0 &&
           (reader->cmp == WG_MOD_EQ || reader->cmp == WG_MOD_NE);
}

/* selp r, sum, r, p: the sum under a predicate. */
static bool keeps_other(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    return reader->op[0] == reader->op[3 - operand] && is_same_width(b, i, reader, operand);
}

static bool sum_is_plain(const wg_builder *b, const wg_insn *i, const wg_insn *reader, int operand)
{
    return i->size[0] == 4 && is_same_width(b, i, reader, operand) && !b->absorbed[i->index];
}

static void count_absorbed(wg_builder *b, const wg_insn *i, const wg_insn *reader)
{
    b->absorbed[reader->index]++;
    b->absorbed[i->index]++; /* it can absorb nothing more itself */
}

/* One wide multiply-add. A pointer that steps through uniform registers is copied first. */
static void add_to_base(wg_builder *b, const wg_insn *product, const wg_insn *reader)
{
    int operand = wg_definition(&b->v, reader, 1) == product ? 2 : 1;
    const wg_vreg *base = wg_vreg_of(&b->v, reader->op[operand]);
    bool steps = base && base->defs > 1 && !base->varies;
    WG_EXPAND(&b->out[reader->index], WG_ON(FMAHEAVY, 1), WG_ON(ALU, steps ? 2 : 0));
    b->out[reader->index].is_wide = true;
}

/* Cross products and low product; the addend is copied where others need it still. A product that several sums share
 * has its cross products once. */
static void add_long_product(wg_builder *b, const wg_insn *product, const wg_insn *reader)
{
    int operand = wg_definition(&b->v, reader, 1) == product ? 2 : 1;
    const wg_vreg *addend = wg_vreg_of(&b->v, reader->op[operand]);
    const wg_insn *from = wg_definition(&b->v, reader, operand);
    if (b->out[product->index].is_wide) { /* of words; the zero beside a word that is added has to be put there */
        WG_EXPAND(&b->out[reader->index], WG_ON(FMAHEAVY, 1),
                  WG_ON(ALU, from && b->high_half_zero[from->index] ? 2 : 0));
        b->out[reader->index].is_wide = true;
    } else if (wg_vreg_of(&b->v, product->op[0])->use_count > 1)
        WG_EXPAND(&b->out[reader->index], WG_ON(FMAHEAVY, 2));
    else
        WG_EXPAND(&b->out[reader->index], WG_ON(FMAHEAVY, 3), WG_ON(ALU, addend && addend->use_count > 1 ? 3 : 1));
}

static void absorb_product(wg_builder *b, const wg_insn *i, const wg_insn *reader)
{
    wg_machine_insn *m = &b->out[reader->index];
    count_absorbed(b, i, reader);
    b->absorbed[i->index] = 0;
    if (reader->size[0] != 8)
        WG_EXPAND(m, WG_ON(FMAHEAVY, 1));
    else if (i->flags & WG_FLAG_LO)
        add_long_product(b, i, reader);
    else
        add_to_base(b, i, reader);
}

static void absorb(wg_builder *b, const wg_insn *i, const wg_insn *reader)
{
    count_absorbed(b, i, reader);
    b->absorbed[i->index] = 0;
}

static const folding FOLDINGS[] = {
    {WG_BIT(MOVE) | WG_BIT(COPY), ~0u, false, false, false, is_no_stored_constant, NULL},
    {WG_BIT(SHIFT), WG_BIT(ADD), false, false, true, scales_index, absorb},
    {WG_BIT(SHIFT_RIGHT), WG_BIT(ADD), true, true, true, shifts_by_constant, count_absorbed},
    {WG_BIT(PRODUCT), WG_BIT(ADD), false, false, true, is_same_width, absorb_product},
    {WG_BIT(PRODUCT), WG_BIT(SUBTRACT), true, true, true, is_same_width, count_absorbed},
    {WG_BIT(WIDEN), WG_BIT(ADD), false, false, false, is_plain_index, NULL},
    {WG_BIT(ADD), WG_BIT(EXTREME), true, true, true, sum_is_plain, count_absorbed},
    {WG_BIT(ADD), WG_BIT(MEMORY), false, false, false, is_address_offset, NULL},
    {WG_BIT(ADD) | WG_BIT(SUBTRACT), WG_BIT(ADD) | WG_BIT(SUBTRACT), true, true, true, sum_is_plain, count_absorbed},
    {WG_BIT(LOGIC), WG_BIT(LOGIC), true, true, true, is_same_width, count_absorbed},
    {WG_BIT(ADD) | WG_BIT(SUBTRACT), WG_BIT(SELECT), true, true, true, keeps_other, count_absorbed},
    {WG_BIT(LOGIC), WG_BIT(COMPARE), true, true, true, is_against_zero, count_absorbed},
    {WG_BIT(SIGN),
     WG_BIT(FLOAT) | WG_BIT(FLOAT_SUM) | WG_BIT(FLOAT_PRODUCT) | WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(COMPARE),
     false, false, false, always, NULL},
    {WG_BIT(FLOAT_PRODUCT), WG_BIT(FLOAT_SUM), true, true, true, is_same_width, count_absorbed},
};
enum { FOLDING_COUNT = sizeof FOLDINGS / sizeof *FOLDINGS };

static const folding *folding_for(const wg_builder *b, const wg_insn *i, const wg_vreg *value, const wg_use *use)
{
    const wg_insn *reader = &b->program->insns[use->insn];
    if (use->operand == WG_GUARD)
        return NULL;
    for (const folding *f = FOLDINGS; f < FOLDINGS + FOLDING_COUNT; f++)
        if ((f->what & 1u << wg_role_of(b, i)) && (f->into & 1u << wg_role_of(b, reader)) &&
            (!f->alone || value->use_count == 1) && (!f->near || wg_same_block(b, i, reader)) &&
            (!f->once || !b->absorbed[reader->index]) && f->fits(b, i, reader, use->operand))
            return f;
    return NULL;
}

void wg_fold(wg_builder *b, const wg_insn *i)
{
    const wg_vreg *value = i->destinations == 1 && !i->length[0] ? wg_vreg_of(&b->v, i->op[0]) : NULL;
    if (!value || value->defs != 1 || i->guard != WG_SLOT_NONE)
        return;
    uint32_t readers = 0;
    for (uint32_t u = 0; u < value->use_count; u++) {
        const wg_use *use = &b->v.uses[value->use + u];
        if (!b->v.live[use->insn - b->v.first])
            continue;
        readers++;
        if (!folding_for(b, i, value, use))
            return;
    }
    if (!readers)
        return;
    for (uint32_t u = 0; u < value->use_count; u++) {
        const wg_use *use = &b->v.uses[value->use + u];
        const folding *f = b->v.live[use->insn - b->v.first] ? folding_for(b, i, value, use) : NULL;
        if (f && f->after)
            f->after(b, i, &b->program->insns[use->insn]);
    }
    wg_eliminate(&b->out[i->index]);
    b->out[i->index].latency = WG_LATENCY_NONE;
}

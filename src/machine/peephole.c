/* SPDX-License-Identifier: Apache-2.0 */
/* What an instruction becomes because of its operands. */
#include "machine/builder.h"

#include "sim/rows.h"

static const wg_ptx_operand *source_operand(const wg_insn *i, unsigned n)
{
    return n < i->source->operand_count ? &i->source->operands[n] : NULL;
}

/* Whether an earlier instruction of the block (or, of special registers, the function) has read the same. */
static bool read_before(const wg_builder *b, const wg_insn *i, uint32_t from)
{
    const wg_ptx_operand *what = source_operand(i, 1);
    for (uint32_t n = from; n < i->index; n++) {
        const wg_insn *other = &b->program->insns[n];
        const wg_ptx_operand *has = source_operand(other, 1);
        if (b->v.live[n - b->v.first] && wg_role_of(b, other) == WG_ROLE_MOVE && has && has->kind == what->kind &&
            has->index == what->index && has->variable == what->variable)
            return true;
    }
    return false;
}

static void move_special(wg_builder *b, const wg_insn *i)
{
    wg_machine_insn *m = &b->out[i->index];
    uint32_t sreg = source_operand(i, 1)->index;
    bool is_size =
        (sreg >= WG_SREG_NTID_X && sreg <= WG_SREG_NTID_Z) || (sreg >= WG_SREG_NCTAID_X && sreg <= WG_SREG_NCTAID_Z);
    bool is_block = sreg >= WG_SREG_CTAID_X && sreg <= WG_SREG_CTAID_Z;
    m->latency = WG_LATENCY_CONSTANT;
    if (read_before(b, i, b->v.first))
        wg_eliminate(m);
    else if (is_size) /* a constant: LDC as often as ULDC */
        WG_EXPAND(m, WG_ON(ADU, 0.5f), WG_ON(NONE, 0.5f));
    else if (is_block)
        WG_EXPAND(m, WG_ON(ADU, 1));
    else
        WG_EXPAND(m, WG_ON(LSU, 1));
}

static const wg_ptx_variable *shared_symbol(const wg_insn *i)
{
    for (unsigned n = 0; n < i->source->operand_count; n++) {
        const wg_ptx_variable *v = i->source->operands[n].variable;
        if (v && v->space == WG_SPACE_SHARED)
            return v;
    }
    return NULL;
}

/* Where the block's shared memory begins is asked for (S2UR), then a variable's place is added to it, once for each;
 * anew in each block. */
static void find_symbol(wg_builder *b, const wg_insn *i)
{
    const wg_ptx_variable *symbol = shared_symbol(i), *other;
    bool first = true;
    if (!symbol)
        return;
    for (uint32_t n = b->program->blocks[b->v.block_of[i->index - b->v.first]].first; n < i->index; n++) {
        other = b->v.live[n - b->v.first] ? shared_symbol(&b->program->insns[n]) : NULL;
        if (other == symbol)
            return;
        first = first && !other;
    }
    wg_machine_insn *m = &b->out[i->index];
    m->on[WG_PIPE_ADU] += first;
    m->on[WG_PIPE_NONE] += first;
    m->on[WG_PIPE_UNIFORM] += first ? 1 : 2;
}

static void move_symbol(wg_builder *b, const wg_insn *i)
{
    wg_eliminate(&b->out[i->index]);
    b->out[i->index].latency = WG_LATENCY_CONSTANT;
    if (!shared_symbol(i))
        WG_EXPAND(&b->out[i->index], WG_ON(ADU, 1));
}

/* A register written in several places, as loops and branches have them: the copy is needed unless the source ends
 * there and is no such register itself, or the register holds that constant already. */
static void move_to_phi(wg_builder *b, const wg_insn *i)
{
    const wg_vreg *from = wg_vreg_of(&b->v, i->op[1]);
    bool is_there = from && from->use_count == 1 && from->defs == 1;
    for (uint32_t n = i->index; !is_there && n-- > b->v.first;) {
        const wg_insn *other = &b->program->insns[n];
        if (!wg_insn_writes(other, i->op[0]))
            continue;
        is_there = wg_role_of(b, other) == WG_ROLE_MOVE && other->op[1] == i->op[1] && wg_is_constant(i, 1);
        break;
    }
    if (is_there)
        wg_eliminate(&b->out[i->index]);
}

static void special_move(wg_builder *b, const wg_insn *i)
{
    const wg_ptx_operand *from = source_operand(i, 1);
    const wg_vreg *to = i->length[0] ? NULL : wg_vreg_of(&b->v, i->op[0]);
    if (from && from->kind == WG_OPERAND_SREG)
        move_special(b, i);
    else if (from && from->kind == WG_OPERAND_VARIABLE)
        move_symbol(b, i);
    else if (i->length[1] && i->size[0] == 4) /* two halves */
        WG_EXPAND(&b->out[i->index], WG_ON(ALU, 1));
    else if (i->length[0] || i->length[1]) /* packing and unpacking: registers next to each other */
        wg_eliminate(&b->out[i->index]);
    else if (to && to->defs > 1)
        move_to_phi(b, i);
}

/* and.pred and the like ride on the comparison that feeds them. */
static void special_predicate(wg_builder *b, const wg_insn *i)
{
    for (int k = 1; k <= 2; k++) {
        const wg_insn *from = wg_definition(&b->v, i, k);
        if (from && wg_same_block(b, from, i) && wg_role_of(b, from) == WG_ROLE_COMPARE)
            wg_eliminate(&b->out[i->index]);
    }
}

static void special_compare(wg_builder *b, const wg_insn *i)
{
    if (i->type[0] == WG_TYPE_F64)
        WG_EXPAND(&b->out[i->index], WG_ON(FP64, 1));
    else if (i->size[2] == 8)
        WG_EXPAND(&b->out[i->index], WG_ON(ALU, 2));
}

/* A load extends what it loads. */
static void special_narrow(wg_builder *b, const wg_insn *i)
{
    const wg_insn *from = wg_definition(&b->v, i, 1);
    if (from && wg_role_of(b, from) == WG_ROLE_MEMORY)
        wg_eliminate(&b->out[i->index]);
}

static bool same_operand(const wg_builder *b, const wg_insn *i, int k, const wg_insn *other, int n)
{
    const wg_insn *from = wg_definition(&b->v, i, k), *its = wg_definition(&b->v, other, n);
    if (from && wg_role_of(b, from) == WG_ROLE_MOVE && wg_is_constant(from, 1))
        return same_operand(b, from, 1, other, n);
    if (its && wg_role_of(b, its) == WG_ROLE_MOVE && wg_is_constant(its, 1))
        return same_operand(b, i, k, its, 1);
    if (wg_is_constant(i, k) && wg_is_constant(other, n))
        return (uint32_t)wg_constant_operand(b, i, k) == (uint32_t)wg_constant_operand(b, other, n);
    return i->op[k] == other->op[n];
}

/* Lower and upper half of the same product are one wide multiplication. */
static void special_product(wg_builder *b, const wg_insn *i)
{
    const wg_basic_block *block = &b->program->blocks[b->v.block_of[i->index - b->v.first]];
    if (i->size[0] != 4)
        return;
    for (uint32_t n = block->first; n < block->first + block->count; n++) {
        const wg_insn *high = &b->program->insns[n];
        bool is_high = high->opcode == WG_OP_mul && high->flags & WG_FLAG_HI && high->type[0] == WG_TYPE_U32;
        if (is_high && b->v.live[n - b->v.first] &&
            ((same_operand(b, i, 1, high, 1) && same_operand(b, i, 2, high, 2)) ||
             (same_operand(b, i, 1, high, 2) && same_operand(b, i, 2, high, 1))))
            wg_eliminate(&b->out[i->index]);
    }
}

/* By a constant: a multiplication with its inverse. */
static void special_division(wg_builder *b, const wg_insn *i)
{
    if (!wg_is_constant(i, 2))
        return;
    uint64_t by = wg_constant_operand(b, i, 2);
    bool is_rest = i->opcode == WG_OP_rem, is_power = by && !(by & (by - 1));
    if (is_power)
        WG_EXPAND(&b->out[i->index], WG_ON(ALU, 3));
    else if (is_rest)
        WG_EXPAND(&b->out[i->index], WG_ON(FMAHEAVY, 2), WG_ON(ALU, 2));
    else
        WG_EXPAND(&b->out[i->index], WG_ON(FMAHEAVY, 1), WG_ON(ALU, 2));
}

static bool adds_float_to_shared(const wg_insn *i)
{
    bool is_float = i->type[0] == WG_TYPE_F32 || i->type[0] == WG_TYPE_F64;
    return i->space == WG_MOD_SHARED && i->order == WG_MOD_NONE && i->action == WG_MOD_ADD && is_float &&
           i->vec == WG_MOD_NONE;
}

static void special_memory(wg_builder *b, const wg_insn *i)
{
    wg_machine_insn *m = &b->out[i->index];
    if (i->class == WG_CLASS_LOAD && i->merge == WG_MERGED_AWAY)
        wg_eliminate(m);
    if (i->class != WG_CLASS_ATOMIC)
        return;
    if (i->merge == WG_ATOMIC_SUMMED) /* elect a lane, count or add up, and let it go ahead */
        WG_EXPAND(m, WG_ON(LSU, 2), WG_ON(ALU, 3), WG_ON(UNIFORM, 1), WG_ON(XU, 1));
    else if (i->merge == WG_ATOMIC_SUMMED_WHEN_FULL) /* the sum of the lanes before each, too */
        WG_EXPAND(m, WG_ON(LSU, 9), WG_ON(ALU, 8), WG_ON(FMAHEAVY, 7), WG_ON(XU, 1), WG_ON(NONE, 1));
    else if (adds_float_to_shared(i)) /* compare and swap until it holds */
        WG_EXPAND(m, WG_ON(LSU, 2), WG_ON(FMA, 1), WG_ON(ALU, 1), WG_ON(CBU, 2), WG_ON(NONE, 1));
}

/* Neighbouring constants are loaded in pairs. */
static void special_constant(wg_builder *b, const wg_insn *i)
{
    if (wg_is_constant(i, 1))
        WG_EXPAND(&b->out[i->index], WG_ON(NONE, 0.5f));
    else if (!wg_operand_varies(&b->v, i, 1))
        WG_EXPAND(&b->out[i->index], WG_ON(NONE, 1));
}

/* A double fits into an instruction with its upper half only; others are made in uniform registers, before a loop if
 * there is one. */
static void special_double(wg_builder *b, const wg_insn *i)
{
    bool loops = b->loops.loop_of[b->v.block_of[i->index - b->v.first] - b->v.first_block] != WG_NO_LOOP;
    for (int k = 1; k < i->operand_count && i->class == WG_CLASS_F64 && !loops; k++) {
        const wg_insn *from = wg_definition(&b->v, i, k);
        bool moved = from && wg_role_of(b, from) == WG_ROLE_MOVE && wg_is_constant(from, 1);
        const wg_insn *holder = moved ? from : i;
        int operand = moved ? 1 : k;
        if (wg_is_constant(holder, operand) && (uint32_t)wg_constant_operand(b, holder, operand))
            b->out[i->index].on[WG_PIPE_NONE] += 2;
    }
}

void wg_peephole(wg_builder *b, const wg_insn *i)
{
    static void (*const CASES[])(wg_builder * b, const wg_insn *i) = {
        [WG_ROLE_MOVE] = special_move,
        [WG_ROLE_PREDICATE] = special_predicate,
        [WG_ROLE_COMPARE] = special_compare,
        [WG_ROLE_NARROW] = special_narrow,
        [WG_ROLE_DIVISION] = special_division,
        [WG_ROLE_MEMORY] = special_memory,
        [WG_ROLE_CONSTANT] = special_constant,
        [WG_ROLE_PRODUCT] = special_product,
        [WG_ROLE_FLOAT] = special_double,
        [WG_ROLE_FLOAT_SUM] = special_double,
        [WG_ROLE_FLOAT_PRODUCT] = special_double,
    };
    wg_role k = wg_role_of(b, i);
    if (k < sizeof CASES / sizeof *CASES && CASES[k])
        CASES[k](b, i);
    find_symbol(b, i);
}

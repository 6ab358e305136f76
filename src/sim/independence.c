/* SPDX-License-Identifier: Apache-2.0 */
/* Values that come from memory, or from anything else that another run may find different, are marked, and all that is
 * computed from them, until nothing changes. Then no branch, no guard and no address may be marked. The order of
 * instructions does not count, so that a register that ever holds such a value is taken to hold one always. */
#include "sim/independence.h"

#include <stdlib.h>

enum { UNIT = 4 }; /* bytes of the smallest row, a predicate's */

typedef struct marks {
    const wg_program *program;
    bool *marked; /* one for each unit of the frame */
} marks;

/* The thread's place, and nothing that depends on when and where it runs. */
static bool is_place(wg_sreg sreg)
{
    return (sreg >= WG_SREG_TID_X && sreg <= WG_SREG_NWARPID) ||
           (sreg >= WG_SREG_LANEMASK_EQ && sreg <= WG_SREG_LANEMASK_GE);
}

static bool slot_is_marked(const marks *m, wg_slot slot)
{
    return slot >= 0 && m->marked[slot / UNIT];
}

static bool operand_is_marked(const marks *m, const wg_insn *i, int k)
{
    if (!i->length[k])
        return slot_is_marked(m, i->op[k]);
    for (int n = 0; n < i->length[k]; n++)
        if (slot_is_marked(m, i->list[i->op[k] + n]))
            return true;
    return false;
}

static bool mark_slot(const marks *m, wg_slot slot)
{
    bool is_new = slot >= 0 && !m->marked[slot / UNIT];
    if (is_new)
        m->marked[slot / UNIT] = true;
    return is_new;
}

static bool mark_results(const marks *m, const wg_insn *i)
{
    bool changed = false;
    for (int k = 0; k < i->destinations; k++) {
        if (!i->length[k])
            changed |= mark_slot(m, i->op[k]);
        for (int n = 0; n < i->length[k]; n++)
            changed |= mark_slot(m, i->list[i->op[k] + n]);
    }
    return changed;
}

static bool touches_memory(const wg_insn *i)
{
    bool is_access = i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC ||
                     i->class == WG_CLASS_TEXTURE || i->opcode == WG_OP_cp_async;
    return is_access && !wg_insn_reads_constant(i);
}

/* The carry is no row: whoever reads it may have it from anywhere. */
static bool reads_carry(const wg_insn *i)
{
    return i->opcode == WG_OP_addc || i->opcode == WG_OP_subc || i->opcode == WG_OP_madc;
}

/* One round; true: something is marked that was not. */
static bool spread(const marks *m)
{
    bool changed = false;
    for (uint32_t n = 0; n < m->program->insn_count; n++) {
        const wg_insn *i = &m->program->insns[n];
        bool is_marked = touches_memory(i) || reads_carry(i) || slot_is_marked(m, i->guard);
        for (int k = i->destinations; k < i->operand_count && !is_marked; k++)
            is_marked = operand_is_marked(m, i, k);
        if (is_marked)
            changed |= mark_results(m, i);
    }
    return changed;
}

/* Of loads and stores the address is the first that is read; of others whatever they read may be one. */
static bool address_is_marked(const marks *m, const wg_insn *i)
{
    bool plain = i->opcode == WG_OP_ld || i->opcode == WG_OP_st || i->opcode == WG_OP_red || i->opcode == WG_OP_atom;
    int first = i->destinations, end = plain ? first + 1 : i->operand_count;
    for (int k = first; k < end && k < i->operand_count; k++)
        if (operand_is_marked(m, i, k))
            return true;
    return false;
}

static bool is_clear(const marks *m)
{
    const wg_program *p = m->program;
    for (uint32_t n = 0; n < p->insn_count; n++) {
        const wg_insn *i = &p->insns[n];
        if (slot_is_marked(m, i->guard) || (touches_memory(i) && address_is_marked(m, i)))
            return false;
    }
    for (uint32_t b = 0; b < p->block_count; b++) {
        const wg_basic_block *block = &p->blocks[b];
        if (block->end == WG_END_CALL || block->end == WG_END_TRAP)
            return false;
        for (int k = 0; block->end == WG_END_INDEXED && k < block->last->operand_count; k++)
            if (operand_is_marked(m, block->last, k))
                return false;
    }
    return true;
}

bool wg_program_is_independent(const wg_program *program)
{
    if (program->order_matters || program->uses_grid_workspace || program->function_count != 1)
        return false;
    const wg_function *kernel = &program->functions[0];
    if (kernel->copied_count) /* its parameters lie in memory that it may write */
        return false;
    marks m = {program, wg_alloc(kernel->frame_bytes / UNIT + 1)};
    for (uint32_t k = 0; k < kernel->sreg_count; k++)
        if (!is_place(kernel->sregs[k].sreg))
            mark_slot(&m, kernel->sregs[k].slot);
    while (spread(&m)) {
    }
    bool clear = is_clear(&m);
    free(m.marked);
    return clear;
}

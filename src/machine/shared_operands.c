/* SPDX-License-Identifier: Apache-2.0 */
/* GPUs whose arithmetic takes one operand from shared memory: a load that only feeds such an instruction is part of it.
 * Its address is that in a register and a short offset; what lies further away takes an addition first. */
#include "machine/adapt.h"

#include <string.h>

enum { ADDRESS_REGISTERS = 4 };

static bool is_shared_load(const wg_insn *i)
{
    return i->class == WG_CLASS_LOAD && wg_insn_names_shared(i) && i->memory_bytes == WG_WORD;
}

static bool takes_operand(const wg_adapter *a, const wg_insn *i)
{
    static const bool OPCODES[WG_OPCODE_COUNT] = {
        [WG_OP_add] = true,   [WG_OP_addc] = true,  [WG_OP_sub] = true, [WG_OP_subc] = true,
        [WG_OP_mul] = true,   [WG_OP_mul24] = true, [WG_OP_mad] = true, [WG_OP_madc] = true,
        [WG_OP_mad24] = true, [WG_OP_fma] = true,   [WG_OP_min] = true, [WG_OP_max] = true,
    };
    return (i->class == WG_CLASS_F32 || i->class == WG_CLASS_INT) && i->size[0] == WG_WORD &&
           !wg_adapted(a, i)->has_operand && OPCODES[i->opcode];
}

/* Nobody writes shared memory between the two. */
static bool sees_the_same(const wg_adapter *a, const wg_insn *load, const wg_insn *reader)
{
    if (reader->index < load->index ||
        a->v.block_of[load->index - a->v.first] != a->v.block_of[reader->index - a->v.first])
        return false;
    for (uint32_t n = load->index + 1; n < reader->index; n++) {
        const wg_insn *i = &a->program->insns[n];
        bool writes = i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_BARRIER;
        if (writes && wg_insn_space(i) != WG_SPACE_GLOBAL)
            return false;
    }
    return true;
}

/* The one instruction that could take the word straight from memory; NULL: none. */
static const wg_insn *only_reader(const wg_adapter *a, const wg_insn *load, wg_slot word)
{
    const wg_vreg *value = wg_vreg_of(&a->v, word);
    if (!value || value->use_count != 1 || value->defs != 1 || a->v.uses[value->use].operand == WG_GUARD)
        return NULL;
    const wg_insn *reader = &a->program->insns[a->v.uses[value->use].insn];
    return takes_operand(a, reader) && load->guard == reader->guard && sees_the_same(a, load, reader) ? reader : NULL;
}

/* Words that stay loads are moves from shared memory. */
void wg_fold_shared_load(const wg_adapter *a, const wg_insn *load)
{
    wg_machine_insn *m = wg_adapted(a, load);
    const wg_slot *words;
    if (!is_shared_load(load))
        return;
    unsigned count = wg_operand_slots(load, 0, &words), left = 0;
    for (unsigned k = 0; k < count; k++) {
        const wg_insn *reader = only_reader(a, load, words[k]);
        if (reader)
            wg_adapted(a, reader)->has_operand = true;
        left += !reader;
    }
    m->is_operand = !left;
    wg_issue_on(m, WG_PIPE_LSU, (float)left);
}

/* What an address register points to: so far behind what the program has in a register. */
typedef struct window {
    wg_slot base;
    int64_t offset;
} window;

static bool is_within(const window *w, const window *access, int64_t reach)
{
    return w->base == access->base && access->offset >= w->offset && access->offset < w->offset + reach;
}

/* Whether one of the registers reaches the access; if not, the one used longest ago is set. */
static bool reaches(window *windows, const wg_insn *i, int operand, int64_t reach)
{
    window now = {i->op[operand], i->imm};
    int found = 0;
    while (found < ADDRESS_REGISTERS - 1 && !is_within(&windows[found], &now, reach))
        found++;
    bool is_there = is_within(&windows[found], &now, reach);
    if (is_there)
        now = windows[found];
    memmove(windows + 1, windows, (size_t)found * sizeof *windows);
    windows[0] = now;
    return is_there || (now.offset >= 0 && now.offset < reach);
}

void wg_reach_shared(const wg_adapter *a, const wg_basic_block *block)
{
    window windows[ADDRESS_REGISTERS];
    for (int k = 0; k < ADDRESS_REGISTERS; k++)
        windows[k] = (window){WG_SLOT_NONE, 0};
    for (uint32_t n = block->first; n < block->first + block->count; n++) {
        const wg_insn *i = &a->program->insns[n];
        bool is_access = (i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE) && wg_insn_names_shared(i);
        int operand = i->class == WG_CLASS_LOAD;
        if (!is_access || i->op[operand] < 0 || i->length[operand] ||
            reaches(windows, i, operand, a->target->shared_reach))
            continue;
        wg_issue_on(wg_adapted(a, i), WG_PIPE_ALU, wg_adapted(a, i)->on[WG_PIPE_ALU] + 1);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/roles.h"

#include "base/arena.h"
#include "machine/loops.h"
#include "machine/values.h"

#include <stdlib.h>

typedef struct search {
    const wg_values *values;
    wg_insn_role *roles;
} search;

/* Sets of registers are by slot / 4. Marks those of an instruction's operands; true: some are new. */
static bool mark(const search *s, const wg_insn *i, int first, int end, bool *marked)
{
    bool is_new = false;
    for (int k = first; k < end; k++) {
        const wg_slot *slots;
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            if (!wg_vreg_of(s->values, slots[n]))
                continue;
            is_new |= !marked[slots[n] / 4];
            marked[slots[n] / 4] = true;
        }
    }
    return is_new;
}

static bool has_marked(const search *s, const wg_insn *i, int first, int end, const bool *marked)
{
    for (int k = first; k < end; k++) {
        const wg_slot *slots;
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            if (wg_vreg_of(s->values, slots[n]) && marked[slots[n] / 4])
                return true;
    }
    return false;
}

static bool mark_results(const search *s, const wg_insn *i, bool *marked)
{
    return mark(s, i, 0, i->destinations, marked);
}

static bool reads_marked(const search *s, const wg_insn *i, const bool *marked)
{
    return has_marked(s, i, i->destinations, i->operand_count, marked);
}

/* ---- what is stored ---- */

/* The first operand that is a value, not an address: stores have theirs after the address, loads have none. */
static int first_value(const wg_insn *i)
{
    switch ((wg_class)i->class) {
    case WG_CLASS_LOAD:
    case WG_CLASS_TEXTURE: return i->operand_count;
    case WG_CLASS_STORE:
    case WG_CLASS_ATOMIC: return i->destinations + 1;
    default: return i->destinations;
    }
}

static bool has_effect(const wg_insn *i)
{
    return i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC;
}

/* One pass from the end to the beginning; true: something was found that may lead to more. */
static bool follow(search *s, bool *wanted)
{
    bool is_new = false;
    for (uint32_t n = s->values->end; n-- > s->values->first;) {
        const wg_insn *i = &s->values->program->insns[n];
        wg_insn_role *role = &s->roles[n];
        role->is_payload = role->is_payload || has_effect(i) || has_marked(s, i, 0, i->destinations, wanted);
        if (role->is_payload)
            is_new |= mark(s, i, first_value(i), i->operand_count, wanted);
    }
    return is_new;
}

static void find_payload(search *s)
{
    bool *wanted = wg_alloc(s->values->value_count + 1);
    for (uint32_t n = s->values->first; n < s->values->end; n++)
        s->roles[n].is_payload = false;
    while (follow(s, wanted))
        ;
    free(wanted);
}

/* ---- what was loaded ---- */

static void find_indirect(search *s)
{
    bool *loaded = wg_alloc(s->values->value_count + 1), is_new = true;
    while (is_new) {
        is_new = false;
        for (uint32_t n = s->values->first; n < s->values->end; n++) {
            const wg_insn *i = &s->values->program->insns[n];
            bool is_load = i->class == WG_CLASS_LOAD && !wg_insn_reads_constant(i), reads = reads_marked(s, i, loaded);
            s->roles[n].is_indirect |= is_load && reads;
            if (is_load || reads)
                is_new |= mark_results(s, i, loaded);
        }
    }
    free(loaded);
}

/* ---- loops ---- */

/* Whether operand k is only added to, so that several partial results would do: sums, extremes, copies. */
static bool is_summed(const wg_insn *i, int k)
{
    switch ((wg_opcode)i->opcode) {
    case WG_OP_add:
    case WG_OP_sub:
    case WG_OP_min:
    case WG_OP_max:
    case WG_OP_and:
    case WG_OP_or:
    case WG_OP_xor:
    case WG_OP_mov: return true;
    case WG_OP_fma:
    case WG_OP_mad: return k == i->operand_count - 1;
    default: return false;
    }
}

typedef struct carried {
    const search *s;
    uint32_t first, end;   /* instructions of the loop */
    const wg_insn *around; /* whose result the next iteration reads */
    uint8_t *states;       /* of each: bit 0: depends on that by sums alone, bit 1: by more */
} carried;

/* What operand k of an instruction hands on of the states of those that compute it, earlier in the iteration. */
static uint8_t states_of(const carried *c, uint32_t n, int k)
{
    const wg_insn *insns = c->s->values->program->insns;
    const wg_slot *slots, *written;
    unsigned count = wg_operand_slots(&insns[n], k, &slots);
    uint8_t states = 0;
    for (unsigned j = 0; j < count; j++) {
        uint32_t from = n;
        bool is_written = false;
        while (!is_written && from-- > c->first)
            for (int d = 0; d < insns[from].destinations && !is_written; d++)
                for (unsigned w = wg_operand_slots(&insns[from], d, &written); w-- > 0;)
                    is_written |= written[w] == slots[j];
        bool is_carried = !is_written && slots[j] >= 0;
        for (int d = 0; d < c->around->destinations && is_carried; d++)
            for (unsigned w = wg_operand_slots(c->around, d, &written); w-- > 0;)
                states |= written[w] == slots[j];
        states |= is_written ? c->states[from - c->first] : 0;
    }
    return is_summed(&insns[n], k) || !states ? states : 2;
}

/* The result of an instruction, as the next iteration has it, comes back to it by way of more than sums. */
static bool is_recurrent(carried *c)
{
    const wg_insn *insns = c->s->values->program->insns;
    for (uint32_t n = c->first; n < c->end; n++) {
        c->states[n - c->first] = 0;
        for (int k = insns[n].destinations; k < insns[n].operand_count; k++)
            c->states[n - c->first] |= states_of(c, n, k);
    }
    return c->states[c->around - insns - c->first] & 2;
}

/* Marks the registers whose values follow from those of the last iteration by more than sums; false: there are none. */
static bool mark_recurrences(const search *s, uint32_t first, uint32_t end, bool *marked)
{
    enum { MOST = 512 }; /* of longer ones all is */
    carried c = {.s = s, .first = first, .end = end, .states = wg_alloc(end - first + 1)};
    bool found = false;
    for (uint32_t n = first; n < end; n++) {
        c.around = &s->values->program->insns[n];
        if (c.around->destinations && (end - first > MOST || is_recurrent(&c)))
            found |= mark_results(s, c.around, marked);
    }
    for (bool is_new = found; is_new;) {
        is_new = false;
        for (uint32_t n = first; n < end; n++)
            if (reads_marked(s, &s->values->program->insns[n], marked))
                is_new |= mark_results(s, &s->values->program->insns[n], marked);
    }
    free(c.states);
    return found;
}

/* What a loop computes from its last iteration is work of each thread, not a way to get at it. */
static void mark_loop(search *s, uint32_t first, uint32_t end)
{
    const wg_insn *insns = s->values->program->insns, *last = &insns[end - 1];
    bool *marked = wg_alloc(s->values->value_count + 1), recurs = mark_recurrences(s, first, end, marked);
    for (uint32_t n = first; n < end; n++) {
        s->roles[n].is_serial |= recurs && !s->roles[n].is_looped; /* inner loops come first */
        s->roles[n].is_looped = true;
        s->roles[n].is_payload |= reads_marked(s, &insns[n], marked);
    }
    bool is_driven = last->guard != WG_SLOT_NONE && wg_vreg_of(s->values, last->guard) && marked[last->guard / 4];
    s->roles[end - 1].latch = is_driven ? WG_LATCH_NONE : recurs ? WG_LATCH_SERIAL : WG_LATCH_PARALLEL;
    free(marked);
}

static void mark_loops(search *s)
{
    const wg_basic_block *blocks = s->values->program->blocks;
    wg_loops loops = wg_loops_find(s->values);
    for (uint32_t k = 0; k < loops.count; k++) {
        const wg_basic_block *header = &blocks[loops.loops[k].header], *latch = &blocks[loops.loops[k].latch];
        if (latch->cost)
            mark_loop(s, header->first, latch->first + latch->cost);
    }
    wg_loops_free(&loops);
}

wg_insn_role *wg_insn_roles_find(const wg_program *program)
{
    wg_values values;
    wg_insn_role *roles = wg_alloc((program->insn_count + 1) * sizeof *roles);
    for (uint32_t n = 0; n < program->insn_count; n++)
        roles[n].is_payload = true;
    if (!wg_values_find(program, 0, &values))
        return roles;
    search s = {.values = &values, .roles = roles};
    find_payload(&s);
    find_indirect(&s);
    mark_loops(&s);
    wg_values_free(&values);
    return roles;
}

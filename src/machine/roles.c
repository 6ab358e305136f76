/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/roles.h"

#include "base/arena.h"
#include "machine/loops.h"
#include "machine/values.h"

#include <stdlib.h>

typedef struct search {
    const wg_values *values;
    wg_insn_role *roles;
    bool *wanted; /* by slot / 4: the register's value is part of what is stored */
} search;

static bool want(search *s, const wg_insn *i, int operand)
{
    const wg_slot *slots;
    unsigned count = wg_operand_slots(i, operand, &slots);
    bool is_new = false;
    for (unsigned k = 0; k < count; k++) {
        if (!wg_vreg_of(s->values, slots[k]))
            continue;
        is_new |= !s->wanted[slots[k] / 4];
        s->wanted[slots[k] / 4] = true;
    }
    return is_new;
}

static bool is_wanted(const search *s, const wg_insn *i)
{
    for (int k = 0; k < i->destinations; k++) {
        const wg_slot *slots;
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            if (wg_vreg_of(s->values, slots[n]) && s->wanted[slots[n] / 4])
                return true;
    }
    return false;
}

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
static bool follow(search *s)
{
    bool is_new = false;
    for (uint32_t n = s->values->end; n-- > s->values->first;) {
        const wg_insn *i = &s->values->program->insns[n];
        wg_insn_role *role = &s->roles[n];
        role->is_payload = role->is_payload || has_effect(i) || is_wanted(s, i);
        for (int k = first_value(i); role->is_payload && k < i->operand_count; k++)
            is_new |= want(s, i, k);
    }
    return is_new;
}

static void mark_loops(search *s)
{
    wg_loops loops = wg_loops_find(s->values);
    for (uint32_t n = s->values->first; n < s->values->end; n++)
        for (uint32_t k = 0; k < loops.count; k++)
            s->roles[n].is_looped |= wg_loop_has(&loops.loops[k], s->values->block_of[n - s->values->first]);
    for (uint32_t k = 0; k < loops.count; k++) {
        const wg_basic_block *latch = &s->values->program->blocks[loops.loops[k].latch];
        if (latch->cost)
            s->roles[latch->first + latch->cost - 1].is_latch = true;
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
    search s = {.values = &values, .roles = roles, .wanted = wg_alloc(values.value_count + 1)};
    for (uint32_t n = values.first; n < values.end; n++)
        roles[n].is_payload = false;
    while (follow(&s))
        ;
    mark_loops(&s);
    free(s.wanted);
    wg_values_free(&values);
    return roles;
}

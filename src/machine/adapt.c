/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/adapt.h"

#include "base/arena.h"
#include "machine/registers.h"

#include <stdlib.h>

wg_machine_insn *wg_adapted(const wg_adapter *a, const wg_insn *i)
{
    return &a->machine->insns[i->index];
}

void wg_issue_on(wg_machine_insn *m, wg_pipe pipe, float count)
{
    m->issues += count - m->on[pipe];
    m->on[pipe] = count;
    m->pipe = (uint8_t)(count > m->on[m->pipe] ? pipe : m->pipe);
}

void wg_move_to_pipe(wg_machine_insn *m, wg_pipe from, wg_pipe to)
{
    float count = m->on[from];
    wg_issue_on(m, from, 0);
    wg_issue_on(m, to, m->on[to] + count);
}

bool wg_multiplies(const wg_insn *i)
{
    static const bool OPCODES[WG_OPCODE_COUNT] = {
        [WG_OP_mul] = true, [WG_OP_mul24] = true, [WG_OP_mad] = true, [WG_OP_madc] = true, [WG_OP_mad24] = true};
    return OPCODES[i->opcode];
}

static void adapt_insn(const wg_adapter *a, const wg_insn *i)
{
    const wg_target *t = a->target;
    if (!t->has_uniform_datapath)
        wg_lower_uniform(a, i);
    if (t->int_lanes == WG_INT_LANES_F32)
        wg_share_lanes(a, i);
    if (t->has_short_addresses) {
        wg_shorten_address(a, i);
        wg_split_product(a, i);
    }
    if (t->has_shared_operands)
        wg_fold_shared_load(a, i);
}

static void adapt_function(const wg_adapter *a)
{
    for (uint32_t n = a->v.first; n < a->v.end; n++)
        if (a->v.live[n - a->v.first])
            adapt_insn(a, &a->program->insns[n]);
    for (uint32_t b = a->v.first_block; a->target->shared_reach && b < a->v.end_block; b++)
        wg_reach_shared(a, &a->program->blocks[b]);
}

/* Nobody can be asked about the registers of such code, and what does not fit is not known. */
static void count_registers(wg_machine *machine, const wg_program *program)
{
    uint16_t *alive = wg_alloc((program->insn_count + 1) * sizeof *alive);
    machine->registers = wg_registers_estimate(program, machine, &machine->target, alive);
    free(alive);
    machine->frame = 0;
    for (uint32_t n = 0; n < machine->count; n++)
        machine->insns[n].spilled = machine->insns[n].filled = 0;
}

void wg_machine_adapt(wg_machine *machine, const wg_program *program)
{
    wg_adapter a = {.target = &machine->target, .program = program, .machine = machine};
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (!wg_values_find(program, f, &a.v))
            continue;
        adapt_function(&a);
        wg_values_free(&a.v);
    }
    if (machine->target.is_foreign)
        count_registers(machine, program);
}

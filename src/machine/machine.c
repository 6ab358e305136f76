/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas makes of each instruction.
 *
 * An instruction starts as what it becomes by itself: a row of expansions.def. Then what stands around it counts, in
 * the order of build():
 *     peephole.c     its operands: a division by a constant, a special register read before, a load that is part of a
 *                    wider one
 *     narrowing.c    64-bit values of which one half is needed
 *     folding.c      what readers absorb: the shift and the sum that are one LEA, the offset that is part of the
 * address unrolling.c    loops: counters that are paid once for several rounds, work that is done before the loop
 *     predication.c  short branches that become predicates, and what diverging lanes cost
 * Instructions nobody needs cost nothing from the start (values.c). What differs from one architecture to the next is
 * in the target; those that cannot run such code have it adapted at the end (adapt.c). None of this asks a compiler. */
#include "machine/adapt.h"
#include "machine/builder.h"
#include "machine/registers.h"
#include "machine/spills.h"
#include "sim/rows.h"

#include <stdlib.h>
#include <string.h>

const char *wg_pipe_name(wg_pipe pipe)
{
    static const char *const NAMES[] = {
#define PIPE(id, name) name,
#include "machine/pipes.def"
    };
    return NAMES[pipe];
}

/* ---- what one is made of ---- */

void wg_expand(wg_machine_insn *m, const wg_share *shares, unsigned count)
{
    memset(m->on, 0, sizeof m->on);
    for (unsigned s = 0; s < count; s++)
        m->on[shares[s].pipe] += shares[s].count;
}

void wg_eliminate(wg_machine_insn *m)
{
    memset(m->on, 0, sizeof m->on);
}

void wg_scale(wg_machine_insn *m, float by)
{
    for (int p = 0; p < WG_PIPE_COUNT; p++)
        m->on[p] *= by;
}

float wg_issues(const wg_machine_insn *m)
{
    float issues = 0;
    for (int p = 0; p < WG_PIPE_COUNT; p++)
        issues += m->on[p];
    return issues;
}

/* ---- the function at hand ---- */

wg_role wg_role_of(const wg_builder *b, const wg_insn *i)
{
    return (wg_role)b->roles[i->index];
}

bool wg_has_role(const wg_builder *b, const wg_insn *i, uint32_t roles)
{
    return roles >> wg_role_of(b, i) & 1;
}

bool wg_same_block(const wg_builder *b, const wg_insn *one, const wg_insn *other)
{
    return b->v.block_of[one->index - b->v.first] == b->v.block_of[other->index - b->v.first];
}

uint64_t wg_constant_operand(const wg_builder *b, const wg_insn *i, int operand)
{
    return wg_constant_value(b->program, i->op[operand], i->size[operand] ? i->size[operand] : 4);
}

bool wg_adds_constant(const wg_insn *i)
{
    return wg_is_constant(i, 1) || wg_is_constant(i, 2);
}

/* ---- pipes that share the work ---- */

/* Sums of two registers go to the multiplier as often as not: it has time. */
static void balance(wg_builder *b, const wg_insn *i)
{
    wg_machine_insn *m = &b->out[i->index];
    if (wg_role_of(b, i) == WG_ROLE_ADD && i->size[0] == 4 && !wg_adds_constant(i) && !b->absorbed[i->index] &&
        m->on[WG_PIPE_ALU] == 1)
        WG_EXPAND(m, WG_ON(FMAHEAVY, 1));
    else if (wg_role_of(b, i) == WG_ROLE_MOVE && m->on[WG_PIPE_ALU] == 1)
        WG_EXPAND(m, WG_ON(FMAHEAVY, 0.5f), WG_ON(ALU, 0.5f));
}

/* ---- the whole ---- */

static bool touches_global(const wg_builder *b, const wg_insn *i)
{
    return wg_role_of(b, i) == WG_ROLE_MEMORY && !wg_insn_names_shared(i) && wg_insn_space(i) != WG_SPACE_LOCAL;
}

/* The stack pointer; before the first access the descriptor of global memory. */
static void begin(wg_builder *b)
{
    wg_machine_insn *m = &b->out[b->v.first];
    m->on[WG_PIPE_ADU] += 1;
    m->on[WG_PIPE_ALU] += b->program->local_bytes > 0;
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        if (b->v.live[n - b->v.first] && touches_global(b, &b->program->insns[n])) {
            b->out[wg_hoist_point(b, n, b->v.first)].on[WG_PIPE_NONE] += 1;
            return;
        }
}

/* Integers that are the same in all lanes are computed on the uniform datapath. */
static void make_uniform(wg_builder *b, const wg_insn *i)
{
    wg_machine_insn *m = &b->out[i->index];
    bool is_simple = wg_has_role(
        b, i, WG_BIT(ADD) | WG_BIT(SUBTRACT) | WG_BIT(SHIFT) | WG_BIT(LOGIC) | WG_BIT(FUSED) | WG_BIT(PRODUCT));
    if (!is_simple || wg_result_varies(&b->v, i))
        return;
    m->on[WG_PIPE_UNIFORM] += m->on[WG_PIPE_ALU] + m->on[WG_PIPE_FMAHEAVY];
    m->on[WG_PIPE_ALU] = m->on[WG_PIPE_FMAHEAVY] = 0;
}

static bool can_use_fmaheavy(const wg_builder *b, const wg_insn *i)
{
    return wg_has_role(b, i, WG_BIT(ADD) | WG_BIT(MOVE) | WG_BIT(SUBTRACT) | WG_BIT(SHIFT) | WG_BIT(SELECT));
}

static void finish(wg_machine_insn *m)
{
    m->issues = wg_issues(m);
    for (int p = 0; p < WG_PIPE_COUNT; p++)
        if (m->on[p] > m->on[m->pipe])
            m->pipe = (uint8_t)p;
    if (m->issues == 0)
        m->latency = WG_LATENCY_NONE;
}

/* The uniform datapath knows no floating-point numbers: those are constants, or have a register in every lane. */
static bool is_uniform(const wg_builder *b, const wg_insn *i, int operand)
{
    bool is_float = i->class == WG_CLASS_F16 || i->class == WG_CLASS_F32 || i->class == WG_CLASS_F64;
    const wg_insn *from = wg_definition(&b->v, i, operand);
    return !wg_operand_varies(&b->v, i, operand) && (!is_float || (from && wg_insn_reads_constant(from)));
}

static uint8_t uniform_operands(const wg_builder *b, const wg_insn *i)
{
    uint8_t uniform = 0;
    for (int k = i->destinations; k < WG_MAX_OPERANDS && k < 8; k++)
        uniform |= (uint8_t)(is_uniform(b, i, k) << k);
    return uniform;
}

static bool keeps_all_bits(const wg_insn *i)
{
    return (i->opcode == WG_OP_mul || i->opcode == WG_OP_mad) && i->flags & (WG_FLAG_WIDE | WG_FLAG_HI);
}

static void start(wg_builder *b, uint32_t n)
{
    const wg_insn *i = &b->program->insns[n];
    const wg_expansion *e = wg_expansion_find(b->target->expansions, i);
    wg_machine_insn *m = &b->out[n];
    b->roles[n] = e->role;
    *m = (wg_machine_insn){.latency = e->latency,
                           .destinations = i->destinations,
                           .is_wide = keeps_all_bits(i),
                           .uniform = uniform_operands(b, i),
                           .issues_with = n};
    if (b->v.live[n - b->v.first])
        wg_expand(m, e->on, WG_MOST_SHARES);
}

static bool is_live(const wg_builder *b, uint32_t n)
{
    return b->v.live[n - b->v.first];
}

/* What instructions become by themselves, with their operands, and with those around them. */
static void select_instructions(wg_builder *b)
{
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        start(b, n);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        if (is_live(b, n))
            wg_peephole(b, &b->program->insns[n]);
    wg_narrow(b);
    for (uint32_t n = b->v.end; n-- > b->v.first;) {
        bool is_widening = wg_role_of(b, &b->program->insns[n]) == WG_ROLE_WIDEN;
        if (is_live(b, n) && wg_issues(&b->out[n]) + is_widening > 0)
            wg_fold(b, &b->program->insns[n]);
    }
}

static void build(wg_builder *b)
{
    select_instructions(b);
    for (uint32_t l = 0; l < b->loops.count; l++)
        wg_unroll(b, &b->loops.loops[l]);
    for (uint32_t n = b->v.first; n < b->v.end; n++) {
        wg_hoist(b, &b->program->insns[n]);
        balance(b, &b->program->insns[n]);
        make_uniform(b, &b->program->insns[n]);
    }
    for (uint32_t k = b->v.end_block; k-- > b->v.first_block;)
        wg_predicate_branch(b, k);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        wg_load_parameter(b, &b->program->insns[n]);
    if (b->v.first == b->program->blocks[b->program->functions[0].entry].first)
        begin(b);
    for (uint32_t n = b->v.first; n < b->v.end; n++) {
        b->out[n].can_use_fmaheavy = can_use_fmaheavy(b, &b->program->insns[n]);
        finish(&b->out[n]);
    }
}

static void build_functions(wg_builder *b)
{
    for (uint32_t f = 0; f < b->program->function_count; f++) {
        if (!wg_values_find(b->program, f, &b->v))
            continue;
        b->loops = wg_loops_find(&b->v);
        wg_find_divergence(b);
        build(b);
        wg_loops_free(&b->loops);
        wg_values_free(&b->v);
    }
}

/* Code that is adapted later has the registers of what it is adapted from until then: they are what the order of its
 * instructions goes by. */
static void keep_in_registers(const wg_program *program, wg_machine *machine)
{
    const wg_target *as = machine->target.is_foreign ? wg_target_find(90) : &machine->target;
    uint16_t *alive = wg_alloc((program->insn_count + 1) * sizeof *alive);
    machine->registers = wg_registers_estimate(program, machine, as, alive);
    for (uint32_t n = 0; n < program->insn_count; n++)
        machine->insns[n].alive = alive[n];
    wg_spills_estimate(program, machine, alive, wg_registers_allowed(program, &as->registers));
    free(alive);
}

wg_machine *wg_machine_new(const wg_program *program, const wg_target *target)
{
    size_t count = program->insn_count + 1;
    wg_machine *machine = wg_alloc(sizeof *machine);
    machine->count = program->insn_count;
    machine->target = *target;
    machine->is_foreign = target->is_foreign;
    machine->insns = wg_alloc(count * sizeof *machine->insns);
    wg_builder b = {.program = program, .target = target, .out = machine->insns};
    b.roles = wg_alloc(count);
    b.absorbed = wg_alloc(count);
    b.low_half_only = wg_alloc(count * sizeof *b.low_half_only);
    b.high_half_zero = wg_alloc(count * sizeof *b.high_half_zero);
    build_functions(&b);
    free(b.roles);
    free(b.absorbed);
    free(b.low_half_only);
    free(b.high_half_zero);
    keep_in_registers(program, machine);
    wg_machine_adapt(machine, program);
    return machine;
}

void wg_machine_free(wg_machine *machine)
{
    if (!machine)
        return;
    free(machine->insns);
    free(machine);
}

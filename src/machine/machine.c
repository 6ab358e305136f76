/* SPDX-License-Identifier: Apache-2.0 */
/* What ptxas makes of each instruction.
 *
 * An instruction starts as what it becomes by itself: a row of expansions.def. Then what stands around it counts, in
 * the order of build(): peephole.c  its operands: a division by a constant, a special register read before, a load that
 * is part of a wider one; narrowing.c 64-bit values of which one half is needed; folding.c   what readers take in: the
 * shift and the sum that are one LEA, the offset that is part of the address; unrolling.c loops: counters that are paid
 * once for several rounds, work that is done before the loop; predication.c short branches that become predicates, and
 * what parting lanes cost. Instructions nobody needs cost nothing from the start (values.c). None of this asks a
 * compiler; the numbers were learnt from what nvcc 13.0 does for sm_90 and are checked against counters of an H200 by
 * tests/unit/test_machine.c. */
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

/* ---- one instruction by itself ---- */

enum { WG_CLASS_ANY = WG_CLASS_COUNT, SHARES = 6 };

typedef struct expansion {
    const char *begins;
    uint8_t class, bytes, role, latency;
    wg_share on[SHARES];
} expansion;

/* clang-format off */
static const expansion EXPANSIONS[] = {
#define NOTHING {WG_PIPE_NONE, 0}
#define ON(pipe, count) WG_ON(pipe, count)
#define EXPANSION(begins, class, bytes, role, latency, ...) \
    {begins, WG_CLASS_##class, bytes, WG_ROLE_##role, WG_LATENCY_##latency, {__VA_ARGS__}},
#include "machine/expansions.def"
};
/* clang-format on */

static const expansion *expansion_of(const wg_insn *i)
{
    for (const expansion *e = EXPANSIONS;; e++)
        if (wg_insn_begins(i, e->begins) && (e->class == WG_CLASS_ANY || e->class == i->class) &&
            (!e->bytes || e->bytes == i->size[0]))
            return e;
}

void wg_become(wg_machine_insn *m, const wg_share *shares, unsigned count)
{
    memset(m->on, 0, sizeof m->on);
    for (unsigned s = 0; s < count; s++)
        m->on[shares[s].pipe] += shares[s].count;
}

void wg_vanish(wg_machine_insn *m)
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
    if (wg_role_of(b, i) == WG_ROLE_ADD && i->size[0] == 4 && !wg_adds_constant(i) && !b->took[i->index] &&
        m->on[WG_PIPE_ALU] == 1)
        WG_BECOME(m, WG_ON(FMAHEAVY, 1));
    else if (wg_role_of(b, i) == WG_ROLE_MOVE && m->on[WG_PIPE_ALU] == 1)
        WG_BECOME(m, WG_ON(FMAHEAVY, 0.5f), WG_ON(ALU, 0.5f));
}

/* ---- the whole ---- */

static bool touches_global(const wg_builder *b, const wg_insn *i)
{
    return wg_role_of(b, i) == WG_ROLE_MEMORY && !strstr(i->source->spelling, ".shared") &&
           !strstr(i->source->spelling, ".local");
}

/* The stack pointer; before the first access the descriptor of global memory. */
static void begin(wg_builder *b)
{
    wg_machine_insn *m = &b->out[b->v.first];
    m->on[WG_PIPE_ADU] += 1;
    m->on[WG_PIPE_ALU] += b->program->local_bytes > 0;
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        if (b->v.live[n - b->v.first] && touches_global(b, &b->program->insns[n])) {
            b->out[wg_out_of_loops(b, n, b->v.first)].on[WG_PIPE_NONE] += 1;
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

static bool is_either(const wg_builder *b, const wg_insn *i)
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
    bool is_constant = from && (wg_insn_begins(from, "ld.param") || wg_insn_begins(from, "ld.const"));
    return !wg_operand_varies(&b->v, i, operand) && (!is_float || is_constant);
}

static uint8_t uniform_operands(const wg_builder *b, const wg_insn *i)
{
    uint8_t uniform = 0;
    for (int k = b->v.destinations[i->index - b->v.first]; k < WG_MAX_OPERANDS && k < 8; k++)
        uniform |= (uint8_t)(is_uniform(b, i, k) << k);
    return uniform;
}

static bool keeps_all_bits(const wg_insn *i)
{
    return i->class == WG_CLASS_INT && (wg_insn_begins(i, "mul.wide") || wg_insn_begins(i, "mad.wide") ||
                                        wg_insn_begins(i, "mul.hi") || wg_insn_begins(i, "mad.hi"));
}

static void start(wg_builder *b, uint32_t n)
{
    const wg_insn *i = &b->program->insns[n];
    const expansion *e = expansion_of(i);
    wg_machine_insn *m = &b->out[n];
    b->roles[n] = e->role;
    *m = (wg_machine_insn){.latency = e->latency,
                           .destinations = b->v.destinations[n - b->v.first],
                           .is_wide = keeps_all_bits(i),
                           .uniform = uniform_operands(b, i),
                           .with = n};
    if (b->v.live[n - b->v.first])
        wg_become(m, e->on, SHARES);
}

static void build(wg_builder *b)
{
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        start(b, n);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        if (b->v.live[n - b->v.first])
            wg_peephole(b, &b->program->insns[n]);
    wg_narrow(b);
    for (uint32_t n = b->v.end; n-- > b->v.first;)
        if (b->v.live[n - b->v.first] &&
            wg_issues(&b->out[n]) + (wg_role_of(b, &b->program->insns[n]) == WG_ROLE_WIDEN) > 0)
            wg_fold(b, &b->program->insns[n]);
    for (uint32_t l = 0; l < b->loops.count; l++)
        wg_unroll(b, &b->loops.loops[l]);
    for (uint32_t n = b->v.first; n < b->v.end; n++) {
        wg_hoist(b, &b->program->insns[n]);
        balance(b, &b->program->insns[n]);
        make_uniform(b, &b->program->insns[n]);
    }
    for (uint32_t k = b->v.end_block; k-- > b->v.first_block;)
        wg_branch(b, k);
    for (uint32_t n = b->v.first; n < b->v.end; n++)
        wg_load_parameter(b, &b->program->insns[n]);
    if (b->v.first == b->program->blocks[b->program->functions[0].entry].first)
        begin(b);
    for (uint32_t n = b->v.first; n < b->v.end; n++) {
        b->out[n].is_either = is_either(b, &b->program->insns[n]);
        finish(&b->out[n]);
    }
}

static void keep_in_registers(const wg_program *program, wg_machine *machine)
{
    uint16_t *alive = wg_alloc((program->insn_count + 1) * sizeof *alive);
    machine->registers = wg_registers_estimate(program, machine, alive);
    for (uint32_t n = 0; n < program->insn_count; n++)
        machine->insns[n].alive = alive[n];
    wg_spills_estimate(program, machine, alive, wg_registers_allowed(program));
    free(alive);
}

wg_machine *wg_machine_new(const wg_program *program)
{
    wg_machine *machine = wg_alloc(sizeof *machine);
    machine->count = program->insn_count;
    machine->insns = wg_alloc((program->insn_count + 1) * sizeof *machine->insns);
    wg_builder b = {.program = program, .out = machine->insns};
    b.roles = wg_alloc(program->insn_count + 1);
    b.took = wg_alloc(program->insn_count + 1);
    b.small = wg_alloc((program->insn_count + 1) * sizeof *b.small);
    b.flat = wg_alloc((program->insn_count + 1) * sizeof *b.flat);
    for (uint32_t f = 0; f < program->function_count; f++) {
        if (!wg_values_find(program, f, &b.v))
            continue;
        b.loops = wg_loops_find(&b.v);
        wg_part_lanes(&b);
        build(&b);
        wg_loops_free(&b.loops);
        wg_values_free(&b.v);
    }
    free(b.roles);
    free(b.took);
    free(b.small);
    free(b.flat);
    keep_in_registers(program, machine);
    return machine;
}

void wg_machine_free(wg_machine *machine)
{
    if (!machine)
        return;
    free(machine->insns);
    free(machine);
}

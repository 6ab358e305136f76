/* SPDX-License-Identifier: Apache-2.0 */
/* Liveness over the instructions that are left.
 *
 * An instruction that disappeared needs no register: whoever reads its result reads its operands. Predicates,
 * constants, parameters and integers that are the same in all lanes have registers of their own. What is left is alive
 * from where it is computed to where it is last read, around loops too; each block's instructions are walked backwards
 * with the set of what is alive, counted in words of 32 bits.
 *
 * With some registers (32 on sm_90) a multiprocessor can be full of threads, so ptxas has no reason to do with less: it
 * moves loads up, to wait for several at once, across branches that have become predicates and rounds of a loop it
 * unrolled. That many loads are added, up to as many. */
#include "machine/registers.h"

#include "machine/values.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 16, DEEPEST = 8, GRAIN = 8, WARP = 32 };

typedef struct liveness {
    const wg_machine *machine;
    const wg_target *target;
    wg_values v;
    uint32_t *number; /* by value: of those that take registers, from 1; 0: it takes none */
    uint8_t *words;   /* by number: how many */
    uint32_t count;
    bool *alive;     /* by number: at the point looked at */
    bool **at_entry; /* by block: the same where it begins */
} liveness;

static bool is_gone(const liveness *l, const wg_insn *i)
{
    const wg_machine_insn *m = &l->machine->insns[i->index];
    return m->issues == 0 && (i->class != WG_CLASS_LOAD || m->is_operand);
}

/* A value that only exists in the operands of others. */
static const wg_insn *folded(const liveness *l, const wg_vreg *value)
{
    const wg_insn *i = value->defs == 1 ? &l->v.program->insns[value->def] : NULL;
    return i && is_gone(l, i) ? i : NULL;
}

static void number_values(liveness *l, const wg_insn *i)
{
    const wg_slot *slots;
    bool is_uniform = (i->class == WG_CLASS_INT || i->class == WG_CLASS_MOVE || i->class == WG_CLASS_LOAD) &&
                      i->destinations && !wg_result_varies(&l->v, i);
    for (int k = 0; k < i->destinations && !is_uniform; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            const wg_vreg *value = wg_vreg_of(&l->v, slots[n]);
            bool is_address = l->target->has_short_addresses && i->class != WG_CLASS_F64;
            uint8_t words = is_address && i->size[k] ? 1 : (uint8_t)((i->size[k] + 3) / 4);
            if (!value || !value->use_count || !words || folded(l, value) || l->number[value - l->v.values])
                continue;
            l->number[value - l->v.values] = ++l->count;
            l->words[l->count] = words;
        }
    }
}

static void make_alive(liveness *l, wg_slot slot, int depth)
{
    const wg_vreg *value = wg_vreg_of(&l->v, slot);
    const wg_slot *slots;
    if (!value || depth > DEEPEST)
        return;
    const wg_insn *i = folded(l, value);
    if (!i) {
        l->alive[l->number[value - l->v.values]] = true;
        return;
    }
    for (int k = i->destinations; k < WG_MAX_OPERANDS; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            make_alive(l, slots[n], depth + 1);
    }
}

/* From behind an instruction to before it. */
static void step_back(liveness *l, const wg_insn *i)
{
    const wg_slot *slots;
    uint8_t destinations = i->destinations;
    if (!l->v.live[i->index - l->v.first] || (is_gone(l, i) && destinations))
        return;
    for (int k = 0; k < destinations && i->guard == WG_SLOT_NONE; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            if (wg_vreg_of(&l->v, slots[n]))
                l->alive[l->number[wg_vreg_of(&l->v, slots[n]) - l->v.values]] = false;
    }
    for (int k = destinations; k < WG_MAX_OPERANDS; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            make_alive(l, slots[n], 0);
    }
}

static unsigned pressure(const liveness *l)
{
    unsigned words = 0;
    for (uint32_t n = 1; n <= l->count; n++)
        words += l->alive[n] ? l->words[n] : 0;
    return words;
}

static void enter_from(liveness *l, uint32_t block)
{
    const bool *entry = block == WG_NO_BLOCK ? NULL : l->at_entry[block - l->v.first_block];
    for (uint32_t n = 1; entry && n <= l->count; n++)
        l->alive[n] |= entry[n];
}

/* Returns whether the block's entry has changed; alive, if not NULL, gets the pressure at each of its instructions. */
static bool walk(liveness *l, uint32_t block, uint16_t *alive)
{
    const wg_basic_block *at = &l->v.program->blocks[block];
    bool changed = false, *entry = l->at_entry[block - l->v.first_block];
    memset(l->alive, 0, (l->count + 1) * sizeof *l->alive);
    enter_from(l, at->next);
    enter_from(l, at->end == WG_END_BRANCH ? at->taken : WG_NO_BLOCK);
    for (uint32_t t = 0; t < at->target_count; t++)
        enter_from(l, at->targets[t]);
    for (uint32_t n = at->first + at->cost; n-- > at->first;) {
        step_back(l, &l->v.program->insns[n]);
        if (alive)
            alive[n] = (uint16_t)(pressure(l) + l->target->registers.reserved);
    }
    for (uint32_t n = 1; n <= l->count; n++) {
        changed = changed || (l->alive[n] && !entry[n]);
        entry[n] |= l->alive[n];
    }
    return changed;
}

/* What is alive where blocks begin, until nothing changes. */
static void find_entries(liveness *l)
{
    uint32_t blocks = l->v.end_block - l->v.first_block;
    l->at_entry = wg_alloc((blocks + 1) * sizeof *l->at_entry);
    for (uint32_t b = 0; b < blocks; b++)
        l->at_entry[b] = wg_alloc((l->count + 1) * sizeof **l->at_entry);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = l->v.end_block; b-- > l->v.first_block;)
            changed |= walk(l, b, NULL);
    }
}

static void free_entries(liveness *l)
{
    for (uint32_t b = 0; b < l->v.end_block - l->v.first_block; b++)
        free(l->at_entry[b]);
    free(l->at_entry);
}

static unsigned most_alive(liveness *l, uint16_t *alive)
{
    l->number = wg_alloc(l->v.value_count * sizeof *l->number);
    l->words = wg_alloc(l->v.value_count + 1);
    for (uint32_t n = l->v.first; n < l->v.end; n++)
        if (l->v.live[n - l->v.first])
            number_values(l, &l->v.program->insns[n]);
    l->alive = wg_alloc((l->count + 1) * sizeof *l->alive);
    find_entries(l);
    unsigned most = 0;
    for (uint32_t b = l->v.first_block; b < l->v.end_block; b++)
        walk(l, b, alive);
    for (uint32_t n = l->v.first; n < l->v.end; n++)
        most = alive[n] > most ? alive[n] : most;
    free_entries(l);
    free(l->alive);
    free(l->words);
    free(l->number);
    return most;
}

/* ---- loads under way at once ---- */

static unsigned words_loaded(const liveness *l, const wg_insn *i)
{
    const wg_slot *slots;
    unsigned words = 0, count = wg_operand_slots(i, 0, &slots);
    bool waits = i->class == WG_CLASS_LOAD || i->class == WG_CLASS_TEXTURE;
    if (!waits || !l->v.live[i->index - l->v.first] || !wg_result_varies(&l->v, i))
        return 0;
    for (unsigned n = 0; n < count; n++)
        words += wg_vreg_of(&l->v, slots[n]) && wg_vreg_of(&l->v, slots[n])->use_count ? (i->size[0] + 3u) / 4 : 0;
    return words;
}

/* How many rounds of its loop ptxas does at once: the jump back is paid once for them. */
static unsigned rounds(const liveness *l, const wg_basic_block *block)
{
    float jump = block->end == WG_END_BRANCH ? l->machine->insns[block->last->index].on[WG_PIPE_NONE] : 0;
    return jump > 0 && jump < 1 ? 4 : 1;
}

static bool is_predicated(const liveness *l, const wg_basic_block *block)
{
    return block->cost && l->machine->insns[block->first].is_predicated;
}

/* Of blocks that have grown together, those where most is loaded. */
static unsigned most_loaded(const liveness *l)
{
    unsigned most = 0, words = 0;
    for (uint32_t b = l->v.first_block; b < l->v.end_block; b++) {
        const wg_basic_block *block = &l->v.program->blocks[b];
        bool grown = is_predicated(l, block) || (b > l->v.first_block && is_predicated(l, block - 1));
        words = grown ? words : 0;
        for (uint32_t n = block->first; n < block->first + block->cost; n++) {
            words = l->v.program->insns[n].class == WG_CLASS_BARRIER ? 0 : words; /* loads behind it stay behind it */
            words += words_loaded(l, &l->v.program->insns[n]) * rounds(l, block);
            most = words > most ? words : most;
        }
    }
    return most;
}

unsigned wg_registers_allowed(const wg_program *program, const wg_register_file *file)
{
    const wg_ptx_function *kernel = program->kernel;
    uint64_t threads = 1, blocks = kernel->minnctapersm ? kernel->minnctapersm : 1; /* the parser bounds both */
    unsigned most = file->most;
    for (int d = 0; d < 3; d++) {
        uint32_t size = kernel->reqntid[d] ? kernel->reqntid[d] : kernel->maxntid[d];
        threads *= size ? size : 1;
    }
    threads = (threads + WARP - 1) / WARP * WARP;
    uint64_t each = file->total / (threads * blocks) / GRAIN * GRAIN;
    most = each < most ? (unsigned)each : most;
    if (kernel->maxnreg && kernel->maxnreg < most)
        most = kernel->maxnreg;
    return most < LEAST ? LEAST : most;
}

uint16_t wg_registers_estimate(const wg_program *program, const wg_machine *machine, const wg_target *target,
                               uint16_t *alive)
{
    unsigned most = 0, plenty = target->registers.plenty;
    for (uint32_t f = 0; f < program->function_count; f++) {
        liveness l = {.machine = machine, .target = target};
        if (!wg_values_find(program, f, &l.v))
            continue;
        unsigned words = most_alive(&l, alive), loaded = words + most_loaded(&l);
        words = words >= plenty ? words : loaded > plenty ? plenty : loaded;
        most = words > most ? words : most;
        wg_values_free(&l.v);
    }
    unsigned limit = wg_registers_allowed(program, &target->registers);
    return (uint16_t)(most < LEAST ? LEAST : most > limit ? limit : most);
}

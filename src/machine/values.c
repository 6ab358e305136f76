/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/values.h"

#include <stdlib.h>

unsigned wg_operand_slots(const wg_insn *i, int operand, const wg_slot **slots)
{
    if (i->length[operand]) {
        *slots = &i->list[i->op[operand]];
        return i->length[operand];
    }
    *slots = &i->op[operand];
    return 1;
}

wg_vreg *wg_vreg_of(const wg_values *v, wg_slot slot)
{
    return slot >= 0 && (uint32_t)slot / 4 < v->value_count ? &v->values[slot / 4] : NULL;
}

bool wg_is_constant(const wg_insn *i, int operand)
{
    return operand < i->operand_count && !i->length[operand] && i->op[operand] < 0 && i->op[operand] != WG_SLOT_NONE;
}

const wg_insn *wg_definition(const wg_values *v, const wg_insn *i, int operand)
{
    const wg_vreg *value = i->length[operand] ? NULL : wg_vreg_of(v, i->op[operand]);
    return value && value->defs == 1 ? &v->program->insns[value->def] : NULL;
}

bool wg_operand_varies(const wg_values *v, const wg_insn *i, int operand)
{
    const wg_slot *slots;
    unsigned count = wg_operand_slots(i, operand, &slots);
    for (unsigned n = 0; n < count; n++) {
        const wg_vreg *value = wg_vreg_of(v, slots[n]);
        if (value && value->varies)
            return true;
    }
    return false;
}

bool wg_result_varies(const wg_values *v, const wg_insn *i)
{
    return wg_operand_varies(v, i, 0);
}

static bool has_effect(const wg_insn *i)
{
    static const bool EFFECT[WG_CLASS_COUNT] = {
        [WG_CLASS_STORE] = true, [WG_CLASS_ATOMIC] = true,  [WG_CLASS_WARP] = true,
        [WG_CLASS_FENCE] = true, [WG_CLASS_CONTROL] = true, [WG_CLASS_BARRIER] = true,
    };
    return EFFECT[i->class] || i->opcode == WG_OP_cp_async || i->qualifiers & WG_QUALIFIER_VOLATILE;
}

/* ---- definitions and uses ---- */

static void count_definitions(wg_values *v, const wg_insn *i)
{
    const wg_slot *slots;
    for (int k = 0; k < i->destinations; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            wg_vreg *value = wg_vreg_of(v, slots[n]);
            if (value) {
                value->def = i->index;
                value->defs++;
            }
        }
    }
}

/* Calls visit for each value an instruction reads. */
static void each_read(wg_values *v, const wg_insn *i, void (*visit)(wg_values *v, wg_vreg *value, wg_use use))
{
    const wg_slot *slots;
    for (int k = i->destinations; k < WG_MAX_OPERANDS; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++)
            if (wg_vreg_of(v, slots[n]))
                visit(v, wg_vreg_of(v, slots[n]), (wg_use){i->index, (uint8_t)k});
    }
    if (wg_vreg_of(v, i->guard))
        visit(v, wg_vreg_of(v, i->guard), (wg_use){i->index, WG_GUARD});
}

static void count_use(wg_values *v, wg_vreg *value, wg_use use)
{
    (void)v;
    (void)use;
    value->use_count++;
}

static void place_use(wg_values *v, wg_vreg *value, wg_use use)
{
    v->uses[value->use + value->use_count++] = use;
}

static void find_uses(wg_values *v)
{
    for (uint32_t n = v->first; n < v->end; n++)
        each_read(v, &v->program->insns[n], count_use);
    uint32_t total = 0;
    for (uint32_t k = 0; k < v->value_count; k++) {
        v->values[k].use = total;
        total += v->values[k].use_count;
        v->values[k].use_count = 0;
    }
    v->uses = wg_alloc((total + 1) * sizeof *v->uses);
    for (uint32_t n = v->first; n < v->end; n++)
        each_read(v, &v->program->insns[n], place_use);
}

/* ---- dead code ---- */

static bool writes_live(const wg_values *v, const wg_insn *i)
{
    const wg_slot *slots;
    for (int k = 0; k < i->destinations; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            const wg_vreg *value = wg_vreg_of(v, slots[n]);
            for (uint32_t u = 0; value && u < value->use_count; u++)
                if (v->live[v->uses[value->use + u].insn - v->first] && v->uses[value->use + u].insn != i->index)
                    return true;
        }
    }
    return false;
}

/* Until nothing changes: most functions need two rounds, backwards. */
static void find_live(wg_values *v)
{
    for (uint32_t n = v->first; n < v->end; n++)
        v->live[n - v->first] = has_effect(&v->program->insns[n]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = v->end; n-- > v->first;)
            if (!v->live[n - v->first] && writes_live(v, &v->program->insns[n]))
                changed = v->live[n - v->first] = true;
    }
}

/* ---- the same in all lanes ---- */

static bool sreg_varies(wg_sreg sreg)
{
    return sreg <= WG_SREG_TID_Z || sreg == WG_SREG_LANEID ||
           (sreg >= WG_SREG_LANEMASK_EQ && sreg <= WG_SREG_LANEMASK_GE);
}

bool wg_result_is_loaded(const wg_insn *i)
{
    return !wg_insn_reads_constant(i) &&
           (i->class == WG_CLASS_LOAD || i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_TEXTURE ||
            i->class == WG_CLASS_WARP || i->class == WG_CLASS_TENSOR);
}

static bool computes_varying(const wg_values *v, const wg_insn *i)
{
    if (wg_result_is_loaded(i))
        return true;
    for (int k = i->destinations; k < WG_MAX_OPERANDS; k++)
        if (wg_operand_varies(v, i, k))
            return true;
    const wg_vreg *guard = wg_vreg_of(v, i->guard);
    return guard && guard->varies;
}

static bool propagate(wg_values *v, const wg_insn *i)
{
    bool changed = false;
    const wg_slot *slots;
    if (!i->destinations || !computes_varying(v, i))
        return false;
    for (int k = 0; k < i->destinations; k++) {
        unsigned count = wg_operand_slots(i, k, &slots);
        for (unsigned n = 0; n < count; n++) {
            wg_vreg *value = wg_vreg_of(v, slots[n]);
            changed = changed || (value && !value->varies);
            if (value)
                value->varies = true;
        }
    }
    return changed;
}

void wg_values_propagate(wg_values *v)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = v->first; n < v->end; n++)
            changed |= propagate(v, &v->program->insns[n]);
    }
}

/* What goes around a loop is in the lanes' registers, the same or not, and so is what is computed from it: but for
 * counters. */
static bool goes_around(const wg_values *v, const wg_vreg *value)
{
    if (value->defs < 2)
        return false;
    const wg_insn *i = &v->program->insns[value->def];
    bool counts = i->opcode == WG_OP_add && i->class == WG_CLASS_INT &&
                  (wg_vreg_of(v, i->op[1]) == value || wg_vreg_of(v, i->op[2]) == value);
    return !counts;
}

static void find_varying(wg_values *v, const wg_function *function)
{
    for (uint32_t k = 0; k < v->value_count; k++)
        v->values[k].varies = goes_around(v, &v->values[k]);
    for (uint32_t s = 0; s < function->sreg_count; s++)
        if (wg_vreg_of(v, function->sregs[s].slot))
            wg_vreg_of(v, function->sregs[s].slot)->varies = sreg_varies(function->sregs[s].sreg);
    wg_values_propagate(v);
}

/* ---- all of it ---- */

/* Where the blocks of a function end: those of the next one with a body begin there. */
static uint32_t end_block_of(const wg_program *program, uint32_t function)
{
    for (uint32_t f = function + 1; f < program->function_count; f++)
        if (program->functions[f].builtin < 0)
            return program->functions[f].entry;
    return program->block_count;
}

static void find_blocks(wg_values *v)
{
    for (uint32_t b = v->first_block; b < v->end_block; b++)
        for (uint32_t n = 0; n < v->program->blocks[b].cost; n++)
            v->block_of[v->program->blocks[b].first + n - v->first] = b;
}

bool wg_values_find(const wg_program *program, uint32_t index, wg_values *out)
{
    const wg_function *function = &program->functions[index];
    if (function->builtin >= 0)
        return false;
    uint32_t end = end_block_of(program, index);
    const wg_basic_block *last = &program->blocks[end - 1];
    wg_values v = {.program = program,
                   .first_block = function->entry,
                   .end_block = end,
                   .first = program->blocks[function->entry].first,
                   .end = last->first + last->cost,
                   .value_count = function->frame_bytes / 4 + 1};
    v.values = wg_alloc(v.value_count * sizeof *v.values);
    v.live = wg_alloc((v.end - v.first + 1) * sizeof *v.live);
    v.block_of = wg_alloc((v.end - v.first + 1) * sizeof *v.block_of);
    for (uint32_t k = 0; k < v.value_count; k++)
        v.values[k] = (wg_vreg){.def = WG_NO_INSN};
    find_blocks(&v);
    for (uint32_t n = v.first; n < v.end; n++)
        count_definitions(&v, &program->insns[n]);
    find_uses(&v);
    find_live(&v);
    find_varying(&v, function);
    *out = v;
    return true;
}

void wg_values_free(wg_values *v)
{
    free(v->values);
    free(v->uses);
    free(v->live);
    free(v->block_of);
}

uint32_t wg_largest_frame(const wg_program *program)
{
    uint32_t bytes = 0;
    for (uint32_t f = 0; f < program->function_count; f++)
        bytes = program->functions[f].frame_bytes > bytes ? program->functions[f].frame_bytes : bytes;
    return bytes;
}

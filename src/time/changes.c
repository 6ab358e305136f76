/* SPDX-License-Identifier: Apache-2.0 */
/* What-ifs are changes that somebody can program, each as far as a good programmer gets. So none of them makes bytes
 * disappear that have to be moved: what a block asks for comes to it at least once, and each byte that a launch touches
 * comes from memory as it does now. */
#include "time/changes.h"

#include "caches/cache.h"

#include <math.h>

/* A block that asks for a word less often than this has nothing to keep it for. */
static const double REUSED = 1.5;
/* … and of shared memory: a word that is stored there is loaded so often. */
static const double SHARED_REUSED = 4;

/* ---- what an instruction does ---- */

static bool is_global(const wg_insn_facts *f, wg_class class)
{
    wg_space space = wg_insn_space(f->insn);
    return f->insn->class == class && f->demand.requests > 0 && space != WG_SPACE_SHARED && space != WG_SPACE_LOCAL &&
           !wg_insn_reads_constant(f->insn);
}

static bool is_reused_load(const wg_insn_facts *f)
{
    return is_global(f, WG_CLASS_LOAD) && !f->role.is_indirect && wg_demand_reuse(&f->demand) >= REUSED;
}

static bool is_shared_operand(const wg_insn_facts *f)
{
    return f->insn->class == WG_CLASS_LOAD && wg_insn_space(f->insn) == WG_SPACE_SHARED && !f->role.is_indirect &&
           f->shared_reuse >= SHARED_REUSED;
}

/* All lanes load one value. */
static bool is_uniform_load(const wg_insn_facts *f)
{
    return is_global(f, WG_CLASS_LOAD) && f->lanes > 0.5 &&
           4 * f->demand.words <= 1.01 * fmax(f->bytes, 4) * f->demand.requests;
}

/* … which are few for the whole launch, so that constant memory would hold them. */
static bool is_constant(const wg_insn_facts *f)
{
    enum { CONSTANT_BYTES = 65536 };
    double words = f->demand.uniform_words, of_block = f->demand.block_words / fmax(f->demand.blocks, 1);
    return is_uniform_load(f) && f->demand.blocks >= 2 && words <= fmin(CONSTANT_BYTES / 4, 1.25 * of_block);
}

/* Lanes lie side by side, each with so few bytes that four of them would fit into one access. */
static bool is_narrow(const wg_insn_facts *f)
{
    bool is_access = is_global(f, WG_CLASS_LOAD) || is_global(f, WG_CLASS_STORE);
    double needed = WG_LANES * f->lanes * f->bytes;
    return is_access && f->bytes <= 8 && 4 * f->demand.words >= 0.9 * needed * f->demand.requests &&
           WG_SECTOR_BYTES * f->demand.sectors <= (needed + 2 * WG_SECTOR_BYTES) * f->demand.requests;
}

static bool is_overhead(const wg_insn_facts *f)
{
    switch ((wg_class)f->insn->class) {
    case WG_CLASS_LOAD: return wg_insn_reads_constant(f->insn);
    case WG_CLASS_STORE:
    case WG_CLASS_ATOMIC:
    case WG_CLASS_TEXTURE:
    case WG_CLASS_WARP:
    case WG_CLASS_BARRIER:
    case WG_CLASS_TENSOR: return false;
    default: return !f->role.is_payload;
    }
}

static bool is_division(const wg_insn *i)
{
    return i->class == WG_CLASS_INT && (i->opcode == WG_OP_div || i->opcode == WG_OP_rem);
}

/* ---- instructions ---- */

static void scale(wg_sm_insn *i, float factor)
{
    i->issues *= factor;
    i->more *= factor;
    for (int k = 0; k < i->use_count; k++)
        i->uses[k].count *= factor;
}

/* Nothing is left of it: its result is there as soon as its sources. */
static void vanish(wg_sm_insn *i)
{
    i->action = WG_SM_COMPUTE;
    i->issues = i->more = i->latency = 0;
    i->use_count = 0;
}

static bool is_memory(const wg_sm_insn *i)
{
    return i->action == WG_SM_LOAD || i->action == WG_SM_STORE || i->action == WG_SM_ATOMIC || i->action == WG_SM_COPY;
}

static void use_shared(wg_sm_insn *i)
{
    i->action = WG_SM_SHARED;
    i->latency = 0;
    i->slower = 0;
    for (int k = 0; k < i->use_count; k++) /* its addresses have 32 bits */
        i->uses[k].count *= i->uses[k].pipe == WG_SM_ADDRESS ? 0.5F : 1;
}

/* What all lanes read one after another comes four words at a time. */
static void load_from_tile(wg_sm_insn *i, bool is_uniform)
{
    use_shared(i);
    if (!is_uniform)
        return;
    scale(i, 0.25F);
    for (int k = 0; k < i->use_count; k++)
        i->uses[k].paid = 1 - 0.25F;
}

/* A multiplication by the reciprocal, a shift and a correction. */
static void divide_quickly(wg_sm_insn *i)
{
    const float MULTIPLIED = 3;
    if (i->issues <= MULTIPLIED)
        return;
    i->latency *= MULTIPLIED / i->issues;
    scale(i, MULTIPLIED / i->issues);
}

static void use_single(wg_sm_insn *i)
{
    for (int k = 0; k < i->use_count; k++) {
        if (i->uses[k].pipe != WG_SM_FP64)
            continue;
        i->uses[k].pipe = WG_SM_FMA;
        i->latency = fminf(i->latency, 4);
    }
}

void wg_change_insn(const wg_insn_facts *f, wg_what_if what_if, wg_sm_insn *i)
{
    switch (what_if) {
    case WG_WHAT_IF_no_barriers:
        if (i->action == WG_SM_BARRIER)
            i->action = WG_SM_COMPUTE;
        break;
    case WG_WHAT_IF_convergent: scale(i, (float)f->lanes); break;
    case WG_WHAT_IF_tiled:
        if (is_reused_load(f))
            load_from_tile(i, is_uniform_load(f));
        break;
    case WG_WHAT_IF_constant:
        if (is_constant(f))
            vanish(i);
        break;
    case WG_WHAT_IF_privatised:
        if (i->action == WG_SM_ATOMIC)
            use_shared(i);
        break;
    case WG_WHAT_IF_no_division:
        if (is_division(f->insn))
            divide_quickly(i);
        break;
    case WG_WHAT_IF_single_precision: use_single(i); break;
    case WG_WHAT_IF_in_registers:
        if (wg_insn_space(f->insn) == WG_SPACE_LOCAL)
            vanish(i);
        break;
    case WG_WHAT_IF_memory_only:
        if (!is_memory(i) && i->action != WG_SM_BARRIER) {
            i->action = i->action == WG_SM_SHARED ? WG_SM_COMPUTE : i->action;
            i->issues = 0;
            i->use_count = 0;
        }
        break;
    case WG_WHAT_IF_compute_only:
        if (is_memory(i)) {
            i->action = WG_SM_COMPUTE;
            i->use_count = 0;
            i->more = 0;
            i->latency = 0;
        }
        break;
    default: break;
    }
}

/* ---- executions ---- */

double wg_change_compulsory(const wg_demand *d)
{
    return d->requests > 0 ? 4 * d->block_words / d->requests / WG_SECTOR_BYTES : 0;
}

/* What one load brings too much may be what the next one wants: only the rest can be spared. */
static void move_once(const wg_insn_facts *f, double spared, wg_op_change *c)
{
    double least = wg_change_compulsory(&f->demand);
    c->l2 = f->l2 > least ? 1 - spared * (1 - least / f->l2) : 1;
    c->dram = f->dram > least ? 1 - spared * (1 - least / f->dram) : 1;
}

wg_op_change wg_change_op(const wg_insn_facts *f, wg_what_if what_if)
{
    wg_op_change c = {.l2 = 1, .dram = 1, .passes = INFINITY};
    if (what_if == WG_WHAT_IF_coalesced && (is_global(f, WG_CLASS_LOAD) || is_global(f, WG_CLASS_STORE))) {
        c.narrows = true;
        move_once(f, f->spared, &c);
    }
    if (what_if == WG_WHAT_IF_tiled && is_reused_load(f)) {
        c.narrows = true;
        c.fills = f->demand.block_words / f->demand.requests / WG_LANES;
        move_once(f, 1, &c);
    }
    if (what_if == WG_WHAT_IF_once)
        c.dram = f->overfetch > 1 ? 1 / f->overfetch : 1;
    if (what_if == WG_WHAT_IF_privatised && f->insn->class == WG_CLASS_ATOMIC)
        c.passes = 2;
    if (what_if == WG_WHAT_IF_table && f->words > 1)
        c.passes = 1;
    return c;
}

/* ---- two threads in one ---- */

unsigned wg_change_threads(wg_what_if what_if)
{
    switch (what_if) {
    case WG_WHAT_IF_double_work: return 2;
    case WG_WHAT_IF_register_tile:
    case WG_WHAT_IF_unrolled:
    case WG_WHAT_IF_vector: return 4;
    default: return 1;
    }
}

wg_second wg_change_second(const wg_insn_facts *f, wg_what_if what_if)
{
    if (what_if == WG_WHAT_IF_vector)
        return is_narrow(f) ? WG_SECOND_JOINS : is_overhead(f) ? WG_SECOND_GONE : WG_SECOND_STAYS;
    if (what_if == WG_WHAT_IF_register_tile)
        return is_overhead(f) || is_reused_load(f) || is_shared_operand(f) ? WG_SECOND_GONE : WG_SECOND_STAYS;
    if (what_if == WG_WHAT_IF_unrolled && f->role.is_looped && is_overhead(f) && !is_division(f->insn))
        return WG_SECOND_GONE;
    if (what_if == WG_WHAT_IF_unrolled && f->role.is_serial)
        return WG_SECOND_FOLLOWS;
    return WG_SECOND_STAYS;
}

wg_joined wg_change_joined(wg_what_if what_if, bool has_few_blocks)
{
    if (what_if == WG_WHAT_IF_unrolled)
        return WG_JOINED_ITERATIONS;
    return what_if == WG_WHAT_IF_register_tile || has_few_blocks ? WG_JOINED_WARPS : WG_JOINED_BLOCKS;
}

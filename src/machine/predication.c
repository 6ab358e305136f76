/* SPDX-License-Identifier: Apache-2.0 */
/* Branches: short ones become predicates; at others the lanes of a warp part (BSSY) and meet again (BSYNC). */
#include "machine/builder.h"

#include "sim/rows.h"

static bool can_predicate(const wg_builder *b, const wg_basic_block *block)
{
    float issues = 0;
    for (uint32_t n = block->first; n < block->first + block->count; n++) {
        const wg_insn *i = &b->program->insns[n];
        if (i->class == WG_CLASS_WARP || i->class == WG_CLASS_BARRIER || wg_role_of(b, i) == WG_ROLE_FLOW)
            return false;
        issues += b->out[n].issues_with == n ? wg_issues(&b->out[n]) : 0;
    }
    return issues <= (float)b->target->longest_predicated;
}

static void predicate(wg_builder *b, const wg_basic_block *block, const wg_insn *branch)
{
    for (uint32_t n = block->first; n < block->first + block->cost; n++) {
        b->out[n].is_predicated = true;
        if (b->out[n].issues_with == n)
            b->out[n].issues_with = b->out[branch->index].issues_with;
    }
    if (block->end == WG_END_BRANCH)
        wg_eliminate(&b->out[block->last->index]);
    wg_eliminate(&b->out[branch->index]);
}

/* Behind blocks that only jump on. */
static uint32_t resolve(const wg_builder *b, uint32_t block)
{
    for (int steps = 0; block != WG_NO_BLOCK && steps < 8; steps++) {
        const wg_basic_block *at = &b->program->blocks[block];
        bool jumps = at->end == WG_END_BRANCH && at->last->guard == WG_SLOT_NONE;
        if (at->count || (at->end != WG_END_FALL && !jumps))
            break;
        block = jumps ? at->taken : at->next;
    }
    return block;
}

/* Where a block without choice goes; WG_NO_BLOCK: it has one. */
static uint32_t only_way(const wg_builder *b, uint32_t block)
{
    const wg_basic_block *at = &b->program->blocks[block];
    if (at->end == WG_END_FALL)
        return resolve(b, at->next);
    return at->end == WG_END_BRANCH && at->last->guard == WG_SLOT_NONE ? resolve(b, at->taken) : WG_NO_BLOCK;
}

static bool can_skip(const wg_builder *b, uint32_t block)
{
    return b->loops.predecessors[block - b->v.first_block] == 1 && can_predicate(b, &b->program->blocks[block]);
}

static bool is_return(const wg_builder *b, uint32_t block)
{
    const wg_basic_block *target = block == WG_NO_BLOCK ? NULL : &b->program->blocks[block];
    return target && target->count == 0 && (target->end == WG_END_RETURN || target->end == WG_END_EXIT);
}

/* if, with or without else, short enough: its instructions issue for everybody. */
static bool predicate_if(wg_builder *b, const wg_basic_block *block)
{
    const wg_insn *i = block->last;
    uint32_t one = resolve(b, block->next), other = resolve(b, block->taken);
    if (one == WG_NO_BLOCK || other == WG_NO_BLOCK)
        return false;
    if (one == other)
        return true;
    if (only_way(b, one) == other && can_skip(b, one)) {
        predicate(b, &b->program->blocks[one], i);
        return true;
    }
    if (only_way(b, other) == one && can_skip(b, other)) {
        predicate(b, &b->program->blocks[other], i);
        return true;
    }
    if (only_way(b, one) != WG_NO_BLOCK && only_way(b, one) == only_way(b, other) && can_skip(b, one) &&
        can_skip(b, other)) {
        predicate(b, &b->program->blocks[one], i);
        predicate(b, &b->program->blocks[other], i);
        return true;
    }
    return false;
}

/* ---- where lanes diverge ---- */

typedef struct divergent {
    uint32_t first, end; /* blocks */
    bool is_loop;
} divergent;

/* Blocks that lanes go through in different ways, or not as often, because of the branch at the end of one. */
static divergent diverged_by(const wg_builder *b, uint32_t index)
{
    const wg_basic_block *block = &b->program->blocks[index];
    uint32_t loop = b->loops.loop_of[index - b->v.first_block];
    if (block->taken <= index)
        return (divergent){block->taken, index + 1, true};
    if (is_return(b, resolve(b, block->taken)))
        return (divergent){0};
    if (loop != WG_NO_LOOP && !wg_loop_has(&b->loops.loops[loop], block->taken))
        return (divergent){b->loops.loops[loop].header, b->loops.loops[loop].latch + 1, true};
    return block->join == WG_NO_BLOCK ? (divergent){0} : (divergent){index + 1, block->join, false};
}

static bool is_read_outside(const wg_builder *b, const wg_vreg *value, const divergent *where)
{
    for (uint32_t u = 0; u < value->use_count; u++) {
        uint32_t block = b->v.block_of[b->v.uses[value->use + u].insn - b->v.first];
        if (block < where->first || block >= where->end)
            return true;
    }
    return false;
}

/* A value that is written in several places, of which lanes go through one and not the other, varies: behind an if, and
 * in a loop that lanes leave one by one all the way. */
static bool mark_varying(wg_builder *b, const divergent *where)
{
    bool changed = false;
    for (uint32_t k = where->first; k < where->end; k++) {
        const wg_basic_block *block = &b->program->blocks[k];
        for (uint32_t n = block->first; n < block->first + block->cost; n++) {
            const wg_insn *i = &b->program->insns[n];
            wg_vreg *value = i->destinations && !i->length[0] ? wg_vreg_of(&b->v, i->op[0]) : NULL;
            if (!value || value->defs == 1 || value->varies || (!where->is_loop && !is_read_outside(b, value, where)))
                continue;
            value->varies = changed = true;
        }
    }
    return changed;
}

void wg_find_divergence(wg_builder *b)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = b->v.first_block; k < b->v.end_block; k++) {
            const wg_basic_block *block = &b->program->blocks[k];
            const wg_vreg *guard = block->end == WG_END_BRANCH ? wg_vreg_of(&b->v, block->last->guard) : NULL;
            if (!guard || !guard->varies || block->taken == WG_NO_BLOCK)
                continue;
            divergent where = diverged_by(b, k);
            changed |= mark_varying(b, &where);
        }
        wg_values_propagate(&b->v);
    }
}

/* ---- what becomes of it ---- */

/* Whether no earlier branch has its lanes meet in the same place. */
static bool diverges_first(const wg_builder *b, uint32_t index)
{
    uint32_t join = b->program->blocks[index].join;
    for (uint32_t k = b->v.first_block; k < index; k++) {
        const wg_basic_block *other = &b->program->blocks[k];
        if (other->end == WG_END_BRANCH && other->last->guard != WG_SLOT_NONE && other->join == join &&
            other->taken > k)
            return false;
    }
    return join != WG_NO_BLOCK && !is_return(b, resolve(b, join)); /* nobody waits for the others to be done */
}

void wg_predicate_branch(wg_builder *b, uint32_t index)
{
    const wg_basic_block *block = &b->program->blocks[index];
    const wg_insn *i = block->last;
    if (block->end != WG_END_BRANCH || block->taken == WG_NO_BLOCK)
        return;
    if (i->guard == WG_SLOT_NONE) {
        if (block->taken == index + 1 || is_return(b, resolve(b, block->taken))) /* EXIT in its place, once */
            wg_eliminate(&b->out[i->index]);
        return;
    }
    const wg_vreg *guard = wg_vreg_of(&b->v, i->guard);
    if (block->taken <= index) { /* a loop: lanes that are done wait behind it */
        uint32_t loop = b->loops.loop_of[index - b->v.first_block];
        if (guard && guard->varies && loop != WG_NO_LOOP)
            b->out[b->loops.loops[loop].before].on[WG_PIPE_CBU] += 2;
    } else if (is_return(b, resolve(b, block->taken))) {
        WG_EXPAND(&b->out[i->index], WG_ON(CBU, 1));
    } else if (!predicate_if(b, block) && guard && guard->varies && diverges_first(b, index)) {
        b->out[i->index].on[WG_PIPE_CBU] += 2; /* lanes that part meet again behind it */
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/loops.h"

#include <stdlib.h>

static const wg_insn *last_of(const wg_values *v, const wg_basic_block *block)
{
    return block->cost ? &v->program->insns[block->first + block->cost - 1] : NULL;
}

/* Where a block may go on; at most two are told, which is all but brx.idx. */
static unsigned successors(const wg_values *v, const wg_basic_block *block, uint32_t to[2])
{
    unsigned count = 0;
    const wg_insn *last = last_of(v, block);
    bool guarded = last && last->guard != WG_SLOT_NONE;
    bool leaves = block->end == WG_END_RETURN || block->end == WG_END_EXIT || block->end == WG_END_TRAP;
    if (block->end == WG_END_BRANCH)
        to[count++] = block->taken;
    if ((block->end != WG_END_BRANCH && !leaves) || guarded)
        to[count++] = block->next;
    return count;
}

bool wg_loop_has(const wg_loop *loop, uint32_t block)
{
    return block >= loop->header && block <= loop->latch;
}

static bool is_straight(const wg_values *v, const wg_loop *loop)
{
    for (uint32_t b = loop->header; b < loop->latch; b++)
        if (v->program->blocks[b].end != WG_END_FALL && v->program->blocks[b].end != WG_END_BARRIER)
            return false;
    return true;
}

/* The last instruction of a block that leads into the loop: the nearest before it, for compilers put it there. */
static uint32_t executed_before(const wg_values *v, uint32_t header)
{
    uint32_t to[2];
    for (uint32_t b = header; b-- > v->first_block;) {
        unsigned count = successors(v, &v->program->blocks[b], to);
        bool leads = (count > 0 && to[0] == header) || (count > 1 && to[1] == header);
        if (leads && v->program->blocks[b].cost)
            return last_of(v, &v->program->blocks[b])->index;
    }
    return v->first;
}

static bool forbids_unrolling(const wg_values *v, const wg_loop *loop)
{
    const wg_basic_block *header = &v->program->blocks[loop->header];
    return header->cost && v->program->insns[header->first].source->nounroll;
}

/* Several jumps back to one block are one loop, up to the last of them. */
static void add_loop(const wg_values *v, wg_loops *l, size_t *capacity, uint32_t header, uint32_t latch)
{
    for (uint32_t n = 0; n < l->count; n++)
        if (l->loops[n].header == header) {
            l->loops[n].latch = latch > l->loops[n].latch ? latch : l->loops[n].latch;
            return;
        }
    size_t count = l->count;
    *WG_PUSH(l->loops, count, *capacity) = (wg_loop){.header = header, .latch = latch, .parent = WG_NO_LOOP};
    l->loops[l->count].before = executed_before(v, header);
    l->count = (uint32_t)count;
}

static int by_size(const void *a, const void *b)
{
    const wg_loop *one = a, *other = b;
    uint32_t size = one->latch - one->header, than = other->latch - other->header;
    return size < than ? -1 : size > than;
}

static void nest(const wg_values *v, wg_loops *l)
{
    for (uint32_t n = l->count; n-- > 0;)
        for (uint32_t b = l->loops[n].header; b <= l->loops[n].latch; b++)
            l->loop_of[b - v->first_block] = n;
    for (uint32_t n = 0; n < l->count; n++)
        for (uint32_t outer = l->count; outer-- > n + 1;)
            if (wg_loop_has(&l->loops[outer], l->loops[n].header))
                l->loops[n].parent = outer;
}

wg_loops wg_loops_find(const wg_values *v)
{
    wg_loops l = {0};
    size_t capacity = 0;
    uint32_t blocks = v->end_block - v->first_block, to[2];
    l.loop_of = wg_alloc((blocks + 1) * sizeof *l.loop_of);
    l.predecessors = wg_alloc((blocks + 1) * sizeof *l.predecessors);
    for (uint32_t b = 0; b < blocks; b++)
        l.loop_of[b] = WG_NO_LOOP;
    for (uint32_t b = v->first_block; b < v->end_block; b++) {
        unsigned count = successors(v, &v->program->blocks[b], to);
        for (unsigned s = 0; s < count; s++) {
            if (to[s] == WG_NO_BLOCK)
                continue;
            l.predecessors[to[s] - v->first_block]++;
            if (to[s] <= b)
                add_loop(v, &l, &capacity, to[s], b);
        }
    }
    if (l.count)
        qsort(l.loops, l.count, sizeof *l.loops, by_size);
    nest(v, &l);
    for (uint32_t n = 0; n < l.count; n++) {
        l.loops[n].is_straight = is_straight(v, &l.loops[n]);
        l.loops[n].may_unroll = !forbids_unrolling(v, &l.loops[n]);
    }
    return l;
}

void wg_loops_free(wg_loops *l)
{
    free(l->loops);
    free(l->loop_of);
    free(l->predecessors);
}

static bool slot_kept(const wg_values *v, const wg_loop *loop, wg_slot slot)
{
    const wg_vreg *value = wg_vreg_of(v, slot);
    if (!value || !value->defs)
        return true;
    return value->defs == 1 && !wg_loop_has(loop, v->block_of[value->def - v->first]);
}

bool wg_loop_keeps(const wg_values *v, const wg_loop *loop, const wg_insn *i, int operand)
{
    const wg_slot *slots;
    unsigned count = wg_operand_slots(i, operand, &slots);
    for (unsigned n = 0; n < count; n++)
        if (!slot_kept(v, loop, slots[n]))
            return false;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Where threads meet: barriers, instructions for the lanes of a mask, fences and the flags behind them, asynchronous
 * copies. What orders threads goes into the clocks; what cannot work is reported. */
#include "check/checked.h"

#include "sim/exec/exec.h"
#include "sim/run.h"

#include <stdlib.h>
#include <string.h>

/* ---- barriers ---- */

static bool same_line(const wg_check *c, const wg_insn *a, const wg_insn *b)
{
    const char *one, *other;
    uint32_t line, its;
    wg_program_place(c->program, a, &one, &line);
    wg_program_place(c->program, b, &other, &its);
    return line == its && !strcmp(one, other);
}

/* All threads of a block should wait at one __syncthreads: two in the source that meet only look like one. A named
 * barrier is meant to be reached from several places. */
void wg_check_arrive(wg_checker *checker, wg_warp *w, const wg_insn *i, uint32_t id, uint32_t threads, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    wg_checked_block *block = w->block->checked;
    const wg_insn *first = block->barrier[id];
    if (!first) {
        block->barrier[id] = i;
        block->barrier_warp[id] = w->id;
    } else if (id == 0 && !threads && !same_line(c, first, i)) {
        wg_finding f = {.kind = WG_FINDING_barriers_differ};
        f.at = wg_check_place(c, i, w->block, w->id * WG_LANES + (uint32_t)__builtin_ctz(mask));
        f.with = wg_check_place(c, first, w->block, block->barrier_warp[id] * WG_LANES);
        f.at.does = f.with.does = "waits";
        wg_check_tell(c, &f, "Warps of one block wait at two different barriers, which hardware takes for one.");
    }
    wg_check_end_halves(c, w);
    wg_clocks_arrive(&block->clocks, w->id, id);
}

void wg_check_release(wg_checker *checker, wg_warp *w, uint32_t id)
{
    (void)checker;
    wg_clocks_release(&w->block->checked->clocks, w->id, id);
}

void wg_check_complete(wg_checker *checker, wg_block *block, uint32_t id)
{
    (void)checker;
    block->checked->barrier[id] = NULL;
    wg_clocks_complete(&block->checked->clocks, id);
}

/* ---- lanes of a mask ---- */

static void tell_mask(wg_check *c, wg_warp *w, const wg_insn *i, int lane, wg_finding_kind kind, uint32_t members,
                      uint32_t lanes)
{
    wg_finding f = {.kind = kind};
    f.at = wg_check_place(c, i, w->block, w->id * WG_LANES + (uint32_t)lane);
    f.at.does = "executes";
    if (kind == WG_FINDING_mask_absent)
        wg_check_tell(c, &f, "The mask is 0x%08x, but lanes 0x%08x of it do not execute the instruction.", members,
                      lanes);
    else if (kind == WG_FINDING_mask_caller)
        wg_check_tell(c, &f, "The mask is 0x%08x, and lane %d, which executes the instruction, is not in it.", members,
                      lane);
    else
        wg_check_tell(c, &f, "The lane reads from lane %u, which does not execute the shuffle.", lanes);
}

static void check_sources(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    FOR_ACTIVE (lane) {
        int source = wg_check_source(w, i, lane);
        if (mask >> source & 1)
            continue;
        tell_mask(c, w, i, lane, WG_FINDING_shuffle_source, 0, (uint32_t)source);
        return;
    }
}

void wg_check_end_halves(wg_check *c, wg_warp *w)
{
    wg_half_meeting *half = &w->block->checked->halves[w->id];
    uint32_t missing = half->named & w->alive & ~half->arrived;
    if (half->insn && missing)
        tell_mask(c, w, half->insn, __builtin_ctz(half->arrived), WG_FINDING_mask_absent, half->named, missing);
    *half = (wg_half_meeting){0};
}

/* __syncwarp: the other lanes may be on their way to another one, in the other branch. */
static void meet_lanes(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t named, uint32_t group)
{
    wg_half_meeting *half = &w->block->checked->halves[w->id];
    if (half->insn && half->named != named)
        wg_check_end_halves(c, w);
    uint32_t arrived = half->arrived | group;
    *half = (wg_half_meeting){named, arrived, i};
    if (named & w->alive & ~arrived)
        return;
    wg_clocks_meet(&w->block->checked->clocks, w->id, arrived, (arrived & w->alive) == w->alive);
    *half = (wg_half_meeting){0};
}

/* Lanes that name the same others meet; the lanes of one instruction may be several groups. */
void wg_check_meet(wg_checker *checker, wg_warp *w, const wg_insn *i, const uint32_t *members, uint32_t mask)
{
    wg_check *c = (wg_check *)checker;
    bool is_whole = true;
    for (uint32_t left = mask, group; left; left &= ~group) {
        int lane = __builtin_ctz(left);
        uint32_t named = members[lane], wanted = named & w->alive;
        if (wanted & ~mask) { /* lanes that have exited do not count, nor those that may do so yet */
            uint32_t undecided = wg_path_undecided(w);
            wanted = named & w->alive & ~(i->opcode == WG_OP_bar_warp ? 0 : undecided);
        }
        group = 0;
        FOR_LANES_OF(left, other) group |= (uint32_t)(members[other] == named) << other;
        if (group & ~named)
            tell_mask(c, w, i, __builtin_ctz(group & ~named), WG_FINDING_mask_caller, named, 0);
        else if (i->opcode == WG_OP_bar_warp)
            meet_lanes(c, w, i, named, group);
        else if (wanted & ~mask)
            tell_mask(c, w, i, lane, WG_FINDING_mask_absent, named, wanted & ~mask);
        is_whole = is_whole && !(wanted & ~mask);
        if (i->opcode != WG_OP_bar_warp)
            wg_clocks_pass_on(&w->block->checked->clocks, w->id, group);
    }
    if (i->opcode == WG_OP_shfl && is_whole)
        check_sources(c, w, i, mask);
    wg_check_values(c, w, i, mask);
}

/* ---- fences and flags ---- */

static wg_scope scope_of(const wg_insn *i)
{
    return i->qualifiers & WG_QUALIFIER_CTA || i->order == WG_MOD_CTA ? WG_SCOPE_BLOCK : WG_SCOPE_DEVICE;
}

void wg_check_fence(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    (void)c;
    wg_clocks_fence(&w->block->checked->clocks, w->id, mask, scope_of(i));
}

/* What is published with a release is all that came before. */
void wg_check_order(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    const uint32_t releases = WG_QUALIFIER_RELEASE | WG_QUALIFIER_ACQ_REL | WG_QUALIFIER_SC;
    if (i->qualifiers & releases)
        wg_check_fence(c, w, i, mask);
}

static uint64_t flag_address(const wg_warp *w, const wg_region *r, uint64_t offset)
{
    return r->is_shared ? (w->block->index + 1) << 32 | (uint32_t)offset : r->address + offset;
}

static void learn(wg_check *c, wg_warp *w, int lane, const wg_flag_word *flag)
{
    wg_clocks *clocks = &w->block->checked->clocks;
    wg_clocks_learn(clocks, w->id, (uint32_t)lane, flag->released[WG_SCOPE_DEVICE]);
    const wg_known *near =
        wg_known_within(&c->arena, flag->released[WG_SCOPE_BLOCK], clocks->first, clocks->first + clocks->threads - 1);
    wg_clocks_learn(clocks, w->id, (uint32_t)lane, near);
}

/* A flag that came without a fence says nothing; that it was seen is remembered, for whoever relies on it. */
static void glimpse(wg_warp *w, uint64_t address, const wg_cell *cell, const wg_flag_word *flag)
{
    wg_checked_block *b = w->block->checked;
    const wg_mark *m = &cell->write;
    if (!m->thread || m->thread == WG_SPLIT || !(m->site & WG_MARK_STRONG) ||
        m->thread - b->clocks.first < b->clocks.threads)
        return;
    if (flag && wg_known_has(flag->released[WG_SCOPE_DEVICE], m->thread, 0))
        return;
    b->glimpses[b->glimpse_count++ % WG_GLIMPSES] = (wg_glimpse){address, m->thread, m->site};
}

static void release(wg_check *c, wg_warp *w, int lane, uint64_t address)
{
    const wg_clocks *clocks = &w->block->checked->clocks;
    for (int s = 0; s < WG_SCOPES; s++) {
        const wg_known *published = wg_clocks_published(clocks, w->id, (uint32_t)lane, (wg_scope)s);
        if (!published)
            continue;
        wg_flag_word *flag = wg_check_flag(c, address, true);
        flag->released[s] = wg_known_join(&c->arena, flag->released[s], published);
    }
}

/* A strong access: it may see a flag, and it may be one. Whoever sees a flag knows what came before it, with a fence of
 * its own or not: few programs have that one, and hardware orders what depends on the flag. */
void wg_check_publish(wg_check *c, wg_warp *w, const wg_insn *i, int lane, wg_region *r, uint64_t offset, bool reads,
                      bool writes)
{
    uint64_t address = flag_address(w, r, offset);
    if (reads) {
        const wg_flag_word *flag = wg_check_flag(c, address, false);
        if (flag)
            learn(c, w, lane, flag);
        if (!r->is_shared && wg_checked_of(c, i)->is_used)
            glimpse(w, address, wg_check_cells(r, offset), flag);
    }
    if (writes && c->has_fences)
        release(c, w, lane, address);
}

/* ---- asynchronous copies ---- */

static wg_copier *copier_of(wg_checked_block *b, uint32_t thread)
{
    if (!b->copiers) {
        b->copiers = wg_alloc(b->clocks.threads * sizeof *b->copiers);
        b->flying = wg_alloc(b->shared.size / WG_CELL_BYTES / 8 + 1);
    }
    return &b->copiers[thread];
}

static void set_flying(wg_checked_block *b, const wg_pending_copy *copy, bool is)
{
    for (uint32_t word = copy->offset / WG_CELL_BYTES; word < (copy->offset + copy->bytes) / WG_CELL_BYTES; word++)
        b->flying[word / 8] =
            (unsigned char)(is ? b->flying[word / 8] | 1 << word % 8 : b->flying[word / 8] & ~(1 << word % 8));
}

void wg_check_begin_copy(wg_check *c, wg_warp *w, const wg_insn *i, int lane, uint32_t offset, uint32_t bytes)
{
    wg_checked_block *b = w->block->checked;
    uint32_t thread = w->id * WG_LANES + (uint32_t)lane;
    wg_pending_copy copy = {.offset = offset,
                            .bytes = bytes,
                            .thread = (uint16_t)thread,
                            .group = copier_of(b, thread)->group,
                            .site = wg_checked_of(c, i)->site,
                            .index = i->index};
    set_flying(b, &copy, true);
    *WG_PUSH(b->copies, b->copy_count, b->copy_capacity) = copy;
}

/* What a copy wrote, its thread has written now. */
static void land(wg_warp *w, const wg_pending_copy *copy)
{
    wg_checked_block *b = w->block->checked;
    const wg_mark mark = {b->clocks.first + copy->thread, b->clocks.warp[w->id].now, copy->site};
    set_flying(b, copy, false);
    for (uint32_t at = 0; at < copy->bytes; at += WG_CELL_BYTES) {
        wg_cell *cell = wg_check_cells(&b->shared, copy->offset + at);
        if (cell->write.thread == mark.thread)
            cell->write = mark;
    }
}

/* The lanes wait for all their groups but the last `open`; with the one that is not committed yet, for all. */
static void wait_for_copies(wg_warp *w, uint32_t mask, uint32_t open, bool all)
{
    wg_checked_block *b = w->block->checked;
    size_t kept = 0;
    for (size_t k = 0; k < b->copy_count; k++) {
        const wg_pending_copy *copy = &b->copies[k];
        bool is_lane = copy->thread / WG_LANES == w->id && mask >> copy->thread % WG_LANES & 1;
        if (is_lane && (all || copy->group + open < b->copiers[copy->thread].group))
            land(w, copy);
        else
            b->copies[kept++] = *copy;
    }
    b->copy_count = kept;
}

void wg_check_group(wg_check *c, wg_warp *w, const wg_insn *i, uint32_t mask)
{
    wg_checked_block *b = w->block->checked;
    (void)c;
    if (!b->copiers)
        return;
    if (i->opcode == WG_OP_cp_async_commit_group)
        FOR_ACTIVE (lane)
            b->copiers[w->id * WG_LANES + (uint32_t)lane].group++;
    else if (i->opcode == WG_OP_cp_async_wait_all)
        wait_for_copies(w, mask, 0, true);
    else
        wait_for_copies(w, mask, *(const uint32_t *)wg_row(w, i->op[0]), false);
}

/* Accesses are aligned: one that touches a word that a copy writes begins in it or is wider. */
static bool may_fly(const wg_checked_block *b, uint64_t offset, uint32_t bytes)
{
    for (uint64_t word = offset / WG_CELL_BYTES; word <= (offset + bytes - 1) / WG_CELL_BYTES; word++)
        if (b->flying[word / 8] >> word % 8 & 1)
            return true;
    return false;
}

bool wg_check_is_copied(wg_check *c, wg_warp *w, const wg_insn *i, int lane, uint64_t offset, uint32_t bytes)
{
    const wg_checked_block *b = w->block->checked;
    for (size_t k = 0; k < b->copy_count && may_fly(b, offset, bytes); k++) {
        const wg_pending_copy *copy = &b->copies[k];
        if (offset >= copy->offset + copy->bytes || copy->offset >= offset + bytes)
            continue;
        wg_finding f = {.kind = WG_FINDING_unwaited_copy, .bytes = bytes};
        f.at = wg_check_place(c, i, w->block, w->id * WG_LANES + (uint32_t)lane);
        f.with = wg_check_place(c, &c->program->insns[copy->index], w->block, copy->thread);
        f.with.does = "copies";
        wg_check_name(c, &b->shared, offset, &f);
        wg_check_tell(c, &f, "The thread %s bytes that an asynchronous copy writes, and nobody waited for the copy.",
                      f.at.does);
        return true;
    }
    return false;
}

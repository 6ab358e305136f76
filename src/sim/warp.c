/* SPDX-License-Identifier: Apache-2.0 */
/* Running one warp.
 *
 * Counting costs one addition a basic block: how often it ran, with how many lanes. Only guarded instructions and
 * memory accesses keep counts of their own. */
#include "sim/checker.h"
#include "sim/recount.h"
#include "sim/run.h"
#include "sim/trace.h"

#include "sim/exec/exec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wg_warp_start(wg_warp *w)
{
    const wg_program *program = w->block->program;
    if (program->local_bytes && !w->local)
        w->local = wg_alloc((size_t)program->local_bytes * WG_LANES);
    w->local_stride = program->local_bytes;
    w->constants = program->constants;
    w->carry = 0;
    w->alive = w->launched;
    w->executed = 0;
    w->loosened = false;
    w->state = WG_WARP_READY;
    w->path_count = w->frame_count = 0;
    if (wg_frame_enter(w, 0, 0, 0, w->launched))
        wg_path_push(w, program->functions[0].entry, WG_NO_BLOCK, w->launched);
}

void wg_warp_free(wg_warp *w)
{
    free(w->memory);
    free(w->local);
    free(w->paths);
    free(w->frames);
    free(w->shadow);
}

/* ---- how basic blocks end ---- */

/* Lanes that exit leave every path; those that return leave the paths of their function. */
static void drop_lanes(wg_warp *w, uint32_t lanes, bool exits)
{
    bool ends = exits || w->frame_count == 1;
    uint32_t from = ends ? 0 : w->frames[w->frame_count - 1].paths;
    if (ends)
        w->alive &= ~lanes;
    for (uint32_t p = from; p < w->path_count; p++)
        w->paths[p].mask &= ~lanes;
}

/* A block that will run again, when more lanes are there, has not run yet. */
static void count_back(wg_warp *w, uint32_t here, uint32_t active)
{
    w->block->block_warps[here]--;
    w->block->block_threads[here] -= (uint64_t)__builtin_popcount(active);
}

/* Lanes may have joined since the block began. */
static wg_path *go_on_from(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active)
{
    wg_path *path = &w->paths[w->path_count - 1];
    w->block->block_threads[here] += (uint64_t)__builtin_popcount(path->mask & ~active);
    path->block = block->next;
    path->parked = false;
    return path;
}

/* A barrier is for all lanes of a warp that have not ended. Lanes that were sent ahead, or that may come one by one
 * (barrier without .aligned), are collected first, and lanes that may end before they meet these again go first: the
 * barrier's block, which holds nothing else, runs again then. */
static void end_barrier(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t mask)
{
    bool collects = mask == active &&
                    (w->loosened || (block->last->opcode == WG_OP_barrier && !(block->last->flags & WG_FLAG_ALIGNED)));
    bool incomplete = mask && mask != w->alive;
    if ((incomplete && mask == active && !collects && wg_path_wait_for_leavers(w)) ||
        (incomplete && collects && !wg_path_park(w, here, w->alive))) {
        count_back(w, here, active);
        return;
    }
    wg_path *path = go_on_from(w, block, here, active);
    if (mask)
        wg_barrier_arrive(w, block->last, collects ? path->mask : mask);
}

/* The same for what is for the lanes of a mask. */
static void end_meet(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active, uint32_t mask)
{
    const wg_insn *i = block->last;
    const uint32_t *members = wg_row(w, i->op[i->operand_count - 1]);
    bool collects = mask == active && w->loosened;
    uint32_t wanted = collects ? members[__builtin_ctz(mask)] & w->alive : 0;
    if (wanted & ~mask && !wg_path_park(w, here, wanted)) {
        count_back(w, here, active);
        return;
    }
    wg_path *path = go_on_from(w, block, here, active);
    uint32_t here_now = collects ? path->mask : mask;
    wg_checker *checker = w->block->checker;
    if (checker && mask)
        checker->meet(checker, w, i, members, here_now);
    if (mask && i->exec)
        i->exec(w, i, here_now);
}

static void finish(wg_warp *w, const wg_basic_block *block, uint32_t here, uint32_t active)
{
    uint32_t mask = active;
    if (block->last && block->last->guard != WG_SLOT_NONE) {
        uint32_t guard = *(const uint32_t *)wg_row(w, block->last->guard);
        mask &= block->last->guard_negated ? ~guard : guard;
        w->block->tallies[block->last->tally].threads += wg_lane_count(mask);
    }
    wg_checker *checker = w->block->checker;
    if (checker && block->last)
        checker->ends(checker, w, block, active, mask);
    uint32_t *go_on = &w->paths[w->path_count - 1].block;
    switch ((wg_end)block->end) {
    case WG_END_FALL:
    case WG_END_YIELD: *go_on = block->next; break;
    case WG_END_BRANCH: wg_path_branch(w, block, here, active, mask); break;
    case WG_END_INDEXED: wg_path_indexed(w, block, here, active, mask); break;
    case WG_END_CALL:
        *go_on = block->next;
        if (mask)
            wg_frame_call(w, block, here, mask);
        break;
    case WG_END_RETURN:
    case WG_END_EXIT:
        *go_on = block->next;
        drop_lanes(w, mask, block->end == WG_END_EXIT);
        break;
    case WG_END_BARRIER: end_barrier(w, block, here, active, mask); break;
    case WG_END_MEET: end_meet(w, block, here, active, mask); break;
    case WG_END_TRAP:
        *go_on = block->next;
        if (mask)
            wg_fault_set_kind(w, block->last, __builtin_ctz(mask), WG_FAULT_TRAP, "trap");
        break;
    }
    wg_path_settle(w);
}

/* ---- the loop ---- */

static inline uint32_t guarded_lanes(const wg_warp *w, const wg_insn *i, uint32_t active)
{
    uint32_t guard = *(const uint32_t *)wg_row(w, i->guard);
    return active & (i->guard_negated ? ~guard : guard);
}

static void before(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    if (w->block->joining && mask)
        wg_recount_before(w, i, mask);
    wg_trace_before(w, i, mask);
}

static void after(wg_warp *w, const wg_insn *i, uint32_t mask)
{
    if (w->block->joining)
        wg_recount_after(w, i);
    wg_trace_after(w, i, mask);
}

/* The loop exists four times: as it is, for launches that keep a trace or count as older GPUs do, for those that are
 * checked, and for those whose checker looks at results too. The first pays for nothing of the others. */
#define LOOP run_plainly
#define GATE(w, i, mask) (void)0
#define BEFORE(w, i, mask) (void)0
#define AFTER(w, i, mask) (void)0
#include "sim/warp_loop.h"

#define LOOP run_watched
#define GATE(w, i, mask) (void)0
#define BEFORE(w, i, mask) before(w, i, mask)
#define AFTER(w, i, mask) after(w, i, mask)
#include "sim/warp_loop.h"

#define LOOP run_checked
#define GATE(w, i, mask)                                                                                               \
    if (!(mask = checker->before(checker, w, i, mask)))                                                                \
        continue;
#define BEFORE(w, i, mask) (void)0
#define AFTER(w, i, mask) (void)0
#define CHECKS 1
#include "sim/warp_loop.h"

#define LOOP run_checked_twice
#define GATE(w, i, mask)                                                                                               \
    if (!(mask = checker->before(checker, w, i, mask)))                                                                \
        continue;
#define BEFORE(w, i, mask) (void)0
#define AFTER(w, i, mask) checker->after(checker, w, i, mask)
#define CHECKS 1
#include "sim/warp_loop.h"

void wg_warp_run(wg_warp *w, uint64_t instructions)
{
    const wg_checker *checker = w->block->checker;
    if (checker && checker->after)
        run_checked_twice(w, instructions);
    else if (checker)
        run_checked(w, instructions);
    else if (w->block->joining || wg_trace_wants(w))
        run_watched(w, instructions);
    else
        run_plainly(w, instructions);
}

/* ---- faults ---- */

static int add_place(const wg_block *block, const wg_insn *i, char *text, size_t size)
{
    const char *file;
    uint32_t line;
    wg_program_place(block->program, i, &file, &line);
    return snprintf(text, size, "%s:%u: ", file, line);
}

static int add_thread(const wg_warp *w, int lane, char *text, size_t size)
{
    const uint32_t *block = w->block->launch->block, thread = w->id * WG_LANES + (uint32_t)lane;
    return snprintf(text, size, ", thread (%u,%u,%u)", thread % block[0], thread / block[0] % block[1],
                    thread / block[0] / block[1]);
}

static void set_fault(wg_warp *w, const wg_insn *i, int lane, int kind, const char *format, va_list args)
{
    wg_block *block = w->block;
    wg_fault *fault = &block->fault;
    wg_checker *checker = block->checker;
    if (fault->set)
        return;
    *fault = (wg_fault){.set = true, .block = block->index};
    int size = (int)sizeof fault->text, n = i ? add_place(block, i, fault->text, sizeof fault->text) : 0, sentence = n;
    if (n < size)
        n += vsnprintf(fault->text + n, (size_t)(size - n), format, args);
    if (checker)
        checker->fault(checker, w, i, lane, (wg_fault_kind)kind, fault->text + (sentence < size ? sentence : 0));
    if (n < size)
        n += snprintf(fault->text + n, (size_t)(size - n), "\n  in kernel %s, block (%u,%u,%u)",
                      block->program->kernel->name, block->ctaid[0], block->ctaid[1], block->ctaid[2]);
    if (n < size && lane >= 0)
        n += add_thread(w, lane, fault->text + n, (size_t)(size - n));
    if (n < size && i)
        snprintf(fault->text + n, (size_t)(size - n), ", instruction %s at PTX line %u", i->source->spelling,
                 i->source->place.line);
}

void wg_fault_set(wg_warp *w, const wg_insn *i, int lane, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_fault(w, i, lane, WG_FAULT_OTHER, format, args);
    va_end(args);
}

void wg_fault_set_kind(wg_warp *w, const wg_insn *i, int lane, int kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    set_fault(w, i, lane, kind, format, args);
    va_end(args);
}

/* The method. A warp is at one operation; from the registers it reads follows the cycle from which it may issue. Each
 * scheduler, each cycle, lets the oldest of its warps issue that may and whose pipe is free (greedy then oldest: the one
 * that issued last goes first). Where no warp may issue, time jumps to the next cycle in which one may.
 *
 * Queues are a single number each: the cycle at which the queue will have worked off what it has. A request waits until then, takes its
 * sectors' time, and its data are there a latency later. That gives bandwidth under load and latency without it, which is what
 * decides the time of most kernels; rows, banks and refresh of DRAM are in the measured bandwidth.
 *
 * Stalls are counted when a warp issues: the cycles since its last instruction, by the reason that kept it longest. */
#include "replay/sm.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct warp {
    const wg_sm_op *ops;
    size_t count, at;
    uint32_t block;     /* index into running blocks */
    double *ready;      /* of each register: the cycle from which it can be read */
    uint8_t *from;      /* … and which stall waiting for it is */
    double copies;      /* asynchronous copies are there at this cycle */
    double may_issue;   /* of the operation at hand, without pipes */
    wg_sm_stall reason; /* what it waits for until then */
    double since;       /* the cycle after its last issue */
    uint64_t age;
    bool waiting, done; /* at a barrier; at its end */
} warp;

typedef struct running {
    uint32_t left, arrived, warps; /* warps that still run; those at the barrier; all */
    double barrier;                /* when the last one came */
} running;

typedef struct replay {
    const wg_sm *sm;
    const wg_sm_insn *insns;
    const wg_sm_block *blocks;
    size_t block_count, next_block;
    uint32_t registers;
    warp *warps; /* schedulers take turns: warp k belongs to scheduler k % schedulers */
    size_t warp_count, warp_capacity;
    running *running;
    double *pipe_free; /* schedulers x pipes, then the shared pipes */
    double l2_free, dram_free;
    double now;
    uint64_t ages;
    wg_sm_result *out;
} replay;

static bool is_common(uint8_t pipe)
{
    return pipe >= WG_SM_SHARED;
}

static double *pipe_free(replay *r, size_t scheduler, uint8_t pipe)
{
    return &r->pipe_free[(is_common(pipe) ? r->sm->schedulers : scheduler) * WG_SM_PIPES + pipe];
}

/* ---- the operation at hand ---- */

static void skip_what_disappeared(const replay *r, warp *w)
{
    while (w->at < w->count && r->insns[w->ops[w->at].insn].issues == 0)
        w->at++;
}

static void wait_for(warp *w, uint16_t reg)
{
    if (reg != WG_SM_NO_REGISTER && w->ready[reg] > w->may_issue) {
        w->may_issue = w->ready[reg];
        w->reason = (wg_sm_stall)w->from[reg];
    }
}

/* From when on it may issue; results too must be free of what was to be written before. */
static void look_at_next(const replay *r, warp *w)
{
    skip_what_disappeared(r, w);
    w->may_issue = w->since;
    w->reason = WG_SM_STALL_TURN;
    if (w->at == w->count)
        return;
    const wg_sm_insn *i = &r->insns[w->ops[w->at].insn];
    for (int k = 0; k < WG_SM_SOURCES; k++)
        wait_for(w, i->sources[k]);
    for (int k = 0; k < WG_SM_RESULTS; k++)
        wait_for(w, i->results[k]);
    if (i->action == WG_SM_WAIT && w->copies > w->may_issue) {
        w->may_issue = w->copies;
        w->reason = WG_SM_STALL_MEMORY;
    }
}

/* ---- blocks ---- */

static void start_warp(replay *r, warp *w, const wg_sm_warp *from, uint32_t block, double when)
{
    w->ops = from->ops;
    w->count = from->count;
    w->at = 0;
    w->block = block;
    w->copies = w->since = when;
    w->age = r->ages++;
    w->waiting = w->done = false;
    for (uint32_t k = 0; k < r->registers; k++)
        w->ready[k] = when;
    look_at_next(r, w);
}

/* The warps of a block take the places of the one that ended; all blocks have as many warps. */
static void start_block(replay *r, uint32_t place, double when)
{
    const wg_sm_block *block = &r->blocks[r->next_block++];
    uint32_t stride = (uint32_t)(r->warp_count / r->sm->resident_blocks);
    r->running[place] = (running){.left = block->warp_count, .warps = block->warp_count};
    for (uint32_t k = 0; k < block->warp_count; k++)
        start_warp(r, &r->warps[place * stride + k], &block->warps[k], place, when);
}

static void end_warp(replay *r, warp *w)
{
    running *b = &r->running[w->block];
    w->done = true;
    w->may_issue = INFINITY;
    if (--b->left > 0)
        return;
    if (r->out->first_block == 0)
        r->out->first_block = r->now;
    if (r->next_block < r->block_count)
        start_block(r, w->block, r->now + r->sm->launch_block);
}

static void release_barrier(replay *r, uint32_t place)
{
    running *b = &r->running[place];
    uint32_t stride = (uint32_t)(r->warp_count / r->sm->resident_blocks);
    b->arrived = 0;
    for (uint32_t k = 0; k < b->warps; k++) {
        warp *w = &r->warps[place * stride + k];
        if (!w->waiting)
            continue;
        w->waiting = false;
        double came = w->since;
        w->since = r->now + r->sm->barrier_latency;
        r->out->stalls[WG_SM_STALL_BARRIER] += w->since - came;
        look_at_next(r, w);
    }
}

/* ---- issuing ---- */

/* When a request's last sector is back, or on its way for a store. */
static double through_memory(replay *r, const wg_sm_op *op, double start)
{
    const wg_sm *sm = r->sm;
    double back = start + sm->l1_latency;
    if (op->l2) {
        r->l2_free = fmax(r->l2_free, start) + op->l2 / sm->l2_sectors;
        r->out->l2_busy += op->l2 / sm->l2_sectors;
        back = r->l2_free + sm->l2_latency;
    }
    if (op->dram) {
        r->dram_free = fmax(r->dram_free, start) + op->dram / sm->dram_sectors;
        r->out->dram_busy += op->dram / sm->dram_sectors;
        back = fmax(back, r->dram_free + sm->dram_latency);
    }
    return back;
}

/* What the instruction gives is ready then; `stall` is what waiting for it counts as. */
static double result_at(replay *r, const wg_sm_insn *i, const wg_sm_op *op, double start, wg_sm_stall *stall)
{
    *stall = WG_SM_STALL_DATA;
    if (i->pipe == WG_SM_SHARED) {
        *stall = WG_SM_STALL_SHARED;
        return start + r->sm->shared_latency;
    }
    if (i->pipe == WG_SM_L1 || i->pipe == WG_SM_TEXTURE) {
        *stall = WG_SM_STALL_MEMORY;
        return through_memory(r, op, start);
    }
    /* A latency counts from where the last of its instructions entered the pipe. */
    return start - r->sm->interval[i->pipe] + i->latency;
}

static void issue(replay *r, warp *w, size_t scheduler, double *scheduler_free)
{
    const wg_sm_op *op = &w->ops[w->at++];
    const wg_sm_insn *i = &r->insns[op->insn];
    wg_sm_result *out = r->out;
    double units = i->pipe == WG_SM_SHARED || i->pipe == WG_SM_L1 || i->pipe == WG_SM_TEXTURE
                       ? (op->passes ? op->passes : 1)
                       : i->issues;
    double busy = units * r->sm->interval[i->pipe], *free = pipe_free(r, scheduler, i->pipe);
    wg_sm_stall stall, why = w->reason;
    double waited = r->now - w->since;
    if (waited > 0) {
        double at_fault = w->may_issue - w->since;
        out->stalls[why] += at_fault;
        out->stalls[WG_SM_STALL_TURN] += waited - at_fault;
        out->insn_stalls[op->insn] += waited;
    }
    out->stalls[WG_SM_STALL_NONE] += i->issues;
    out->insn_stalls[op->insn] += i->issues;
    out->issued += i->issues;
    out->busy[i->pipe] += busy;
    *free = fmax(*free, r->now) + busy;
    *scheduler_free = r->now + i->issues;
    w->since = r->now + i->issues;
    double ready = result_at(r, i, op, *free, &stall);
    for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER && i->action != WG_SM_STORE; k++) {
        w->ready[i->results[k]] = ready;
        w->from[i->results[k]] = (uint8_t)stall;
    }
    if (i->action == WG_SM_COPY)
        w->copies = fmax(w->copies, ready);
    if (i->action == WG_SM_BARRIER) {
        w->waiting = true;
        w->may_issue = INFINITY;
        r->running[w->block].arrived++;
        return;
    }
    look_at_next(r, w);
}

/* After a warp ended or came to a barrier: the others may have waited for just that. */
static void settle(replay *r, warp *w)
{
    uint32_t place = w->block;
    if (w->at == w->count && !w->waiting && !w->done)
        end_warp(r, w);
    running *b = &r->running[place];
    if (b->arrived && b->arrived == b->left)
        release_barrier(r, place);
}

/* The warp that issues in this cycle: the one that did last, else the oldest that may. *next: when the first of the others may. */
static warp *choose(replay *r, size_t scheduler, warp *last, double *next)
{
    warp *best = NULL;
    for (size_t k = scheduler; k < r->warp_count; k += r->sm->schedulers) {
        warp *w = &r->warps[k];
        if (w->done || w->waiting || w->at >= w->count)
            continue;
        double pipe = *pipe_free(r, scheduler, r->insns[w->ops[w->at].insn].pipe);
        /* A pipe takes an instruction before it has finished the one before: queues a few deep lie in front of the common ones. */
        double room = is_common(r->insns[w->ops[w->at].insn].pipe) ? 8 * r->sm->schedulers : 1;
        double when = fmax(w->may_issue, pipe - room);
        if (when > r->now) {
            *next = fmin(*next, when);
            continue;
        }
        if (w == last)
            return w;
        if (!best || w->age < best->age)
            best = w;
    }
    return best;
}

static void run(replay *r)
{
    const wg_sm *sm = r->sm;
    warp **last = wg_alloc(sm->schedulers * sizeof *last);
    double *free_at = wg_alloc(sm->schedulers * sizeof *free_at);
    for (;;) {
        double next = INFINITY;
        bool any = false;
        for (size_t s = 0; s < sm->schedulers; s++) {
            if (free_at[s] > r->now) {
                next = fmin(next, free_at[s]);
                continue;
            }
            warp *w = choose(r, s, last[s], &next);
            if (!w)
                continue;
            issue(r, w, s, &free_at[s]);
            settle(r, w);
            last[s] = w;
            any = true;
            next = fmin(next, free_at[s]);
        }
        if (!any && next == INFINITY)
            break;
        r->now = any && next > r->now + 1 ? r->now + 1 : fmax(ceil(next), r->now + 1);
    }
    free(free_at);
    free(last);
}

void wg_sm_replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_block *blocks,
                  size_t block_count, uint32_t registers, wg_sm_result *out)
{
    replay r = {
        .sm = sm, .insns = insns, .blocks = blocks, .block_count = block_count, .registers = registers, .out = out};
    uint32_t widest = 1;
    *out = (wg_sm_result){.insn_stalls = wg_alloc((insn_count + 1) * sizeof *out->insn_stalls)};
    for (size_t k = 0; k < block_count; k++)
        widest = blocks[k].warp_count > widest ? blocks[k].warp_count : widest;
    r.warp_count = (size_t)widest * sm->resident_blocks;
    r.warps = wg_alloc(r.warp_count * sizeof *r.warps);
    r.running = wg_alloc(sm->resident_blocks * sizeof *r.running);
    r.pipe_free = wg_alloc((sm->schedulers + 1) * WG_SM_PIPES * sizeof *r.pipe_free);
    double *ready = wg_alloc((r.warp_count * registers + 1) * sizeof *ready);
    uint8_t *from = wg_alloc(r.warp_count * registers + 1);
    for (size_t k = 0; k < r.warp_count; k++)
        r.warps[k] = (warp){.done = true, .ready = ready + k * registers, .from = from + k * registers};
    for (uint32_t place = 0; place < sm->resident_blocks && r.next_block < block_count; place++)
        start_block(&r, place, 0);
    run(&r);
    out->cycles = fmax(r.now, fmax(r.l2_free, r.dram_free));
    free(from);
    free(ready);
    free(r.pipe_free);
    free(r.running);
    free(r.warps);
}

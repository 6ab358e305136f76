/* SPDX-License-Identifier: Apache-2.0 */
/* The method. A warp is at one operation; from the registers it reads follows the cycle from which it may issue. Each
 * scheduler, each cycle, lets the oldest of its warps issue that may and whose pipe is free. Where no warp may issue,
 * time jumps to the next cycle in which one may.
 *
 * Queues are a single number each: the cycle at which the queue will have worked off what it has. A request waits until
 * then, takes its sectors' time, and its data are there a latency later. That gives bandwidth under load and latency
 * without it, which is what decides the time of most kernels; rows, banks and refresh of DRAM are in the measured
 * bandwidth. A request cannot enter a queue that is longer than it can be: stores would run away from it.
 *
 * What a machine instruction costs may be a fraction: of four executions of a quarter the fourth issues.
 *
 * Stalls are counted when a warp issues: the cycles since its last instruction, by the reason that kept it longest. */
#include "time/sm.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 0.25;

typedef struct warp {
    const wg_sm_op *ops;
    size_t count, at;
    uint32_t block;              /* index into running blocks */
    uint64_t nth;                /* … and which of all blocks that is, from 1 */
    double *ready;               /* of each register: the cycle from which it can be read */
    uint8_t *from;               /* … and which stall waiting for it is */
    double copies;               /* asynchronous copies are there at this cycle … */
    double groups[WG_SM_GROUPS]; /* … and those of the last groups, in a ring */
    uint32_t group_count;
    double may_issue; /* of the operation at hand, without pipes */
    wg_stall reason;  /* what it waits for until then */
    double since;     /* the cycle after its last issue */
    uint64_t age;
    uint32_t issued;    /* last */
    bool waiting, done; /* at a barrier; at its end */
} warp;

typedef struct running {
    uint32_t left, arrived, warps; /* warps that still run; those at the barrier; all */
    double came;                   /* when the last of them was let in there */
    double drained;                /* what they stored has left by then */
} running;

/* A miss status holding register: a sector that is on its way into the first-level cache, or was. */
typedef struct mshr {
    uint64_t sector;
    double ready;
} mshr;

enum { MSHR_BITS = 13, MSHRS = 1 << MSHR_BITS };

typedef struct replay {
    const wg_sm *sm;
    const wg_sm_insn *insns;
    const wg_sm_block *blocks;
    size_t block_count, next_block, ended;
    uint32_t registers;
    double *ready; /* of all warps */
    uint8_t *from; /* … likewise */
    warp *warps;   /* schedulers take turns: warp k belongs to scheduler k % schedulers */
    size_t warp_count;
    running *running;
    double *pipe_free; /* schedulers x pipes, then the common ones */
    double *read_free; /* of each scheduler: when the registers of its instructions will have been read */
    float *carry;      /* of each instruction: what its fractions add up to */
    mshr *mshrs;       /* by a hash of the sector */
    float *missed;     /* of each instruction: sectors that missed the first-level cache, nobody having waited yet */
    double l2_free, dram_free, same_free, barrier_free, next_start;
    double write_backlog;           /* cycles of memory, for what is still to be written */
    double dram_recent, dram_asked; /* cycles it was asked for, fading; when it was last */
    size_t executed;
    double now;
    uint64_t ages;
    uint32_t noise;
    wg_sm_result *out;
} replay;

static bool is_common(uint8_t pipe)
{
    return pipe >= WG_SM_DATA;
}

static double *pipe_free(replay *r, size_t scheduler, uint8_t pipe)
{
    return &r->pipe_free[(is_common(pipe) ? r->sm->schedulers : scheduler) * WG_SM_PIPES + pipe];
}

/* ---- the operation at hand ---- */

static void wait_for(warp *w, uint16_t reg)
{
    if (reg != WG_SM_NO_REGISTER && w->ready[reg] > w->may_issue) {
        w->may_issue = w->ready[reg];
        w->reason = (wg_stall)w->from[reg];
    }
}

static void wait_for_sources(warp *w, const wg_sm_insn *i)
{
    for (int k = 0; k < WG_SM_SOURCES && i->sources[k] != WG_SM_NO_REGISTER; k++)
        wait_for(w, i->sources[k]);
}

static void set_results(warp *w, const wg_sm_insn *i, double ready, wg_stall from)
{
    for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER; k++) {
        w->ready[i->results[k]] = ready;
        w->from[i->results[k]] = (uint8_t)from;
    }
}

/* What disappeared hands its operands' readiness on. */
static void pass_on(replay *r, warp *w)
{
    for (; w->at < w->count; w->at++) {
        const wg_sm_insn *i = &r->insns[w->ops[w->at].insn];
        if (i->issues > 0 || i->action != WG_SM_COMPUTE)
            return;
        r->executed++;
        warp probe = {.ready = w->ready, .from = w->from, .reason = WG_STALL_turn};
        wait_for_sources(&probe, i);
        set_results(w, i, probe.may_issue, probe.reason);
    }
}

/* When all copies are there but those of the last groups. */
static double copies_of(const warp *w, uint32_t pending)
{
    if (!pending)
        return w->copies;
    return w->group_count > pending ? w->groups[(w->group_count - 1 - pending) % WG_SM_GROUPS] : 0;
}

/* From when on it may issue; results too must be free of what was to be written before. */
static void look_at_next(replay *r, warp *w)
{
    pass_on(r, w);
    w->may_issue = w->since;
    w->reason = WG_STALL_turn;
    if (w->at == w->count)
        return;
    const wg_sm_insn *i = &r->insns[w->ops[w->at].insn];
    wait_for_sources(w, i);
    for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER; k++)
        wait_for(w, i->results[k]);
    if (i->action == WG_SM_WAIT && copies_of(w, i->pending) > w->may_issue) {
        w->may_issue = copies_of(w, i->pending);
        w->reason = WG_STALL_memory;
    }
}

/* ---- blocks ---- */

static void start_warp(replay *r, warp *w, const wg_sm_warp *from, uint32_t block, double when)
{
    w->ops = from->ops;
    w->count = from->count;
    w->at = 0;
    w->block = block;
    w->nth = r->next_block;
    w->copies = w->since = when;
    w->group_count = 0;
    w->age = r->ages++;
    w->waiting = w->done = false;
    for (uint32_t k = 0; k < r->registers; k++)
        w->ready[k] = when;
    memset(w->from, WG_STALL_start, r->registers);
    look_at_next(r, w);
}

static uint32_t warps_of_place(const replay *r)
{
    return (uint32_t)(r->warp_count / r->sm->resident_blocks);
}

/* The warps of a block take the places of the one that ended. Who starts blocks does it for all multiprocessors: a turn
 * that this one did not need others had, and it gets theirs later, up to as many as it has blocks. */
static void start_block(replay *r, uint32_t place)
{
    const wg_sm_block *block = &r->blocks[r->next_block++];
    double ended = fmax(r->now, r->running[place].drained);
    double when = fmax(ended + (r->ended ? r->sm->block_latency : 0), r->next_start);
    r->next_start = fmax(r->next_start, when - r->sm->resident_blocks * r->sm->block_interval) + r->sm->block_interval;
    r->out->stalls[WG_STALL_start] += (when - r->now) * block->warp_count;
    r->running[place] = (running){.left = block->warp_count, .warps = block->warp_count};
    for (uint32_t k = 0; k < block->warp_count; k++)
        start_warp(r, &r->warps[place * warps_of_place(r) + k], &block->warps[k], place, when);
}

static void end_warp(replay *r, warp *w)
{
    running *b = &r->running[w->block];
    if (!r->out->first_end) {
        r->out->first_end = r->now;
        r->out->done_then = (double)r->executed;
    }
    w->done = true;
    w->may_issue = INFINITY;
    if (--b->left > 0)
        return;
    r->out->ends[r->ended++] = r->now;
    if (r->next_block < r->block_count)
        start_block(r, w->block);
}

/* One after the other, whatever block they are of. */
static void arrive(replay *r, warp *w)
{
    running *b = &r->running[w->block];
    w->waiting = true;
    w->may_issue = INFINITY;
    b->arrived++;
    b->came = fmax(r->now, r->barrier_free);
    r->barrier_free = b->came + r->sm->barrier_interval;
}

static void release_barrier(replay *r, uint32_t place)
{
    running *b = &r->running[place];
    double open = b->came + r->sm->barrier_latency;
    b->arrived = 0;
    for (uint32_t k = 0; k < b->warps; k++) {
        warp *w = &r->warps[place * warps_of_place(r) + k];
        if (!w->waiting)
            continue;
        w->waiting = false;
        double came = w->since;
        w->since = fmax(open, came);
        r->out->stalls[WG_STALL_barrier] += w->since - came;
        r->out->insn_stalls[w->ops[w->at - 1].insn] += w->since - came;
        look_at_next(r, w);
    }
}

/* ---- memory ---- */

/* 0 to 1, the same on every run of the same noise. */
static double uniform(replay *r)
{
    r->noise = r->noise * 1664525u + 1013904223u;
    return ((r->noise >> 8) + 0.5) / (1 << 24);
}

/* What memory was asked for lately, by what it could have given. It serves all multiprocessors, whose ups and downs
 * even out: lately is a long time, or all there was. */
static double use_memory(replay *r, double busy)
{
    const double lately = r->sm->use_window;
    r->dram_recent = r->dram_recent * exp((r->dram_asked - r->now) / lately) + busy;
    r->dram_asked = r->now;
    double asked_over = fmax(lately * (1 - exp(-r->now / lately)), r->sm->use_least);
    return fmin(r->dram_recent / asked_over, r->sm->use_most);
}

/* The largest of so many such numbers. */
static double largest(replay *r, unsigned count)
{
    return count > 1 ? pow(uniform(r), 1.0 / count) : uniform(r);
}

/* Latencies differ, of a request's lines the last one counts, and requests of all multiprocessors get in each other's
 * way the more there are. */
static double memory_latency(replay *r, double use, unsigned lines)
{
    double spread = r->sm->dram_spread;
    return r->sm->dram_latency * (1 - spread - spread * log1p(-largest(r, lines))) + r->sm->dram_write_wait * use +
           r->sm->dram_queue * use * use / (1 - use);
}

/* One half of the second-level cache is nearer to a multiprocessor than the other. */
static double cache_latency(replay *r, unsigned lines)
{
    return r->sm->l2_latency * (1 + (largest(r, lines) < 0.5 ? -1 : 1) * r->sm->l2_spread);
}

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static double l2_time(const wg_sm *sm, const wg_sm_insn *i, const wg_sm_op *op)
{
    const wg_sm_price *price = i->action == WG_SM_STORE ? &sm->l2_write : &sm->l2_read;
    if (i->action == WG_SM_ATOMIC)
        return op->l2 * sm->atomic_interval * i->contention;
    double requests = op->lines && op->lines < op->l2 ? op->lines : op->l2;
    return requests * price->request + op->l2 * price->sector + op->partial * sm->l2_partial;
}

static double dram_time(const wg_sm *sm, const wg_sm_insn *i, const wg_sm_op *op)
{
    double interval = i->action == WG_SM_STORE ? sm->dram_write_interval : sm->dram_interval;
    return op->dram * interval + op->rows * sm->dram_row;
}

/* What is to be written waits in the second-level cache until memory has nothing else to do, as long as there is room.
 */
static void ask_memory(replay *r, const wg_sm_insn *i, double busy, double start)
{
    double idle = fmin(fmax(start - r->dram_free, 0), r->write_backlog);
    r->write_backlog -= idle;
    r->dram_free += idle;
    double later = i->action == WG_SM_STORE ? fmin(busy, r->sm->write_buffer_cycles - r->write_backlog) : 0;
    r->write_backlog += later;
    r->dram_free = fmax(r->dram_free, start) + busy - later;
}

/* When a request's last sector is back, or on its way for a store. */
static double through_memory(replay *r, const wg_sm_insn *i, const wg_sm_op *op, double start)
{
    const wg_sm *sm = r->sm;
    double back = start + sm->l1_latency;
    if (op->l2) {
        double busy = l2_time(sm, i, op);
        r->l2_free = fmax(r->l2_free, start) + busy;
        r->out->l2_busy += busy;
        r->out->atomic_busy += i->action == WG_SM_ATOMIC ? busy : 0;
        back = r->l2_free + cache_latency(r, least_of(op->lines, op->l2));
    }
    if (op->same) {
        r->same_free = fmax(r->same_free, start) + op->same * sm->same_interval;
        r->out->same_busy += op->same * sm->same_interval;
        back = fmax(back, r->same_free + sm->l2_latency);
    }
    if (op->dram) {
        double busy = dram_time(sm, i, op), use = use_memory(r, busy);
        ask_memory(r, i, busy, start - sm->dram_slack);
        r->out->dram_busy += busy;
        back = fmax(back, fmax(r->dram_free, start) + memory_latency(r, use, least_of(op->lines, op->dram)));
    }
    return back;
}

/* Of loads that miss on average: when this one's sectors are there. Who comes when enough of them have missed is the
 * one that waits. */
static double mean_miss(replay *r, const wg_sm_insn *i, const wg_sm_op *op, bool was_asked_for, double start)
{
    float *missed = &r->missed[op->insn];
    if (*missed < (was_asked_for ? r->sm->merge_evicted : r->sm->merge_first) * op->wanted)
        return start + r->sm->l1_latency;
    *missed -= op->wanted;
    return uniform(r) < i->missed ? fmax(r->dram_free, start) + memory_latency(r, use_memory(r, 0), op->lines)
                                  : fmax(r->l2_free, start) + cache_latency(r, op->lines);
}

/* A hit on a miss: whoever asks for a sector that is on its way waits for it as well. Blocks of a trace are replayed
 * more than once, for others with sectors of their own. */
static double merge_misses(replay *r, const warp *w, const wg_sm_insn *i, const wg_sm_op *op, double start, double back)
{
    if (!op->sector)
        return back;
    uint64_t sector = w->nth << 32 | op->sector;
    mshr *entry = &r->mshrs[(sector * 0x9e3779b97f4a7c15u) >> (64 - MSHR_BITS)];
    r->missed[op->insn] += op->l2;
    bool was_asked_for = entry->sector == sector;
    if (was_asked_for && entry->ready > start && (op->is_mean || !op->l2))
        return fmax(entry->ready, start + r->sm->l1_latency);
    if (op->is_mean)
        back = mean_miss(r, i, op, was_asked_for, start);
    if (op->is_mean || op->l2)
        *entry = (mshr){sector, back};
    return back;
}

/* The queues to memory throttle until then. */
static double throttled_until(const replay *r, const wg_sm_op *op)
{
    double longest = op->l2 ? r->l2_free : 0;
    longest = op->dram ? fmax(longest, r->dram_free) : longest;
    longest = op->same ? fmax(longest, r->same_free) : longest;
    return longest - r->sm->queue_cycles;
}

/* ---- issuing ---- */

/* What the instruction gives is ready then; `stall` is what waiting for it counts as. */
static double result_at(replay *r, const warp *w, const wg_sm_insn *i, const wg_sm_op *op, double start,
                        wg_stall *stall)
{
    switch ((wg_sm_action)i->action) {
    case WG_SM_SHARED: *stall = WG_STALL_shared; return start + (i->is_operand ? 0 : r->sm->shared_latency);
    case WG_SM_LOAD:
    case WG_SM_STORE:
    case WG_SM_ATOMIC:
    case WG_SM_COPY:
        *stall = WG_STALL_memory;
        return merge_misses(r, w, i, op, start, through_memory(r, i, op, start)) + i->latency;
    default: *stall = WG_STALL_data; return start + i->latency;
    }
}

/* The machine instructions that issue now; a fraction is carried over to the next time. */
static double take_issues(replay *r, uint32_t insn)
{
    r->carry[insn] += r->insns[insn].issues;
    float whole = floorf(r->carry[insn] + 0.001f);
    r->carry[insn] -= whole;
    return whole;
}

/* Where an instruction goes that has the choice. */
static uint8_t choose_pipe(replay *r, const wg_sm_use *use, size_t scheduler)
{
    bool is_busier = use->is_either && *pipe_free(r, scheduler, WG_SM_ALU) > *pipe_free(r, scheduler, WG_SM_HEAVY);
    return is_busier ? WG_SM_HEAVY : use->pipe;
}

/* Takes its time of every pipe; returns when the slowest has let it in. */
static double enter_pipes(replay *r, const wg_sm_insn *i, const wg_sm_op *op, size_t scheduler)
{
    double in = r->now;
    for (int k = 0; k < i->use_count; k++) {
        const wg_sm_use *use = &i->uses[k];
        uint8_t pipe = choose_pipe(r, use, scheduler);
        double passes = is_common(pipe) ? op->passes - use->paid : 0, count = fmax(passes, use->count);
        double busy = count * r->sm->interval[pipe], *free = pipe_free(r, scheduler, pipe);
        busy *= pipe == WG_SM_DATA ? 1 + i->slower : 1;
        *free = fmax(*free, r->now) + busy;
        /* A latency counts from where the last of its instructions entered the pipe; handing addresses over is part of
         * that of memory. */
        in = fmax(in, *free - (pipe == WG_SM_ADDRESS ? busy : r->sm->interval[pipe]));
        r->out->busy[pipe] += busy;
        if (pipe == WG_SM_DATA)
            r->out->shared_busy += i->action == WG_SM_SHARED ? busy : use->shared * r->sm->interval[pipe];
    }
    return in;
}

static void count_stalls(replay *r, const warp *w, uint32_t insn, double issues)
{
    wg_sm_result *out = r->out;
    double waited = r->now - w->since, at_fault = fmin(w->may_issue - w->since, waited);
    if (waited > 0) {
        bool full = waited > at_fault && !w->reason;
        out->stalls[w->reason] += at_fault;
        out->stalls[full ? WG_STALL_pipe : WG_STALL_turn] += waited - at_fault;
    }
    out->stalls[WG_STALL_issued] += issues;
    out->insn_stalls[insn] += fmax(waited, 0) + issues;
}

/* Registers to be read; those of the instruction before, if it was the same warp's, are still at hand. */
static int reads_of(const wg_sm_insn *i, const wg_sm_insn *before)
{
    int reads = i->hidden;
    for (int k = 0; k < WG_SM_SOURCES && i->ports >> k; k++) {
        bool is_read = i->ports >> k & 1;
        for (int b = 0; before && is_read && b < WG_SM_SOURCES && before->ports >> b; b++)
            is_read = before->sources[b] != i->sources[k];
        reads += is_read;
    }
    return reads;
}

/* Registers are read as fast as their banks let them be; operands of one instruction may still be on their way when the
 * next issues. */
static double read_registers(replay *r, size_t scheduler, int reads, double slots)
{
    double *free = &r->read_free[scheduler];
    *free = fmax(*free, r->now) + reads / r->sm->reads;
    return fmax(slots, *free - r->sm->read_ahead - r->now);
}

static void issue(replay *r, warp *w, size_t scheduler, bool is_last, double *scheduler_free)
{
    const wg_sm_op *op = &w->ops[w->at++];
    const wg_sm_insn *i = &r->insns[op->insn];
    double issues = take_issues(r, op->insn), slots = issues * r->sm->issue_interval;
    if (issues > 0)
        slots = read_registers(r, scheduler, reads_of(i, is_last ? &r->insns[w->issued] : NULL), slots);
    r->out->issued += slots; /* as others count it: without what handing over takes */
    slots += i->more;
    w->issued = op->insn;
    r->executed++;
    wg_stall stall;
    count_stalls(r, w, op->insn, slots);
    double in = enter_pipes(r, i, op, scheduler);
    *scheduler_free = r->now + slots;
    w->since = fmax(r->now + slots, w->since);
    double ready = result_at(r, w, i, op, in, &stall);
    set_results(w, i, ready, stall);
    if (i->action == WG_SM_STORE)
        r->running[w->block].drained = in + r->sm->drain;
    if (i->action == WG_SM_COPY)
        w->copies = fmax(w->copies, ready);
    if (i->action == WG_SM_COMMIT)
        w->groups[w->group_count++ % WG_SM_GROUPS] = w->copies;
    if (i->action == WG_SM_BARRIER) {
        arrive(r, w);
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

/* A pipe takes an instruction before it has finished the one before: queues lie in front of some. */
static double queue_depth(const replay *r, uint8_t pipe)
{
    return is_common(pipe) || pipe == WG_SM_ADDRESS ? r->sm->queue_depth * r->sm->schedulers : 1;
}

/* The cycle from which the pipes and queues would take the warp's operation. */
static double when_taken(replay *r, const warp *w, size_t scheduler)
{
    const wg_sm_op *op = &w->ops[w->at];
    const wg_sm_insn *i = &r->insns[op->insn];
    double when = op->l2 | op->dram | op->same ? throttled_until(r, op) : 0;
    for (int k = 0; k < i->use_count; k++) {
        uint8_t pipe = choose_pipe(r, &i->uses[k], scheduler);
        when = fmax(when, *pipe_free(r, scheduler, pipe) - queue_depth(r, pipe));
    }
    return when;
}

/* The warp that issues in this cycle: the oldest that may. *next: when the first of the others may. */
static warp *choose(replay *r, size_t scheduler, double *next)
{
    warp *best = NULL;
    for (size_t k = scheduler; k < r->warp_count; k += r->sm->schedulers) {
        warp *w = &r->warps[k];
        if (w->done || w->waiting)
            continue;
        if (w->at == w->count) { /* it came to its end at a barrier, or has nothing to do */
            settle(r, w);
            *next = r->now;
            continue;
        }
        if (w->may_issue > r->now) {
            *next = fmin(*next, w->may_issue);
            continue;
        }
        if (best && w->age >= best->age)
            continue;
        double when = when_taken(r, w, scheduler);
        if (when > r->now) {
            *next = fmin(*next, when);
            continue;
        }
        best = w;
    }
    return best;
}

/* Lets a scheduler issue all it can in this cycle; returns when there is more for it to do. */
static double run_scheduler(replay *r, size_t scheduler, warp **last, double *free_at)
{
    double next = INFINITY;
    while (*free_at <= r->now) {
        warp *w = choose(r, scheduler, &next);
        if (!w)
            break;
        issue(r, w, scheduler, w == *last, free_at);
        settle(r, w);
        *last = w;
        next = fmin(next, fmax(r->now, w->may_issue));
    }
    return *free_at > r->now ? fmin(next, *free_at) : next;
}

static void run(replay *r)
{
    const wg_sm *sm = r->sm;
    warp **last = wg_alloc(sm->schedulers * sizeof *last);
    double *free_at = wg_alloc(sm->schedulers * sizeof *free_at);
    for (;;) {
        double next = INFINITY;
        /* What they share, none of them is always the first to get. */
        size_t first = (size_t)(uniform(r) * sm->schedulers);
        for (size_t k = 0; k < sm->schedulers; k++) {
            size_t s = (first + k) % sm->schedulers;
            next = fmin(next, run_scheduler(r, s, &last[s], &free_at[s]));
        }
        if (next == INFINITY)
            break;
        r->now = fmax(next, r->now + STEP);
    }
    free(free_at);
    free(last);
}

/* ---- the whole ---- */

static uint32_t widest_of(const wg_sm_block *blocks, size_t count)
{
    uint32_t widest = 1;
    for (size_t k = 0; k < count; k++)
        widest = blocks[k].warp_count > widest ? blocks[k].warp_count : widest;
    return widest;
}

static void allocate(replay *r, size_t insn_count)
{
    const wg_sm *sm = r->sm;
    r->warp_count = (size_t)widest_of(r->blocks, r->block_count) * sm->resident_blocks;
    r->warps = wg_alloc(r->warp_count * sizeof *r->warps);
    r->running = wg_alloc(sm->resident_blocks * sizeof *r->running);
    r->pipe_free = wg_alloc((sm->schedulers + 1) * WG_SM_PIPES * sizeof *r->pipe_free);
    r->read_free = wg_alloc(sm->schedulers * sizeof *r->read_free);
    r->carry = wg_alloc((insn_count + 1) * sizeof *r->carry);
    r->mshrs = wg_alloc(MSHRS * sizeof *r->mshrs);
    r->missed = wg_alloc((insn_count + 1) * sizeof *r->missed);
    r->ready = wg_alloc((r->warp_count * r->registers + 1) * sizeof *r->ready);
    r->from = wg_alloc(r->warp_count * r->registers + 1);
    for (size_t k = 0; k < r->warp_count; k++)
        r->warps[k] = (warp){.done = true, .ready = r->ready + k * r->registers, .from = r->from + k * r->registers};
}

static void release(replay *r)
{
    void *const all[] = {r->warps, r->running, r->pipe_free, r->read_free, r->carry,
                         r->mshrs, r->missed,  r->ready,     r->from};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

void wg_sm_replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_block *blocks,
                  size_t block_count, uint32_t registers, wg_sm_result *out)
{
    replay r = {.sm = sm,
                .noise = sm->noise,
                .insns = insns,
                .blocks = blocks,
                .block_count = block_count,
                .registers = registers,
                .out = out};
    *out = (wg_sm_result){.insn_stalls = wg_alloc((insn_count + 1) * sizeof *out->insn_stalls),
                          .ends = wg_alloc((block_count + 1) * sizeof *out->ends)};
    allocate(&r, insn_count);
    for (uint32_t place = 0; place < sm->resident_blocks && r.next_block < block_count; place++)
        start_block(&r, place);
    run(&r);
    out->cycles = fmax(r.now, fmax(r.l2_free, r.dram_free + r.write_backlog));
    out->done_then = r.executed ? out->done_then / (double)r.executed : 1;
    release(&r);
}

void wg_sm_result_free(wg_sm_result *result)
{
    free(result->insn_stalls);
    free(result->ends);
    *result = (wg_sm_result){0};
}

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
 * A warp's time between two instructions has three parts. Until its operands are there it waits for the last of them,
 * and whoever computes that one is to blame. Then pipes and queues may not take it; it is known for how long when it is
 * tried, since they only get fuller. For the rest the scheduler issued others, and the warp was not tried: now and then
 * it is, as a profiler samples, to see how often it could have issued. */
#include "time/sm_memory.h"
#include "time/sm_stalls.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

static const double STEP = 0.25;

enum { SAMPLED = 16 }; /* of so many issues one */

typedef struct warp {
    const wg_sm_op *ops;
    size_t count, at;
    size_t passed;               /* where it went on after its last barrier */
    uint32_t block;              /* index into running blocks */
    uint64_t nth;                /* … and which of all blocks that is, from 1 */
    double *ready;               /* of each register: the cycle from which it can be read */
    wg_why *from;                /* … and what waiting for it is */
    double copies;               /* asynchronous copies are there at this cycle … */
    uint32_t copied;             /* … because of this instruction … */
    double groups[WG_SM_GROUPS]; /* … and those of the last groups, in a ring */
    uint32_t group_count;
    double may_issue; /* of the operation at hand, without pipes */
    wg_why reason;    /* what it waits for until then */
    double taken;     /* pipes and queues do not take it before, as far as is known … */
    double queued;    /* … and for so long of the time since may_issue they did not */
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

typedef struct replay {
    const wg_sm *sm;
    const wg_sm_insn *insns;
    const wg_sm_block *blocks;
    size_t block_count, next_block, ended;
    uint32_t registers;
    double *ready; /* of all warps */
    wg_why *from;  /* … likewise */
    warp *warps;   /* schedulers take turns: warp k belongs to scheduler k % schedulers */
    size_t warp_count;
    running *running;
    double *pipe_free; /* schedulers x pipes, then the common ones */
    uint32_t *entered; /* … likewise: the instruction that did last */
    double *read_free; /* of each scheduler: when the registers of its instructions will have been read */
    float *carry;      /* of each instruction: what its fractions add up to */
    wg_noted *noted;   /* … and what else is noted */
    uint32_t issues;
    wg_sm_memory memory;
    double barrier_free, next_start;
    size_t executed;
    double now;
    uint64_t ages;
    wg_sm_result *out;
} replay;

static bool is_common(uint8_t pipe)
{
    return pipe >= WG_SM_DATA;
}

static bool is_arithmetic(uint8_t pipe)
{
    return pipe < WG_SM_ADDRESS;
}

static size_t pipe_index(const replay *r, size_t scheduler, uint8_t pipe)
{
    return (is_common(pipe) ? r->sm->schedulers : scheduler) * WG_SM_PIPES + pipe;
}

static double *pipe_free(replay *r, size_t scheduler, uint8_t pipe)
{
    return &r->pipe_free[pipe_index(r, scheduler, pipe)];
}

/* ---- the operation at hand ---- */

static void wait_for(warp *w, uint16_t reg)
{
    if (reg != WG_SM_NO_REGISTER && w->ready[reg] > w->may_issue) {
        w->may_issue = w->ready[reg];
        w->reason = w->from[reg];
    }
}

static void wait_for_sources(warp *w, const wg_sm_insn *i)
{
    for (int k = 0; k < WG_SM_SOURCES && i->sources[k] != WG_SM_NO_REGISTER; k++)
        wait_for(w, i->sources[k]);
}

static void set_results(warp *w, const wg_sm_insn *i, double ready, wg_why from)
{
    for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER; k++) {
        w->ready[i->results[k]] = ready;
        w->from[i->results[k]] = from;
    }
}

/* What disappeared hands its operands' readiness on, and who is to blame for it. */
static void pass_on(replay *r, warp *w)
{
    for (; w->at < w->count; w->at++) {
        const wg_sm_insn *i = &r->insns[w->ops[w->at].insn];
        if (i->issues > 0 || i->action != WG_SM_COMPUTE)
            return;
        r->executed++;
        warp probe = {.ready = w->ready, .from = w->from, .reason = wg_why_of(WG_STALL_data, w->ops[w->at].insn)};
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
    w->taken = w->queued = 0;
    if (w->at == w->count)
        return;
    const wg_sm_insn *i = &r->insns[w->ops[w->at].insn];
    w->reason = wg_why_of(WG_STALL_data, w->ops[w->at].insn); /* one issues after the other */
    wait_for_sources(w, i);
    for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER; k++)
        wait_for(w, i->results[k]);
    if (i->action == WG_SM_WAIT && copies_of(w, i->pending) > w->may_issue) {
        w->may_issue = copies_of(w, i->pending);
        w->reason = wg_why_of(WG_STALL_memory, w->copied);
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
        w->ready[k] = when; /* before that nobody looks: `from` says nothing yet */
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

/* What a warp executed since the last barrier. */
static size_t since_barrier(const warp *w)
{
    return w->at - w->passed;
}

/* A warp that does far more than the others between two barriers is what they wait for: its instructions are to blame,
 * each as long as it takes. Where all do alike, the barrier is. */
static const warp *straggler(const replay *r, const running *b, uint32_t place)
{
    enum { FAR_MORE = 4 };
    const warp *last = NULL;
    uint64_t all = 0;
    for (uint32_t k = 0; k < b->warps; k++) {
        const warp *w = &r->warps[place * warps_of_place(r) + k];
        if (!w->waiting)
            continue;
        all += since_barrier(w);
        last = !last || since_barrier(w) > since_barrier(last) ? w : last;
    }
    return last && since_barrier(last) * b->warps > FAR_MORE * all ? last : NULL;
}

static double work_of(const replay *r, const wg_sm_op *op)
{
    const wg_sm_insn *i = &r->insns[op->insn];
    return i->issues + i->latency;
}

/* Shares what was waited at a barrier among the instructions of who came last. */
static void blame_straggler(replay *r, const warp *w, uint32_t barrier, double waited)
{
    double all = 0;
    for (size_t k = w->passed; k + 1 < w->at; k++)
        all += work_of(r, &w->ops[k]);
    for (size_t k = w->passed; k + 1 < w->at && all > 0; k++) {
        double part = waited * work_of(r, &w->ops[k]) / all;
        r->out->insns[w->ops[k].insn].stalls[WG_STALL_barrier] += part;
        r->out->insns[barrier].stalls[WG_STALL_barrier] -= part;
    }
}

static void release_barrier(replay *r, uint32_t place)
{
    running *b = &r->running[place];
    double open = b->came + r->sm->barrier_latency, waited = 0;
    const warp *last = straggler(r, b, place);
    uint32_t barrier = 0;
    b->arrived = 0;
    for (uint32_t k = 0; k < b->warps; k++) {
        warp *w = &r->warps[place * warps_of_place(r) + k];
        if (!w->waiting)
            continue;
        w->waiting = false;
        double came = w->since;
        barrier = w->ops[w->at - 1].insn;
        w->since = fmax(open, came);
        wg_stall_add(r->out, barrier, wg_why_of(WG_STALL_barrier, barrier), w->since - came);
        waited += w->since - came;
        look_at_next(r, w);
    }
    if (last)
        blame_straggler(r, last, barrier, waited);
    for (uint32_t k = 0; k < b->warps; k++) {
        warp *w = &r->warps[place * warps_of_place(r) + k];
        w->passed = w->at;
    }
}

/* ---- issuing ---- */

/* What the instruction gives is ready then. */
static double result_at(replay *r, const warp *w, const wg_sm_insn *i, const wg_sm_op *op, double start)
{
    switch ((wg_sm_action)i->action) {
    case WG_SM_SHARED: return start + (i->is_operand ? 0 : r->sm->shared_latency);
    case WG_SM_LOAD:
    case WG_SM_STORE:
    case WG_SM_ATOMIC:
    case WG_SM_COPY: r->memory.now = r->now; return wg_sm_access(&r->memory, i, op, w->nth, start) + i->latency;
    default: return start + i->latency;
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

/* The path to shared memory and L1, behind what is on it. */
static void note_data(wg_noted *noted, double queued, double busy)
{
    noted->queued[WG_QUEUE_DATA] += queued > 0 ? queued : 0;
    noted->work[WG_QUEUE_DATA] += busy;
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
        if (pipe == WG_SM_DATA)
            note_data(&r->noted[op->insn], *free - r->now, busy);
        *free = fmax(*free, r->now) + busy;
        r->entered[pipe_index(r, scheduler, pipe)] = op->insn;
        /* A latency counts from where the last of its instructions entered the pipe; handing addresses over is part of
         * that of memory. */
        in = fmax(in, *free - (pipe == WG_SM_ADDRESS ? busy : r->sm->interval[pipe]));
        r->out->busy[pipe] += busy;
        if (pipe == WG_SM_CONSTANT && i->action == WG_SM_BARRIER)
            r->out->barrier_busy += busy;
        if (pipe == WG_SM_DATA)
            r->out->shared_busy += i->action == WG_SM_SHARED ? busy : use->shared * r->sm->interval[pipe];
    }
    return in;
}

/* `idle`: since then the scheduler issued nothing. The clock goes in steps, and what is left of one is no other warp's
 * fault. */
static void count_stalls(replay *r, const warp *w, uint32_t insn, double issues, double idle)
{
    double waited = r->now - w->since, busy = fmin(fmax(fmax(idle, w->taken), w->may_issue), r->now);
    double turn = busy - w->may_issue - w->queued;
    if (turn > 0)
        wg_stall_add(r->out, insn, wg_why_of(WG_STALL_turn, insn), turn);
    waited -= w->queued + fmax(turn, 0);
    if (waited > 0)
        wg_stall_add(r->out, insn, w->reason, waited);
    wg_stall_add(r->out, insn, wg_why_of(WG_STALL_issued, insn), issues);
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
    wg_noted *noted = &r->noted[op->insn];
    count_stalls(r, w, op->insn, slots, *scheduler_free);
    double in = enter_pipes(r, i, op, scheduler);
    *scheduler_free = r->now + slots;
    w->since = fmax(r->now + slots, w->since);
    double ready = result_at(r, w, i, op, in);
    noted->latency += ready - r->now;
    set_results(w, i, ready, wg_why_of((wg_stall)noted->result, op->insn));
    if (i->action == WG_SM_STORE)
        r->running[w->block].drained = in + r->sm->drain;
    if (i->action == WG_SM_COPY && ready > w->copies) {
        w->copies = ready;
        w->copied = op->insn;
    }
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

/* The cycle from which the pipes and queues would take the warp's operation. `last`: the pipe that does so last;
 * WG_SM_PIPES: a queue to memory. */
static double when_taken(replay *r, const warp *w, size_t scheduler, uint8_t *last)
{
    const wg_sm_op *op = &w->ops[w->at];
    const wg_sm_insn *i = &r->insns[op->insn];
    double when = op->l2 | op->dram | op->same ? wg_sm_throttled_until(&r->memory, op) : 0;
    *last = WG_SM_PIPES;
    for (int k = 0; k < i->use_count; k++) {
        uint8_t pipe = choose_pipe(r, &i->uses[k], scheduler);
        double free = *pipe_free(r, scheduler, pipe) - queue_depth(r, pipe);
        if (free > when) {
            when = free;
            *last = pipe;
        }
    }
    return when;
}

/* Who filled what the warp stands before. */
static uint32_t filled_by(const replay *r, const warp *w, size_t scheduler, uint8_t pipe)
{
    return pipe == WG_SM_PIPES ? wg_sm_throttled_by(&r->memory, &w->ops[w->at])
                               : r->entered[pipe_index(r, scheduler, pipe)];
}

/* Until then the warp cannot issue, whoever else does: what of that was not known before is the full pipe's or queue's.
 * The reason is the warp's own in the sum of all, and that of the instruction to blame in its part of it. */
static void wait_for_pipe(replay *r, warp *w, size_t scheduler, double when, uint8_t pipe)
{
    double known = fmax(w->taken, r->now);
    if (when <= known)
        return;
    uint32_t insn = w->ops[w->at].insn, last = filled_by(r, w, scheduler, pipe);
    bool is_pipe = is_arithmetic(pipe);
    r->out->stalls[is_pipe ? WG_STALL_pipe : r->noted[insn].queue] += when - known;
    r->out->insns[insn].waits += when - known;
    r->out->insns[last].stalls[is_pipe ? WG_STALL_pipe : r->noted[last].queue] += when - known;
    w->queued += when - known;
    w->taken = when;
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
        uint8_t pipe;
        double when = when_taken(r, w, scheduler, &pipe);
        if (when > r->now) {
            wait_for_pipe(r, w, scheduler, when, pipe);
            *next = fmin(*next, when);
            continue;
        }
        best = w;
    }
    return best;
}

/* The older ones go first; those that have their operands, too, may stand before a full pipe or queue as well. */
static void look_at_others(replay *r, size_t scheduler, const warp *chosen)
{
    for (size_t k = scheduler; k < r->warp_count; k += r->sm->schedulers) {
        const warp *w = &r->warps[k];
        if (w->may_issue > r->now || w->taken > r->now || w->at == w->count || w == chosen)
            continue;
        uint8_t pipe;
        wg_noted *noted = &r->noted[w->ops[w->at].insn];
        noted->passed_over++;
        if (when_taken(r, w, scheduler, &pipe) <= r->now)
            continue;
        wg_noted *last = &r->noted[filled_by(r, w, scheduler, pipe)];
        bool is_pipe = is_arithmetic(pipe);
        noted->at_pipe += is_pipe;
        noted->at_queue += !is_pipe;
        last->filled_pipe += is_pipe;
        last->filled_queue += !is_pipe;
    }
}

/* Lets a scheduler issue all it can in this cycle; returns when there is more for it to do. */
static double run_scheduler(replay *r, size_t scheduler, warp **last, double *free_at)
{
    double next = INFINITY;
    while (*free_at <= r->now) {
        warp *w = choose(r, scheduler, &next);
        if (!w)
            break;
        if (++r->issues % SAMPLED == 0)
            look_at_others(r, scheduler, w);
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
        size_t first = (size_t)(wg_sm_uniform(&r->memory) * sm->schedulers);
        for (size_t k = 0; k < sm->schedulers; k++) {
            size_t s = (first + k) % sm->schedulers;
            next = fmin(next, run_scheduler(r, s, &last[s], &free_at[s]));
        }
        if (next == INFINITY || wg_stopped(sm->interrupted))
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
    r->ready = wg_alloc((r->warp_count * r->registers + 1) * sizeof *r->ready);
    r->from = wg_alloc((r->warp_count * r->registers + 1) * sizeof *r->from);
    r->entered = wg_alloc((sm->schedulers + 1) * WG_SM_PIPES * sizeof *r->entered);
    for (size_t k = 0; k < r->warp_count; k++)
        r->warps[k] = (warp){.done = true, .ready = r->ready + k * r->registers, .from = r->from + k * r->registers};
}

static void release(replay *r)
{
    void *const all[] = {r->warps, r->running, r->pipe_free, r->read_free, r->carry,
                         r->ready, r->from,    r->entered,   r->noted};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

void wg_sm_replay(const wg_sm *sm, const wg_sm_insn *insns, size_t insn_count, const wg_sm_block *blocks,
                  size_t block_count, uint32_t registers, wg_sm_result *out)
{
    replay r = {
        .sm = sm, .insns = insns, .blocks = blocks, .block_count = block_count, .registers = registers, .out = out};
    *out = (wg_sm_result){.insns = wg_alloc((insn_count + 1) * sizeof *out->insns),
                          .ends = wg_alloc((block_count + 1) * sizeof *out->ends)};
    r.noted = wg_noted_new(insns, insn_count);
    wg_sm_memory_begin(&r.memory, sm, insn_count, r.noted, out);
    allocate(&r, insn_count);
    for (uint32_t place = 0; place < sm->resident_blocks && r.next_block < block_count; place++)
        start_block(&r, place);
    run(&r);
    wg_stalls_settle(out, r.noted, insn_count);
    out->cycles = fmax(r.now, fmax(r.memory.l2_free, r.memory.dram_free + r.memory.write_backlog));
    out->done_then = r.executed ? out->done_then / (double)r.executed : 1;
    wg_sm_memory_end(&r.memory);
    release(&r);
}

void wg_sm_result_free(wg_sm_result *result)
{
    free(result->insns);
    free(result->ends);
    *result = (wg_sm_result){0};
}

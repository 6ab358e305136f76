/* SPDX-License-Identifier: Apache-2.0 */
/* The time of all blocks of a multiprocessor from that of those that are replayed.
 *
 * Its first blocks are in the trace. Where these are not all, the rest goes on at the pace of those in the middle, when
 * neither the first nor the last ones have the multiprocessor for themselves. Where even the blocks that run at a time
 * are too long, all warps end early, and the time they took stands for the same part of the whole. */
#include "time/estimator.h"

#include <math.h>

/* ---- what there is to do ---- */

static double operations_of_block(const wg_trace *trace, size_t block, size_t warps)
{
    double sum = 0;
    for (size_t k = block * warps; k < (block + 1) * warps; k++)
        sum += (double)trace->warps[k].op_count;
    return sum;
}

/* Where blocks take their work from a queue, the first ones took it all: they ran one after another. One that has no
 * less than the mean stands for all then. */
static bool is_idle(const wg_estimation *m, size_t block)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    size_t warps = wg_warps_of(m->launch);
    double mean = (double)trace->op_count / (double)(trace->warp_count / warps);
    return m->e->program->order_matters && trace->truncated && operations_of_block(trace, block, warps) < mean;
}

void wg_timeline_drop_idle(const wg_estimation *m, wg_timeline *t)
{
    size_t kept = 0;
    for (size_t k = 0; k < t->block_count; k++)
        if (!is_idle(m, k))
            t->blocks[kept++] = t->blocks[k];
    t->block_count = kept;
}

/* Operations of the traced warps by those all warps have on average. */
static double part_traced(const wg_estimation *m)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    size_t warps = wg_warps_of(m->launch), blocks = trace->warp_count / warps, busy = 0;
    double all = (double)m->profile->total.value[WG_COUNTER_warp_instructions] / (double)wg_blocks_of(m->launch);
    double operations = 0;
    for (size_t k = 0; k < blocks; k++)
        if (!is_idle(m, k)) {
            operations += operations_of_block(trace, k, warps);
            busy++;
        }
    return trace->truncated && all > 0 && busy ? operations / (double)busy / all : 1;
}

/* How much more all blocks do, on average, than those of the trace. */
static double more_work(const wg_estimation *m)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    double all = (double)m->profile->total.value[WG_COUNTER_warp_instructions] /
                 ((double)wg_blocks_of(m->launch) * wg_warps_of(m->launch));
    double traced = trace->warp_count ? (double)trace->op_count / (double)trace->warp_count : 0;
    return trace->truncated || traced <= 0 ? 1 : all / traced;
}

wg_sm_work wg_work_of(const wg_estimation *m)
{
    return (wg_sm_work){.blocks = ceil((double)wg_blocks_of(m->launch) / m->e->model.sm_count),
                        .traced = part_traced(m),
                        .more = more_work(m),
                        .resident = m->traffic.blocks_per_sm};
}

/* ---- how long it takes ---- */

/* Enough to see what comes in between the first and the last ones, if there are so many. */
static size_t blocks_to_replay(const wg_timeline *t, const wg_sm_work *w)
{
    enum { WAVES = 12 };
    double operations = (double)t->op_count / (double)t->block_count;
    double most = fmin(w->blocks, WAVES * (double)w->resident),
           few = fmax(4 * (double)WG_REPLAYED_OPERATIONS / operations, 5 * (double)w->resident);
    return (size_t)fmax(1, fmin(most, few));
}

/* Of warps that all end early: as long as none has, they do what they would do for longer. What is left to be written
 * then cannot be put off for longer. */
static double steady_cycles(const wg_sm_result *r)
{
    return fmax(r->dram_busy, r->done_then > 0.2 ? r->first_end / r->done_then : r->cycles);
}

static double cycles_of_some(const wg_sm *sm, const wg_timeline *t, size_t blocks)
{
    wg_sm_result result;
    wg_timeline_replay(sm, t, blocks, &result);
    double cycles = steady_cycles(&result);
    wg_sm_result_free(&result);
    return cycles;
}

/* Cycles a block, once the multiprocessor is full and before it runs empty; and as many as memory works for it, though
 * the first blocks' writes may still wait in the second-level cache. */
static double pace(const wg_sm_result *r, size_t blocks, uint32_t resident)
{
    if (blocks < 3 * (size_t)resident || r->ends[blocks - 1 - resident] <= r->ends[resident - 1])
        return r->cycles / (double)blocks;
    double full = (r->ends[blocks - 1 - resident] - r->ends[resident - 1]) / (double)(blocks - 2 * resident);
    return fmax(full, r->dram_busy / (double)blocks);
}

/* Warps that are not whole: a wave of them, again and again, and what is left of one. */
static wg_sm_time time_of_parts(const wg_sm *sm, const wg_timeline *t, const wg_sm_work *w)
{
    wg_sm_time a = {0};
    double rounds = floor(w->blocks / w->resident);
    size_t rest = (size_t)(w->blocks - rounds * w->resident), wave = rounds > 0 ? w->resident : rest;
    wg_timeline_replay(sm, t, wave, &a.result);
    a.result.cycles = steady_cycles(&a.result); /* in which its units did what they did */
    a.cycles = fmax(rounds, 1) * a.result.cycles / w->traced;
    if (rest && rounds > 0)
        a.cycles += cycles_of_some(sm, t, rest) / w->traced;
    return a;
}

static wg_sm_time time_of_whole(const wg_sm *sm, const wg_timeline *t, const wg_sm_work *w)
{
    wg_sm_time a = {0};
    size_t blocks = blocks_to_replay(t, w);
    wg_timeline_replay(sm, t, blocks, &a.result);
    double rest = fmax(w->blocks * w->more - (double)blocks, 0);
    a.cycles = a.result.cycles + rest * pace(&a.result, blocks, w->resident);
    return a;
}

wg_sm_time wg_sm_time_of(const wg_sm *base, const wg_timeline *t, const wg_sm_work *w)
{
    wg_sm sm = *base;
    sm.resident_blocks = w->resident;
    if (!t->block_count)
        return (wg_sm_time){0};
    return fabs(w->traced - 1) > 0.03 ? time_of_parts(&sm, t, w) : time_of_whole(&sm, t, w);
}

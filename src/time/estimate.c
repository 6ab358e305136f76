/* SPDX-License-Identifier: Apache-2.0 */
/* A launch's time from one multiprocessor's.
 *
 * All multiprocessors do the same kind of work, so one is replayed, with its share of the second-level cache's and of
 * memory's bandwidth. Its first blocks are in the trace. Where these are not all, the rest goes on at the pace of those
 * in the middle, when neither the first nor the last ones have the multiprocessor for themselves. Where even the blocks
 * that run at a time are too long, all warps end early, and the time they took stands for the same part of the whole.
 *
 * What the units had to do follows from the counters of the whole launch where there are such, else from the replay. */
#include "time/estimate.h"

#include "base/arena.h"
#include "base/parallel.h"
#include "caches/cache.h"
#include "caches/stream.h"
#include "machine/spills.h"
#include "sim/trace.h"
#include "time/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SECTOR = 32 };
static const size_t REPLAYED = 150000; /* operations of a trace of time, about */
static const double SAMPLED = 10e6;    /* warp instructions of a sample, about */

struct wg_estimator {
    const wg_program *program;
    const wg_device *device;
    wg_estimator_options options;
    wg_machine *machine;
    wg_schedule order;
    uint32_t resident;
    wg_sample sample; /* of the last launch that was looked at */
    size_t skip;      /* operations of a warp, before those that are traced */
    wg_trace memory, time;
    wg_touch *touches; /* of the last launch that was looked at */
    size_t touch_count;
};

static uint64_t registers_of(const wg_estimator *e)
{
    return e->options.registers && !e->machine->is_foreign ? e->options.registers : e->machine->registers;
}

wg_estimator *wg_estimator_new(const wg_program *program, const wg_device *device, const wg_estimator_options *options)
{
    wg_estimator *e = wg_alloc(sizeof *e);
    const wg_target target = wg_target_of(device);
    *e = (wg_estimator){
        .program = program, .device = device, .options = *options, .machine = wg_machine_new(program, &target)};
    e->order = wg_schedule_find(program, e->machine, (uint32_t)registers_of(e));
    if (options->registers && !e->machine->is_foreign)
        wg_spills_know(e->machine, &(wg_spills){options->spill_stores, options->spill_loads, options->frame});
    return e;
}

void wg_estimator_free(wg_estimator *e)
{
    if (!e)
        return;
    wg_trace_free(&e->memory);
    wg_trace_free(&e->time);
    free(e->touches);
    wg_machine_free(e->machine);
    wg_schedule_free(&e->order);
    free(e);
}

/* ---- before ---- */

static uint32_t warps_of(const wg_launch *launch)
{
    return (launch->block[0] * launch->block[1] * launch->block[2] + WG_LANES - 1) / WG_LANES;
}

static uint64_t blocks_of(const wg_launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* Operations of a warp that are kept: all that run at a time are to be there. */
static size_t warp_limit(const wg_estimator *e, const wg_launch *launch)
{
    return 2 * REPLAYED / ((size_t)e->resident * warps_of(launch));
}

/* … of a trace of memory: so that blocks of one multiprocessor find its caches as full as they are, with a little to
 * spare. */
static size_t memory_limit(const wg_estimator *e, const wg_launch *launch)
{
    uint64_t sms = wg_device_integer(e->device, WG_DEVICE_sm_count), each = (blocks_of(launch) + sms - 1) / sms;
    return each > e->resident ? 0 : e->memory.size_limit / 8 * 7 / ((size_t)each * warps_of(launch));
}

/* A long warp is looked at in its middle. */
static size_t to_skip(const wg_estimator *e, const wg_launch *launch, double instructions)
{
    double of_warp = instructions / warps_of(launch);
    return of_warp > 2 * (double)warp_limit(e, launch) ? (size_t)(0.4 * of_warp) : 0;
}

/* How much work a block is: the first one says. */
static wg_status instructions_of_block(const wg_launch *launch, double *instructions, wg_error *err)
{
    wg_launch trial = *launch;
    wg_profile profile = {0};
    trial.sample_blocks = 1;
    trial.host_threads = 1;
    wg_status status = wg_launch_run(&trial, &profile, err);
    *instructions = (double)profile.total.value[WG_COUNTER_warp_instructions] / (double)blocks_of(launch);
    wg_profile_free(&profile);
    return status;
}

/* Whole waves, a few, or the only one; of the first multiprocessors, so many as are enough to see what they share.
 * Blocks that run together on one are worth more work than others: without each other they would find its cache empty.
 */
static wg_sample sample_of(const wg_estimator *e, const wg_launch *launch, double instructions)
{
    enum { WAVES = 3, TOGETHER = 4 };
    uint32_t sms = (uint32_t)wg_device_integer(e->device, WG_DEVICE_sm_count), resident = e->resident, widest = sms;
    uint64_t all = blocks_of(launch), waves = all / ((uint64_t)sms * resident);
    double blocks = fmax(SAMPLED / fmax(instructions, 1), 1);
    if (!waves) {
        resident = (uint32_t)((all + sms - 1) / sms);
        widest = (uint32_t)(all - (uint64_t)(resident - 1) * sms);
    }
    uint64_t most = !waves ? 1 : waves < WAVES ? waves : WAVES;
    double chosen = blocks / (resident * (double)most);
    if (!waves && blocks >= (double)all)
        return (wg_sample){0};
    return (wg_sample){.waves = chosen < 1 ? 1 : most,
                       .resident = resident,
                       .multiprocessors = sms,
                       .chosen = (uint32_t)fmin(fmax(chosen, 1), widest),
                       .taken = (uint32_t)fmin(TOGETHER * blocks, resident)};
}

/* What others read has to be there, as long as that is cheap. It is not tried out: a block that runs twice may write
 * something else. */
static bool should_be_whole(const wg_launch *launch)
{
    const double cheap = 200e6; /* warp instructions */
    const wg_program *program = launch->program;
    for (uint32_t b = 0; b < program->block_count; b++)
        if (program->blocks[b].taken <= b || program->blocks[b].next <= b) /* a loop: nobody knows for how long */
            return false;
    return launch->feeds_others && (double)program->insn_count * warps_of(launch) * (double)blocks_of(launch) <= cheap;
}

static wg_status choose_sample(wg_estimator *e, const wg_launch *launch, wg_error *err)
{
    double instructions = 0;
    e->sample = (wg_sample){0};
    e->skip = 0;
    if (!e->options.samples || launch->program->order_matters || blocks_of(launch) < 2 || should_be_whole(launch))
        return WG_OK;
    wg_status status = instructions_of_block(launch, &instructions, err);
    e->skip = to_skip(e, launch, instructions);
    e->sample = sample_of(e, launch, instructions);
    return status;
}

static void remember(wg_estimator *e)
{
    if (e->options.history)
        wg_residency_add(e->options.history, e->touches, e->touch_count);
}

wg_status wg_estimator_begin(wg_estimator *e, wg_launch *launch, bool is_new, wg_error *err)
{
    wg_occupancy occupancy = wg_traffic_occupancy(launch, e->device, (uint32_t)registers_of(e));
    uint32_t sms = (uint32_t)wg_device_integer(e->device, WG_DEVICE_sm_count);
    wg_status status = WG_OK;
    if (!is_new) {
        remember(e);
        launch->sample = e->sample;
        return WG_OK;
    }
    e->resident = occupancy.blocks ? (uint32_t)occupancy.blocks : 1;
    wg_trace_free(&e->memory);
    wg_trace_free(&e->time);
    e->memory = wg_traffic_trace(e->device);
    e->time = wg_trace_of_one(sms, 4 * REPLAYED, warp_limit(e, launch));
    status = choose_sample(e, launch, err);
    e->memory.warp_limit = memory_limit(e, launch);
    e->time.skip = e->skip;
    launch->traces[WG_TRACE_OF_MEMORY] = &e->memory;
    launch->traces[WG_TRACE_OF_TIME] = &e->time;
    launch->sample = e->sample;
    return status;
}

/* ---- the time of all blocks of a multiprocessor ---- */

typedef struct work {
    double blocks; /* of the multiprocessor, in all */
    double traced; /* part of a block's operations that are in the trace */
    double more;   /* what a block does, by what those of the trace do */
    uint32_t resident;
} work;

typedef struct answer {
    double cycles;
    wg_sm_result result; /* of what was replayed */
    double replayed;     /* part of the cycles */
} answer;

/* Enough to see what comes in between the first and the last ones, if there are so many. */
static size_t blocks_to_replay(const wg_timeline *t, const work *w)
{
    enum { WAVES = 12 };
    double operations = (double)t->op_count / (double)t->block_count;
    double most = fmin(w->blocks, WAVES * (double)w->resident),
           few = fmax(4 * (double)REPLAYED / operations, 5 * (double)w->resident);
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

static answer time_of(const wg_sm *base, const wg_timeline *t, const work *w)
{
    wg_sm sm = *base;
    answer a = {0};
    sm.resident_blocks = w->resident;
    if (!t->block_count)
        return a;
    size_t blocks = blocks_to_replay(t, w);
    if (fabs(w->traced - 1) > 0.03) {
        double rounds = floor(w->blocks / w->resident);
        size_t rest = (size_t)(w->blocks - rounds * w->resident), wave = rounds > 0 ? w->resident : rest;
        wg_timeline_replay(&sm, t, wave, &a.result);
        a.result.cycles = steady_cycles(&a.result); /* in which its units did what they did */
        a.cycles = fmax(rounds, 1) * a.result.cycles / w->traced;
        if (rest && rounds > 0)
            a.cycles += cycles_of_some(&sm, t, rest) / w->traced;
    } else {
        wg_timeline_replay(&sm, t, blocks, &a.result);
        double rest = fmax(w->blocks * w->more - (double)blocks, 0);
        a.cycles = a.result.cycles + rest * pace(&a.result, blocks, w->resident);
    }
    a.replayed = a.cycles > 0 ? a.result.cycles / a.cycles : 1;
    return a;
}

/* ---- the estimate ---- */

typedef struct maker {
    wg_estimator *e;
    const wg_launch *launch;
    const wg_profile *profile;
    wg_traffic traffic;
    wg_timeline_source source;
    wg_latencies latencies;
    wg_sm sm;
    work work;
    double clock; /* of the multiprocessors, Hz */
    double overhead;
} maker;

static double seconds_of(const maker *m, double cycles)
{
    return cycles / m->clock;
}

static double operations_of_block(const wg_trace *trace, size_t block, size_t warps)
{
    double sum = 0;
    for (size_t k = block * warps; k < (block + 1) * warps; k++)
        sum += (double)trace->warps[k].op_count;
    return sum;
}

/* Where blocks take their work from a queue, the first ones took it all: they ran one after another. One that has no
 * less than the mean stands for all then. */
static bool is_idle(const maker *m, size_t block)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    size_t warps = warps_of(m->launch);
    double mean = (double)trace->op_count / (double)(trace->warp_count / warps);
    return m->e->program->order_matters && trace->truncated && operations_of_block(trace, block, warps) < mean;
}

/* Operations of the traced warps by those all warps have on average. */
static double part_traced(const maker *m)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    size_t warps = warps_of(m->launch), blocks = trace->warp_count / warps, busy = 0;
    double all = (double)m->profile->total.value[WG_COUNTER_warp_instructions] / (double)blocks_of(m->launch);
    double operations = 0;
    for (size_t k = 0; k < blocks; k++)
        if (!is_idle(m, k)) {
            operations += operations_of_block(trace, k, warps);
            busy++;
        }
    return trace->truncated && all > 0 && busy ? operations / (double)busy / all : 1;
}

static void leave_out_idle(const maker *m, wg_timeline *t)
{
    size_t kept = 0;
    for (size_t k = 0; k < t->block_count; k++)
        if (!is_idle(m, k))
            t->blocks[kept++] = t->blocks[k];
    t->block_count = kept;
}

/* How much more all blocks do, on average, than those of the trace. */
static double more_work(const maker *m)
{
    const wg_trace *trace = m->launch->traces[WG_TRACE_OF_TIME];
    double all = (double)m->profile->total.value[WG_COUNTER_warp_instructions] /
                 ((double)blocks_of(m->launch) * warps_of(m->launch));
    double traced = trace->warp_count ? (double)trace->op_count / (double)trace->warp_count : 0;
    return trace->truncated || traced <= 0 ? 1 : all / traced;
}

static void set_busy(const maker *m, const answer *a, wg_estimate *out)
{
    const wg_sm_result *r = &a->result;
    double own = 1 / (r->cycles * m->sm.schedulers), common = 1 / r->cycles;
    /* They are one memory, and its time is the one's that has most of it, as Nsight Compute's figure for L1 has shared
     * memory's, too. */
    bool is_shared = 3 * r->shared_busy >= 2 * r->busy[WG_SM_DATA];
    double parts[WG_UNIT_COUNT] = {
        [WG_UNIT_issue] = r->issued * own,
        [WG_UNIT_fma] = fmax(r->busy[WG_SM_FMA], r->busy[WG_SM_HEAVY]) * own,
        [WG_UNIT_alu] = r->busy[WG_SM_ALU] * own,
        [WG_UNIT_fp64] = r->busy[WG_SM_FP64] * own,
        [WG_UNIT_sfu] = r->busy[WG_SM_SFU] * own,
        [WG_UNIT_tensor] = r->busy[WG_SM_TENSOR] * own,
        [WG_UNIT_constant] = r->busy[WG_SM_CONSTANT] * common,
        [WG_UNIT_texture] = r->busy[WG_SM_TEXTURE] * common,
        [WG_UNIT_shared] = (is_shared ? r->busy[WG_SM_DATA] : r->shared_busy) * common,
        [WG_UNIT_l1] = (r->busy[WG_SM_DATA] - (is_shared ? r->shared_busy : 0)) * common,
        [WG_UNIT_l2] = fmax(r->l2_busy, r->same_busy) * common,
        [WG_UNIT_dram] = r->dram_busy * common,
    };
    double kernel = seconds_of(m, a->cycles);
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        out->busy[k] = fmin(1, parts[k]) * kernel;
}

static void set_stalls(const wg_sm_result *r, wg_estimate *out)
{
    double sum = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        sum += r->stalls[k];
    for (int k = 0; k < WG_STALL_COUNT && sum > 0; k++)
        out->stalls[k] = r->stalls[k] / sum;
}

static void set_insn_times(const maker *m, const wg_sm_result *r, double *times)
{
    double sum = 0;
    for (uint32_t k = 0; k < m->e->program->insn_count; k++)
        sum += r->insn_stalls[k];
    for (uint32_t k = 0; k < m->e->program->insn_count; k++)
        times[k] = sum > 0 ? r->insn_stalls[k] / sum : 0;
}

static void describe(const maker *m, wg_estimate *out)
{
    const wg_traffic_counts *t = &m->traffic.total;
    const wg_counters *c = &m->profile->total;
    wg_l2_state state = m->source.state;
    double sms = wg_device_integer(m->e->device, WG_DEVICE_sm_count), blocks = (double)blocks_of(m->launch);
    double warps = (double)c->value[WG_COUNTER_warp_instructions];
    out->launches = 1;
    out->blocks_per_sm = fmin(m->e->resident, ceil(blocks / sms));
    out->warps_per_sm = out->blocks_per_sm * warps_of(m->launch);
    out->occupancy = out->warps_per_sm / (double)wg_device_integer(m->e->device, WG_DEVICE_max_warps_per_sm);
    out->waves = blocks / (sms * m->e->resident);
    out->registers = (double)registers_of(m->e);
    out->lanes = warps > 0 ? (double)c->value[WG_COUNTER_thread_instructions] / (WG_LANES * warps) : 1;
    out->l1_hits = wg_traffic_l1_hit_rate(t);
    out->l2_hits = wg_traffic_l2_hit_rate(&m->traffic, state);
    out->dram_bytes = t->dram_read[state] + t->dram_written[state];
    out->l2_bytes = SECTOR * (t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE] + t->l2[WG_L2_ATOMIC]);
    out->is_cold = m->e->options.cold;
    out->registers_are_estimated = !m->e->options.registers || m->e->machine->is_foreign;
    out->is_partial = m->e->machine->frame > 0;
}

/* As many blocks as threads and places allow, whatever else they need. */
static uint32_t most_resident(const maker *m)
{
    uint64_t threads = (uint64_t)warps_of(m->launch) * WG_LANES;
    uint64_t most = wg_device_integer(m->e->device, WG_DEVICE_max_threads_per_sm) / threads;
    uint64_t limit = wg_device_integer(m->e->device, WG_DEVICE_max_blocks_per_sm);
    return (uint32_t)(most < limit ? most : limit);
}

/* The work that is left to do, in such a launch; false: it would be the same launch. */
static bool change_work(const maker *m, wg_what_if what, work *w)
{
    *w = m->work;
    if (what == WG_WHAT_IF_full_occupancy) {
        w->resident = most_resident(m);
        return w->resident > m->work.resident && w->blocks > m->work.resident;
    }
    if (what == WG_WHAT_IF_double_work) {
        w->blocks = ceil(w->blocks / 2);
        return m->work.blocks >= 2 * m->work.resident;
    }
    return true;
}

/* What the device needs to move each sector once and for the arithmetic at its full rate, whoever arranges it. */
static double minimum_of(const maker *m)
{
    const wg_device *d = m->e->device;
    const struct {
        wg_counter flops;
        wg_device_field lanes;
    } rates[] = {{WG_COUNTER_flops_f32, WG_DEVICE_f32_lanes},
                 {WG_COUNTER_flops_f64, WG_DEVICE_f64_lanes},
                 {WG_COUNTER_flops_f16, WG_DEVICE_f16_lanes},
                 {WG_COUNTER_flops_tensor, WG_DEVICE_tensor_f16_fma}};
    double sms = (double)wg_device_integer(d, WG_DEVICE_sm_count);
    bool stays = m->source.state == WG_L2_WARM && m->traffic.footprint < m->traffic.l2_bytes;
    double bandwidth = stays && d->known[WG_DEVICE_measured_l2_bandwidth] ? d->value[WG_DEVICE_measured_l2_bandwidth]
                                                                          : d->value[WG_DEVICE_memory_bandwidth];
    double least = (double)m->traffic.footprint / (1e9 * bandwidth);
    for (size_t k = 0; k < sizeof rates / sizeof *rates; k++)
        if (d->known[rates[k].lanes] && d->value[rates[k].lanes] > 0)
            least = fmax(least, (double)m->profile->total.value[rates[k].flops] /
                                    (2 * d->value[rates[k].lanes] * sms * m->clock));
    return least > 0 ? least : NAN;
}

/* The multiprocessor with the most blocks is the one that was replayed: for so much of its time the others have nothing
 * to do. */
static double idle_at_the_end(const maker *m)
{
    double sms = (double)wg_device_integer(m->e->device, WG_DEVICE_sm_count), blocks = (double)blocks_of(m->launch);
    return blocks > sms ? 1 - blocks / sms / m->work.blocks : 0;
}

/* The launch as it is, and as it could be: replays that do not depend on one another. */
/* Warps that meet or miss each other by a cycle make a difference of a few per cent. So the launch is replayed several
 * times as it is, with different noise, and the one in the middle counts. */
enum { TRIES = 5 };

typedef struct questions {
    const maker *m;
    wg_timeline as_is;
    answer tries[TRIES], answers[WG_WHAT_IF_COUNT + 1]; /* the last: as it is */
    bool is_same[WG_WHAT_IF_COUNT];                     /* there is nothing about it that could be so */
} questions;

static bool same_timeline(const wg_timeline *a, const wg_timeline *b)
{
    return a->op_count == b->op_count && a->block_count == b->block_count &&
           !memcmp(a->insns, b->insns, a->insn_count * sizeof *a->insns) &&
           !memcmp(a->ops, b->ops, a->op_count * sizeof *a->ops);
}

static void answer_what_if(questions *q, wg_what_if what)
{
    const maker *m = q->m;
    wg_timeline t;
    work w;
    q->answers[what].cycles = NAN;
    if (!change_work(m, what, &w))
        return;
    wg_timeline_make(&m->source, what, &t);
    leave_out_idle(m, &t);
    if (what == WG_WHAT_IF_double_work)
        wg_timeline_double(&t);
    bool same_work = w.blocks == m->work.blocks && w.resident == m->work.resident;
    q->is_same[what] = same_work && same_timeline(&t, &q->as_is);
    if (!q->is_same[what])
        q->answers[what] = time_of(&m->sm, &t, &w);
    wg_timeline_free(&t);
    wg_sm_result_free(&q->answers[what].result);
}

/* The longest first. */
static void answer_one(void *user, size_t nth)
{
    questions *q = user;
    wg_sm sm = q->m->sm;
    sm.noise = (uint32_t)nth;
    if (nth < TRIES)
        q->tries[nth] = time_of(&sm, &q->as_is, &q->m->work);
    else
        answer_what_if(q, (wg_what_if)(nth - TRIES));
}

static int by_cycles(const void *a, const void *b)
{
    double x = ((const answer *)a)->cycles, y = ((const answer *)b)->cycles;
    return (x > y) - (x < y);
}

static answer take_middle(answer *tries)
{
    qsort(tries, TRIES, sizeof *tries, by_cycles);
    answer middle = tries[TRIES / 2];
    tries[TRIES / 2] = (answer){0};
    for (int k = 0; k < TRIES; k++)
        wg_sm_result_free(&tries[k].result);
    return middle;
}

static void set_what_ifs(const questions *q, wg_estimate *out)
{
    const maker *m = q->m;
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++) {
        double cycles = q->answers[q->is_same[k] ? WG_WHAT_IF_COUNT : k].cycles;
        out->what_if[k] = m->e->options.what_if ? seconds_of(m, cycles) + m->overhead : NAN;
    }
}

static void estimate(maker *m, wg_estimate *out, double *insn_times)
{
    questions q = {.m = m};
    answer *a = &q.answers[WG_WHAT_IF_COUNT];
    wg_timeline_make(&m->source, WG_WHAT_IF_COUNT, &q.as_is);
    leave_out_idle(m, &q.as_is);
    wg_parallel_run(m->launch->host_threads, TRIES + (m->e->options.what_if ? WG_WHAT_IF_COUNT : 0), answer_one, &q);
    *a = take_middle(q.tries);
    *out = (wg_estimate){.launch = m->overhead, .minimum = minimum_of(m)};
    out->seconds = seconds_of(m, a->cycles) + m->overhead;
    if (out->minimum < out->seconds / 1000) /* its work is of another kind than bytes and flops */
        out->minimum = NAN;
    out->tail = seconds_of(m, a->cycles) * idle_at_the_end(m);
    if (a->result.cycles > 0) {
        set_busy(m, a, out);
        set_stalls(&a->result, out);
    }
    if (insn_times && a->result.insn_stalls)
        set_insn_times(m, &a->result, insn_times);
    set_what_ifs(&q, out);
    wg_timeline_free(&q.as_is);
    wg_sm_result_free(&a->result);
    describe(m, out);
}

/* Runs that follow one another wait for the one before only; one with cold caches stands alone. */
static double overhead_of(const wg_estimator *e)
{
    wg_device_field field = e->options.cold ? WG_DEVICE_measured_cold_launch_time : WG_DEVICE_measured_launch_gap;
    if (!e->device->known[field])
        field = WG_DEVICE_measured_launch_time;
    return 1e-6 * wg_device_value_or(e->device, field, 2);
}

static wg_l2_state state_of(const wg_estimator *e)
{
    return e->options.cold ? WG_L2_COLD : WG_L2_WARM;
}

static wg_sm_moved moved_by(const wg_estimator *e, const wg_profile *profile, const wg_traffic_counts *t)
{
    double requests = (double)profile->total.value[WG_COUNTER_global_load_requests],
           sectors = (double)profile->total.value[WG_COUNTER_global_load_sectors];
    double bytes = requests > 0 ? fmax(SECTOR * sectors / requests, WG_LINE_BYTES) : WG_LINE_BYTES;
    double read = t->dram_read[state_of(e)];
    return (wg_sm_moved){.read = read, .written = t->dram_written[state_of(e)], .requests = read / bytes};
}

/* What others leave of it; from now on, this is what others find. */
static void look_at_history(wg_estimator *e, wg_traffic *traffic)
{
    free(e->touches);
    e->touches = traffic->touches;
    e->touch_count = traffic->touch_count;
    traffic->touches = NULL;
    for (size_t k = 0; k < e->touch_count; k++)
        e->touches[k].who = e;
    if (e->options.history)
        wg_traffic_leave(traffic,
                         wg_residency_left(e->options.history, e->touches, e->touch_count, traffic->room.held));
    remember(e);
}

/* The multiprocessor, and what there is to do. */
static wg_status prepare(maker *m, wg_error *err)
{
    wg_estimator *e = m->e;
    double sms = wg_device_integer(e->device, WG_DEVICE_sm_count), blocks = (double)blocks_of(m->launch);
    wg_sm_moved moved = moved_by(e, m->profile, &m->traffic.total);
    wg_status status = wg_sm_from_device(e->device, (uint32_t)fmin(sms, blocks), &m->sm, &m->latencies, err);
    if (status != WG_OK)
        return status;
    wg_sm_mix(e->device, &moved, &m->sm);
    m->clock = wg_sm_clock(e->device, m->profile->total.value[WG_COUNTER_flops_tensor] > 0);
    m->source = (wg_timeline_source){.launch = m->launch,
                                     .profile = m->profile,
                                     .device = e->device,
                                     .machine = e->machine,
                                     .traffic = &m->traffic,
                                     .latencies = &m->latencies,
                                     .state = state_of(e),
                                     .order = &e->order};
    m->work = (work){.blocks = ceil(blocks / sms),
                     .traced = part_traced(m),
                     .more = more_work(m),
                     .resident = m->traffic.blocks_per_sm};
    return WG_OK;
}

static bool comes_apart(const maker *m)
{
    wg_timeline t;
    wg_timeline_make(&m->source, WG_WHAT_IF_COUNT, &t);
    leave_out_idle(m, &t);
    bool apart = wg_blocks_skew(&m->sm, &t, m->work.resident, m->work.blocks / m->work.resident);
    wg_timeline_free(&t);
    return apart;
}

static wg_status find_traffic(wg_estimator *e, const wg_launch *launch, const wg_profile *profile,
                              const wg_traffic_options *options, wg_traffic *traffic, wg_error *err)
{
    wg_traffic_options changed = *options;
    changed.order = &e->order;
    wg_status status = wg_traffic_estimate(launch, profile, e->device, &changed, traffic, err);
    maker m = {.e = e, .launch = launch, .profile = profile, .traffic = *traffic};
    if (status == WG_OK && traffic->depends_on_skew)
        status = prepare(&m, err);
    changed.apart = status == WG_OK && traffic->depends_on_skew && comes_apart(&m);
    if (!changed.apart)
        return status;
    wg_traffic_free(traffic);
    return wg_traffic_estimate(launch, profile, e->device, &changed, traffic, err);
}

wg_status wg_estimator_traffic(wg_estimator *e, const wg_launch *launch, const wg_profile *profile,
                               const wg_traffic_options *options, wg_traffic *traffic, wg_error *err)
{
    wg_status status = find_traffic(e, launch, profile, options, traffic, err);
    if (status == WG_OK)
        wg_traffic_add_spills(e->machine, launch, profile, (uint32_t)wg_device_integer(e->device, WG_DEVICE_sm_count),
                              traffic);
    return status;
}

wg_status wg_estimator_end(wg_estimator *e, const wg_launch *launch, const wg_profile *profile, wg_estimate *out,
                           double *insn_times, wg_error *err)
{
    maker m = {.e = e, .launch = launch, .profile = profile, .overhead = overhead_of(e)};
    wg_traffic_options options = {.registers = (uint32_t)registers_of(e),
                                  .foreign = e->options.cold ? WG_TRAFFIC_FLUSHED : 0};
    wg_status status = wg_estimator_traffic(e, launch, profile, &options, &m.traffic, err);
    if (status == WG_OK) {
        look_at_history(e, &m.traffic);
        status = prepare(&m, err);
    }
    if (status == WG_OK)
        estimate(&m, out, insn_times);
    wg_traffic_free(&m.traffic);
    return status;
}

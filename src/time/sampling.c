/* SPDX-License-Identifier: Apache-2.0 */
/* What of a launch is run, where not all of it has to be, and what of that is traced. */
#include "sim/independence.h"
#include "time/estimator.h"

#include <math.h>

static const double SAMPLED = 10e6; /* warp instructions of a sample, about */

/* Operations of a warp that are kept: all that run at a time are to be there. */
static size_t warp_limit(const wg_estimator *e, const wg_launch *launch)
{
    return (size_t)2 * WG_REPLAYED_OPERATIONS / ((size_t)e->resident * wg_warps_of(launch));
}

/* … of a trace of memory: so that blocks of one multiprocessor find its caches as full as they are, with a little to
 * spare. */
static size_t memory_limit(const wg_estimator *e, const wg_launch *launch)
{
    uint64_t sms = (uint64_t)e->model.sm_count, each = (wg_blocks_of(launch) + sms - 1) / sms;
    return each > e->resident ? 0 : e->memory.size_limit / 8 * 7 / ((size_t)each * wg_warps_of(launch));
}

/* A long warp is looked at in its middle. */
static size_t to_skip(const wg_estimator *e, const wg_launch *launch, double instructions)
{
    double of_warp = instructions / wg_warps_of(launch);
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
    *instructions = (double)profile.total.value[WG_COUNTER_warp_instructions] / (double)wg_blocks_of(launch);
    wg_profile_free(&profile);
    return status;
}

/* Whole waves, a few, or the only one; of the first multiprocessors, so many as are enough to see what they share.
 * Blocks that run together on one are worth more work than others: without each other they would find its cache empty.
 */
static wg_sample sample_of(const wg_estimator *e, const wg_launch *launch, double instructions)
{
    enum { WAVES = 3, TOGETHER = 4 };
    uint32_t sms = (uint32_t)e->model.sm_count, resident = e->resident, widest = sms;
    uint64_t all = wg_blocks_of(launch), waves = all / ((uint64_t)sms * resident);
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
    double blocks = (double)wg_blocks_of(launch);
    for (uint32_t b = 0; b < program->block_count; b++)
        if (program->blocks[b].taken <= b || program->blocks[b].next <= b) /* a loop: nobody knows for how long */
            return false;
    return launch->feeds_others && (double)program->insn_count * wg_warps_of(launch) * blocks <= cheap;
}

/* ---- blocks that are alike ----
 *
 * Nobody asked for a sample, and the launch is large. What is left out must not matter: what blocks do follows from
 * their places alone (sim/independence.h), and two samples that are spread over the grid in different ways do the same
 * amount of everything. Those at the grid's corners run too, where an index that leaves a buffer does so first. */

static const double LARGE = 50e6; /* warp instructions: about a second */
static const double ALIKE = 0.03;

static wg_status try_blocks(const wg_launch *launch, uint64_t count, uint64_t from, wg_counters *out, wg_error *err)
{
    wg_launch trial = *launch;
    wg_profile profile = {0};
    trial.sample_blocks = count;
    trial.sample_from = from;
    wg_status status = wg_launch_run(&trial, &profile, err);
    *out = profile.total;
    wg_profile_free(&profile);
    return status;
}

static wg_status try_corners(const wg_launch *launch, wg_error *err)
{
    const uint32_t *grid = launch->grid;
    wg_status status = WG_OK;
    for (int corner = 1; corner < 8 && status == WG_OK; corner++) {
        uint64_t at[3];
        bool is_new = true;
        for (int k = 0; k < 3; k++) {
            at[k] = corner >> k & 1 ? grid[k] - 1 : 0;
            is_new &= !(corner >> k & 1) || grid[k] > 1;
        }
        wg_counters ignored;
        if (is_new)
            status = try_blocks(launch, 1, at[0] + grid[0] * (at[1] + grid[1] * at[2]), &ignored, err);
    }
    return status;
}

static bool are_same(const wg_counters *a, const wg_counters *b)
{
    static const wg_counter looked_at[] = {WG_COUNTER_warp_instructions,      WG_COUNTER_thread_instructions,
                                           WG_COUNTER_global_load_sectors,    WG_COUNTER_global_store_sectors,
                                           WG_COUNTER_shared_load_wavefronts, WG_COUNTER_shared_store_wavefronts,
                                           WG_COUNTER_global_atomic_sectors,  WG_COUNTER_divergent_branches,
                                           WG_COUNTER_texture_sectors,        WG_COUNTER_local_load_sectors};
    for (size_t k = 0; k < sizeof looked_at / sizeof *looked_at; k++) {
        double one = (double)a->value[looked_at[k]], other = (double)b->value[looked_at[k]];
        double all = (double)a->value[WG_COUNTER_warp_instructions];
        if (fabs(one - other) > ALIKE * fmax(one, other) && fabs(one - other) > ALIKE * ALIKE * all)
            return false;
    }
    return true;
}

static wg_status find_likeness(const wg_launch *launch, double instructions, bool *alike, wg_error *err)
{
    enum { FEW = 5, MORE = 7, WORTH = 4 }; /* of powers of two all would be at one edge */
    uint64_t blocks = wg_blocks_of(launch);
    wg_counters few, more;
    *alike = false;
    if (blocks < WORTH * (FEW + MORE) || instructions * (double)blocks < LARGE)
        return WG_OK;
    wg_status status = try_blocks(launch, FEW, 0, &few, err);
    if (status == WG_OK)
        status = try_blocks(launch, MORE, 0, &more, err);
    *alike = status == WG_OK && are_same(&few, &more);
    return *alike ? try_corners(launch, err) : status;
}

static wg_status choose_sample(wg_estimator *e, const wg_launch *launch, wg_error *err)
{
    double instructions = 0;
    bool alike = true;
    e->sample = (wg_sample){0};
    e->skip = 0;
    if (!(e->options.samples || e->options.may_sample) || launch->program->order_matters || wg_blocks_of(launch) < 2 ||
        should_be_whole(launch))
        return WG_OK;
    if (!e->options.samples && (launch->feeds_others || !wg_program_is_independent(launch->program)))
        return WG_OK;
    wg_status status = instructions_of_block(launch, &instructions, err);
    if (status == WG_OK && !e->options.samples)
        status = find_likeness(launch, instructions, &alike, err);
    if (status != WG_OK || !alike)
        return status;
    e->skip = to_skip(e, launch, instructions);
    e->sample = sample_of(e, launch, instructions);
    return status;
}

static wg_status begin_new(wg_estimator *e, wg_launch *launch, wg_error *err)
{
    wg_occupancy occupancy = wg_traffic_occupancy(launch, &e->model, wg_estimator_registers(e));
    e->resident = occupancy.blocks ? (uint32_t)occupancy.blocks : 1;
    wg_trace_free(&e->memory);
    wg_trace_free(&e->time);
    e->memory = wg_traffic_trace(&e->model);
    e->time = wg_trace_of_one((uint32_t)e->model.sm_count, 4 * WG_REPLAYED_OPERATIONS, warp_limit(e, launch));
    wg_status status = choose_sample(e, launch, err);
    e->memory.warp_limit = memory_limit(e, launch);
    e->time.skip = e->skip;
    launch->traces[WG_TRACE_OF_MEMORY] = &e->memory;
    launch->traces[WG_TRACE_OF_TIME] = &e->time;
    return status;
}

wg_status wg_estimator_begin(wg_estimator *e, wg_launch *launch, bool is_new, wg_error *err)
{
    wg_status status = WG_OK;
    if (is_new)
        status = begin_new(e, launch, err);
    else
        wg_estimator_remember(e);
    launch->sample = e->sample;
    return status;
}

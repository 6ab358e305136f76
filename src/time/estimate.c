/* SPDX-License-Identifier: Apache-2.0 */
/* A launch's time from one multiprocessor's.
 *
 * All multiprocessors do the same kind of work, so one is replayed, with its share of the second-level cache's and of
 * memory's bandwidth. What the units had to do follows from the counters of the whole launch where there are such, else
 * from the replay. */
#include "time/estimate.h"

#include "base/arena.h"
#include "caches/cache.h"
#include "caches/demand.h"
#include "machine/roles.h"
#include "machine/spills.h"
#include "sim/trace.h"
#include "time/estimator.h"

#include <math.h>
#include <stdlib.h>

uint32_t wg_estimator_registers(const wg_estimator *e)
{
    return (uint32_t)(e->options.registers && !e->machine->is_foreign ? e->options.registers : e->machine->registers);
}

wg_estimator *wg_estimator_new(const wg_program *program, const wg_device *device, const wg_estimator_options *options)
{
    wg_estimator *e = wg_alloc(sizeof *e);
    const wg_target target = wg_target_of(device);
    *e = (wg_estimator){.program = program, .options = *options, .machine = wg_machine_new(program, &target)};
    wg_model_resolve(device, &e->model);
    e->order = wg_schedule_find(program, e->machine, wg_estimator_registers(e));
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

/* ---- what is in the caches ---- */

void wg_estimator_remember(wg_estimator *e)
{
    if (e->options.history)
        wg_residency_add(e->options.history, e->touches, e->touch_count);
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
    wg_estimator_remember(e);
}

static wg_l2_state state_of(const wg_estimator *e)
{
    return e->options.cold ? WG_L2_COLD : WG_L2_WARM;
}

static wg_sm_moved moved_by(wg_l2_state state, const wg_profile *profile, const wg_traffic_counts *t)
{
    double requests = (double)profile->total.value[WG_COUNTER_global_load_requests],
           sectors = (double)profile->total.value[WG_COUNTER_global_load_sectors];
    double bytes = requests > 0 ? fmax(WG_SECTOR_BYTES * sectors / requests, WG_LINE_BYTES) : WG_LINE_BYTES;
    double read = t->dram_read[state];
    return (wg_sm_moved){.read = read, .written = t->dram_written[state], .requests = read / bytes};
}

/* ---- the multiprocessor, and what it has to do ---- */

/* Runs that follow one another wait for the one before only; one with cold caches stands alone. */
static double overhead_of(const wg_estimator *e, wg_l2_state state)
{
    return 1e-6 * (state == WG_L2_COLD ? e->model.measured_cold_launch_time : e->model.measured_launch_gap);
}

static wg_status prepare(wg_estimation *m, wg_l2_state state, wg_error *err)
{
    wg_estimator *e = m->e;
    uint32_t active = (uint32_t)fmin(e->model.sm_count, (double)wg_blocks_of(m->launch));
    wg_sm_moved moved = moved_by(state, m->profile, &m->traffic.total);
    wg_status status = wg_sm_from_model(&e->model, active, &m->sm, &m->latencies, err);
    if (status != WG_OK)
        return status;
    m->sm.interrupted = m->launch->interrupted;
    wg_sm_mix(&e->model, &moved, &m->sm);
    m->overhead = overhead_of(e, state);
    m->clock = wg_sm_clock(&e->model, m->profile->total.value[WG_COUNTER_flops_tensor] > 0);
    m->source = (wg_timeline_source){.launch = m->launch,
                                     .profile = m->profile,
                                     .model = &e->model,
                                     .machine = e->machine,
                                     .traffic = &m->traffic,
                                     .latencies = &m->latencies,
                                     .state = state,
                                     .order = &e->order};
    m->work = wg_work_of(m);
    return WG_OK;
}

static bool comes_apart(const wg_estimation *m)
{
    wg_timeline t;
    wg_timeline_make(&m->source, WG_WHAT_IF_COUNT, &t);
    wg_timeline_drop_idle(m, &t);
    bool apart = wg_blocks_skew(&m->e->model, &m->sm, &t, m->work.resident, m->work.blocks / m->work.resident);
    wg_timeline_free(&t);
    return apart;
}

/* ---- what it moves ---- */

static wg_status find_traffic(wg_estimator *e, const wg_launch *launch, const wg_profile *profile,
                              const wg_traffic_options *options, wg_traffic *traffic, wg_error *err)
{
    wg_traffic_options changed = *options;
    changed.order = &e->order;
    wg_status status = wg_traffic_estimate(launch, profile, &e->model, &changed, traffic, err);
    wg_estimation m = {.e = e, .launch = launch, .profile = profile, .traffic = *traffic};
    if (status == WG_OK && traffic->depends_on_skew)
        status = prepare(&m, state_of(e), err);
    changed.apart = status == WG_OK && traffic->depends_on_skew && comes_apart(&m);
    if (!changed.apart)
        return status;
    wg_traffic_free(traffic);
    return wg_traffic_estimate(launch, profile, &e->model, &changed, traffic, err);
}

wg_status wg_estimator_traffic(wg_estimator *e, const wg_launch *launch, const wg_profile *profile,
                               const wg_traffic_options *options, wg_traffic *traffic, wg_error *err)
{
    wg_status status = find_traffic(e, launch, profile, options, traffic, err);
    if (status == WG_OK)
        wg_traffic_add_spills(e->machine, launch, profile, (uint32_t)e->model.sm_count, traffic);
    return status;
}

/* ---- with cold caches ---- */

static wg_traffic_options traffic_options(const wg_estimator *e, wg_l2_state state)
{
    return (wg_traffic_options){.registers = wg_estimator_registers(e),
                                .foreign = state == WG_L2_COLD ? WG_TRAFFIC_FLUSHED : 0};
}

static double replay_once(const wg_estimation *m)
{
    wg_timeline t;
    wg_timeline_make(&m->source, WG_WHAT_IF_COUNT, &t);
    wg_timeline_drop_idle(m, &t);
    wg_sm_time time = wg_sm_time_of(&m->sm, &t, &m->work);
    wg_timeline_free(&t);
    wg_sm_result_free(&time.result);
    return wg_estimation_seconds(m, time.cycles) + m->overhead;
}

/* Where all of the data stays in the cache from launch to launch, the first one may take much longer: as long as memory
 * needs for all of it, a few times its latency, and what a launch costs that stands alone. */
static bool is_cold_slow(const wg_estimation *m, double seconds)
{
    enum { LATENCIES = 4, WORTH = 20 }; /* per cent of the time: less than what reports speak of */
    const wg_model *d = &m->e->model;
    double more = overhead_of(m->e, WG_L2_COLD) - m->overhead + LATENCIES * d->memory_latency / m->clock +
                  1e-9 * ((double)m->traffic.loaded / d->measured_read_bandwidth +
                          2 * (double)m->traffic.stored / d->measured_write_bandwidth);
    return m->traffic.footprint < m->traffic.l2_bytes && more > 0.01 * WORTH * seconds;
}

/* One replay is enough, with an empty second-level cache, of which the traffic is known already; where it is full of
 * what others wrote (--cold), stores wait for that as well. NAN: the caches are cold, or it makes no difference worth
 * the effort. */
static double cold_seconds(const wg_estimation *m, double seconds)
{
    wg_estimation cold = *m;
    if (!m->e->options.what_if || m->e->options.cold || !is_cold_slow(m, seconds))
        return NAN;
    if (prepare(&cold, WG_L2_COLD, NULL) != WG_OK)
        return NAN;
    cold.source.demand = m->source.demand;
    cold.source.roles = m->source.roles;
    return replay_once(&cold);
}

/* ---- what comes out ---- */

static void estimate(wg_estimation *m, wg_estimate *out, wg_insn_time *insn_times)
{
    wg_demand *demand = wg_demand_find(m->launch);
    wg_insn_role *roles = wg_insn_roles_find(m->e->program);
    m->source.demand = demand;
    m->source.roles = roles;
    *out = (wg_estimate){0};
    wg_sm_time as_is = wg_what_if_replay(m, out->what_if);
    wg_estimate_break_down(m, &as_is, out, insn_times);
    out->cold = cold_seconds(m, out->seconds);
    wg_sm_result_free(&as_is.result);
    free(roles);
    free(demand);
}

wg_status wg_estimator_end(wg_estimator *e, const wg_launch *launch, const wg_profile *profile, wg_estimate *out,
                           wg_insn_time *insn_times, wg_error *err)
{
    wg_estimation m = {.e = e, .launch = launch, .profile = profile};
    wg_traffic_options options = traffic_options(e, state_of(e));
    wg_status status = wg_estimator_traffic(e, launch, profile, &options, &m.traffic, err);
    if (status == WG_OK) {
        look_at_history(e, &m.traffic);
        status = prepare(&m, state_of(e), err);
    }
    if (status == WG_OK)
        estimate(&m, out, insn_times);
    if (status == WG_OK && wg_stopped(launch->interrupted))
        status = wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted while estimating the time");
    wg_traffic_free(&m.traffic);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "run/ablation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PATIENCE = 0.1; /* seconds of samples a variant is worth */

/* Lines of the PTX. */
typedef struct line_list {
    uint32_t *lines;
    size_t count, capacity;
} line_list;

typedef struct ablating {
    wg_run *run;
    const wg_ablation_options *options;
    wg_ablation_result *result;
    uint64_t static_shared; /* of the kernel as it is */
    uint64_t steering;
    bool is_simulated;
    line_list uncoalesced, conflicting;
} ablating;

/* ---- which accesses are not ideal: the simulator knows ---- */

static bool is_uncoalesced(const wg_counters *c)
{
    const double tolerance = 1.25;
    const uint64_t *v = c->value;
    double requests = (double)(v[WG_COUNTER_global_load_requests] + v[WG_COUNTER_global_store_requests]);
    double sectors = (double)(v[WG_COUNTER_global_load_sectors] + v[WG_COUNTER_global_store_sectors]);
    double bytes = (double)(v[WG_COUNTER_global_load_bytes] + v[WG_COUNTER_global_store_bytes]);
    return requests > 0 && sectors > tolerance * fmax(requests, bytes / 32);
}

static bool is_conflicting(const wg_counters *c)
{
    const double tolerance = 0.1;
    const uint64_t *v = c->value;
    double requests = (double)(v[WG_COUNTER_shared_load_requests] + v[WG_COUNTER_shared_store_requests]);
    return (double)v[WG_COUNTER_shared_conflicts] > tolerance * requests;
}

static void list_lines(ablating *a, const wg_engine_kernel *kernel)
{
    for (uint32_t k = 0; k < kernel->profile->insn_count; k++) {
        uint32_t line = kernel->program->insns[k].source->place.line;
        if (is_uncoalesced(&kernel->profile->insns[k]))
            *WG_PUSH(a->uncoalesced.lines, a->uncoalesced.count, a->uncoalesced.capacity) = line;
        if (is_conflicting(&kernel->profile->insns[k]))
            *WG_PUSH(a->conflicting.lines, a->conflicting.count, a->conflicting.capacity) = line;
    }
}

static void list_lines_of(ablating *a, const wg_run *run)
{
    for (size_t k = 0; k < run->plan->step_count; k++)
        if (run->kernels[k] && run->kernels[k]->profile && (!k || run->kernels[k] != run->kernels[k - 1]))
            list_lines(a, run->kernels[k]);
}

/* A few blocks on the simulator. Where no data decides anything, none is needed. */
static wg_status sample_blocks(ablating *a, wg_error *err)
{
    enum { BLOCKS = 16 };
    wg_run *run = a->run, *sampled = NULL;
    wg_engine_options options = a->options->engine;
    wg_run_options how = {.contents = run->options.contents, .is_unfilled = !(a->steering & WG_STEERING_GLOBAL)};
    wg_engine *engine = NULL;
    char device[80] = "sim";
    options.launch.sample_blocks = BLOCKS;
    if (run->engine->model)
        snprintf(device, sizeof device, "sim:%s", run->engine->model->name);
    wg_status status = wg_engine_open(device, &options, &engine, err);
    if (status == WG_OK)
        status = wg_run_open(run->spec, engine, &how, &sampled, err);
    if (status == WG_OK)
        status = wg_run_launch(sampled, err);
    if (status == WG_OK)
        list_lines_of(a, sampled);
    wg_run_close(sampled);
    wg_engine_close(engine);
    return status;
}

/* ---- one variant ---- */

static int registers_of(const wg_run *run)
{
    int known = wg_run_kernel(run)->registers;
    return known >= 0 ? known : run->estimate.registers > 0 ? (int)run->estimate.registers : -1;
}

static int blocks_of(const wg_run *run)
{
    int known = wg_run_kernel(run)->blocks_per_sm;
    return known >= 0 ? known : run->estimate.blocks_per_sm > 0 ? (int)run->estimate.blocks_per_sm : -1;
}

/* Kernels that see what others, or earlier launches, left behind in buffers that go by other names there. */
static bool shares_buffers(const wg_run *run)
{
    size_t launches = 0;
    bool swaps = false;
    for (size_t k = 0; k < run->plan->step_count; k++) {
        const wg_planned_step *step = &run->plan->steps[k];
        launches += step->repeat && !step->clears;
        swaps |= step->swaps;
        for (size_t i = 0; i < step->pass_count; i++)
            for (size_t j = 0; j < i; j++)
                swaps |= step->pass[i] == step->pass[j];
    }
    return launches > 1 || swaps;
}

static wg_status build(ablating *a, wg_ablation *how, uint64_t shared, wg_error *err)
{
    *how->notes = (wg_ablation_notes){0};
    wg_status status = wg_run_rebuild(a->run, how, shared, err);
    bool open = how->notes->steering & WG_STEERING_GLOBAL & ~how->steering;
    if (status == WG_OK && open && shares_buffers(a->run)) {
        how->steering |= WG_STEERING_GLOBAL;
        *how->notes = (wg_ablation_notes){0};
        status = wg_run_rebuild(a->run, how, shared, err);
    }
    return status;
}

/* What is read must be what the kernel expects: as it was in the beginning. */
static wg_status launch(ablating *a, const wg_ablation *how, wg_error *err)
{
    wg_status status = WG_OK;
    if (a->is_simulated || (how->notes->steering & WG_STEERING_GLOBAL))
        status = wg_run_reset(a->run, NULL, 0, err);
    return status == WG_OK ? wg_run_launch(a->run, err) : status;
}

/* Static shared memory that nobody uses any more is not there either: it is asked for. */
static uint64_t shared_to_add(const ablating *a, wg_variant variant)
{
    uint64_t now = wg_run_kernel(a->run)->static_shared, more = a->static_shared > now ? a->static_shared - now : 0;
    if (variant != WG_VARIANT_CONFLICT_FREE)
        return more;
    uint64_t total = (now + 15) / 16 * 16 + wg_run_dynamic_shared(a->run, wg_plan_first_launch(a->run->plan)) + more;
    return more + (WG_SHARED_WINDOW - total % WG_SHARED_WINDOW) % WG_SHARED_WINDOW;
}

/* As many blocks on a multiprocessor as the full kernel has: with fewer registers there would be more of them, with
 * more, fewer. */
static wg_status match_occupancy(ablating *a, wg_ablation *how, wg_error *err)
{
    enum { ROUNDS = 2 };
    const wg_variant_result *full = &a->result->of[WG_VARIANT_FULL];
    wg_status status = WG_OK;
    for (int round = 0; round < ROUNDS && status == WG_OK; round++) {
        int registers = registers_of(a->run), blocks = blocks_of(a->run);
        if (blocks == full->blocks_per_sm || registers < 0 || full->registers < 0)
            break;
        int ballast = (int)how->ballast + full->registers - registers;
        if (round == 0)
            ballast = full->registers - 8; /* about what the rest of such a kernel needs */
        how->ballast = registers < full->registers || how->ballast ? (uint32_t)(ballast > 0 ? ballast : 0) : 0;
        how->most_registers = registers > full->registers && !how->ballast ? (uint32_t)full->registers : 0;
        status = build(a, how, a->run->more_shared, err);
        if (status == WG_OK)
            status = launch(a, how, err);
    }
    return status;
}

static void describe(const ablating *a, wg_variant_result *v)
{
    const wg_variant_result *full = &a->result->of[WG_VARIANT_FULL];
    v->registers = registers_of(a->run);
    v->blocks_per_sm = blocks_of(a->run);
    v->occupancy_differs = full->blocks_per_sm >= 0 && v->blocks_per_sm != full->blocks_per_sm;
    v->seconds = v->has_time ? v->timing.median : a->run->estimate.seconds > 0 ? a->run->estimate.seconds : NAN;
    v->has_run = true;
    if (a->is_simulated) {
        v->has_counters = true;
        v->counters = a->run->profile.total;
    }
}

static wg_status measure(ablating *a, wg_variant_result *v, wg_error *err)
{
    wg_timing_options timing = a->options->timing;
    if (!a->run->engine->backend->start_clock)
        return WG_OK;
    timing.patience = timing.patience > 0 ? timing.patience : PATIENCE;
    wg_status status = wg_run_time(a->run, &timing, &v->timing, err);
    v->has_time = status == WG_OK;
    return status;
}

static wg_status run_variant(ablating *a, wg_variant variant, const line_list *lines, wg_error *err)
{
    wg_variant_result *v = &a->result->of[variant];
    wg_ablation how = {.variant = variant, .steering = 0, .notes = &v->notes};
    v->is_same = lines && !lines->count;
    if (v->is_same)
        return WG_OK;
    if (lines) {
        how.lines = lines->lines;
        how.line_count = lines->count;
    }
    wg_status status = build(a, &how, 0, err);
    if (status == WG_OK && !v->notes.changed && v->notes.kept)
        return wg_error_set(err, WG_ERR_UNSUPPORTED,
                            "not possible: control flow or addresses depend on all of these accesses%s",
                            variant == WG_VARIANT_IDEAL_ACCESS ? ", or it is not known where they go" : "");
    if (status == WG_OK && !v->notes.changed) {
        v->is_same = true;
        return WG_OK;
    }
    if (status == WG_OK) {
        a->run->more_shared = shared_to_add(a, variant);
        status = launch(a, &how, err);
    }
    if (status == WG_OK)
        status = match_occupancy(a, &how, err);
    if (status == WG_OK)
        status = measure(a, v, err);
    if (status == WG_OK)
        describe(a, v);
    return status;
}

/* ---- all of them ---- */

static wg_status run_full(ablating *a, wg_error *err)
{
    wg_variant_result *full = &a->result->of[WG_VARIANT_FULL];
    wg_status status = WG_OK;
    a->static_shared = wg_run_kernel(a->run)->static_shared;
    full->blocks_per_sm = -1;
    if (a->options->full) {
        full->timing = *a->options->full;
        full->has_time = true;
    } else {
        status = measure(a, full, err);
    }
    if (status == WG_OK)
        describe(a, full);
    full->occupancy_differs = false;
    a->result->is_measured = full->has_time;
    a->result->has_local =
        wg_run_kernel(a->run)->local_bytes > 0 || a->run->profile.total.value[WG_COUNTER_local_load_requests] > 0;
    return status;
}

/* What is impossible is said and passed over; an interrupt is not. */
static wg_status try_variant(ablating *a, wg_variant variant, const line_list *lines, wg_error *err)
{
    wg_variant_result *v = &a->result->of[variant];
    wg_error trouble = {0};
    wg_status status = run_variant(a, variant, lines, &trouble);
    if (status == WG_ERR_INTERRUPTED) {
        if (err)
            *err = trouble;
        return status;
    }
    if (status != WG_OK)
        snprintf(v->note, sizeof v->note, "%.*s", (int)sizeof v->note - 1, trouble.text);
    else if (v->has_run && v->notes.kept && variant == WG_VARIANT_MEMORY_ONLY)
        snprintf(v->note, sizeof v->note, "%u stores keep their values, and the arithmetic behind them", v->notes.kept);
    else if (v->has_run && v->notes.kept)
        snprintf(v->note, sizeof v->note, "%u accesses stay as they are%s", v->notes.kept,
                 v->notes.line ? ": what they read decides over control flow or addresses" : "");
    return WG_OK;
}

wg_status wg_ablation_run(wg_run *run, const wg_ablation_options *options, wg_ablation_result *out, wg_error *err)
{
    ablating a = {
        .run = run, .options = options, .result = out, .is_simulated = !strcmp(run->engine->backend->name, "sim")};
    wg_engine_kernel **own = wg_alloc(run->plan->step_count * sizeof *own);
    memcpy(own, run->kernels, run->plan->step_count * sizeof *own);
    *out = (wg_ablation_result){0};
    snprintf(out->device, sizeof out->device, "%s", run->engine->name);
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        out->of[k].seconds = NAN;
    wg_status status = run_full(&a, err);
    if (status == WG_OK && a.is_simulated)
        list_lines_of(&a, run);
    if (status == WG_OK)
        status = try_variant(&a, WG_VARIANT_MEMORY_ONLY, NULL, err);
    const wg_variant_result *memory = &out->of[WG_VARIANT_MEMORY_ONLY];
    a.steering = memory->has_run ? memory->notes.steering : WG_STEERING_ALL;
    if (status == WG_OK)
        status = try_variant(&a, WG_VARIANT_COMPUTE_ONLY, NULL, err);
    wg_error trouble = {0};
    bool listed = a.is_simulated || status != WG_OK || sample_blocks(&a, &trouble) == WG_OK;
    for (int k = WG_VARIANT_IDEAL_ACCESS; k < WG_VARIANT_COUNT && status == WG_OK; k++) {
        const line_list *lines = k == WG_VARIANT_IDEAL_ACCESS ? &a.uncoalesced : &a.conflicting;
        if (listed)
            status = try_variant(&a, (wg_variant)k, lines, err);
        else
            snprintf(out->of[k].note, sizeof out->of[k].note, "%.*s", (int)sizeof out->of[k].note - 1, trouble.text);
    }
    memcpy(run->kernels, own, run->plan->step_count * sizeof *own);
    run->more_shared = 0;
    free(own);
    free(a.uncoalesced.lines);
    free(a.conflicting.lines);
    return status;
}

wg_status wg_ablation_of(const wg_spec *spec, const char *device, const wg_ablation_options *options,
                         wg_ablation_result *out, wg_error *err)
{
    wg_engine *engine = NULL;
    wg_run *run = NULL;
    const wg_run_options how = {.slack = WG_IDEAL_SLACK};
    wg_status status = wg_engine_open(device, &options->engine, &engine, err);
    if (status == WG_OK)
        status = wg_run_open(spec, engine, &how, &run, err);
    if (status == WG_OK)
        status = wg_run_launch(run, err);
    if (status == WG_OK)
        status = wg_ablation_run(run, options, out, err);
    wg_run_close(run);
    wg_engine_close(engine);
    return status;
}

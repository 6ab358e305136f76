/* SPDX-License-Identifier: Apache-2.0 */
#include "run/record.h"

#include "sim/joining.h"
#include "sim/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wg_place wg_place_of(const wg_engine *engine)
{
    wg_place place;
    snprintf(place.name, sizeof place.name, "%s", engine->name);
    snprintf(place.title, sizeof place.title, "%s", engine->title);
    return place;
}

/* ---- what was launched ---- */

static void record_launches(const wg_run *run, wg_results *results, wg_record *r)
{
    const wg_plan *plan = run->plan;
    r->launches = WG_NEW_ARRAY(&results->arena, wg_record_launch, plan->step_count + 1);
    for (size_t k = 0; k < plan->step_count; k++) {
        const wg_planned_step *step = &plan->steps[k];
        if (!wg_step_counts(step))
            continue;
        wg_record_launch *launch = &r->launches[r->launch_count++];
        *launch = (wg_record_launch){.kernel = wg_results_keep(results, run->kernels[k]->name),
                                     .dynamic_shared = wg_run_dynamic_shared(run, step),
                                     .static_shared = run->kernels[k]->static_shared,
                                     .repeat = step->repeat};
        memcpy(launch->grid, step->grid, sizeof launch->grid);
        memcpy(launch->block, step->block, sizeof launch->block);
    }
}

static void record_parameters(const wg_run *run, wg_results *results, wg_record *r)
{
    r->parameters = WG_NEW_ARRAY(&results->arena, wg_record_parameter, run->spec->parameter_count + 1);
    r->parameter_count = run->spec->parameter_count;
    for (size_t k = 0; k < r->parameter_count; k++)
        r->parameters[k] = (wg_record_parameter){wg_results_keep(results, run->spec->parameters[k].name),
                                                 wg_results_keep(results, run->plan->settings[k]->text)};
}

void wg_record_run(const wg_run *run, wg_results *results, wg_record *r)
{
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    r->device = wg_place_of(run->engine);
    r->file = wg_results_keep(results, run->spec->source ? run->spec->source : "");
    if (kernel) {
        r->kernel = wg_results_keep(results, kernel->name);
        r->compiler = wg_results_keep(results, kernel->compiler);
        r->registers = kernel->registers;
        r->local_bytes = kernel->local_bytes;
        r->blocks_per_sm = kernel->blocks_per_sm;
    }
    record_launches(run, results, r);
    record_parameters(run, results, r);
}

void wg_record_counters(const wg_run *run, wg_record *r)
{
    r->has_counters = true;
    r->counters = run->profile.total;
    r->estimate = run->estimate;
    r->blocks = run->profile.blocks_total;
    r->blocks_run = run->profile.blocks_run;
    r->simulation_seconds = run->profile.seconds;
    r->host_threads = run->profile.host_threads;
}

/* ---- addresses ---- */

static void join(const wg_joining *joining, const wg_trace_access *from, wg_results *results, wg_access *out)
{
    const wg_request request = {from->mask, from->bytes, from->store, from->uncached, from->address};
    out->is_joined = true;
    out->banks = wg_joining_banks(joining);
    if (out->is_shared) {
        wg_passes passes = wg_joining_passes(joining, &request);
        out->passes = passes.wavefronts;
        out->ideal_passes = passes.ideal;
        return;
    }
    if (from->space != WG_TRACE_GLOBAL) {
        out->is_joined = false;
        return;
    }
    uint64_t sectors[WG_MOST_PIECES];
    out->sector_count = wg_joining_pieces(joining, &request, sectors);
    out->sectors = WG_NEW_ARRAY(&results->arena, uint64_t, out->sector_count + 1);
    memcpy(out->sectors, sectors, out->sector_count * sizeof *sectors);
}

void wg_record_accesses(const wg_run *run, const wg_trace *watched, wg_results *results, wg_accesses *out)
{
    static const char *const spaces[] = {[WG_TRACE_GLOBAL] = "global",
                                         [WG_TRACE_SHARED] = "shared",
                                         [WG_TRACE_LOCAL_SPACE] = "local",
                                         [WG_TRACE_GENERIC] = "",
                                         [WG_TRACE_ELSEWHERE] = ""};
    enum { BANKS = 32 };
    const wg_program *program = wg_run_kernel(run)->program;
    *out = (wg_accesses){.line = watched->watched_line,
                         .items = WG_NEW_ARRAY(&results->arena, wg_access, watched->access_count + 1),
                         .count = watched->access_count};
    for (size_t k = 0; k < out->count; k++) {
        const wg_trace_access *from = &watched->accesses[k];
        wg_access *to = &out->items[k];
        *to = (wg_access){.spelling = wg_results_keep(results, program->insns[from->insn].source->spelling),
                          .space = spaces[from->space],
                          .is_shared = from->space == WG_TRACE_SHARED,
                          .warp = from->warp,
                          .block = from->block,
                          .mask = from->mask,
                          .bytes = from->bytes,
                          .banks = BANKS};
        memcpy(to->address, from->address, sizeof to->address);
        if (watched->joining)
            join(watched->joining, from, results, to);
    }
}

/* ---- memory ---- */

bool wg_record_memory_of(wg_run *run, const char *argument, wg_results *results)
{
    size_t size;
    const void *bytes = wg_run_memory(run, argument, &size);
    if (!bytes)
        return false;
    wg_record_memory *all = WG_NEW_ARRAY(&results->arena, wg_record_memory, results->memory_count + 1);
    for (size_t k = 0; k < results->memory_count; k++)
        all[k] = results->memories[k];
    all[results->memory_count] = (wg_record_memory){wg_results_keep(results, argument), wg_alloc(size + 1), size};
    memcpy(all[results->memory_count].bytes, bytes, size);
    results->memories = all;
    results->memory_count++;
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels: opened, set, run. */
#include "analysis/analysis.h"
#include "api/api.h"
#include "base/store.h"
#include "run/ablation.h"
#include "run/against.h"
#include "run/checked.h"
#include "run/guess.h"
#include "run/measure.h"
#include "run/record.h"
#include "warpgrind/version.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *wg_version(void)
{
    return WG_VERSION_STRING;
}

wg_status wg_cache_check(wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_store_check(err);
}

static wg_status open_rung(const char *path, wg_kernel *out, wg_error *err)
{
    wg_ladder_options options = {.settings = out->settings, .setting_count = out->setting_count};
    size_t length = (size_t)(strrchr(path, '/') - path);
    char name[4096];
    snprintf(name, sizeof name, "%.*s", (int)length, path);
    wg_status status = wg_ladder_open(name, &options, &out->ladder, err);
    if (status != WG_OK)
        return status;
    const wg_rung *rung = wg_ladder_find(out->ladder, path + length + 1, err);
    if (rung && wg_rung_simulates(rung)) {
        out->spec = rung->spec;
        if (path != out->path)
            snprintf(out->path, sizeof out->path, "%s", path);
        return WG_OK;
    }
    status = rung ? wg_error_set(err, WG_ERR_INPUT, "%s is no kernel: it runs on %s alone", path, wg_rung_backend(rung))
                  : WG_ERR_INPUT;
    wg_ladder_close(out->ladder);
    out->ladder = NULL;
    return status;
}

/* Everything about a rung follows from its sizes: it is opened once more. */
static wg_status set_size(wg_kernel *kernel, const char *value, const char *where, wg_error *err)
{
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return wg_error_set(err, WG_ERR_INPUT, "%s: NAME=VALUE is wanted, not '%s'", where, value);
    *WG_PUSH(kernel->settings, kernel->setting_count, kernel->setting_capacity) =
        (wg_ladder_setting){wg_arena_copy(&kernel->arena, value, (size_t)(equals - value)),
                            wg_arena_copy(&kernel->arena, equals + 1, strlen(equals + 1)),
                            wg_arena_copy(&kernel->arena, where, strlen(where))};
    wg_ladder *before = kernel->ladder;
    wg_status status = open_rung(kernel->path, kernel, err);
    if (status == WG_OK) {
        wg_ladder_close(before);
    } else {
        kernel->ladder = before;
        kernel->setting_count--;
    }
    return status;
}

wg_status wg_kernel_open(const char *path, wg_kernel **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_kernel kernel = {0};
    wg_status status = wg_ladder_is_rung(path) ? open_rung(path, &kernel, err) : wg_spec_open(path, &kernel.spec, err);
    if (status != WG_OK)
        return status;
    *out = wg_alloc(sizeof **out);
    **out = kernel;
    return WG_OK;
}

void wg_kernel_close(wg_kernel *kernel)
{
    if (kernel && kernel->ladder)
        wg_ladder_close(kernel->ladder);
    else if (kernel)
        wg_spec_free(kernel->spec);
    if (kernel) {
        free(kernel->settings);
        wg_arena_free(&kernel->arena);
    }
    free(kernel);
}

wg_status wg_kernel_set(wg_kernel *kernel, const char *option, const char *value, const char *where, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    if (kernel->ladder && !strcmp(option, "set"))
        return set_size(kernel, value, where ? where : option, err);
    return wg_spec_set(kernel->spec, option, value, where ? where : option, err);
}

wg_engine_options wg_api_engine_options(const wg_options *o)
{
    return (wg_engine_options){
        .compile = {.with = o->compiler, .no_cache = o->no_cache, .interrupted = o->interrupted},
        .launch = {.host_threads = o->threads,
                   .sample_blocks = o->sample_blocks,
                   .instruction_limit = o->instruction_limit,
                   .interrupted = o->interrupted,
                   .print = o->print,
                   .progress = o->progress,
                   .user = o->user},
        .estimates = !o->no_estimate,
        .what_if = o->what_if && !o->no_estimate,
        .may_sample = o->may_sample && !o->keep_count && !o->show_addresses && !o->ablate && !o->against,
        .cold_caches = o->cold,
    };
}

bool wg_api_is_real(const char *device)
{
    return !wg_device_is_simulated(device);
}

/* ---- running ---- */

/* What is alive while a kernel runs. */
typedef struct session {
    const wg_options *options;
    wg_engine_options engine;
    wg_run *run;             /* the simulator's */
    wg_measurement measured; /* on a real device; run NULL: there was none */
    wg_trace watched;        /* the line whose addresses are to be shown; watched_line 0: none */
    char *watched_file;
    char *guessed; /* the command line that says what was guessed; NULL: nothing was */
} session;

/* "32" or "tile.cu:32" */
static wg_status read_watched(session *s, wg_error *err)
{
    const char *text = s->options->show_addresses;
    if (!text)
        return WG_OK;
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    char *end;
    unsigned long line = strtoul(digits, &end, 10);
    if (end == digits || *end || line == 0 || line > UINT32_MAX)
        return wg_error_set(err, WG_ERR_INPUT, "--show-addresses %s: expected LINE or FILE:LINE", text);
    s->watched = (wg_trace){.op_limit = 1, .watched_line = (uint32_t)line};
    if (colon) {
        s->watched_file = wg_alloc((size_t)(colon - text) + 1);
        memcpy(s->watched_file, text, (size_t)(colon - text));
        s->watched.watched_file = s->watched_file;
    }
    s->engine.launch.traces[WG_TRACE_OF_LINE] = &s->watched;
    return WG_OK;
}

/* Measured where the device has a clock, then counted for the GPU that it is. */
static wg_status run_both(session *s, const wg_spec *spec, wg_error *err)
{
    const wg_options *o = s->options;
    wg_timing_options timing = {.cold = o->cold, .interrupted = o->interrupted};
    wg_engine_options plain = s->engine;
    char simulated[80] = "sim";
    bool real = wg_api_is_real(o->device);
    wg_status status = WG_OK;
    plain.launch.traces[WG_TRACE_OF_LINE] = NULL;
    if (real)
        status = wg_measure(spec, o->device, &plain, &timing, &s->measured, err);
    if (status == WG_OK && real && s->measured.run->engine->model)
        snprintf(simulated, sizeof simulated, "sim:%s", s->measured.run->engine->model->name);
    return status == WG_OK ? wg_run_once(spec, real ? simulated : o->device, &s->engine, &s->run, err) : status;
}

static wg_status compare(const session *s, const wg_kernel *kernel, wg_results *results, wg_error *err)
{
    wg_against_options options = {.what = s->options->against,
                                  .tolerance = s->options->tolerance,
                                  .trust = s->options->trust,
                                  .engine = s->engine};
    options.engine.model = s->run->engine->model;
    if (kernel->ladder)
        options.rung = wg_ladder_find(kernel->ladder, strrchr(kernel->path, '/') + 1, NULL);
    return wg_against_run(s->measured.run ? s->measured.run : s->run, &options, results, &results->records[0].against,
                          err);
}

static wg_status look_for_errors(const session *s, const wg_spec *spec, wg_results *results, wg_error *err)
{
    char device[80];
    wg_record *r = &results->records[0];
    wg_check *check = wg_check_new();
    wg_run *run = NULL;
    snprintf(device, sizeof device, "%s", s->run->engine->name);
    wg_status status = wg_run_checked(spec, device, &s->engine, check, &run, err);
    if (status == WG_OK)
        r->checked = wg_checked_summary(check, &results->arena, &r->check_errors);
    wg_run_close(run);
    wg_check_free(check);
    return status;
}

static wg_status ablate(const session *s, const wg_spec *spec, wg_results *results, wg_error *err)
{
    const wg_options *o = s->options;
    wg_ablation_options options = {.engine = wg_api_engine_options(o),
                                   .timing = {.interrupted = o->interrupted},
                                   .full = s->measured.run ? &s->measured.timing : NULL};
    options.engine.what_if = false; /* of variants nobody asks that */
    results->records[0].ablation = WG_NEW(&results->arena, wg_ablation_result);
    return wg_ablation_of(spec, o->device, &options, results->records[0].ablation, err);
}

static wg_results *record(session *s)
{
    wg_results *results = wg_results_new(WG_RESULTS_KERNEL);
    wg_record *r = results->records = WG_NEW(&results->arena, wg_record);
    results->count = 1;
    *r = wg_record_blank();
    wg_record_run(s->run, results, r);
    wg_record_counters(s->run, r);
    wg_record_lines(s->run, results, &r->lines);
    results->device = r->device;
    r->name = r->kernel;
    r->guessed = wg_results_keep(results, s->guessed);
    r->registers = r->local_bytes = r->blocks_per_sm = -1; /* the driver's word counts, where there is one */
    if (s->watched.watched_line)
        wg_record_accesses(s->run, &s->watched, results, &r->accesses);
    if (s->measured.run) {
        const wg_engine_kernel *kernel = wg_run_kernel(s->measured.run);
        r->measured_on = wg_place_of(s->measured.run->engine);
        r->has_time = true;
        r->timing = s->measured.timing;
        r->registers = kernel->registers;
        r->local_bytes = kernel->local_bytes;
        r->blocks_per_sm = kernel->blocks_per_sm;
    }
    for (size_t k = 0; k < s->options->keep_count; k++)
        wg_record_memory_of(s->measured.run ? s->measured.run : s->run, s->options->keep[k], results);
    return results;
}

static void end(session *s)
{
    wg_run_close(s->run);
    wg_measurement_free(&s->measured);
    wg_trace_free(&s->watched);
    free(s->watched_file);
    free(s->guessed);
}

wg_status wg_kernel_run(wg_kernel *kernel, const wg_options *options, wg_results **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    static const wg_options defaults;
    session s = {.options = options ? options : &defaults};
    wg_results *results = NULL;
    s.engine = wg_api_engine_options(s.options);
    wg_status status = read_watched(&s, err);
    if (status == WG_OK)
        status = wg_against_check_tolerance(s.options->tolerance, err);
    if (status == WG_OK)
        status = wg_spec_complete(kernel->spec, err);
    if (status == WG_OK && !kernel->ladder)
        status = wg_guess_complete(kernel->spec, s.options->device, &s.engine, &s.guessed, err);
    if (status == WG_OK)
        wg_spec_add_fields(kernel->spec);
    if (status == WG_OK && !kernel->ladder && !s.guessed)
        status = wg_guess_check_types(kernel->spec, err);
    if (status == WG_OK)
        status = wg_guess_blame(kernel->spec, s.guessed, run_both(&s, kernel->spec, err), err);
    if (status == WG_OK)
        results = record(&s);
    if (status == WG_OK && s.options->against)
        status = compare(&s, kernel, results, err);
    if (status == WG_OK && s.options->check)
        status = look_for_errors(&s, kernel->spec, results, err);
    if (status == WG_OK && s.options->ablate)
        status = ablate(&s, kernel->spec, results, err);
    if (status == WG_OK)
        wg_analyse(results);
    if (status == WG_OK)
        *out = results;
    else
        wg_results_free(results);
    end(&s);
    return status;
}

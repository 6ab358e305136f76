/* SPDX-License-Identifier: Apache-2.0 */
/* The public face: warpgrind/warpgrind.h over the modules. */
#include "api/api.h"
#include "base/closest.h"
#include "base/file.h"
#include "base/guard.h"
#include "report/compare.h"
#include "report/devices.h"
#include "report/ladder.h"
#include "report/occupancy.h"
#include "report/page.h"
#include "report/probe.h"
#include "report/report.h"
#include "report/story.h"
#include "run/ablation.h"
#include "run/assert.h"
#include "run/calibrate.h"
#include "run/run.h"
#include "spec/spec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *wg_version(void)
{
    return WG_VERSION_STRING;
}

/* LADDER/RUNG, where there is no such file. */
static bool is_rung(const char *path)
{
    const char *slash = strchr(path, '/');
    return slash && slash != path && !strchr(slash + 1, '/') && !strchr(path, '.') && !wg_file_exists(path);
}

static wg_status open_rung(const char *path, wg_kernel *out, wg_error *err)
{
    wg_ladder_options options = {.settings = out->settings, .setting_count = out->setting_count};
    size_t length = strcspn(path, "/");
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), path);
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
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    wg_kernel kernel = {0};
    *out = NULL;
    wg_status status = is_rung(path) ? open_rung(path, &kernel, err) : wg_spec_open(path, &kernel.spec, err);
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

static wg_engine_options engine_options(const wg_options *o)
{
    return (wg_engine_options){
        .compile = {.with = o->compiler, .no_cache = o->no_cache},
        .launch = {.host_threads = o->threads,
                   .sample_blocks = o->sample_blocks,
                   .instruction_limit = o->instruction_limit,
                   .interrupted = o->interrupted,
                   .print = o->print,
                   .progress = o->progress,
                   .user = o->user},
        .estimates = !o->no_estimate,
        .what_if = o->what_if && !o->no_estimate,
        .cold_caches = o->cold,
    };
}

static bool is_real(const char *device)
{
    return device && strncmp(device, "sim", 3) != 0;
}

/* "32" or "tile.cu:32" */
static wg_status read_watched(const char *text, wg_result *result, wg_error *err)
{
    if (!text)
        return WG_OK;
    const char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    char *end;
    unsigned long line = strtoul(digits, &end, 10);
    if (end == digits || *end || line == 0 || line > UINT32_MAX)
        return wg_error_set(err, WG_ERR_INPUT, "--show-addresses %s: expected LINE or FILE:LINE", text);
    result->watched = (wg_trace){.op_limit = 1, .watched_line = (uint32_t)line};
    if (colon) {
        result->watched_file = wg_alloc((size_t)(colon - text) + 1);
        memcpy(result->watched_file, text, (size_t)(colon - text));
        result->watched.watched_file = result->watched_file;
    }
    return WG_OK;
}

static wg_status ablate(const wg_spec *spec, const wg_options *o, wg_result *result, wg_error *err)
{
    wg_ablation_options options = {.engine = engine_options(o),
                                   .timing = {.interrupted = o->interrupted},
                                   .full = result->measured.run ? &result->measured.timing : NULL};
    options.engine.what_if = false; /* of variants nobody asks that */
    result->ablation = wg_alloc(sizeof *result->ablation);
    return wg_ablation_of(spec, o->device, &options, result->ablation, err);
}

wg_status wg_kernel_run(wg_kernel *kernel, const wg_options *options, wg_result **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    static const wg_options defaults;
    const wg_options *o = options ? options : &defaults;
    wg_engine_options engine = engine_options(o);
    wg_timing_options timing = {.cold = o->cold, .interrupted = o->interrupted};
    wg_result *result = wg_alloc(sizeof *result);
    char simulated[80] = "sim";
    *out = NULL;
    wg_status status = read_watched(o->show_addresses, result, err);
    if (status == WG_OK)
        status = wg_spec_complete(kernel->spec, err);
    bool real = is_real(o->device);
    if (status == WG_OK && real)
        status = wg_measure(kernel->spec, o->device, &engine, &timing, &result->measured, err);
    if (status == WG_OK && real && result->measured.run->engine->model)
        snprintf(simulated, sizeof simulated, "sim:%s", result->measured.run->engine->model->name);
    if (result->watched.watched_line)
        engine.launch.traces[WG_TRACE_OF_LINE] = &result->watched;
    if (status == WG_OK)
        status = wg_run_once(kernel->spec, real ? simulated : o->device, &engine, &result->run, err);
    if (status == WG_OK && o->ablate)
        status = ablate(kernel->spec, o, result, err);
    if (status == WG_OK)
        *out = result;
    else
        wg_result_free(result);
    return status;
}

void wg_result_free(wg_result *result)
{
    if (result) {
        wg_run_close(result->run);
        wg_measurement_free(&result->measured);
        wg_trace_free(&result->watched);
        free(result->watched_file);
        free(result->ablation);
    }
    free(result);
}

bool wg_result_value(const wg_result *result, const char *name, double *value)
{
    WG_GUARD_OR_RETURN(NULL, false);
    wg_value found;
    if (!wg_run_value(result->run, name, &found))
        return false;
    *value = wg_value_to_real(&found);
    return true;
}

wg_status wg_result_assert(const wg_result *result, const char *expression, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_run_assert(result->run, expression, err);
}

wg_status wg_assertion_check(const char *expression, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_run_assert_check(expression, err);
}

const void *wg_result_memory(const wg_result *result, const char *argument, size_t *size)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_run_memory(result->measured.run ? result->measured.run : result->run, argument, size);
}

static const wg_measurement *measured_of(const wg_result *result)
{
    return result->measured.run ? &result->measured : NULL;
}

static const wg_trace *watched_of(const wg_result *result)
{
    return result->watched.watched_line ? &result->watched : NULL;
}

char *wg_result_text(const wg_result *result, bool color, size_t lines)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_report_text(result->run, &(wg_report_options){.color = color,
                                                            .lines = lines,
                                                            .measured = measured_of(result),
                                                            .ablation = result->ablation,
                                                            .watched = watched_of(result)});
}

char *wg_result_json(const wg_result *result, const char *executable)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_report_json(
        result->run,
        &(wg_report_options){.executable = executable, .measured = measured_of(result), .ablation = result->ablation});
}

char *wg_result_html(const wg_result *result)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_report_html(result->run,
                          &(wg_report_options){.measured = measured_of(result), .ablation = result->ablation}, NULL);
}

char *wg_result_svg(const wg_result *result)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    wg_ceilings ceilings;
    wg_ceilings_of(result->run->engine->model, &ceilings);
    return wg_report_run_svg(result->run, measured_of(result), &ceilings);
}

/* ---- ladders ---- */

static wg_status choose_sizes(const wg_climb_request *request, wg_size_choice *out, wg_error *err)
{
    static const char *const names[] = {
        [WG_SIZES_DEFAULT] = "default", [WG_SIZES_TEST] = "test", [WG_SIZES_LARGE] = "large"};
    const char *device = request->options && request->options->device ? request->options->device : "sim";
    *out = !strncmp(device, "cuda", 4) ? WG_SIZES_LARGE : WG_SIZES_DEFAULT;
    if (!request->sizes)
        return WG_OK;
    for (int k = 0; k < 3; k++) {
        *out = (wg_size_choice)k;
        if (!strcmp(names[k], request->sizes))
            return WG_OK;
    }
    return wg_error_set(err, WG_ERR_INPUT, "--sizes %s: expected default, test or large", request->sizes);
}

/* The rung's name is all the caller needs of it. */
typedef struct rung_listener {
    const wg_climb_request *request;
    void *user;
} rung_listener;

static void tell_rung(void *user, const wg_rung *rung, size_t number, size_t count)
{
    const rung_listener *l = user;
    l->request->begin_rung(l->user, rung->name, number, count);
}

/* What both ladders and probes are asked for, in the words of the modules. */
typedef struct climb_order {
    wg_ladder_options ladder;
    wg_climb_options climb;
    wg_ladder_setting *settings;
    rung_listener listener;
} climb_order;

static wg_status take_order(const wg_climb_request *request, wg_manifest_kind kind, climb_order *order, wg_error *err)
{
    static const wg_options defaults;
    const wg_options *o = request->options ? request->options : &defaults;
    order->settings = wg_alloc((request->setting_count + 1) * sizeof *order->settings);
    for (size_t k = 0; k < request->setting_count; k++) {
        const wg_assignment *a = &request->settings[k];
        order->settings[k] = (wg_ladder_setting){a->name, a->value, a->where ? a->where : a->name};
    }
    order->ladder =
        (wg_ladder_options){.kind = kind, .settings = order->settings, .setting_count = request->setting_count};
    order->listener = (rung_listener){request, o->user};
    order->climb = (wg_climb_options){
        .device = o->device,
        .engine = engine_options(o),
        .timing = {.cold = request->cold, .interrupted = o->interrupted},
        .methods = request->rungs,
        .method_count = request->rung_count,
        .no_counters = request->no_counters,
        .no_check = request->no_check || request->sample,
        .ablate = request->ablate,
        .no_time = request->no_time,
        .begin_rung = request->begin_rung ? tell_rung : NULL,
        .user = &order->listener,
    };
    order->climb.engine.cold_caches = request->cold;
    order->climb.engine.estimates &= kind == WG_LADDERS || request->sample; /* else a probe's curves are counted */
    order->climb.engine.samples = request->sample;
    if (request->sample && o->no_estimate)
        return wg_error_set(err, WG_ERR_INPUT, "a sample of the blocks is for an estimate: none is wanted");
    if (request->sample && is_real(o->device))
        return wg_error_set(err, WG_ERR_INPUT,
                            kind == WG_PROBES ? "a prediction is the simulator's: %s measures"
                                              : "a sample of the blocks is for the simulator: %s runs them all",
                            o->device);
    return choose_sizes(request, &order->ladder.sizes, err);
}

wg_status wg_ladder_climb(const wg_climb_request *request, wg_ladder_result **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    wg_ladder_result *result = wg_alloc(sizeof *result);
    climb_order order;
    *out = NULL;
    wg_status status = take_order(request, WG_LADDERS, &order, err);
    if (status == WG_OK)
        status = wg_ladder_open(request->ladder, &order.ladder, &result->ladder, err);
    if (status == WG_OK)
        status = wg_climb_run(result->ladder, &order.climb, &result->climb, err);
    free(order.settings);
    if (status == WG_OK)
        *out = result;
    else
        wg_ladder_result_free(result);
    return status;
}

void wg_ladder_result_free(wg_ladder_result *result)
{
    if (!result)
        return;
    wg_climb_free(result->climb);
    wg_ladder_close(result->ladder);
    free(result);
}

static size_t count_failures(const wg_climb *climb)
{
    size_t failures = 0;
    for (size_t k = 0; k < climb->count; k++) {
        wg_verdict verdict = climb->results[k].verdict;
        failures += verdict == WG_VERDICT_WRONG || verdict == WG_VERDICT_FAILED;
    }
    return failures;
}

size_t wg_ladder_result_failures(const wg_ladder_result *result)
{
    return count_failures(result->climb);
}

const wg_table_form wg_api_table_forms[] = {[WG_FORM_TEXT] = WG_TABLE_TEXT,
                                            [WG_FORM_MARKDOWN] = WG_TABLE_MARKDOWN,
                                            [WG_FORM_CSV] = WG_TABLE_CSV,
                                            [WG_FORM_HTML] = WG_TABLE_TEXT};

char *wg_ladder_result_write(const wg_ladder_result *result, wg_report_form form, const char *executable)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    switch (form) {
    case WG_FORM_JSON: return wg_report_climb_json(result->climb, executable);
    case WG_FORM_SVG: return wg_report_climb_svg(result->climb);
    case WG_FORM_HTML: return wg_report_climb_html(result->climb, NULL);
    default: return wg_report_climb(result->climb, wg_api_table_forms[form]);
    }
}

char *wg_ladder_result_story(const wg_ladder_result *result, wg_report_form form)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    bool in_words = form == WG_FORM_TEXT || form == WG_FORM_MARKDOWN;
    return in_words ? wg_report_story(result->climb, wg_api_table_forms[form]) : NULL;
}

wg_status wg_ladders_text(char **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    return wg_report_ladders(WG_LADDERS, out, err);
}

/* ---- probes ---- */

wg_status wg_probe_draw(const wg_climb_request *request, wg_probe_result **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    climb_order order;
    wg_probe *probe = NULL;
    *out = NULL;
    wg_status status = take_order(request, WG_PROBES, &order, err);
    if (status == WG_OK)
        status = wg_probe_run(request->ladder, &order.ladder, &order.climb, &probe, err);
    free(order.settings);
    if (status != WG_OK)
        return status;
    *out = wg_alloc(sizeof **out);
    (*out)->probe = probe;
    return WG_OK;
}

void wg_probe_result_free(wg_probe_result *result)
{
    if (result)
        wg_probe_free(result->probe);
    free(result);
}

size_t wg_probe_result_failures(const wg_probe_result *result)
{
    size_t failures = 0;
    for (size_t k = 0; k < result->probe->point_count; k++)
        failures += count_failures(result->probe->climbs[k]);
    return failures;
}

char *wg_probe_result_write(const wg_probe_result *result, wg_report_form form, const char *executable)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    switch (form) {
    case WG_FORM_JSON: return wg_report_probe_json(result->probe, executable);
    case WG_FORM_SVG: return wg_report_probe_svg(result->probe);
    case WG_FORM_HTML: return wg_report_probe_html(result->probe);
    default: return wg_report_probe(result->probe, wg_api_table_forms[form]);
    }
}

wg_status wg_probes_text(char **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    return wg_report_ladders(WG_PROBES, out, err);
}

wg_status wg_probe_calibrate(const wg_calibrate_request *request, char **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    static const wg_options defaults;
    const wg_options *o = request->options ? request->options : &defaults;
    const wg_calibrate_options options = {
        .device = o->device,
        .engine = engine_options(o),
        .timing = {.interrupted = o->interrupted},
        .begin = request->begin_value,
        .leave_out = request->left_out,
        .user = o->user,
    };
    wg_device *device;
    *out = NULL;
    wg_status status = wg_calibrate(&options, &device, err);
    if (status == WG_OK)
        *out = wg_report_device_file(device);
    wg_device_free(device);
    return status;
}

/* ---- occupancy ---- */

struct wg_occupancy_result {
    wg_device *device;
    wg_resources kernel;
    wg_occupancy_subject subject;
};

static wg_status find_resources(const wg_occupancy_question *q, wg_occupancy_result *result, wg_error *err)
{
    static const wg_options defaults;
    const wg_options *o = q->options ? q->options : &defaults;
    const wg_compile_options options = {.with = o->compiler, .no_cache = o->no_cache};
    wg_status status = wg_spec_complete(q->kernel->spec, err);
    if (status == WG_OK)
        status = wg_resources_find(q->kernel->spec, result->device, &options, &result->kernel, err);
    result->subject.kernel = &result->kernel;
    return status;
}

static uint64_t given(uint64_t value, uint64_t otherwise)
{
    return value == WG_NOT_GIVEN ? otherwise : value;
}

static wg_status ask_occupancy(const wg_occupancy_question *q, wg_occupancy_result *result, wg_error *err)
{
    const char *name = q->device ? q->device : "h200";
    if (strchr(name, ':') && strncmp(name, "sim:", 4) != 0)
        return wg_error_set(err, WG_ERR_INPUT, "device %s: occupancy is computed for sim:NAME", name);
    wg_status status = wg_device_load(strncmp(name, "sim:", 4) ? name : name + 4, &result->device, err);
    if (status == WG_OK && q->kernel)
        status = find_resources(q, result, err);
    const wg_resources *k = &result->kernel;
    result->subject.device = result->device;
    result->subject.request = (wg_occupancy_request){
        .threads = given(q->threads, k->threads),
        .registers = given(q->registers, k->registers),
        .shared = given(q->shared, k->static_shared + k->dynamic_shared),
        .barriers = given(q->barriers, k->barriers),
        .carveout = q->carveout == WG_NOT_GIVEN ? -1
                    : q->carveout < 100         ? (int)q->carveout
                                                : 100,
    };
    if (status == WG_OK && !result->subject.request.threads)
        status = wg_error_set(err, WG_ERR_INPUT, "the block is not given: say --block THREADS");
    return status;
}

wg_status wg_occupancy_find(const wg_occupancy_question *question, wg_occupancy_result **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    wg_occupancy_result *result = wg_alloc(sizeof *result);
    wg_status status = ask_occupancy(question, result, err);
    *out = status == WG_OK ? result : NULL;
    if (status != WG_OK)
        wg_occupancy_result_free(result);
    return status;
}

void wg_occupancy_result_free(wg_occupancy_result *result)
{
    if (!result)
        return;
    wg_resources_free(&result->kernel);
    wg_device_free(result->device);
    free(result);
}

char *wg_occupancy_result_write(const wg_occupancy_result *result, wg_report_form form, const char *executable)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    if (form == WG_FORM_SVG || form == WG_FORM_HTML)
        return NULL;
    return form == WG_FORM_JSON ? wg_report_occupancy_json(&result->subject, executable)
                                : wg_report_occupancy(&result->subject, wg_api_table_forms[form]);
}

/* ---- the rest ---- */

wg_status wg_compare_results(const char *before, const char *after, wg_report_form form, char **out, size_t *slower,
                             wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    if (form != WG_FORM_TEXT && form != WG_FORM_MARKDOWN && form != WG_FORM_CSV)
        return wg_error_set(err, WG_ERR_INPUT, "a comparison is a table: text, Markdown or CSV");
    return wg_report_compare(before, after, wg_api_table_forms[form], out, slower, err);
}

wg_status wg_devices_text(const char *name, char **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    return wg_report_devices_text(name, out, err);
}

wg_status wg_devices_json(const char *name, char **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    return wg_report_devices_json(name, out, err);
}

const char *wg_closest(const char *word, const char *const *candidates, size_t count)
{
    return wg_closest_word(word, candidates, count);
}

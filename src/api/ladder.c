/* SPDX-License-Identifier: Apache-2.0 */
/* Ladders and probes: climbed, drawn, listed; devices calibrated. */
#include "analysis/analysis.h"
#include "api/api.h"
#include "report/report.h"
#include "report/table/devices.h"
#include "report/table/listing.h"
#include "run/calibrate.h"
#include "run/probe.h"

#include <stdlib.h>
#include <string.h>

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
    order->ladder = (wg_ladder_options){
        .kind = kind, .settings = order->settings, .setting_count = request->setting_count, .trust = o->trust};
    order->listener = (rung_listener){request, o->user};
    order->climb = (wg_climb_options){
        .device = o->device,
        .engine = wg_api_engine_options(o),
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
    if (request->sample && wg_api_is_real(o->device))
        return wg_error_set(err, WG_ERR_INPUT,
                            kind == WG_PROBES ? "a prediction is the simulator's: %s measures"
                                              : "a sample of the blocks is for the simulator: %s runs them all",
                            o->device);
    return choose_sizes(request, &order->ladder.sizes, err);
}

static wg_status deliver(wg_status status, wg_results *results, wg_results **out)
{
    if (status != WG_OK)
        return status;
    wg_analyse(results);
    *out = results;
    return WG_OK;
}

/* Who asks for nothing in particular, on the simulator, wants to see the rungs' order: at sizes at which a GPU shows
 * it, of which a sample of the blocks runs. What they compute is compared at small ones. */
static wg_status open_checks(const wg_climb_request *request, climb_order *order, wg_ladder **checks, wg_error *err)
{
    wg_ladder_options small = order->ladder;
    small.sizes = WG_SIZES_TEST;
    wg_status status = wg_ladder_open(request->ladder, &small, checks, err);
    order->climb.checks = *checks;
    order->climb.engine.samples = true;
    return status;
}

static bool shows_order(const wg_climb_request *request)
{
    const wg_options *o = request->options;
    return !request->sizes && !request->setting_count && !request->sample && !request->ablate && !request->no_time &&
           (!o || (!o->no_estimate && !wg_api_is_real(o->device)));
}

wg_status wg_ladder_climb(const wg_climb_request *request, wg_results **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_ladder *ladder = NULL, *checks = NULL;
    wg_results *results = NULL;
    climb_order order;
    wg_status status = take_order(request, WG_LADDERS, &order, err);
    if (status == WG_OK && shows_order(request))
        order.ladder.sizes = WG_SIZES_MODEL;
    if (status == WG_OK)
        status = wg_ladder_open(request->ladder, &order.ladder, &ladder, err);
    if (status == WG_OK && shows_order(request) && ladder->has_model_sizes)
        status = open_checks(request, &order, &checks, err);
    if (status == WG_OK)
        status = wg_climb_run(ladder, &order.climb, &results, err);
    free(order.settings);
    wg_ladder_close(checks);
    wg_ladder_close(ladder);
    return deliver(status, results, out);
}

wg_status wg_probe_draw(const wg_climb_request *request, wg_results **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_results *results = NULL;
    climb_order order;
    wg_status status = take_order(request, WG_PROBES, &order, err);
    if (status == WG_OK)
        status = wg_probe_run(request->ladder, &order.ladder, &order.climb, &results, err);
    free(order.settings);
    return deliver(status, results, out);
}

/* ---- what there is ---- */

/* One that cannot be read does not hide the others. */
static void list_one(wg_manifest_kind kind, const char *name, wg_arena *arena, wg_listed *out)
{
    wg_ladder *ladder;
    wg_ladder_options options = {.kind = kind};
    wg_error slip = {0};
    bool fine = wg_ladder_open(name, &options, &ladder, &slip) == WG_OK;
    const char *title = fine ? ladder->title : slip.text;
    *out = (wg_listed){name, wg_arena_copy(arena, title, strlen(title)), fine ? (double)ladder->rung_count : NAN};
    wg_ladder_close(ladder);
}

static wg_status list(wg_manifest_kind kind, wg_report_form form, char **out, wg_error *err)
{
    char **names = NULL;
    size_t count = 0;
    wg_arena arena = {0};
    *out = NULL;
    wg_status status = wg_ladder_list(kind, &names, &count, err);
    wg_listed *items = wg_alloc((count + 1) * sizeof *items);
    for (size_t k = 0; k < count && status == WG_OK; k++)
        list_one(kind, names[k], &arena, &items[k]);
    if (status == WG_OK)
        *out = kind == WG_PROBES
                   ? wg_report_listing("probe", "curves", "what it shows", items, count, wg_report_table_form(form))
                   : wg_report_listing("ladder", "rungs", "what it is", items, count, wg_report_table_form(form));
    free(items);
    wg_arena_free(&arena);
    wg_device_list_free(names, count);
    return status;
}

wg_status wg_ladders_write(wg_report_form form, char **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return list(WG_LADDERS, form, out, err);
}

wg_status wg_probes_write(wg_report_form form, char **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return list(WG_PROBES, form, out, err);
}

/* ---- calibration ---- */

wg_status wg_probe_calibrate(const wg_calibrate_request *request, char **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    static const wg_options defaults;
    const wg_options *o = request->options ? request->options : &defaults;
    const wg_calibrate_options options = {
        .device = o->device,
        .engine = wg_api_engine_options(o),
        .timing = {.interrupted = o->interrupted},
        .begin = request->begin_value,
        .leave_out = request->left_out,
        .user = o->user,
    };
    wg_device *device;
    wg_status status = wg_calibrate(&options, &device, err);
    if (status == WG_OK)
        *out = wg_report_device_file(device);
    wg_device_free(device);
    return status;
}

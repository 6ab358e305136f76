/* SPDX-License-Identifier: Apache-2.0 */
/* The public face, continued: rooflines, and results from files. */
#include "api/api.h"
#include "base/file.h"
#include "base/guard.h"
#include "report/ladder.h"
#include "report/page.h"
#include "report/probe.h"
#include "report/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wg_roofline_result {
    wg_roofline roofline;
};

/* ---- kernels ---- */

static wg_status place_kernel(const wg_roofline_request *request, const char *path, wg_roofline *r, wg_error *err)
{
    wg_kernel *kernel = NULL;
    wg_result *result = NULL;
    wg_status status = wg_kernel_open(path, &kernel, err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, request->options, &result, err);
    if (status == WG_OK)
        wg_run_point(result->run, result->measured.run ? &result->measured : NULL,
                     WG_PUSH(r->points, r->count, r->capacity));
    wg_result_free(result);
    wg_kernel_close(kernel);
    return status;
}

/* A ladder is a name without a dot, or a folder; LADDER/RUNG and files are kernels. */
static bool is_ladder(const char *what)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/ladder.json", what);
    const char *slash = strrchr(what, '/');
    const char *last = slash ? slash + 1 : what;
    return wg_file_exists(path) || !strcmp(last, "ladder.json") || (!slash && !strchr(what, '.'));
}

static wg_status place_ladder(const wg_roofline_request *request, const char *name, wg_roofline *r, wg_error *err)
{
    wg_ladder_result *result = NULL;
    wg_climb_request order = {.ladder = name,
                              .sizes = request->sizes,
                              .settings = request->settings,
                              .setting_count = request->setting_count,
                              .options = request->options};
    wg_status status = wg_ladder_climb(&order, &result, err);
    size_t before = r->count;
    if (status != WG_OK)
        return status;
    wg_climb_points(result->climb, r);
    for (size_t k = before; k < r->count && request->what_count > 1; k++) {
        char rung[160];
        snprintf(rung, sizeof rung, "%s", r->points[k].name);
        snprintf(r->points[k].name, sizeof r->points[k].name, "%.60s/%.90s", result->climb->ladder->name, rung);
    }
    if (r->count == before)
        status = wg_error_set(err, WG_ERR_FAILED, "%s: none of its rungs ran here", name);
    wg_ladder_result_free(result);
    return status;
}

static wg_status describe_device(const wg_roofline_request *request, wg_roofline *out, bool *is_real, wg_error *err)
{
    static const wg_engine_options none;
    const char *device = request->options ? request->options->device : NULL;
    wg_engine *engine = NULL;
    wg_status status = wg_engine_open(device, &none, &engine, err);
    if (status != WG_OK)
        return status;
    *is_real = engine->backend->start_clock != NULL;
    snprintf(out->device, sizeof out->device, "%s", engine->name);
    snprintf(out->title, sizeof out->title, "%s", engine->title);
    wg_ceilings_of(engine->model, &out->ceilings);
    wg_engine_close(engine);
    return WG_OK;
}

wg_status wg_roofline_find(const wg_roofline_request *request, wg_roofline_result **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    wg_roofline_result *result = wg_alloc(sizeof *result);
    wg_roofline *r = &result->roofline;
    bool is_real = false;
    *out = NULL;
    wg_status status = describe_device(request, r, &is_real, err);
    for (size_t k = 0; k < request->what_count && status == WG_OK; k++) {
        const char *what = request->what[k];
        if (request->begin)
            request->begin(request->options ? request->options->user : NULL, what, k, request->what_count);
        status = is_ladder(what) ? place_ladder(request, what, r, err) : place_kernel(request, what, r, err);
    }
    if (status == WG_OK && is_real) /* it takes a while: last, when the rest is known to work */
        status = wg_api_measure_ceilings(request, &r->ceilings, err);
    if (status == WG_OK)
        *out = result;
    else
        wg_roofline_result_free(result);
    return status;
}

void wg_roofline_result_free(wg_roofline_result *result)
{
    if (result)
        free(result->roofline.points);
    free(result);
}

static char *write_roofline(const wg_roofline *r, wg_report_form form, const char *executable)
{
    switch (form) {
    case WG_FORM_JSON: return wg_report_roofline_json(r, executable);
    case WG_FORM_SVG: return wg_report_roofline_svg(r);
    case WG_FORM_HTML: return wg_report_roofline_html(r);
    default: return wg_report_roofline(r, wg_api_table_forms[form]);
    }
}

char *wg_roofline_result_write(const wg_roofline_result *result, wg_report_form form, const char *executable)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return write_roofline(&result->roofline, form, executable);
}

/* ---- results from a file ---- */

struct wg_recorded {
    wg_results *results;
};

wg_status wg_recorded_open(const char *path, wg_recorded **out, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, (*out = NULL, WG_ERR_SYSTEM));
    wg_results *results;
    *out = NULL;
    wg_status status = wg_results_open(path, &results, err);
    if (status != WG_OK)
        return status;
    *out = wg_alloc(sizeof **out);
    (*out)->results = results;
    return WG_OK;
}

void wg_recorded_free(wg_recorded *recorded)
{
    if (recorded)
        wg_results_free(recorded->results);
    free(recorded);
}

static char *write_run(const wg_results *r, wg_report_form form, bool color, size_t lines)
{
    const wg_report_options options = {.color = color,
                                       .lines = lines,
                                       .recorded = &r->lines,
                                       .measured = r->measured.run ? &r->measured : NULL,
                                       .ablation = r->ablation};
    switch (form) {
    case WG_FORM_HTML: return wg_report_html(r->run, &options, wg_ceilings_known(&r->ceilings) ? &r->ceilings : NULL);
    case WG_FORM_SVG: return wg_report_run_svg(r->run, options.measured, &r->ceilings);
    case WG_FORM_TEXT: return wg_report_text(r->run, &options);
    default: return wg_report_run_table(r->run, wg_api_table_forms[form]);
    }
}

char *wg_recorded_write(const wg_recorded *recorded, wg_report_form form, bool color, size_t lines)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    const wg_results *r = recorded->results;
    const wg_ceilings *ceilings = wg_ceilings_known(&r->ceilings) ? &r->ceilings : NULL;
    if (form == WG_FORM_JSON)
        return NULL;
    switch (r->kind) {
    case WG_RESULTS_RUN: return write_run(r, form, color, lines);
    case WG_RESULTS_ROOFLINE: return write_roofline(&r->roofline, form, NULL);
    case WG_RESULTS_LADDER:
        return form == WG_FORM_SVG    ? wg_report_climb_svg(r->climb)
               : form == WG_FORM_HTML ? wg_report_climb_html(r->climb, ceilings)
                                      : wg_report_climb(r->climb, wg_api_table_forms[form]);
    case WG_RESULTS_PROBE:
        return form == WG_FORM_SVG    ? wg_report_probe_svg(r->probe)
               : form == WG_FORM_HTML ? wg_report_probe_html(r->probe)
                                      : wg_report_probe(r->probe, wg_api_table_forms[form]);
    }
    return NULL;
}

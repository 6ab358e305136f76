/* SPDX-License-Identifier: Apache-2.0 */
/* Rooflines: kernels and ladders under the ceilings of a device. */
#include "analysis/roofline.h"
#include "api/api.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

/* ---- kernels ---- */

static wg_status place_kernel(const wg_roofline_request *request, const char *path, wg_roofline *r, wg_error *err)
{
    wg_kernel *kernel = NULL;
    wg_results *result = NULL;
    wg_status status = wg_kernel_open(path, &kernel, err);
    if (status == WG_OK)
        status = wg_kernel_run(kernel, request->options, &result, err);
    if (status == WG_OK)
        wg_roofline_add(result, r);
    wg_results_close(result);
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
    wg_results *result = NULL;
    wg_climb_request order = {.ladder = name,
                              .sizes = request->sizes,
                              .settings = request->settings,
                              .setting_count = request->setting_count,
                              .options = request->options};
    wg_status status = wg_ladder_climb(&order, &result, err);
    size_t before = r->count;
    if (status != WG_OK)
        return status;
    wg_roofline_add(result, r);
    for (size_t k = before; k < r->count && request->what_count > 1; k++) {
        char rung[160];
        snprintf(rung, sizeof rung, "%s", r->points[k].name);
        snprintf(r->points[k].name, sizeof r->points[k].name, "%.60s/%.90s", result->name, rung);
    }
    if (r->count == before)
        status = wg_error_set(err, WG_ERR_FAILED, "%s: none of its rungs ran here", name);
    wg_results_close(result);
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

wg_status wg_roofline_find(const wg_roofline_request *request, wg_results **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_results *result = wg_results_new(WG_RESULTS_ROOFLINE);
    wg_roofline *r = &result->roofline;
    bool is_real = false;
    wg_status status = describe_device(request, r, &is_real, err);
    for (size_t k = 0; k < request->what_count && status == WG_OK; k++) {
        const char *what = request->what[k];
        if (request->begin)
            request->begin(request->options ? request->options->user : NULL, what, k, request->what_count);
        status = is_ladder(what) ? place_ladder(request, what, r, err) : place_kernel(request, what, r, err);
    }
    if (status == WG_OK && is_real) /* it takes a while: last, when the rest is known to work */
        status = wg_api_measure_ceilings(request, &r->ceilings, err);
    snprintf(result->device.name, sizeof result->device.name, "%s", r->device);
    snprintf(result->device.title, sizeof result->device.title, "%s", r->title);
    result->ceilings = r->ceilings;
    if (status == WG_OK)
        *out = result;
    else
        wg_results_free(result);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* How many blocks of a kernel fit on a multiprocessor. */
#include "report/table/occupancy.h"
#include "api/api.h"
#include "report/report.h"
#include "run/resources.h"

#include <stdlib.h>
#include <string.h>

struct wg_occupancy_result {
    wg_device *device;
    wg_resources kernel;
    wg_occupancy_subject subject;
};

static wg_status find_resources(const wg_occupancy_question *q, wg_occupancy_result *result, wg_error *err)
{
    static const wg_options defaults;
    const wg_options *o = q->options ? q->options : &defaults;
    const wg_compile_options options = {.with = o->compiler, .no_cache = o->no_cache, .interrupted = o->interrupted};
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
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_occupancy_result *result = wg_alloc(sizeof *result);
    wg_status status = ask_occupancy(question, result, err);
    *out = status == WG_OK ? result : NULL;
    if (status != WG_OK)
        wg_occupancy_close(result);
    return status;
}

void wg_occupancy_close(wg_occupancy_result *result)
{
    if (!result)
        return;
    wg_resources_free(&result->kernel);
    wg_device_free(result->device);
    free(result);
}

char *wg_occupancy_write(const wg_occupancy_result *result, wg_report_form form, const wg_write_options *options)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    if (form == WG_FORM_SVG || form == WG_FORM_HTML || form >= WG_FORM_COUNT)
        return NULL;
    return form == WG_FORM_JSON ? wg_report_occupancy_json(&result->subject, options ? options->executable : NULL)
                                : wg_report_occupancy(&result->subject, wg_report_table_form(form));
}

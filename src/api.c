/* The public face: warpgrind/warpgrind.h over the modules. */
#include "base/closest.h"
#include "bench/assert.h"
#include "bench/run.h"
#include "report/devices.h"
#include "report/report.h"
#include "spec/spec.h"
#include "warpgrind/warpgrind.h"

#include <stdlib.h>
#include <string.h>

struct wg_kernel {
    wg_spec *spec;
};

struct wg_result {
    wg_run *run;
};

const char *wg_version(void)
{
    return WG_VERSION;
}

wg_status wg_kernel_open(const char *path, wg_kernel **out, wg_error *err)
{
    wg_spec *spec;
    *out = NULL;
    wg_status status = wg_spec_open(path, &spec, err);
    if (status != WG_OK)
        return status;
    *out = wg_alloc(sizeof **out);
    (*out)->spec = spec;
    return WG_OK;
}

void wg_kernel_close(wg_kernel *kernel)
{
    if (kernel)
        wg_spec_free(kernel->spec);
    free(kernel);
}

wg_status wg_kernel_set(wg_kernel *kernel, const char *option, const char *value, const char *where, wg_error *err)
{
    return wg_spec_set(kernel->spec, option, value, where ? where : option, err);
}

wg_status wg_kernel_run(wg_kernel *kernel, const wg_options *options, wg_result **out, wg_error *err)
{
    static const wg_options defaults;
    const wg_options *o = options ? options : &defaults;
    wg_engine_options engine = {
        .compile = {.with = o->compiler, .no_cache = o->no_cache},
        .launch = {.host_threads = o->threads,
                   .sample_blocks = o->sample_blocks,
                   .instruction_limit = o->instruction_limit,
                   .interrupted = o->interrupted,
                   .print = o->print,
                   .progress = o->progress,
                   .user = o->user},
    };
    wg_run *run = NULL;
    *out = NULL;
    wg_status status = wg_spec_complete(kernel->spec, err);
    if (status == WG_OK)
        status = wg_run_once(kernel->spec, o->device, &engine, &run, err);
    if (status != WG_OK)
        return status;
    *out = wg_alloc(sizeof **out);
    (*out)->run = run;
    return WG_OK;
}

void wg_result_free(wg_result *result)
{
    if (result)
        wg_run_close(result->run);
    free(result);
}

bool wg_result_value(const wg_result *result, const char *name, double *value)
{
    wg_value found;
    if (!wg_run_value(result->run, name, &found))
        return false;
    *value = wg_value_to_real(&found);
    return true;
}

wg_status wg_result_assert(const wg_result *result, const char *expression, wg_error *err)
{
    return wg_run_assert(result->run, expression, err);
}

wg_status wg_assertion_check(const char *expression, wg_error *err)
{
    return wg_run_assert_check(expression, err);
}

const void *wg_result_memory(const wg_result *result, const char *argument, size_t *size)
{
    return wg_run_memory(result->run, argument, size);
}

char *wg_result_text(const wg_result *result, bool color, size_t lines)
{
    return wg_report_text(result->run, &(wg_report_options){.color = color, .lines = lines});
}

char *wg_result_json(const wg_result *result, const char *executable)
{
    return wg_report_json(result->run, &(wg_report_options){.executable = executable});
}

wg_status wg_devices_text(const char *name, char **out, wg_error *err)
{
    return wg_report_devices_text(name, out, err);
}

wg_status wg_devices_json(const char *name, char **out, wg_error *err)
{
    return wg_report_devices_json(name, out, err);
}

const char *wg_closest(const char *word, const char *const *candidates, size_t count)
{
    return wg_closest_word(word, candidates, count);
}

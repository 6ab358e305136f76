/* SPDX-License-Identifier: Apache-2.0 */
#include "run/checked.h"

#include <string.h>

/* ---- running ---- */

/* What a step of the run clears has values then. */
static bool is_cleared(const wg_run *run, size_t argument)
{
    for (size_t k = 0; k < run->plan->step_count; k++)
        if (run->plan->steps[k].clears && run->plan->steps[k].clear == argument)
            return true;
    return false;
}

static void tell_unset(const wg_run *run, wg_check *check)
{
    for (size_t k = 0; k < run->spec->argument_count; k++)
        if (run->spec->arguments[k].is_unset && run->buffers[k].has_memory && !is_cleared(run, k))
            wg_check_unset_memory(check, run->buffers[k].memory);
}

static wg_status launch(wg_run *run, wg_check *check, wg_error *err)
{
    tell_unset(run, check);
    wg_status status = wg_run_launch(run, err);
    if (status != WG_ERR_FAULT || (!wg_check_findings(check)->count && !wg_check_is_unclear(check)))
        return status;
    if (err)
        *err = (wg_error){0};
    return WG_OK;
}

static wg_status run_once(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_check *check,
                          wg_run **out, wg_error *err)
{
    wg_engine_options o = wg_run_plainly(options);
    *out = NULL;
    if (!wg_device_is_simulated(device))
        return wg_error_set(err, WG_ERR_UNSUPPORTED,
                            "-d %s: only a simulated device can check a kernel; on a real GPU use compute-sanitizer",
                            device);
    o.launch.checker = wg_check_checker(check);
    wg_status status = wg_run_open_on(spec, device, &o, out, err);
    return wg_run_keep(out, status == WG_OK ? launch(*out, check, err) : status);
}

wg_status wg_run_checked(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_check *check,
                         wg_run **out, wg_error *err)
{
    wg_engine_options alone = *options;
    wg_error own = {0};
    err = err ? err : &own;
    wg_status status = run_once(spec, device, options, check, out, err);
    if (status != WG_OK || !wg_check_is_unclear(check))
        return status;
    wg_run_close(*out);
    wg_check_reset(check);
    alone.launch.host_threads = 1;
    return run_once(spec, device, &alone, check, out, err);
}

const char *wg_checked_summary(const wg_check *check, wg_arena *arena, uint64_t *errors)
{
    const wg_findings *found = wg_check_findings(check);
    const wg_finding *first = NULL;
    *errors = 0;
    for (size_t k = 0; k < found->count; k++) {
        if (!wg_finding_is_error(found->items[k].kind))
            continue;
        first = first ? first : &found->items[k];
        ++*errors;
    }
    if (!first)
        return "clean";
    if (!first->at.known)
        return wg_finding_title(first->kind);
    const char *slash = strrchr(first->at.file, '/');
    return wg_arena_format(arena, "%s:%u: %s", slash ? slash + 1 : first->at.file, first->at.line,
                           wg_finding_title(first->kind));
}

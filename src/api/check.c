/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that are checked for errors. */
#include "report/check.h"
#include "api/api.h"
#include "base/closest.h"
#include "run/checked.h"
#include "run/guess.h"
#include "run/shuffled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wg_status complete(wg_kernel *kernel, const char *device, const wg_engine_options *engine, char **guessed,
                          wg_error *err)
{
    wg_status status = wg_spec_complete(kernel->spec, err);
    if (status == WG_OK && !kernel->ladder)
        status = wg_guess_complete(kernel->spec, device, engine, guessed, err);
    if (status == WG_OK)
        wg_spec_add_fields(kernel->spec);
    if (status == WG_OK && !kernel->ladder && !*guessed)
        status = wg_guess_check_types(kernel->spec, err);
    return status;
}

/* What was guessed is a command line of explain. */
static const char *command_of(wg_arena *arena, const char *guessed)
{
    static const char explain[] = "warpgrind explain";
    bool is_explain = !strncmp(guessed, explain, sizeof explain - 1);
    return wg_arena_format(arena, "%s%s", is_explain ? "warpgrind check" : "",
                           guessed + (is_explain ? sizeof explain - 1 : 0));
}

/* ---- which numbers ---- */

static wg_status take_kind(const char *word, size_t length, uint32_t *kinds, wg_error *err)
{
    const char *names[WG_FINDING_COUNT];
    char text[32];
    size_t count = 0;
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    for (int k = 0; k < WG_FINDING_COUNT; k++) {
        if (wg_finding_class_of((wg_finding_kind)k) != WG_CHECK_NUMBERS)
            continue;
        names[count++] = wg_finding_id((wg_finding_kind)k);
        if (strcmp(names[count - 1], text) != 0)
            continue;
        *kinds |= 1u << (k - WG_FINDING_nan);
        return WG_OK;
    }
    const char *closest = wg_closest_word(text, names, count);
    return wg_error_set(err, WG_ERR_INPUT, "--numbers: '%s' is none of nan, infinity, denormal, index_overflow%s%s%s",
                        text, closest ? "; did you mean " : "", closest ? closest : "", closest ? "?" : "");
}

/* "nan,denormal"; "": all. */
static wg_status take_kinds(const char *text, uint32_t *kinds, wg_error *err)
{
    wg_status status = WG_OK;
    *kinds = *text ? 0 : UINT32_MAX;
    for (size_t length; *text && status == WG_OK; text += length + (text[length] == ',')) {
        length = strcspn(text, ",");
        status = take_kind(text, length, kinds, err);
    }
    return status;
}

/* ---- running ---- */

static wg_check_report *report_of(wg_run *run, const wg_check *check, const wg_orders *orders, const char *guessed)
{
    wg_check_report *r = wg_run_check_report(run, check);
    r->guessed = guessed ? command_of(&r->arena, guessed) : NULL;
    r->orders = orders->run;
    r->orders_differ = orders->differ;
    r->no_orders = orders->why;
    return r;
}

static wg_status run_check(wg_kernel *kernel, const wg_check_request *q, uint32_t kinds, wg_check_report **out,
                           wg_error *err)
{
    static const wg_options defaults;
    const wg_options *options = q->options ? q->options : &defaults;
    wg_engine_options engine = wg_api_engine_options(options);
    wg_orders orders = {0};
    wg_check *check = wg_check_new();
    if (q->shuffles) /* who wrote an element last is asked for then: one thread knows of all */
        engine.launch.host_threads = 1;
    if (kinds)
        wg_check_want_numbers(check, kinds);
    wg_run *run = NULL;
    char *guessed = NULL;
    wg_engine_options guessing = engine;
    guessing.launch.checker = wg_check_checker(check);
    wg_status status = complete(kernel, options->device, &guessing, &guessed, err);
    if (status == WG_OK)
        status = wg_guess_blame(kernel->spec, guessed,
                                wg_run_checked(kernel->spec, options->device, &engine, check, &run, err), err);
    if (status == WG_OK && q->shuffles)
        status = wg_run_shuffled(run, options->device, &engine, q->shuffles, check, &orders, err);
    if (status == WG_OK)
        *out = report_of(run, check, &orders, guessed);
    wg_run_close(run);
    wg_check_free(check);
    free(guessed);
    return status;
}

wg_status wg_kernel_check(wg_kernel *kernel, const wg_check_request *request, wg_check_report **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    static const wg_check_request nothing;
    const wg_check_request *q = request ? request : &nothing;
    wg_suppressions rules = {0};
    uint32_t kinds = 0;
    wg_status status = q->suppressions ? wg_suppressions_read(q->suppressions, &rules, err) : WG_OK;
    if (status == WG_OK && q->numbers)
        status = take_kinds(q->numbers, &kinds, err);
    if (status == WG_OK)
        status = run_check(kernel, q, kinds, out, err);
    if (status == WG_OK) {
        (*out)->most = q->max_errors;
        wg_check_report_suppress(*out, &rules);
    }
    wg_suppressions_free(&rules);
    return status;
}

void wg_check_report_close(wg_check_report *report)
{
    wg_check_report_free(report);
}

size_t wg_check_report_errors(const wg_check_report *report)
{
    return wg_check_report_count(report, true);
}

size_t wg_check_report_warnings(const wg_check_report *report)
{
    return wg_check_report_count(report, false);
}

char *wg_check_report_write(const wg_check_report *report, wg_report_form form, const wg_write_options *options)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_report_check(report, form, options);
}

char *wg_check_report_rules(const wg_check_report *report)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    wg_text out = {0};
    wg_check_report_add_rules(report, &out);
    return out.bytes;
}

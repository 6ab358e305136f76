/* SPDX-License-Identifier: Apache-2.0 */
/* Results: read, written, asked; two of them compared. */
#include "analysis/analysis.h"
#include "analysis/assert.h"
#include "analysis/compare.h"
#include "analysis/quantities.h"
#include "api/api.h"
#include "base/closest.h"
#include "report/ci/ci.h"
#include "report/report.h"
#include "report/table/compare.h"
#include "results/json.h"

#include <string.h>

wg_status wg_results_open(const char *path, wg_results **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    wg_results *results;
    wg_status status = wg_results_from_file(path, &results, err);
    if (status != WG_OK)
        return status;
    wg_analyse(results);
    *out = results; /* no sooner: what is out of memory has nothing to give */
    return WG_OK;
}

void wg_results_close(wg_results *results)
{
    wg_results_free(results);
}

char *wg_results_write(const wg_results *results, wg_report_form form, const wg_write_options *options)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    return wg_report_write(results, form, options);
}

bool wg_results_value(const wg_results *results, const char *name, double *value)
{
    return results->kind == WG_RESULTS_KERNEL && wg_quantity_find(&results->records[0], name, value);
}

wg_status wg_results_assert(wg_results *results, const char *assertion, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_assert(results, assertion, err);
}

wg_status wg_assertion_check(const char *expression, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_assertion_try(expression, err);
}

const void *wg_results_memory(const wg_results *results, const char *argument, size_t *size)
{
    for (size_t k = 0; k < results->memory_count; k++)
        if (!strcmp(results->memories[k].argument, argument)) {
            *size = results->memories[k].size;
            return results->memories[k].bytes;
        }
    return NULL;
}

size_t wg_results_failed(const wg_results *results)
{
    return wg_results_failures(results);
}

/* ---- two of them ---- */

static const char *kind_word(wg_results_kind kind)
{
    static const char *const words[] = {[WG_RESULTS_KERNEL] = "one kernel",
                                        [WG_RESULTS_LADDER] = "a ladder",
                                        [WG_RESULTS_PROBE] = "a probe",
                                        [WG_RESULTS_ROOFLINE] = "a roofline"};
    return words[kind];
}

wg_status wg_comparison_open(const char *before, const char *after, bool by_force, wg_comparison **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    const char *const files[2] = {before, after};
    wg_results *sides[2] = {NULL, NULL};
    wg_comparison *comparison = NULL;
    wg_status status = WG_OK;
    for (int k = 0; k < 2 && status == WG_OK; k++)
        status = wg_benchmarks_from_file(files[k], &sides[k], err);
    for (int k = 0; k < 2 && status == WG_OK; k++)
        wg_analyse(sides[k]);
    if (status == WG_OK)
        status = wg_compare(sides[0], sides[1], files, by_force, &comparison, err);
    for (int k = 0; k < 2; k++) {
        if (comparison)
            comparison->sides[k] = sides[k];
        else
            wg_results_free(sides[k]);
    }
    *out = comparison;
    return status;
}

wg_status wg_results_set_baseline(wg_results *results, const char *path, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    const char *const files[2] = {path, "this"};
    wg_comparison *comparison = NULL;
    wg_results *before;
    wg_status status = wg_results_from_file(path, &before, err);
    if (status != WG_OK)
        return status;
    wg_analyse(before);
    if (before->kind != results->kind)
        status = wg_error_set(err, WG_ERR_INPUT, "%s is of %s, this is of %s", path, kind_word(before->kind),
                              kind_word(results->kind));
    else if (results->kind == WG_RESULTS_ROOFLINE)
        status = wg_error_set(err, WG_ERR_UNSUPPORTED, "a roofline has no baseline");
    if (status == WG_OK)
        status = wg_compare(before, results, files, false, &comparison, err);
    if (status != WG_OK) {
        wg_results_free(before);
        return status;
    }
    comparison->sides[0] = before;
    wg_comparison_free(results->baseline);
    results->baseline = comparison;
    return WG_OK;
}

size_t wg_results_regressed(const wg_results *results)
{
    return results->baseline ? results->baseline->regressions : 0;
}

void wg_comparison_close(wg_comparison *comparison)
{
    wg_comparison_free(comparison);
}

size_t wg_comparison_regressions(const wg_comparison *comparison)
{
    return comparison->regressions;
}

char *wg_comparison_write(const wg_comparison *comparison, wg_report_form form, const wg_write_options *options)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    static const wg_write_options defaults;
    const wg_write_options *o = options ? options : &defaults;
    bool is_table = form == WG_FORM_TEXT || form == WG_FORM_MARKDOWN || form == WG_FORM_CSV;
    if (form == WG_FORM_JUNIT)
        return wg_report_comparison_junit(comparison);
    if (form == WG_FORM_ANNOTATIONS)
        return wg_report_comparison_annotations(comparison, o->regressions_fail);
    if (form == WG_FORM_HTML)
        return wg_report_comparison_html(comparison, o);
    char *text = is_table ? wg_report_comparison(comparison, wg_report_table_form(form), o->all) : NULL;
    return text && o->color && form == WG_FORM_TEXT ? wg_report_paint(text) : text;
}

const char *wg_closest(const char *word, const char *const *candidates, size_t count)
{
    return wg_closest_word(word, candidates, count);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Results: read, written, asked; two of them compared. */
#include "analysis/analysis.h"
#include "analysis/assert.h"
#include "api/api.h"
#include "base/closest.h"
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
    return results->kind == WG_RESULTS_KERNEL && wg_counters_value(&results->records[0].counters, name, value);
}

wg_status wg_results_assert(const wg_results *results, const char *expression, wg_error *err)
{
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    if (results->kind != WG_RESULTS_KERNEL)
        return wg_error_set(err, WG_ERR_INPUT, "assertions are about one kernel");
    return wg_counters_assert(&results->records[0].counters, expression, err);
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

wg_status wg_comparison_open(const char *before, const char *after, wg_comparison **out, wg_error *err)
{
    *out = NULL;
    WG_GUARD_OR_RETURN(err, WG_ERR_SYSTEM);
    return wg_comparison_read(before, after, out, err);
}

void wg_comparison_close(wg_comparison *comparison)
{
    wg_comparison_free(comparison);
}

size_t wg_comparison_slower(const wg_comparison *comparison)
{
    return comparison->worse;
}

char *wg_comparison_write(const wg_comparison *comparison, wg_report_form form, const wg_write_options *options)
{
    WG_GUARD_OR_RETURN(NULL, NULL);
    (void)options;
    bool is_table = form == WG_FORM_TEXT || form == WG_FORM_MARKDOWN || form == WG_FORM_CSV;
    return is_table ? wg_report_comparison(comparison, wg_report_table_form(form)) : NULL;
}

const char *wg_closest(const char *word, const char *const *candidates, size_t count)
{
    return wg_closest_word(word, candidates, count);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/ci/cases.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

const char *wg_problem_word(wg_problem_kind kind)
{
    static const char *const words[] = {
        [WG_PROBLEM_RESULT] = "result", [WG_PROBLEM_ASSERTION] = "assertion", [WG_PROBLEM_REGRESSION] = "regression"};
    return words[kind];
}

static void add_problem(wg_ci_case *one, wg_problem_kind kind, const char *text)
{
    *WG_PUSH(one->problems, one->problem_count, one->problem_capacity) = (wg_problem){kind, text};
}

static const char *suite_of(const wg_results *results)
{
    return results->kind == WG_RESULTS_KERNEL || !*results->name ? "warpgrind" : results->name;
}

/* What is known of a record itself. */
static wg_ci_case case_of(const wg_results *results, size_t index)
{
    const wg_record *r = &results->records[index];
    wg_ci_case one = {.suite = suite_of(results),
                      .record = r,
                      .skipped = r->verification == WG_LEFT_OUT ? r->reason : NULL,
                      .seconds = wg_record_ran(r) ? wg_record_seconds(r) : NAN};
    wg_results_add_name(results, index, &one.name);
    if (wg_record_failed(r))
        add_problem(&one, WG_PROBLEM_RESULT, *r->reason ? r->reason : "it is wrong, or could not be run");
    for (size_t k = 0; k < results->asserted_count; k++)
        if (results->asserted[k].record == index && results->asserted[k].failure)
            add_problem(&one, WG_PROBLEM_ASSERTION, results->asserted[k].failure);
    return one;
}

wg_ci_cases wg_ci_cases_of(const wg_results *results)
{
    wg_ci_cases cases = {wg_alloc((results->count + 1) * sizeof *cases.items), results->count, results};
    for (size_t k = 0; k < results->count; k++) {
        const wg_compared *row = wg_comparison_find(results->baseline, k);
        cases.items[k] = case_of(results, k);
        if (row && row->is_regression)
            add_problem(&cases.items[k], WG_PROBLEM_REGRESSION, row->reason);
    }
    return cases;
}

wg_ci_cases wg_ci_cases_compared(const wg_comparison *c)
{
    const wg_results *after = c->sides[1];
    wg_ci_cases cases = {wg_alloc((c->count + 1) * sizeof *cases.items), c->count, after};
    for (size_t k = 0; k < c->count; k++) {
        const wg_compared *row = &c->rows[k];
        wg_ci_case *one = &cases.items[k];
        if (row->record != WG_NO_RECORD)
            *one = case_of(after, row->record);
        else
            *one = (wg_ci_case){.suite = suite_of(after), .skipped = "only in the results of before", .seconds = NAN};
        if (row->record == WG_NO_RECORD)
            wg_text_addf(&one->name, "%s", row->name);
        one->problem_count = 0; /* what was wrong before already is nobody's doing */
        if (row->is_regression)
            add_problem(one, WG_PROBLEM_REGRESSION, row->reason);
    }
    return cases;
}

void wg_ci_cases_free(wg_ci_cases *cases)
{
    for (size_t k = 0; k < cases->count; k++) {
        free(cases->items[k].problems);
        wg_text_free(&cases->items[k].name);
    }
    free(cases->items);
}

const char *wg_ci_case_place(const wg_ci_case *one, unsigned *line)
{
    const wg_record *r = one->record;
    double hottest = 0;
    *line = 0;
    if (!r || !*r->file)
        return NULL;
    for (size_t k = 0; k < r->lines.count; k++) {
        const wg_line *l = &r->lines.items[k];
        if (l->number && l->heat > hottest && !strcmp(r->lines.files[l->file], r->file)) {
            hottest = l->heat;
            *line = l->number;
        }
    }
    return wg_file_from_here(r->file);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Private to ci/: what a build server is told of results. A case is a kernel or a rung; it fails if its result is
 * wrong, if an assertion does not hold, or if it regressed against the baseline. */
#ifndef WG_REPORT_CI_CASES_H
#define WG_REPORT_CI_CASES_H

#include "results/compare.h"

typedef enum wg_problem_kind { WG_PROBLEM_RESULT, WG_PROBLEM_ASSERTION, WG_PROBLEM_REGRESSION } wg_problem_kind;

typedef struct wg_problem {
    wg_problem_kind kind;
    const char *text; /* a sentence */
} wg_problem;

const char *wg_problem_word(wg_problem_kind kind); /* "result", "assertion", "regression" */

typedef struct wg_ci_case {
    const char *suite;       /* the ladder's name */
    wg_text name;            /* the benchmark's: "transpose/naive" */
    const wg_record *record; /* NULL: it is in the baseline alone */
    const char *skipped;     /* why it did not run; NULL: it did */
    double seconds;          /* NAN: not known */
    wg_problem *problems;
    size_t problem_count, problem_capacity;
} wg_ci_case;

typedef struct wg_ci_cases {
    wg_ci_case *items;
    size_t count;
    const wg_results *results; /* of after */
} wg_ci_cases;

wg_ci_cases wg_ci_cases_of(const wg_results *results);
wg_ci_cases wg_ci_cases_compared(const wg_comparison *comparison);
void wg_ci_cases_free(wg_ci_cases *cases);

/* Where to point at: a source file, and its hottest line; 0: no line is known. NULL: nowhere. */
const char *wg_ci_case_place(const wg_ci_case *one, unsigned *line);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Results for build servers: docs/use/ci.md. */
#ifndef WG_REPORT_CI_CI_H
#define WG_REPORT_CI_CI_H

#include "results/compare.h"

/* All malloc'ed. JUnit's XML: a test case for each kernel, rung or point of a probe. */
char *wg_report_junit(const wg_results *results);
char *wg_report_comparison_junit(const wg_comparison *comparison);

/* Workflow commands of GitHub Actions, a line each; "" where there is nothing to say. Regressions are errors if the
 * build fails by them, else warnings. */
char *wg_report_annotations(const wg_results *results, bool regressions_fail);
char *wg_report_comparison_annotations(const wg_comparison *comparison, bool regressions_fail);

#endif

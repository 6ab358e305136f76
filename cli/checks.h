/* SPDX-License-Identifier: Apache-2.0 */
/* What a build asks of results: assertions, no regression against a baseline. The verbs that have them share the
 * options, and what is done about them. */
#ifndef CLI_CHECKS_H
#define CLI_CHECKS_H

#include "options.h"
#include "output.h"

#include <stdbool.h>
#include <warpgrind/warpgrind.h>

typedef struct checks {
    option_list assertions;
    const char *baseline;
    bool fail; /* if anything regressed */
} checks;

/* Rows of a table of options: AT gives the offset of a member of the verb's settings, which has `checks` and `files`.
 */
#define CHECK_OPTIONS(AT)                                                                                              \
    {NULL,        "--assert",                                                                                          \
     "EXPR",      "exit with status 1 unless EXPR, over counters, metrics and estimates, is true",                     \
     OPTION_LIST, AT(checks.assertions),                                                                               \
     NULL},                                                                                                            \
        {NULL,        "--baseline",        "FILE", "compare with results that --json saved before",                    \
         OPTION_TEXT, AT(checks.baseline), NULL},                                                                      \
        {NULL,        "--fail-on-regression",                                                                          \
         NULL,        "exit with status 1 if anything is SLOWER, WORSE or BROKEN against the baseline",                \
         OPTION_FLAG, AT(checks.fail),                                                                                 \
         NULL},                                                                                                        \
        {NULL, "--junit", "FILE|-", "write a JUnit report for build servers", OPTION_TEXT, AT(files.junit), NULL},     \
    {                                                                                                                  \
        NULL, "--annotations", NULL, "print annotations for GitHub Actions", OPTION_FLAG, AT(files.annotations), NULL  \
    }
enum { CHECK_OPTION_COUNT = 5 };

/* What can be known to be wrong before a long run. */
wg_status checks_begin(const checks *c, wg_error *err);
/* Compares and asserts, before anything is written: what came of it is in the results. What went wrong is said on
 * stderr; returns the exit status. */
int checks_run(const checks *c, wg_results *results);
/* Whether an assertion is about what-ifs (gain_…), which take time. */
bool checks_need_what_if(const checks *c);
void checks_free(checks *c);

#endif

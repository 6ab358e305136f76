/* SPDX-License-Identifier: Apache-2.0 */
/* What a check of a kernel found, as plain data: names as in the source, lines with their text. */
#ifndef WG_RESULTS_CHECKED_H
#define WG_RESULTS_CHECKED_H

#include "check/findings.h"
#include "results/record.h"

/* A file that a finding names. */
typedef struct wg_checked_file {
    const char *name;   /* as a person would name it */
    const char **lines; /* without their ends; NULL: it cannot be read */
    size_t line_count;
} wg_checked_file;

typedef struct wg_check_report {
    wg_arena arena;
    const char *kernel, *file; /* as in the source, as the user named it */
    const char *guessed;       /* the command line that says what was guessed; NULL: nothing was */
    wg_place device;
    uint64_t launches;
    wg_finding *findings; /* errors first; all their texts are the report's */
    size_t count;
    uint64_t orders;           /* other ones, that it ran in too … */
    bool orders_differ;        /* … with other results … */
    const char *no_orders;     /* … or why it did not; NULL: it did, or nobody asked */
    uint64_t suppressed, most; /* most: no more of them are told; 0: all */
    wg_checked_file *files;
    size_t file_count;
} wg_check_report;

void wg_check_report_free(wg_check_report *report); /* NULL is fine */

size_t wg_check_report_count(const wg_check_report *report, bool are_errors);
size_t wg_check_report_told(const wg_check_report *report); /* the first so many are told */

/* The text of a line; NULL: it is not known. */
const char *wg_check_report_line(const wg_check_report *report, const wg_finding_place *place);

/* ---- in words, for all forms ---- */

/* "block (0,0,0), thread (1,0,0) writes 4 bytes at tile + 132" */
void wg_finding_add_deed(const wg_finding *finding, const wg_finding_place *place, wg_text *out);
/* How the other place belongs to the finding: "with", or where a value comes from, "from", or goes to,
 * "then". */
const char *wg_finding_relation(const wg_finding *finding);
/* "2 errors, 1 warning in 3 launches of transpose", "checked clean: 1 launch of saxpy, no errors" */
void wg_check_report_add_summary(const wg_check_report *report, wg_text *out);

/* ---- what a user does not want to hear of ---- */

typedef struct wg_suppression {
    const char *kind, *place; /* patterns as a shell has them */
} wg_suppression;

typedef struct wg_suppressions {
    wg_arena arena;
    wg_suppression *items;
    size_t count, capacity;
} wg_suppressions;

/* A rule a line: KIND FILE:LINE, with * ? and [ ]; # begins a comment. */
wg_status wg_suppressions_read(const char *path, wg_suppressions *out, wg_error *err);
void wg_suppressions_free(wg_suppressions *rules);
void wg_check_report_suppress(wg_check_report *report, const wg_suppressions *rules);
/* The rules that suppress what the report has. */
void wg_check_report_add_rules(const wg_check_report *report, wg_text *out);

/* ---- forms: malloc'ed ---- */

char *wg_check_report_to_json(const wg_check_report *report, const char *executable, const char *command);
/* SARIF 2.1.0, as code hosts and editors read it. */
char *wg_check_report_to_sarif(const wg_check_report *report, const char *command);

#endif

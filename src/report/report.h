/* SPDX-License-Identifier: Apache-2.0 */
/* A run as something to read. walk.c goes through a result once, in the order a reader wants it; text.c and json.c are
 * peers that write down what it meets. A new form of report is one more writer; a new part (time, limiter, advice) is
 * one more function in the table of walk.c and one more member here. */
#ifndef WG_REPORT_REPORT_H
#define WG_REPORT_REPORT_H

#include "report/diagnosis.h"
#include "report/lines.h"
#include "report/table.h"
#include "run/measure.h"

typedef struct wg_report_options {
    bool color;
    size_t lines;                              /* source lines shown at most; 0: all */
    const char *executable;                    /* JSON: who wrote it; NULL: warpgrind */
    const struct wg_ablation_result *ablation; /* its variants; NULL: nobody asked */
    const wg_measurement *measured;            /* on a real device; NULL: it was not */
    const wg_lines *recorded;                  /* lines of a run that was read from a file; NULL: they are the run's */
    const struct wg_trace *watched;            /* what a line's accesses were; NULL: nobody asked */
} wg_report_options;

/* Functions a report does not need are NULL. */
typedef struct wg_report_writer {
    void (*begin)(void *writer, const wg_run *run);
    void (*diagnosis)(void *writer, const wg_run *run, const wg_report_diagnosis *diagnosis);
    void (*time)(void *writer, const wg_measurement *measured);
    void (*group)(void *writer, const char *title); /* of counters and metrics to come */
    void (*counter)(void *writer, const wg_counter_info *info, uint64_t value);
    void (*metric)(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value);
    void (*source)(void *writer, const wg_lines *lines);
    void (*line)(void *writer, const wg_lines *lines, const wg_line *line);
    void (*ablation)(void *writer, const wg_run *run, const struct wg_ablation_result *ablation);
    void (*addresses)(void *writer, const wg_run *run, const struct wg_trace *watched);
    void (*end)(void *writer, const wg_run *run);
} wg_report_writer;

void wg_report_walk(const wg_run *run, const wg_report_options *options, const wg_report_writer *writer, void *state);

/* malloc'ed */
char *wg_report_text(const wg_run *run, const wg_report_options *options);
char *wg_report_json(const wg_run *run, const wg_report_options *options);
/* Counters and metrics alone. */
char *wg_report_run_table(const wg_run *run, wg_table_form form);

/* "exact", "ptx", "model" */
const char *wg_report_kind_name(wg_counter_kind kind);
/* A metric is as good as the worst counter of its formula. */
wg_counter_kind wg_report_metric_kind(const wg_metric_info *info);

#endif

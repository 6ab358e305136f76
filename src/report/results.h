/* SPDX-License-Identifier: Apache-2.0 */
/* Results read back from the JSON that explain, ladder, probe and roofline wrote: as much of a run, a climb or a probe
 * as reports look at, so that the same functions write the same tables and pages from it. Everything lives in the arena
 * or in the document; nothing of it can be run. */
#ifndef WG_REPORT_RESULTS_H
#define WG_REPORT_RESULTS_H

#include "report/lines.h"
#include "report/roofline.h"
#include "run/measure.h"
#include "run/probe.h"
#include "json/read.h"

typedef enum wg_results_kind {
    WG_RESULTS_RUN,
    WG_RESULTS_LADDER,
    WG_RESULTS_PROBE,
    WG_RESULTS_ROOFLINE,
} wg_results_kind;

typedef struct wg_results {
    wg_results_kind kind;
    wg_ceilings ceilings; /* of the device, as known when it was written */
    wg_run *run;
    wg_lines lines;
    wg_measurement measured;      /* run NULL: it was not */
    wg_ablation_result *ablation; /* of the run; NULL: nobody asked */
    wg_climb *climb;
    wg_probe *probe;
    wg_roofline roofline;
    wg_device *model; /* of the simulated device; NULL: not known here */
    wg_arena arena;
    json_t *root;
} wg_results;

wg_status wg_results_open(const char *path, wg_results **out, wg_error *err);
/* The same of a text; `name` is for messages. */
wg_status wg_results_read(const char *name, const char *text, size_t length, wg_results **out, wg_error *err);
void wg_results_free(wg_results *results); /* NULL is fine */

/* For results_run.c and ablation_json.c: what benchmarks have in common. */
wg_status wg_results_word(const wg_json *object, const char *key, const char **out, wg_error *err);
wg_status wg_results_number(const wg_json *object, const char *key, double *out, wg_error *err);
wg_status wg_results_integer(const wg_json *object, const char *key, uint64_t *out, wg_error *err);
wg_status wg_results_small(const wg_json *object, const char *key, int *out, wg_error *err); /* -1: not there */
wg_status wg_results_shape(const wg_json *object, const char *key, uint32_t out[3], wg_error *err);
wg_status wg_results_counters(const wg_json *object, wg_counters *out, wg_error *err);
wg_status wg_results_timing(const wg_json *object, bool *there, wg_timing *out, wg_error *err);
wg_status wg_results_estimate(const wg_json *object, wg_estimate *out, wg_error *err);
/* *out stays as it is where there is none. */
wg_status wg_results_ablation(wg_results *results, const wg_json *object, const char *device, wg_ablation_result **out,
                              wg_error *err);
wg_status wg_results_read_run(wg_results *results, const wg_json *context, const wg_json *benchmark, wg_error *err);

#endif

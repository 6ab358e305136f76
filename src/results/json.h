/* SPDX-License-Identifier: Apache-2.0 */
/* Results as JSON, both ways, in the shape google-benchmark writes: docs/use/json.md. What analysis adds is written for
 * whoever reads the file, and not read back: results that are read are analysed like new ones, by the rules of the day.
 */
#ifndef WG_RESULTS_JSON_H
#define WG_RESULTS_JSON_H

#include "results/record.h"
#include "json/read.h"
#include "json/write.h"

/* malloc'ed; executable: who wrote it, NULL: warpgrind; command: what was typed for it, NULL: as the results say. */
char *wg_results_to_json(const wg_results *results, const char *executable, const char *command);

wg_status wg_results_from_file(const char *path, wg_results **out, wg_error *err);
/* The same of a text; `name` is for messages. */
wg_status wg_results_from_json(const char *name, const char *text, size_t length, wg_results **out, wg_error *err);
/* The same of a document that is read already. */
wg_status wg_results_from_document(const wg_json *root, wg_results **out, wg_error *err);

/* benchmarks.c: any file in that shape. Of one that google-benchmark wrote, and of a roofline, the results are a ladder
 * without a name, whose rungs have names and times alone. */
wg_status wg_benchmarks_from_file(const char *path, wg_results **out, wg_error *err);

/* What every document begins with: who wrote it, when, where, for which device. */
json_t *wg_json_context(const char *executable, const wg_place *device);

/* ---- parts, of which some stand elsewhere too ---- */

void wg_json_set_timing(json_t *object, const wg_timing *timing); /* real_time and what belongs to it */
/* A time that the model gave is none, and neither is what stands where there is none. */
wg_status wg_json_get_timing(const wg_json *object, bool *there, wg_timing *out, wg_error *err);
/* The seconds of its time_unit; google-benchmark's own is the nanosecond, where nothing is said. */
wg_status wg_json_get_time_unit(const wg_json *object, double *seconds, wg_error *err);
/* What google-benchmark's tools expect of every benchmark, and where its time is from: "measured" or "model". Seconds
 * that are not known are 0, of no iterations, as its own benchmarks that were skipped have it. */
void wg_json_set_benchmark(json_t *object, const char *name, double seconds, bool is_model);
bool wg_json_is_model(const wg_json *object);
void wg_json_set_counters(json_t *object, const wg_counters *counters, bool with_zeros);
wg_status wg_json_get_counters(const wg_json *object, wg_counters *out, wg_error *err);

/* json_estimate.c. Members nobody knows are left alone: a later version may write more. What should be a number and is
 * none, is negative, or is a share above 1, is an error that names the place. */
json_t *wg_estimate_to_json(const wg_estimate *estimate); /* what is not a number is left out */
wg_status wg_estimate_from_json(const wg_json *node, wg_estimate *out, wg_error *err);
void wg_json_set_stalls(json_t *object,
                        const double stalls[WG_STALL_COUNT]); /* those that are not 0, if there are any */
wg_status wg_json_get_stalls(const wg_json *object, double out[WG_STALL_COUNT], wg_error *err);

/* json_ablation.c; `device` is where it ran. */
json_t *wg_ablation_to_json(const wg_ablation_result *ablation);
wg_status wg_ablation_from_json(const wg_json *node, const char *device, wg_ablation_result *out, wg_error *err);

/* json_against.c; *out is NULL where the node is absent. */
json_t *wg_against_to_json(const wg_against *against);
wg_status wg_against_from_json(wg_results *results, const wg_json *node, wg_against **out, wg_error *err);

/* json_roofline.c */
json_t *wg_ceilings_to_json(const wg_ceilings *ceilings);
wg_status wg_ceilings_from_json(const wg_json *node, wg_ceilings *out, wg_error *err);
json_t *wg_roof_point_to_json(const wg_roof_point *point);
wg_status wg_roof_point_from_json(const wg_json *node, wg_roof_point *out, wg_error *err);

#endif

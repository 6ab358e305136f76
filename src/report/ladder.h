/* SPDX-License-Identifier: Apache-2.0 */
/* A climbed ladder as a table and as JSON. */
#ifndef WG_REPORT_LADDER_H
#define WG_REPORT_LADDER_H

#include "report/diagnosis.h"
#include "report/table.h"
#include "run/climb.h"

/* malloc'ed. The text says what it is about above and below the table; the other forms are the table alone. */
char *wg_report_climb(const wg_climb *climb, wg_table_form form);
/* Bars of rates: page_ladder.c. */
char *wg_report_climb_svg(const wg_climb *climb);
/* In the shape of docs/use/json.md, one benchmark a rung. */
char *wg_report_climb_json(const wg_climb *climb, const char *executable);

/* "yes", "WRONG", … */
const char *wg_report_verdict_word(wg_verdict verdict);

/* All rungs, for people; without the reasons of those that were left out. */
void wg_report_climb_table(const wg_climb *climb, wg_table *table);

/* ", n=512", … */
void wg_report_sizes(wg_text *out, const wg_ladder *ladder);
/* The rungs that did not run, and why, below a table; nothing where all did. */
void wg_report_left_out(wg_text *out, const wg_climb *climb);

/* How much faster `after` is: as measured, or by the model where neither was; NAN: they cannot be compared. A kernel is
 * compared with kernels, C with C. */
double wg_report_speed_up(const wg_rung_result *before, const wg_rung_result *after);

/* device may be NULL. */
void wg_report_rung_verdict(const wg_rung_result *result, const wg_device *device, wg_diagnosis *out);

json_t *wg_report_rung_json(const char *ladder, const wg_rung_result *result);

/* The ladders or probes there are, with title and rungs. */
wg_status wg_report_ladders(wg_manifest_kind kind, char **out, wg_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels under a device's roofs, as a table, as JSON and as a figure: docs/use/roofline.md. */
#ifndef WG_REPORT_ROOFLINE_H
#define WG_REPORT_ROOFLINE_H

#include "analysis/roofline.h"
#include "report/chart.h"
#include "report/table.h"
#include "json/read.h"

/* malloc'ed, all of them. The text says more than the table: the ceilings, and what follows for each kernel. */
char *wg_report_roofline(const wg_roofline *roofline, wg_table_form form);
char *wg_report_roofline_json(const wg_roofline *roofline, const char *executable);
char *wg_report_roofline_svg(const wg_roofline *roofline);

void wg_roofline_draw(const wg_roofline *roofline, wg_look look, wg_html *html);
/* Whether there is a kernel that can be drawn; the figure has the roofs alone otherwise. */
bool wg_roofline_places(const wg_roof_point *point);
/* What a person should know about it: "nearest roof: DRAM, at 84 % of it" */
void wg_roofline_say(const wg_ceilings *ceilings, const wg_roof_point *point, wg_text *out);
/* with_kernels: their names and times stand in it. */
void wg_roofline_table(const wg_roofline *roofline, wg_table_form form, bool with_kernels, wg_table *table);
void wg_roofline_ceilings_table(const wg_roofline *roofline, wg_table *table);

/* "4.20 TB/s", "60.7 TFLOP/s", "-" */
void wg_roof_format(wg_roof roof, double rate, char *text, size_t size);

/* The ceilings that data/devices gives a simulated or real device, if it knows it: by its name or its title. */
void wg_ceilings_find(const char *device, const char *title, wg_ceilings *out);
/* … as a member of a document's context, where there are any. */
void wg_report_set_ceilings(json_t *context, const char *device, const char *title);

json_t *wg_ceilings_to_json(const wg_ceilings *ceilings);
wg_status wg_ceilings_from_json(const wg_json *node, wg_ceilings *out, wg_error *err);
json_t *wg_roof_point_to_json(const wg_roof_point *point);
wg_status wg_roof_point_from_json(const wg_json *node, wg_roof_point *out, wg_error *err);

#endif

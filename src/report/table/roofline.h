/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a roofline's table that other forms have too: docs/use/roofline.md. */
#ifndef WG_REPORT_TABLE_ROOFLINE_H
#define WG_REPORT_TABLE_ROOFLINE_H

#include "analysis/roofline.h"
#include "report/report.h"

/* What a person should know about it: "closest to the DRAM ceiling: 84 % of it" */
void wg_roofline_say(const wg_ceilings *ceilings, const wg_roof_point *point, wg_text *out);
/* with_kernels: their names and times stand in it. */
void wg_roofline_table(const wg_roofline *roofline, wg_table_form form, bool with_kernels, wg_table *table);
void wg_roofline_ceilings_table(const wg_roofline *roofline, wg_table *table);

/* "4.20 TB/s", "60.7 TFLOP/s", "-" */
void wg_roof_format(wg_roof roof, double rate, char *text, size_t size);

#endif

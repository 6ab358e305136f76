/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a ladder's table that other forms have too. */
#ifndef WG_REPORT_TABLE_LADDER_H
#define WG_REPORT_TABLE_LADDER_H

#include "report/report.h"

/* All rungs, for people; without the reasons of those that were left out. */
void wg_report_ladder_table(const wg_results *ladder, wg_table *table);

/* ", n=512", … */
void wg_report_sizes(wg_text *out, const wg_results *ladder);
/* The rungs that did not run, and why, below a table; nothing where all did. Of `count` records, each `stride` behind
 * the one before; lines of at most `width` characters. */
void wg_report_left_out(wg_text *out, const wg_record *records, size_t count, size_t stride, size_t width);

#endif

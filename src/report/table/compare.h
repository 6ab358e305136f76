/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_REPORT_TABLE_COMPARE_H
#define WG_REPORT_TABLE_COMPARE_H

#include "report/table/table.h"
#include "results/compare.h"

/* So many differences of a benchmark are shown, unless all are asked for. */
enum { WG_MOST_CHANGES = 8 };

/* malloc'ed; all: every quantity that differs. */
char *wg_report_comparison(const wg_comparison *comparison, wg_table_form form, bool all);

/* The time of each, its limiter and its verdict, to be freed by the caller. */
void wg_times_table(const wg_comparison *comparison, wg_table_form form, wg_table *table);
/* What became of one run, to be freed by the caller: its time, its limiter, and what changed most. */
void wg_compared_table(const wg_compared *row, wg_table_form form, wg_table *table);
/* The same of all rungs, without times; false: nothing changed, and there is no table. */
bool wg_changes_table(const wg_comparison *comparison, wg_table_form form, size_t most, wg_table *table);
/* What became of all of them since the baseline, below what shows them; nothing where there is none. with_times: also
 * those, where nothing else has them. */
void wg_baseline_write(const wg_comparison *baseline, wg_table_form form, bool with_times, wg_text *out);
/* What the times are, and what counts as the same. */
void wg_compared_legend(const wg_comparison *comparison, wg_text *out);

#endif

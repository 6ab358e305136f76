/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_REPORT_TABLE_COMPARE_H
#define WG_REPORT_TABLE_COMPARE_H

#include "report/table/table.h"
#include "results/compare.h"

/* malloc'ed */
char *wg_report_comparison(const wg_comparison *comparison, wg_table_form form);

#endif

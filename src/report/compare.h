/* SPDX-License-Identifier: Apache-2.0 */
/* Two files of results, benchmark by benchmark: what got faster, what slower, what only looks so. */
#ifndef WG_REPORT_COMPARE_H
#define WG_REPORT_COMPARE_H

#include "report/table.h"
#include "warpgrind/status.h"

/* *slower counts the regressions: what got slower, and what was right before and is wrong now. malloc'ed text. */
wg_status wg_report_compare(const char *before, const char *after, wg_table_form form, char **out, size_t *slower,
                            wg_error *err);

#endif

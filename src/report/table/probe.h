/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a probe's table that other forms have too. */
#ifndef WG_REPORT_TABLE_PROBE_H
#define WG_REPORT_TABLE_PROBE_H

#include "report/report.h"

/* Series that do not run on this device have no column, and no curve. */
bool wg_report_probe_lacks(const wg_results *probe, size_t series);
void wg_report_probe_table(const wg_results *probe, wg_table *table);

#endif

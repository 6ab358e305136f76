/* SPDX-License-Identifier: Apache-2.0 */
/* A probe's curves as a table, as JSON and as a figure. */
#ifndef WG_REPORT_PROBE_H
#define WG_REPORT_PROBE_H

#include "report/plot.h"
#include "report/table.h"
#include "run/probe.h"

/* malloc'ed, all of them. */
char *wg_report_probe(const wg_probe *probe, wg_table_form form);
char *wg_report_probe_json(const wg_probe *probe, const char *executable);
char *wg_report_probe_svg(const wg_probe *probe);

/* The figure's curves; the caller frees them and the numbers that are returned. */
double *wg_report_probe_plot(const wg_probe *probe, wg_plot *out);
void wg_report_probe_table(const wg_probe *probe, wg_table *table);

#endif

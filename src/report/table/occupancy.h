/* SPDX-License-Identifier: Apache-2.0 */
/* What fits on a multiprocessor, what limits it, and what a little more or less would change. */
#ifndef WG_REPORT_TABLE_OCCUPANCY_H
#define WG_REPORT_TABLE_OCCUPANCY_H

#include "devices/occupancy.h"
#include "report/table/table.h"
#include "results/resources.h"

typedef struct wg_occupancy_subject {
    const wg_device *device;
    wg_occupancy_request request;
    const wg_resources *kernel; /* NULL: only numbers were given */
} wg_occupancy_subject;

/* malloc'ed. CSV and Markdown are the table of changes, with the subject itself as the first row. */
char *wg_report_occupancy(const wg_occupancy_subject *subject, wg_table_form form);
char *wg_report_occupancy_json(const wg_occupancy_subject *subject, const char *executable);

#endif

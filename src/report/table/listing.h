/* SPDX-License-Identifier: Apache-2.0 */
/* What there is to run: ladders, probes. */
#ifndef WG_REPORT_TABLE_LISTING_H
#define WG_REPORT_TABLE_LISTING_H

#include "report/table/table.h"

typedef struct wg_listed {
    const char *name, *title; /* title: what is wrong with it, where it cannot be read */
    double count;             /* of rungs or curves; NAN: not known */
} wg_listed;

/* kind: "ladder", "rungs", "what it is"; malloc'ed. */
char *wg_report_listing(const char *kind, const char *parts, const char *about, const wg_listed *items, size_t count,
                        wg_table_form form);

#endif

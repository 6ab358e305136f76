/* SPDX-License-Identifier: Apache-2.0 */
/* The numbers about a run that have names: quantities.def. Unlike the facts that rules of advice are made of (facts.h),
 * they are on the scale that people read: shares are per cent, from 0 to 100. */
#ifndef WG_ANALYSIS_QUANTITIES_H
#define WG_ANALYSIS_QUANTITIES_H

#include "results/record.h"

typedef enum wg_quantity {
#define ESTIMATED(name, unit, worse, counts, formula, text) WG_QUANTITY_##name,
#define COUNTED(name, worse, counts) WG_QUANTITY_##name,
#define DERIVED(name, worse, counts) WG_QUANTITY_##name,
#include "analysis/quantities.def"
#undef ESTIMATED
#undef COUNTED
#undef DERIVED
    WG_QUANTITY_COUNT
} wg_quantity;

typedef enum wg_worse { WG_WORSE_NEITHER, WG_WORSE_MORE, WG_WORSE_LESS } wg_worse;

/* When being worse makes a regression. */
typedef enum wg_counts { WG_COUNTS_NEVER, WG_COUNTS_WASTE, WG_COUNTS_WORK } wg_counts;

typedef struct wg_quantity_info {
    const char *name, *unit, *text;
    wg_counter counter; /* WG_COUNTER_COUNT: it is none */
    wg_metric metric;   /* WG_METRIC_COUNT: it is none */
    wg_worse worse;
    wg_counts counts;
} wg_quantity_info;

extern const wg_quantity_info wg_quantity_infos[WG_QUANTITY_COUNT];

bool wg_quantity_is_estimated(wg_quantity quantity); /* neither a counter nor a metric */

/* NAN: it is not known, or does not apply. */
double wg_quantity_value(const wg_record *record, wg_quantity quantity);

/* By name: those of the table, and families of them, whose words are those of counters/estimate.def:
 *
 *     busy_UNIT            per cent of the time between launch and end: how much the unit works at its full rate
 *     stall_REASON         per cent of the warps' time
 *     gain_WHAT_IF         per cent of the time: what would be saved
 *     limited_by_LIMITER   1 or 0: the verdict
 *
 * False: there is none of that name. */
bool wg_quantity_find(const wg_record *record, const char *name, double *value);
/* "%", "s", …; NULL: there is none of that name. */
const char *wg_quantity_unit(const char *name);
/* The name that was meant; NULL: it is like none. */
const char *wg_quantity_closest(const char *name);
/* Why it has no value, as the end of a sentence. */
const char *wg_quantity_unknown(const wg_record *record, const char *name);

#endif

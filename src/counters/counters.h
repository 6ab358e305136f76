/* SPDX-License-Identifier: Apache-2.0 */
/* The vocabulary of results: what the simulator counts and everything above reads. */
#ifndef WG_COUNTERS_COUNTERS_H
#define WG_COUNTERS_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wg_counter {
#define COUNTER(name, kind, ncu, text) WG_COUNTER_##name,
#include "counters/counters.def"
#undef COUNTER
    WG_COUNTER_COUNT
} wg_counter;

typedef enum wg_counter_kind { WG_COUNTER_EXACT, WG_COUNTER_PTX, WG_COUNTER_MODEL } wg_counter_kind;

typedef struct wg_counter_info {
    const char *name, *ncu, *text;
    wg_counter_kind kind;
} wg_counter_info;

extern const wg_counter_info wg_counter_infos[WG_COUNTER_COUNT];

typedef struct wg_counters {
    uint64_t value[WG_COUNTER_COUNT];
} wg_counters;

/* The highest count: JSON has no larger integer. Sums end there, they never begin again at zero. */
#define WG_COUNTER_MOST ((uint64_t)INT64_MAX)

static inline uint64_t wg_counter_sum(uint64_t a, uint64_t b)
{
    return a < WG_COUNTER_MOST && b < WG_COUNTER_MOST - a ? a + b : WG_COUNTER_MOST;
}

void wg_counters_add(wg_counters *sum, const wg_counters *one);

/* Derived metrics: derived.def, one formula each. NAN where the formula divides by zero. */
typedef enum wg_metric {
#define METRIC(name, unit, formula, text) WG_METRIC_##name,
#include "counters/derived.def"
#undef METRIC
    WG_METRIC_COUNT
} wg_metric;

typedef struct wg_metric_info {
    const char *name, *unit, *formula, *text;
} wg_metric_info;

extern const wg_metric_info wg_metric_infos[WG_METRIC_COUNT];

double wg_metric_value(const wg_counters *counters, wg_metric metric);

/* By name; …_COUNT: there is none. */
wg_counter wg_counter_find(const char *name);
wg_metric wg_metric_find(const char *name);

const char *wg_counter_kind_name(wg_counter_kind kind); /* "exact", "ptx", "model" */
/* A metric is as good as the worst counter of its formula. */
wg_counter_kind wg_metric_kind(wg_metric metric);

#endif

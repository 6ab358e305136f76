/* SPDX-License-Identifier: Apache-2.0 */
#include "counters/counters.h"

#include <math.h>

const wg_counter_info wg_counter_infos[WG_COUNTER_COUNT] = {
#define COUNTER(name, kind, ncu, text) [WG_COUNTER_##name] = {#name, ncu, text, WG_COUNTER_##kind},
#include "counters/counters.def"
#undef COUNTER
};

const wg_metric_info wg_metric_infos[WG_METRIC_COUNT] = {
#define METRIC(name, unit, formula, text) [WG_METRIC_##name] = {#name, unit, #formula, text},
#include "counters/derived.def"
#undef METRIC
};

double wg_metric_value(const wg_counters *counters, wg_metric metric)
{
    /* The formulas see every counter as a variable of its name. */
#define COUNTER(name, kind, ncu, text) const double name = (double)counters->value[WG_COUNTER_##name];
#include "counters/counters.def"
#undef COUNTER
    double value = NAN;
    switch (metric) {
#define METRIC(name, unit, formula, text)                                                                              \
    case WG_METRIC_##name:                                                                                             \
        value = formula;                                                                                               \
        break;
#include "counters/derived.def"
#undef METRIC
    case WG_METRIC_COUNT: break;
    }
    /* Counters some formula does not use would otherwise be unused variables. */
#define COUNTER(name, kind, ncu, text) (void)name;
#include "counters/counters.def"
#undef COUNTER
    return isfinite(value) ? value : NAN;
}

void wg_counters_add(wg_counters *sum, const wg_counters *one)
{
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        sum->value[k] += one->value[k];
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "counters/counters.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

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
        sum->value[k] = wg_counter_sum(sum->value[k], one->value[k]);
}

wg_counter wg_counter_find(const char *name)
{
    int k = 0;
    while (k < WG_COUNTER_COUNT && strcmp(wg_counter_infos[k].name, name) != 0)
        k++;
    return (wg_counter)k;
}

wg_metric wg_metric_find(const char *name)
{
    int k = 0;
    while (k < WG_METRIC_COUNT && strcmp(wg_metric_infos[k].name, name) != 0)
        k++;
    return (wg_metric)k;
}

const char *wg_counter_kind_name(wg_counter_kind kind)
{
    static const char *const names[] = {
        [WG_COUNTER_EXACT] = "exact", [WG_COUNTER_PTX] = "ptx", [WG_COUNTER_MODEL] = "model"};
    return names[kind];
}

wg_counter_kind wg_metric_kind(wg_metric metric)
{
    wg_counter_kind worst = WG_COUNTER_EXACT;
    for (const char *c = wg_metric_infos[metric].formula; *c;) {
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_')
            length++;
        for (int k = 0; k < WG_COUNTER_COUNT; k++) {
            const wg_counter_info *counter = &wg_counter_infos[k];
            bool named = strlen(counter->name) == length && !memcmp(counter->name, c, length);
            if (named && counter->kind > worst)
                worst = counter->kind;
        }
        c += length ? length : 1;
    }
    return worst;
}

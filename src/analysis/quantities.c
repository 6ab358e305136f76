/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/quantities.h"

#include "base/closest.h"

#include <math.h>
#include <string.h>

const wg_quantity_info wg_quantity_infos[WG_QUANTITY_COUNT] = {
#define ESTIMATED(name, unit, worse, counts, formula, text)                                                            \
    [WG_QUANTITY_##name] = {#name, unit, text, WG_COUNTER_COUNT, WG_METRIC_COUNT, WG_WORSE_##worse, WG_COUNTS_##counts},
#define COUNTED(name, worse, counts)                                                                                   \
    [WG_QUANTITY_##name] = {#name, "", "", WG_COUNTER_##name, WG_METRIC_COUNT, WG_WORSE_##worse, WG_COUNTS_##counts},
#define DERIVED(name, worse, counts)                                                                                   \
    [WG_QUANTITY_##name] = {#name, "", "", WG_COUNTER_COUNT, WG_METRIC_##name, WG_WORSE_##worse, WG_COUNTS_##counts},
#include "analysis/quantities.def"
#undef ESTIMATED
#undef COUNTED
#undef DERIVED
};

bool wg_quantity_is_estimated(wg_quantity q)
{
    return wg_quantity_infos[q].counter == WG_COUNTER_COUNT && wg_quantity_infos[q].metric == WG_METRIC_COUNT;
}

static double estimated(const wg_record *r, wg_quantity q)
{
    bool known = !isnan(wg_record_model_seconds(r));
    double value = NAN;
#define E(member) (known ? r->estimate.member : NAN)
#define ESTIMATED(name, unit, worse, counts, formula, text)                                                            \
    case WG_QUANTITY_##name:                                                                                           \
        value = formula;                                                                                               \
        break;
#define COUNTED(name, worse, counts)
#define DERIVED(name, worse, counts)
    switch (q) {
#include "analysis/quantities.def"
    default: break;
    }
#undef ESTIMATED
#undef COUNTED
#undef DERIVED
#undef E
    return isfinite(value) ? value : NAN;
}

double wg_quantity_value(const wg_record *r, wg_quantity q)
{
    const wg_quantity_info *info = &wg_quantity_infos[q];
    if (wg_quantity_is_estimated(q))
        return estimated(r, q);
    if (!r->has_counters)
        return NAN;
    return info->metric < WG_METRIC_COUNT ? wg_metric_value(&r->counters, info->metric)
                                          : (double)r->counters.value[info->counter];
}

/* ---- families ---- */

static double busy(const wg_record *r, int unit)
{
    return r->diagnosis.limiter < WG_LIMITER_COUNT ? 100 * r->diagnosis.busy[unit] : NAN;
}

static double stall(const wg_record *r, int reason)
{
    return isnan(wg_record_model_seconds(r)) ? NAN : 100 * r->estimate.stalls[reason];
}

/* What would change nothing is not a number either, once anything was tried. */
static double gain(const wg_record *r, int what_if)
{
    const wg_estimate *e = &r->estimate;
    bool tried = false;
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        tried |= e->what_if[k] > 0;
    if (!tried || isnan(wg_record_model_seconds(r)))
        return NAN;
    return isnan(e->what_if[what_if]) ? 0 : 100 * (1 - e->what_if[what_if] / e->seconds);
}

static double limited_by(const wg_record *r, int limiter)
{
    return r->diagnosis.limiter < WG_LIMITER_COUNT ? (int)r->diagnosis.limiter == limiter : NAN;
}

static const struct family {
    const char *prefix, *unit;
    const wg_estimate_info *infos;
    int count;
    double (*value)(const wg_record *record, int index);
} families[] = {
    {"busy_", "%", wg_unit_infos, WG_UNIT_COUNT, busy},
    {"stall_", "%", wg_stall_infos, WG_STALL_COUNT, stall},
    {"gain_", "%", wg_what_if_infos, WG_WHAT_IF_COUNT, gain},
    {"limited_by_", "", wg_limiter_infos, WG_LIMITER_COUNT, limited_by},
};

static const struct family *find_family(const char *name, int *index)
{
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        size_t length = strlen(families[k].prefix);
        if (strncmp(name, families[k].prefix, length) != 0)
            continue;
        for (*index = 0; *index < families[k].count; ++*index)
            if (!strcmp(families[k].infos[*index].name, name + length))
                return &families[k];
    }
    return NULL;
}

/* ---- by name ---- */

static wg_quantity find_quantity(const char *name)
{
    int k = 0;
    while (k < WG_QUANTITY_COUNT && strcmp(wg_quantity_infos[k].name, name) != 0)
        k++;
    return (wg_quantity)k;
}

bool wg_quantity_find(const wg_record *r, const char *name, double *value)
{
    wg_quantity q = find_quantity(name);
    int index;
    const struct family *family = find_family(name, &index);
    if (q < WG_QUANTITY_COUNT)
        *value = wg_quantity_value(r, q);
    else if (family)
        *value = family->value(r, index);
    return q < WG_QUANTITY_COUNT || family;
}

const char *wg_quantity_unit(const char *name)
{
    wg_quantity q = find_quantity(name);
    int index;
    const struct family *family = find_family(name, &index);
    if (q == WG_QUANTITY_COUNT)
        return family ? family->unit : NULL;
    return wg_quantity_infos[q].metric < WG_METRIC_COUNT ? wg_metric_infos[wg_quantity_infos[q].metric].unit
                                                         : wg_quantity_infos[q].unit;
}

const char *wg_quantity_closest(const char *name)
{
    static const char *const names[] = {
#define ESTIMATED(name, unit, worse, counts, formula, text) #name,
#define COUNTED(name, worse, counts) #name,
#define DERIVED(name, worse, counts) #name,
#include "analysis/quantities.def"
#undef ESTIMATED
#undef COUNTED
#undef DERIVED
#define UNIT(id, limiter, title) "busy_" #id,
#include "counters/estimate.def"
#define STALL(id, title, nsight) "stall_" #id,
#include "counters/estimate.def"
#define WHAT_IF(id, limiter, title) "gain_" #id,
#include "counters/estimate.def"
#define LIMITER(id, title) "limited_by_" #id,
#include "counters/estimate.def"
    };
    return wg_closest_word(name, names, sizeof names / sizeof *names);
}

const char *wg_quantity_unknown(const wg_record *r, const char *name)
{
    wg_quantity q = find_quantity(name);
    bool is_counted = q < WG_QUANTITY_COUNT && !wg_quantity_is_estimated(q);
    if (is_counted && !r->has_counters)
        return "nothing was counted";
    if (is_counted)
        return "its formula divides by zero";
    if (q == WG_QUANTITY_measured_time)
        return "nothing was measured";
    if (q == WG_QUANTITY_local_bytes)
        return "no driver says it";
    if (isnan(wg_record_model_seconds(r)))
        return "no time was estimated";
    if (!strncmp(name, "gain_", 5))
        return "no what-if was estimated";
    return "it does not apply";
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/facts.h"

#include "base/closest.h"
#include "expression/expression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- what facts share ---- */

/* Those whose removal is a change somebody can make; the others only tell what the time is made of. */
static const wg_what_if removals[] = {WG_WHAT_IF_coalesced,   WG_WHAT_IF_conflict_free,  WG_WHAT_IF_convergent,
                                      WG_WHAT_IF_no_barriers, WG_WHAT_IF_full_occupancy, WG_WHAT_IF_double_work};

/* What a warp waits for, when it does. */
static const wg_stall waits[] = {WG_STALL_data, WG_STALL_special, WG_STALL_constant, WG_STALL_shared, WG_STALL_memory,
                                 WG_STALL_lg,   WG_STALL_mio,     WG_STALL_tex,      WG_STALL_pipe,   WG_STALL_barrier};

static double share(double part, double whole)
{
    return whole > 0 ? fmin(fmax(part / whole, 0), 1) : 0;
}

static double busy(const wg_estimate *e, int unit)
{
    return share(e->busy[unit], e->seconds - e->launch);
}

double wg_subject_busy(const wg_subject *subject, wg_unit unit)
{
    return subject->estimate ? busy(subject->estimate, unit) : 0;
}

static double gain(const wg_estimate *e, int what_if)
{
    return isnan(e->what_if[what_if]) ? 0 : 1 - e->what_if[what_if] / e->seconds;
}

static bool has_time(const wg_estimate *e)
{
    return e && e->seconds > 0 && isfinite(e->seconds) && e->launch >= 0 && e->launch <= e->seconds;
}

static void rank_units(wg_subject *s)
{
    for (int k = 0; k < WG_UNIT_COUNT; k++) {
        double share = busy(s->estimate, k);
        if (wg_unit_infos[k].limiter == WG_LIMITER_pipe && share > s->busiest_pipe) {
            s->busiest_pipe = share;
            s->pipe = (wg_unit)k;
        }
        if (share > s->busiest) {
            s->second_busiest = s->busiest;
            s->second_unit = s->busiest_unit;
            s->busiest = share;
            s->busiest_unit = (wg_unit)k;
        } else if (share > s->second_busiest) {
            s->second_busiest = share;
            s->second_unit = (wg_unit)k;
        }
    }
}

static void rank_waits(wg_subject *s)
{
    for (size_t k = 0; k < sizeof waits / sizeof *waits; k++) {
        if (s->estimate->stalls[waits[k]] > s->longest_wait) {
            s->longest_wait = s->estimate->stalls[waits[k]];
            s->wait = waits[k];
        }
    }
}

static void rank_removals(wg_subject *s)
{
    for (size_t k = 0; k < sizeof removals / sizeof *removals; k++) {
        double saved = gain(s->estimate, removals[k]);
        if (saved > s->best_gain) {
            s->best_gain = saved;
            s->best = removals[k];
        }
        if (wg_what_if_infos[removals[k]].limiter == WG_LIMITER_latency)
            s->in_flight_gain = fmax(s->in_flight_gain, saved);
    }
}

static wg_occupancy resident(const wg_subject *s)
{
    wg_occupancy_request request = {.threads = s->threads, .shared = s->shared, .carveout = -1};
    if (s->estimate && s->estimate->registers > 0)
        request.registers = (uint64_t)fmin(s->estimate->registers, 1e6);
    return wg_occupancy_compute(s->device, &request);
}

void wg_subject_begin(wg_subject *s)
{
    s->estimate = has_time(s->estimate) ? s->estimate : NULL;
    s->busiest = s->second_busiest = s->busiest_pipe = s->longest_wait = s->estimate ? 0 : NAN;
    s->best_gain = s->in_flight_gain = s->busiest;
    s->busiest_unit = s->second_unit = s->pipe = WG_UNIT_COUNT;
    s->wait = WG_STALL_COUNT;
    s->best = WG_WHAT_IF_COUNT;
    s->limiter = WG_LIMITER_COUNT;
    s->has_resident = s->threads && s->device;
    if (s->has_resident)
        s->resident = resident(s);
    if (!s->estimate)
        return;
    rank_units(s);
    rank_waits(s);
    rank_removals(s);
}

/* ---- families ---- */

static int index_of(const wg_estimate_info *infos, int count, const char *name)
{
    int k = 0;
    while (k < count && strcmp(infos[k].name, name) != 0)
        k++;
    return k;
}

static bool find_busy(const wg_subject *s, const char *name, double *value)
{
    int unit = index_of(wg_unit_infos, WG_UNIT_COUNT, name);
    *value = unit < WG_UNIT_COUNT && s->estimate ? busy(s->estimate, unit) : NAN;
    return unit < WG_UNIT_COUNT;
}

static bool find_stall(const wg_subject *s, const char *name, double *value)
{
    int stall = index_of(wg_stall_infos, WG_STALL_COUNT, name);
    *value = stall < WG_STALL_COUNT && s->estimate ? s->estimate->stalls[stall] : NAN;
    return stall < WG_STALL_COUNT;
}

static bool find_gain(const wg_subject *s, const char *name, double *value)
{
    int what_if = index_of(wg_what_if_infos, WG_WHAT_IF_COUNT, name);
    *value = what_if < WG_WHAT_IF_COUNT && s->estimate ? gain(s->estimate, what_if) : NAN;
    return what_if < WG_WHAT_IF_COUNT;
}

static bool find_limiter(const wg_subject *s, const char *name, double *value)
{
    wg_limiter limiter = wg_limiter_find(name);
    *value = s->limiter == limiter;
    return limiter < WG_LIMITER_COUNT;
}

static bool find_busiest(const wg_subject *s, const char *name, double *value)
{
    wg_limiter limiter = wg_limiter_find(name);
    bool known = s->busiest_unit != WG_UNIT_COUNT;
    *value = known && wg_unit_infos[s->busiest_unit].limiter == limiter;
    return limiter < WG_LIMITER_COUNT;
}

static bool find_blocks(const wg_subject *s, const char *name, double *value)
{
    static const char *const names[] = {[WG_RESOURCE_THREADS] = "threads",
                                        [WG_RESOURCE_BLOCKS] = "blocks",
                                        [WG_RESOURCE_REGISTERS] = "registers",
                                        [WG_RESOURCE_SHARED] = "shared"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        if (strcmp(names[k], name) != 0)
            continue;
        uint64_t blocks = s->resident.limits[k].blocks;
        *value = !s->has_resident ? NAN : blocks == WG_NO_LIMIT ? INFINITY : (double)blocks;
        return true;
    }
    return false;
}

static bool find_device(const wg_subject *s, const char *name, double *value)
{
    for (int k = 0; k < WG_DEVICE_FIELDS; k++) {
        if (wg_device_field_infos[k].kind == WG_DEVICE_WORD || strcmp(wg_device_field_infos[k].name, name) != 0)
            continue;
        *value = s->device && s->device->known[k] ? s->device->value[k] : NAN;
        return true;
    }
    return false;
}

static const struct family {
    const char *prefix;
    bool (*find)(const wg_subject *s, const char *name, double *value);
} families[] = {
    {"busy_", find_busy},          {"stall_", find_stall},      {"gain_", find_gain},     {"limited_by_", find_limiter},
    {"busiest_is_", find_busiest}, {"blocks_by_", find_blocks}, {"device_", find_device},
};

/* ---- single ones ---- */

static bool find_counted(const wg_subject *s, const char *name, double *value)
{
    *value = NAN;
    for (int k = 0; k < WG_COUNTER_COUNT; k++) {
        if (strcmp(wg_counter_infos[k].name, name) != 0)
            continue;
        if (s->counters)
            *value = (double)s->counters->value[k];
        return true;
    }
    for (int k = 0; k < WG_METRIC_COUNT; k++) {
        if (strcmp(wg_metric_infos[k].name, name) != 0)
            continue;
        if (s->counters)
            *value = wg_metric_value(s->counters, (wg_metric)k);
        return true;
    }
    return false;
}

static bool find_computed(const wg_subject *s, const char *name, double *value)
{
    static const wg_estimate unknown = {.seconds = NAN,
                                        .launch = NAN,
                                        .tail = NAN,
                                        .minimum = NAN,
                                        .launches = NAN,
                                        .waves = NAN,
                                        .blocks_per_sm = NAN,
                                        .lanes = NAN,
                                        .warps_per_sm = NAN,
                                        .occupancy = NAN,
                                        .registers = NAN,
                                        .l1_hits = NAN,
                                        .l2_hits = NAN,
                                        .dram_bytes = NAN,
                                        .l2_bytes = NAN,
                                        .footprint = NAN,
                                        .atomic_bytes = NAN,
                                        .random_conflicts = NAN,
                                        .reuse = NAN,
                                        .load_stride = NAN};
    const wg_estimate *e = s->estimate ? s->estimate : &unknown;
#define C(counter) (s->counters ? (double)s->counters->value[WG_COUNTER_##counter] : NAN)
#define FACT(id, formula, text)                                                                                        \
    if (!strcmp(name, #id)) {                                                                                          \
        *value = formula;                                                                                              \
        return true;                                                                                                   \
    }
#include "analysis/facts.def"
#undef FACT
#undef C
    return false;
}

bool wg_fact_find(const wg_subject *subject, const char *name, double *value)
{
    if (find_computed(subject, name, value) || find_counted(subject, name, value))
        return true;
    for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
        size_t length = strlen(families[k].prefix);
        if (!strncmp(name, families[k].prefix, length) && families[k].find(subject, name + length, value))
            return true;
    }
    return false;
}

/* ---- expressions ---- */

/* A family's names are too many to list; its words are like the word that was mistyped or they are not. */
static wg_status no_such_fact(const char *name, wg_error *err)
{
    static const char *const facts[] = {
#define FACT(id, formula, text) #id,
#include "analysis/facts.def"
#undef FACT
#define UNIT(id, limiter, title) "busy_" #id,
#include "counters/estimate.def"
#define STALL(id, title, nsight) "stall_" #id,
#include "counters/estimate.def"
#define WHAT_IF(id, limiter, title) "gain_" #id,
#include "counters/estimate.def"
#define LIMITER(id, title) "limited_by_" #id,
#include "counters/estimate.def"
#define COUNTER(id, kind, ncu, text) #id,
#include "counters/counters.def"
#undef COUNTER
#define METRIC(id, unit, formula, text) #id,
#include "counters/derived.def"
#undef METRIC
    };
    const char *closest = wg_closest_word(name, facts, sizeof facts / sizeof *facts);
    return wg_error_set(err, WG_ERR_INPUT, "there is no fact '%s'%s%s%s", name, closest ? "; did you mean " : "",
                        closest ? closest : "", closest ? "?" : "");
}

static wg_status look_up(void *user, const char *name, wg_value *value, wg_error *err)
{
    *value = (wg_value){.is_real = true};
    if (strchr(name, '(')) /* max(name) has no meaning of its own here */
        return WG_ERR_MISSING;
    return wg_fact_find(user, name, &value->real) ? WG_OK : no_such_fact(name, err);
}

/* Any number will do: what is asked is whether the words mean something. */
static wg_status look_up_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    wg_status status = look_up(user, name, value, err);
    value->real = 3.14159 + (double)(wg_hash(name, strlen(name), 0) % 1000);
    return status;
}

static wg_status evaluate(const char *expression, const wg_scope *scope, double *out, wg_error *err)
{
    wg_value value = {0};
    wg_status status = wg_expression_evaluate(expression, scope, &value, err);
    *out = status == WG_OK ? wg_value_to_real(&value) : NAN;
    return status;
}

double wg_fact_evaluate(const wg_subject *subject, const char *expression)
{
    double value;
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = look_up, .user = (void *)subject};
    evaluate(expression, &scope, &value, NULL);
    return value;
}

bool wg_fact_holds(const wg_subject *subject, const char *expression)
{
    double value = wg_fact_evaluate(subject, expression);
    return !isnan(value) && value != 0;
}

wg_status wg_fact_check(const char *expression, wg_error *err)
{
    double ignored;
    wg_subject nobody = {.busiest_unit = WG_UNIT_COUNT, .limiter = WG_LIMITER_COUNT};
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = look_up_name, .user = &nobody};
    return evaluate(expression, &scope, &ignored, err);
}

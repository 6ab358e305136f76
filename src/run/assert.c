/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions over the counters and metrics of a run. */
#include "run/assert.h"

#include "base/closest.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

bool wg_counters_find(const wg_counters *counters, const char *name, wg_value *value)
{
    for (int k = 0; k < WG_COUNTER_COUNT; k++) {
        if (!strcmp(wg_counter_infos[k].name, name)) {
            *value = (wg_value){.integer = (int64_t)counters->value[k]};
            return true;
        }
    }
    for (int k = 0; k < WG_METRIC_COUNT; k++) {
        if (!strcmp(wg_metric_infos[k].name, name)) {
            *value = (wg_value){.is_real = true, .real = wg_metric_value(counters, (wg_metric)k)};
            return true;
        }
    }
    return false;
}

bool wg_run_value(const wg_run *run, const char *name, wg_value *value)
{
    return wg_counters_find(&run->profile.total, name, value);
}

/* What the expression's names are worth, for the message. */
typedef struct look_up {
    const wg_counters *counters;
    wg_text values;
} look_up;

static wg_status no_such_name(const char *name, wg_error *err)
{
    const char *names[WG_COUNTER_COUNT + WG_METRIC_COUNT];
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        names[k] = wg_counter_infos[k].name;
    for (int k = 0; k < WG_METRIC_COUNT; k++)
        names[WG_COUNTER_COUNT + k] = wg_metric_infos[k].name;
    const char *closest = wg_closest_word(name, names, sizeof names / sizeof *names);
    return wg_error_set(err, WG_ERR_INPUT, "'%s' is neither a counter nor a metric%s%s%s", name,
                        closest ? "; did you mean " : "", closest ? closest : "", closest ? "?" : "");
}

static const char *formula_of(const char *metric)
{
    for (int k = 0; k < WG_METRIC_COUNT; k++)
        if (!strcmp(wg_metric_infos[k].name, metric))
            return wg_metric_infos[k].formula;
    return "";
}

static wg_status find(void *user, const char *name, wg_value *value, wg_error *err)
{
    look_up *l = user;
    char text[64];
    if (strchr(name, '(')) /* max(name) has no meaning of its own here */
        return WG_ERR_MISSING;
    if (!wg_counters_find(l->counters, name, value))
        return no_such_name(name, err);
    if (value->is_real && isnan(value->real))
        return wg_error_set(err, WG_ERR_FAILED, "%s has no value for this kernel: %s divides by zero", name,
                            formula_of(name));
    wg_value_format(value, text, sizeof text);
    wg_text_addf(&l->values, "%s%s = %s", l->values.length ? ", " : "", name, text);
    return WG_OK;
}

static wg_status assert_over(const wg_counters *counters, const char *expression, wg_error *err)
{
    look_up l = {.counters = counters};
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find, .user = &l};
    wg_value value;
    wg_status status = wg_expression_evaluate(expression, &scope, &value, err);
    if (status != WG_OK)
        wg_error_prefix(err, status, "%s: ", status == WG_ERR_FAILED ? expression : "assertion");
    else if (!(wg_value_to_real(&value) != 0))
        status = wg_error_set(err, WG_ERR_FAILED, "assertion failed: %s (%s)", expression, wg_text_get(&l.values));
    wg_text_free(&l.values);
    return status;
}

wg_status wg_run_assert(const wg_run *run, const char *expression, wg_error *err)
{
    return assert_over(&run->profile.total, expression, err);
}

/* Tried on counters that are all different and not 0, so that only what is always wrong goes wrong. */
wg_status wg_run_assert_check(const char *expression, wg_error *err)
{
    wg_counters counters;
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        counters.value[k] = 1000003 + 7919 * (uint64_t)k;
    wg_status status = assert_over(&counters, expression, err);
    return status == WG_ERR_FAILED ? WG_OK : status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/assert.h"

#include "base/closest.h"
#include "base/text.h"
#include "expression/expression.h"

#include <math.h>
#include <string.h>

static bool find_value(const wg_counters *counters, const char *name, wg_value *value)
{
    wg_counter counter = wg_counter_find(name);
    wg_metric metric = wg_metric_find(name);
    if (counter < WG_COUNTER_COUNT)
        *value = (wg_value){.integer = (int64_t)counters->value[counter]};
    else if (metric < WG_METRIC_COUNT)
        *value = (wg_value){.is_real = true, .real = wg_metric_value(counters, metric)};
    return counter < WG_COUNTER_COUNT || metric < WG_METRIC_COUNT;
}

bool wg_counters_value(const wg_counters *counters, const char *name, double *value)
{
    wg_value found;
    if (!find_value(counters, name, &found))
        return false;
    *value = wg_value_to_real(&found);
    return true;
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
    if (!find_value(l->counters, name, value))
        return no_such_name(name, err);
    if (value->is_real && isnan(value->real))
        return wg_error_set(err, WG_ERR_FAILED, "%s has no value for this kernel: %s divides by zero", name,
                            formula_of(name));
    wg_value_format(value, text, sizeof text);
    wg_text_addf(&l->values, "%s%s = %s", l->values.length ? ", " : "", name, text);
    return WG_OK;
}

wg_status wg_counters_assert(const wg_counters *counters, const char *expression, wg_error *err)
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

/* Tried on counters that are all different and not 0, so that only what is always wrong goes wrong. */
wg_status wg_assertion_try(const char *expression, wg_error *err)
{
    wg_counters counters;
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        counters.value[k] = 1000003 + 7919 * (uint64_t)k;
    wg_status status = wg_counters_assert(&counters, expression, err);
    return status == WG_ERR_FAILED ? WG_OK : status;
}

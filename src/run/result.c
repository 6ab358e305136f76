/* SPDX-License-Identifier: Apache-2.0 */
#include "run/result.h"

#include "run/verify.h"

#include <math.h>
#include <string.h>

typedef struct look_up {
    wg_run *run;
    const wg_rung *rung;
} look_up;

static bool is_output(const wg_rung *rung, const char *name)
{
    for (size_t k = 0; k < rung->output_count; k++)
        if (!strcmp(rung->outputs[k].argument, name))
            return true;
    return false;
}

static wg_status find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    const look_up *l = user;
    size_t size;
    const wg_argument *a = is_output(l->rung, name) ? wg_spec_find_argument(l->run->spec, name) : NULL;
    const void *memory = a ? wg_run_memory(l->run, name, &size) : NULL;
    if (!memory || size < a->type.element->bytes)
        return wg_plan_find_name(l->run->plan, name, value, err);
    *value = (wg_value){.is_real = true, .real = wg_verify_number(a->type.element, memory, 0)};
    return WG_OK;
}

wg_status wg_run_result(wg_run *run, const wg_rung *rung, double *out, wg_error *err)
{
    look_up l = {run, rung};
    const wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find_name, .user = &l};
    wg_value value;
    *out = NAN;
    if (!rung->result.value.text)
        return WG_OK;
    wg_status status = wg_expression_evaluate(rung->result.value.text, &scope, &value, err);
    if (status == WG_OK)
        *out = wg_value_to_real(&value);
    return wg_error_prefix(err, status, "%s: ", rung->result.value.where);
}

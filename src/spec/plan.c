/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/plan.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Configurations tried before giving up, and how far scalars may be defined by one another. */
enum { MAX_TRIES = 1 << 16, MAX_CHAIN = 32 };

typedef struct wg_plan_scalar {
    bool known, busy;
} wg_plan_scalar;

/* ---- names ---- */

static bool is_named_scalar(const wg_argument *a)
{
    return a->name && a->memory == WG_MEMORY_SCALAR && a->fill == WG_FILL_EXPRESSION && a->type.lanes == 1 && !a->array;
}

wg_status wg_plan_evaluate(const wg_plan *plan, const wg_formula *formula, wg_value *value, wg_error *err)
{
    wg_scope scope = {.dialect = plan->spec->dialect, .find = wg_plan_find_name, .user = (void *)plan};
    wg_status status = wg_expression_evaluate(formula->text, &scope, value, err);
    return wg_error_prefix(err, status, "%s: ", formula->where);
}

/* Scalars may be defined by one another, in any order. */
static wg_status find_scalar(wg_plan *plan, size_t index, wg_value *value, wg_error *err)
{
    const wg_argument *a = &plan->spec->arguments[index];
    wg_plan_scalar *scalar = &plan->scalars[index];
    wg_planned_argument *planned = &plan->arguments[index];
    size_t depth = 0;
    for (size_t k = 0; k < plan->spec->argument_count; k++)
        depth += plan->scalars[k].busy;
    if (scalar->busy || depth == MAX_CHAIN)
        return wg_error_set(err, WG_ERR_INPUT, "%s: '%s' depends on itself", a->where, a->name);
    if (!scalar->known && a->value.text) {
        scalar->busy = true;
        wg_status status = wg_plan_evaluate(plan, &a->value, &planned->value, err);
        scalar->busy = false;
        if (status != WG_OK)
            return status;
    }
    scalar->known = true;
    *value = planned->value;
    return WG_OK;
}

/* A structure's field by its own name, if no other has that. */
static size_t find_field(const wg_spec *spec, const char *name)
{
    size_t found = spec->argument_count, count = 0;
    for (size_t k = 0; k < spec->argument_count; k++) {
        const char *dot = is_named_scalar(&spec->arguments[k]) ? strrchr(spec->arguments[k].name, '.') : NULL;
        if (!dot || strcmp(dot + 1, name) != 0)
            continue;
        found = k;
        count++;
    }
    return count == 1 ? found : spec->argument_count;
}

wg_status wg_plan_find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    wg_plan *plan = user;
    const wg_spec *spec = plan->spec;
    for (size_t k = 0; k < spec->parameter_count; k++) {
        if (strcmp(spec->parameters[k].name, name) != 0)
            continue;
        *value = plan->settings[k]->number;
        return plan->settings[k]->is_number ? WG_OK
                                            : wg_error_set(err, WG_ERR_INPUT, "the parameter '%s' is no number", name);
    }
    for (size_t k = 0; k < spec->constant_count; k++) {
        if (!strcmp(spec->constants[k].name, name)) {
            *value = spec->constants[k].value;
            return WG_OK;
        }
    }
    for (size_t k = 0; plan->scalars && k < spec->argument_count; k++)
        if (is_named_scalar(&spec->arguments[k]) && !strcmp(spec->arguments[k].name, name))
            return find_scalar(plan, k, value, err);
    size_t field = plan->scalars ? find_field(spec, name) : spec->argument_count;
    return field < spec->argument_count ? find_scalar(plan, field, value, err) : WG_ERR_MISSING;
}

/* ---- parameters ---- */

static bool same(const wg_setting *a, const wg_setting *b)
{
    return a->is_number && b->is_number ? wg_value_to_real(&a->number) == wg_value_to_real(&b->number)
                                        : !strcmp(a->text, b->text);
}

/* The values to try, the default first. A default that is not among the values is a slip of the file's: not tried. */
static const wg_setting *candidate(const wg_parameter *p, size_t k)
{
    if (p->fixed)
        return k == 0 ? p->fixed : NULL;
    size_t preset = 0;
    while (p->preset && preset < p->values.count && !same(&p->values.items[preset], p->preset))
        preset++;
    if (preset == p->values.count)
        preset = 0;
    if (k >= p->values.count)
        return NULL;
    return &p->values.items[k == 0 ? preset : k <= preset ? k - 1 : k];
}

/* *failed is the condition that does not hold, NULL when all do. */
static wg_status check_conditions(const wg_plan *plan, const wg_formula **failed, wg_error *err)
{
    *failed = NULL;
    for (size_t k = 0; k < plan->spec->condition_count; k++) {
        wg_value value;
        wg_status status = wg_plan_evaluate(plan, &plan->spec->conditions[k], &value, err);
        if (status != WG_OK)
            return status;
        if (wg_value_to_real(&value) == 0) {
            *failed = &plan->spec->conditions[k];
            break;
        }
    }
    return WG_OK;
}

static wg_status no_configuration(const wg_plan *plan, const wg_formula *failed, wg_error *err)
{
    wg_text settings = {0};
    for (size_t k = 0; k < plan->spec->parameter_count; k++)
        wg_text_addf(&settings, "%s%s=%s", k ? ", " : "", plan->spec->parameters[k].name,
                     candidate(&plan->spec->parameters[k], 0)->text);
    wg_error_set(err, WG_ERR_INPUT, "%s: no configuration found that satisfies the conditions: %s does not satisfy %s",
                 failed->where, wg_text_get(&settings), failed->text);
    wg_text_free(&settings);
    return WG_ERR_INPUT;
}

/* Counts through the configurations, the last parameter fastest, until the conditions hold. */
static wg_status choose_parameters(wg_plan *plan, wg_error *err)
{
    const wg_spec *spec = plan->spec;
    size_t *choice = WG_NEW_ARRAY(&plan->arena, size_t, spec->parameter_count);
    const wg_formula *failed, *first_failed = NULL;
    plan->settings = WG_NEW_ARRAY(&plan->arena, const wg_setting *, spec->parameter_count);
    for (size_t k = 0; k < spec->parameter_count; k++)
        plan->settings[k] = candidate(&spec->parameters[k], 0);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
        wg_status status = check_conditions(plan, &failed, err);
        if (status != WG_OK || !failed)
            return status;
        if (!first_failed)
            first_failed = failed;
        size_t k = spec->parameter_count;
        while (k > 0 && !(plan->settings[k - 1] = candidate(&spec->parameters[k - 1], ++choice[k - 1]))) {
            choice[k - 1] = 0;
            plan->settings[k - 1] = candidate(&spec->parameters[k - 1], 0);
            k--;
        }
        if (k == 0)
            break;
    }
    return no_configuration(plan, first_failed, err);
}

static void make_flags(wg_plan *plan)
{
    const wg_spec *spec = plan->spec;
    plan->flags = WG_NEW_ARRAY(&plan->arena, const char *, spec->flag_count + spec->parameter_count);
    for (size_t k = 0; k < spec->flag_count; k++)
        plan->flags[plan->flag_count++] = spec->flags[k];
    for (size_t k = 0; k < spec->parameter_count; k++)
        plan->flags[plan->flag_count++] =
            wg_arena_format(&plan->arena, "-D%s=%s", spec->parameters[k].name, plan->settings[k]->text);
}

/* ---- sizes ---- */

static wg_status evaluate_size(const wg_plan *plan, const wg_formula *formula, uint64_t low, uint64_t high,
                               uint64_t *out, wg_error *err)
{
    wg_value value;
    int64_t integer;
    wg_status status = wg_plan_evaluate(plan, formula, &value, err);
    if (status != WG_OK)
        return status;
    status = wg_value_to_integer(&value, &integer, err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "%s: %s: ", formula->where, formula->text);
    if (integer < 0 || (uint64_t)integer < low || (uint64_t)integer > high)
        return wg_error_set(err, WG_ERR_INPUT, "%s: %lld is out of range: expected %llu to %llu", formula->where,
                            (long long)integer, (unsigned long long)low, (unsigned long long)high);
    *out = (uint64_t)integer;
    return WG_OK;
}

static wg_status plan_shape(const wg_plan *plan, const wg_formula *shape, uint32_t *out, wg_error *err)
{
    for (int k = 0; k < 3; k++) {
        uint64_t size = 1;
        wg_status status = shape[k].text ? evaluate_size(plan, &shape[k], 1, UINT32_MAX, &size, err) : WG_OK;
        if (status != WG_OK)
            return status;
        out[k] = (uint32_t)size;
    }
    return WG_OK;
}

static wg_status missing_shape(const wg_spec *spec, bool have_grid, wg_error *err)
{
    if (spec->is_t1)
        return wg_error_set(err, WG_ERR_INPUT, "%s: KernelSpecification.%s.X is missing", spec->path,
                            have_grid ? "LocalSize" : "GlobalSize");
    return wg_error_set(err, WG_ERR_INPUT,
                        "%s: %s is not given: say --grid, --block and -a, or put them into the source in a line "
                        "`// warpgrind: --grid …`",
                        spec->path, have_grid ? "the block" : "the grid");
}

static wg_status plan_shapes(const wg_plan *plan, const wg_step *step, wg_planned_step *out, wg_error *err)
{
    const wg_spec *spec = plan->spec;
    const wg_formula *grid = step->grid[0].text ? step->grid : spec->grid;
    const wg_formula *block = step->block[0].text ? step->block : spec->block;
    const wg_formula *shared = step->shared.text ? &step->shared : &spec->shared;
    if (spec->is_host_code)
        return WG_OK;
    if (!grid[0].text || (!block[0].text && spec->is_t1))
        return missing_shape(spec, grid[0].text != NULL, err);
    wg_status status = block[0].text ? plan_shape(plan, block, out->block, err) : WG_OK;
    if (status == WG_OK)
        status = plan_shape(plan, grid, out->grid, err);
    for (int k = 0; k < 3 && status == WG_OK && spec->grid_in_threads; k++)
        out->grid[k] = out->grid[k] / out->block[k] + (out->grid[k] % out->block[k] != 0);
    if (status == WG_OK && shared->text)
        status = evaluate_size(plan, shared, 0, UINT32_MAX, &out->shared, err);
    return status;
}

wg_status wg_plan_take_block(const wg_plan *plan, wg_planned_step *step, const uint32_t required[3], wg_error *err)
{
    if (step->block[0] || plan->spec->is_host_code)
        return WG_OK;
    if (!required[0])
        return missing_shape(plan->spec, true, err);
    for (int k = 0; k < 3; k++)
        step->block[k] = required[k] ? required[k] : 1;
    return WG_OK;
}

static wg_status find_argument(const wg_plan *plan, const wg_step *step, const char *name, size_t *index, wg_error *err)
{
    const wg_argument *a = wg_spec_find_argument(plan->spec, name);
    if (!a)
        return wg_error_set(err, WG_ERR_INPUT, "%s: there is no argument '%s'", step->where, name);
    *index = (size_t)(a - plan->spec->arguments);
    return WG_OK;
}

static wg_status plan_pass(const wg_plan *plan, const wg_step *step, wg_planned_step *out, wg_error *err)
{
    const wg_spec *spec = plan->spec;
    size_t *pass = WG_NEW_ARRAY((wg_arena *)&plan->arena, size_t, step->pass_count + spec->argument_count + 1);
    wg_status status = WG_OK;
    out->pass = pass;
    for (size_t k = 0; k < spec->argument_count && !step->pass; k++)
        if (spec->arguments[k].is_passed)
            pass[out->pass_count++] = k;
    for (size_t k = 0; step->pass && k < step->pass_count && status == WG_OK; k++)
        status = find_argument(plan, step, step->pass[k], &pass[out->pass_count++], err);
    return status;
}

static wg_status plan_repetition(const wg_plan *plan, const wg_step *step, wg_planned_step *out, wg_error *err)
{
    enum { MOST = 1 << 30 };
    wg_value wanted = {.integer = 1};
    wg_status status = step->when.text ? wg_plan_evaluate(plan, &step->when, &wanted, err) : WG_OK;
    out->repeat = 1;
    if (status == WG_OK && step->repeat.text)
        status = evaluate_size(plan, &step->repeat, 0, MOST, &out->repeat, err);
    if (wg_value_to_real(&wanted) == 0)
        out->repeat = 0;
    out->swaps = step->swap[0] != NULL;
    for (int k = 0; k < 2 && out->swaps && status == WG_OK; k++)
        status = find_argument(plan, step, step->swap[k], &out->swap[k], err);
    return status;
}

static wg_status plan_step(const wg_plan *plan, const wg_step *step, wg_planned_step *out, wg_error *err)
{
    out->source = step->source ? step->source : plan->spec->source;
    out->kernel = step->kernel ? step->kernel : plan->spec->kernel;
    out->clears = step->clear != NULL;
    out->is_before = step->is_before;
    wg_status status = plan_repetition(plan, step, out, err);
    if (status == WG_OK && out->clears)
        return find_argument(plan, step, step->clear, &out->clear, err);
    if (status == WG_OK && out->repeat)
        status = plan_shapes(plan, step, out, err);
    return status == WG_OK ? plan_pass(plan, step, out, err) : status;
}

static wg_status plan_steps(wg_plan *plan, wg_error *err)
{
    static const wg_step plain;
    const wg_spec *spec = plan->spec;
    wg_status status = WG_OK;
    plan->step_count = spec->step_count ? spec->step_count : 1;
    plan->steps = WG_NEW_ARRAY(&plan->arena, wg_planned_step, plan->step_count);
    for (size_t k = 0; k < plan->step_count && status == WG_OK; k++)
        status = plan_step(plan, spec->step_count ? &spec->steps[k] : &plain, &plan->steps[k], err);
    return status;
}

bool wg_step_counts(const wg_planned_step *step)
{
    return !step->clears && !step->is_before && step->repeat;
}

const wg_planned_step *wg_plan_first_launch(const wg_plan *plan)
{
    for (size_t k = 0; k < plan->step_count; k++)
        if (wg_step_counts(&plan->steps[k]))
            return &plan->steps[k];
    return NULL;
}

/* ---- arguments ---- */

/* A buffer without a count is as long as its file or its list. */
static wg_status count_contents(const wg_argument *a, uint64_t *count, wg_error *err)
{
    uint32_t size = wg_element_size(&a->type);
    *count = a->memory == WG_MEMORY_SCALAR || a->fill != WG_FILL_LIST ? 1 : a->list_count / a->type.lanes;
    if (a->fill != WG_FILL_FILE || a->memory == WG_MEMORY_SCALAR)
        return WG_OK;
    struct stat info;
    if (stat(a->file, &info) != 0)
        return wg_error_set(err, WG_ERR_MISSING, "%s: %s cannot be read", a->where, a->file);
    *count = (uint64_t)info.st_size / size;
    if ((uint64_t)info.st_size % size != 0)
        return wg_error_set(err, WG_ERR_INPUT, "%s: the size of %s is no multiple of %u bytes", a->where, a->file,
                            size);
    return WG_OK;
}

static wg_status count_texels(const wg_plan *plan, const wg_argument *a, wg_planned_argument *planned, wg_error *err)
{
    enum { MOST = 1 << 16 };
    const wg_image *image = a->image;
    planned->count = 1;
    for (int k = 0; k < image->dimensions + image->layered; k++) {
        uint64_t size;
        wg_status status = evaluate_size(plan, &image->size[k], 1, k == 0 ? UINT32_MAX : MOST, &size, err);
        if (status != WG_OK)
            return status;
        planned->size[k] = (uint32_t)size;
        if (__builtin_mul_overflow(planned->count, size, &planned->count))
            return wg_error_set(err, WG_ERR_INPUT, "%s: the texture is too large", a->where);
    }
    return WG_OK;
}

static wg_status plan_argument(wg_plan *plan, size_t index, wg_error *err)
{
    const wg_argument *a = &plan->spec->arguments[index];
    wg_planned_argument *planned = &plan->arguments[index];
    wg_status status;
    if (is_named_scalar(a)) {
        wg_value ignored;
        status = find_scalar(plan, index, &ignored, err);
        planned->count = 1;
    } else if (a->array) {
        planned->count = a->array;
        status = WG_OK;
    } else if (a->image) {
        status = count_texels(plan, a, planned, err);
    } else if (a->count.text) {
        status = evaluate_size(plan, &a->count, 0, INT64_MAX, &planned->count, err);
    } else {
        status = count_contents(a, &planned->count, err);
    }
    if (status == WG_OK && __builtin_mul_overflow(planned->count, wg_element_size(&a->type), &planned->bytes))
        status = wg_error_set(err, WG_ERR_INPUT, "%s: %llu elements are too many", a->where,
                              (unsigned long long)planned->count);
    return status;
}

/* Memory changes hands: each must be as large as the other. */
static wg_status check_swaps(const wg_plan *plan, wg_error *err)
{
    for (size_t k = 0; k < plan->step_count; k++) {
        const wg_planned_step *step = &plan->steps[k];
        const size_t *swap = step->swap;
        if (!step->swaps || plan->arguments[swap[0]].bytes == plan->arguments[swap[1]].bytes)
            continue;
        return wg_error_set(err, WG_ERR_INPUT, "%s: '%s' and '%s' cannot be swapped: they have %llu and %llu bytes",
                            plan->spec->steps[k].where, plan->spec->arguments[swap[0]].name,
                            plan->spec->arguments[swap[1]].name, (unsigned long long)plan->arguments[swap[0]].bytes,
                            (unsigned long long)plan->arguments[swap[1]].bytes);
    }
    return WG_OK;
}

wg_status wg_plan_new(const wg_spec *spec, wg_plan **out, wg_error *err)
{
    wg_plan *plan = wg_alloc(sizeof *plan);
    plan->spec = spec;
    *out = NULL;
    wg_status status = choose_parameters(plan, err);
    plan->arguments = WG_NEW_ARRAY(&plan->arena, wg_planned_argument, spec->argument_count);
    plan->scalars = WG_NEW_ARRAY(&plan->arena, wg_plan_scalar, spec->argument_count);
    if (status == WG_OK) {
        make_flags(plan);
        status = plan_steps(plan, err);
    }
    for (size_t k = 0; k < spec->argument_count && status == WG_OK; k++)
        status = plan_argument(plan, k, err);
    if (status == WG_OK)
        status = check_swaps(plan, err);
    if (status != WG_OK) {
        wg_plan_free(plan);
        return status;
    }
    *out = plan;
    return WG_OK;
}

void wg_plan_free(wg_plan *plan)
{
    if (!plan)
        return;
    wg_arena_free(&plan->arena);
    free(plan);
}

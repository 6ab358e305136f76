/* A rung is the ladder with some members replaced: most members are looked for in the launch, then in the rung, then
 * in the ladder. What is found goes into a spec by the same door the command line uses. */
#include "spec/ladder.h"

#include "spec/c_parameters.h"
#include "json/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    wg_ladder *ladder;
    const wg_ladder_options *options;
    bool *used; /* one for each setting */
    wg_json root;
    wg_error *err;
} reader;

static const char *keep(reader *r, const char *text)
{
    return wg_arena_copy(&r->ladder->arena, text, strlen(text));
}

static const char *place(reader *r, const wg_json *node)
{
    char where[1024];
    wg_json_where(node, where, sizeof where);
    return keep(r, where);
}

/* ---- plain members ---- */

static wg_status read_text(reader *r, const wg_json *object, const char *key, bool needed, const char **out)
{
    wg_json node = wg_json_member(object, key);
    const char *text;
    *out = NULL;
    if (wg_json_absent(&node) && !needed)
        return WG_OK;
    if (wg_json_absent(&node))
        return wg_json_fail(object, r->err, "'%s' is missing", key);
    wg_status status = wg_json_string(&node, &text, r->err);
    if (status == WG_OK)
        *out = keep(r, text);
    return status;
}

static wg_status to_formula(reader *r, const wg_json *node, wg_formula *out)
{
    const char *text = json_string_value(node->value);
    char number[64];
    *out = (wg_formula){0};
    if (wg_json_absent(node))
        return WG_OK;
    if (json_is_integer(node->value))
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(node->value));
    else if (json_is_real(node->value))
        snprintf(number, sizeof number, "%.17g", json_real_value(node->value));
    else if (!text)
        return wg_json_fail(node, r->err, "expected a number or an expression");
    *out = (wg_formula){.text = keep(r, text ? text : number), .where = place(r, node)};
    return WG_OK;
}

/* The member of the rung, else of the ladder. */
static wg_json inherited(const reader *r, const wg_json *rung, const char *key)
{
    wg_json node = wg_json_member(rung, key);
    return wg_json_absent(&node) ? wg_json_member(&r->root, key) : node;
}

static wg_status read_formula(reader *r, const wg_json *rung, const char *key, wg_formula *out)
{
    wg_json node = inherited(r, rung, key);
    return to_formula(r, &node, out);
}

/* ---- sizes ---- */

static const wg_ladder_setting *setting_of(const reader *r, const char *name)
{
    const wg_ladder_setting *found = NULL;
    for (size_t k = 0; k < r->options->setting_count; k++) {
        if (strcmp(r->options->settings[k].name, name) != 0)
            continue;
        found = &r->options->settings[k];
        r->used[k] = true;
    }
    return found;
}

static wg_status find_size(void *user, const char *name, wg_value *value, wg_error *err)
{
    const wg_ladder *ladder = user;
    (void)err;
    for (size_t k = 0; k < ladder->size_count; k++) {
        if (!strcmp(ladder->sizes[k].name, name)) {
            *value = ladder->sizes[k].value;
            return WG_OK;
        }
    }
    return WG_ERR_MISSING;
}

/* A size is a number, or an expression of those before it. */
static wg_status read_size(reader *r, const char *name, const wg_json *node)
{
    static const char *const others[] = {[WG_SIZES_TEST] = "test_sizes", [WG_SIZES_LARGE] = "large_sizes"};
    wg_ladder *ladder = r->ladder;
    const wg_ladder_setting *setting = setting_of(r, name);
    wg_json chosen = *node, other = {0};
    wg_formula formula;
    if (r->options->sizes != WG_SIZES_DEFAULT) {
        other = wg_json_member(&r->root, others[r->options->sizes]);
        chosen = wg_json_member(&other, name);
        chosen = wg_json_absent(&chosen) ? *node : chosen;
    }
    wg_status status = to_formula(r, &chosen, &formula);
    if (status != WG_OK)
        return status;
    if (setting)
        formula = (wg_formula){.text = setting->value, .where = setting->where};
    wg_scope scope = {.dialect = WG_DIALECT_C, .find = find_size, .user = ladder};
    wg_value value;
    if (wg_expression_evaluate(formula.text, &scope, &value, r->err) != WG_OK)
        return wg_error_prefix(r->err, "%s: ", formula.where);
    ladder->sizes[ladder->size_count++] = (wg_size){keep(r, name), value};
    return WG_OK;
}

static wg_status read_sizes(reader *r)
{
    wg_json sizes = wg_json_member(&r->root, "sizes");
    if (wg_json_absent(&sizes))
        return WG_OK;
    wg_status status = wg_json_expect(&sizes, JSON_OBJECT, "an object", r->err);
    const char *name;
    json_t *value;
    r->ladder->sizes = WG_NEW_ARRAY(&r->ladder->arena, wg_size, json_object_size(sizes.value) + 1);
    if (status == WG_OK) {
        json_object_foreach(sizes.value, name, value)
        {
            wg_json node = wg_json_member(&sizes, name);
            status = read_size(r, name, &node);
            if (status != WG_OK)
                return status;
        }
    }
    return status;
}

/* ---- the sweep of a probe ---- */

static wg_status read_axis(reader *r, const wg_json *node, wg_axis *out)
{
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object with label and value", r->err);
    if (status == WG_OK)
        status = read_text(r, node, "label", true, &out->label);
    wg_json value = wg_json_member(node, "value");
    return status == WG_OK ? to_formula(r, &value, &out->value) : status;
}

static wg_status read_sweep_values(reader *r, const wg_json *list)
{
    wg_ladder *ladder = r->ladder;
    wg_status status = wg_json_expect(list, JSON_ARRAY, "an array of values", r->err);
    ladder->sweep_values = WG_NEW_ARRAY(&ladder->arena, const char *, wg_json_count(list) + 1);
    for (size_t k = 0; k < wg_json_count(list) && status == WG_OK; k++) {
        wg_json node = wg_json_item(list, k);
        wg_formula value;
        status = to_formula(r, &node, &value);
        if (status == WG_OK)
            ladder->sweep_values[ladder->sweep_count++] = value.text;
    }
    return status;
}

static wg_status read_sweep(reader *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json sweep = wg_json_member(&r->root, "sweep"), large = wg_json_member(&r->root, "large_sweep");
    if (wg_json_absent(&sweep))
        return WG_OK;
    const wg_json *chosen = r->options->sizes == WG_SIZES_LARGE && !wg_json_absent(&large) ? &large : &sweep;
    void *first = json_object_iter(chosen->value);
    if (!first)
        return wg_json_fail(chosen, r->err, "expected an object: a size and its values");
    ladder->sweep = keep(r, json_object_iter_key(first));
    wg_json values = wg_json_member(chosen, ladder->sweep);
    wg_status status = read_sweep_values(r, &values);
    wg_json x = wg_json_member(&r->root, "x");
    ladder->x.label = ladder->sweep;
    if (status == WG_OK && json_is_string(x.value))
        ladder->x.label = keep(r, json_string_value(x.value));
    else if (status == WG_OK && !wg_json_absent(&x))
        status = read_axis(r, &x, &ladder->x);
    ladder->log_x = json_is_true(json_object_get(r->root.value, "log_x"));
    ladder->log_y = json_is_true(json_object_get(r->root.value, "log_y"));
    return status;
}

/* ---- a rung's spec ---- */

static wg_status set_from(reader *r, wg_spec *spec, const char *option, const wg_json *node)
{
    wg_formula value;
    if (wg_json_absent(node))
        return WG_OK;
    wg_status status = to_formula(r, node, &value);
    return status == WG_OK ? wg_spec_set(spec, option, value.text, value.where, r->err) : status;
}

/* An argument of the same name is replaced. */
static wg_status add_arguments(reader *r, wg_spec *spec, const wg_json *owner)
{
    wg_json list = wg_json_member(owner, "arguments");
    wg_status status = WG_OK;
    for (size_t k = 0; k < wg_json_count(&list) && status == WG_OK; k++) {
        wg_json node = wg_json_item(&list, k);
        const char *text;
        status = wg_json_string(&node, &text, r->err);
        if (status != WG_OK)
            return status;
        const char *where = wg_arena_format(&spec->arena, "%s: %s", place(r, &node), text);
        wg_argument argument;
        status = wg_spec_read_argument(spec, wg_arena_copy(&spec->arena, text, strlen(text)), where, &argument, r->err);
        if (status == WG_OK && !argument.name)
            status = wg_json_fail(&node, r->err, "a ladder's arguments need names");
        if (status != WG_OK)
            return status;
        wg_argument *same = wg_spec_find_argument(spec, argument.name);
        *(same ? same : wg_spec_add_argument(spec)) = argument;
    }
    return status;
}

static wg_status add_defines(reader *r, wg_spec *spec, const wg_json *owner)
{
    wg_json defines = wg_json_member(owner, "defines");
    const char *name;
    json_t *value;
    json_object_foreach(defines.value, name, value)
    {
        wg_json node = wg_json_member(&defines, name);
        const wg_ladder_setting *setting = setting_of(r, name);
        wg_formula formula;
        wg_status status = to_formula(r, &node, &formula);
        if (status != WG_OK)
            return status;
        const char *text = setting ? setting->value : formula.text;
        const char *assignment = wg_arena_format(&spec->arena, "%s=%s", name, text);
        status = wg_spec_set(spec, "set", assignment, setting ? setting->where : formula.where, r->err);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status add_flags(reader *r, wg_spec *spec, const wg_json *rung)
{
    wg_json flags = inherited(r, rung, "flags");
    for (size_t k = 0; k < wg_json_count(&flags); k++) {
        wg_json node = wg_json_item(&flags, k);
        const char *text;
        wg_status status = wg_json_string(&node, &text, r->err);
        if (status != WG_OK)
            return status;
        wg_spec_add_flag(spec, text);
    }
    return WG_OK;
}

static wg_status read_names(reader *r, wg_spec *spec, const wg_json *list, const char ***out, size_t *count)
{
    *out = NULL;
    *count = 0;
    if (wg_json_absent(list))
        return WG_OK;
    wg_status status = wg_json_expect(list, JSON_ARRAY, "an array of names", r->err);
    *out = WG_NEW_ARRAY(&spec->arena, const char *, wg_json_count(list) + 1);
    for (size_t k = 0; k < wg_json_count(list) && status == WG_OK; k++) {
        wg_json node = wg_json_item(list, k);
        const char *name;
        status = wg_json_string(&node, &name, r->err);
        if (status == WG_OK && !wg_spec_find_argument(spec, name))
            status = wg_json_fail(&node, r->err, "there is no argument '%s'", name);
        if (status == WG_OK)
            (*out)[(*count)++] = wg_arena_copy(&spec->arena, name, strlen(name));
    }
    return status;
}

static const char *file_path(reader *r, const char *name)
{
    return wg_arena_format(&r->ladder->arena, "%s/%s", r->ladder->folder, name);
}

static wg_status read_shape(reader *r, wg_spec *spec, const wg_json *launch, const char *key, wg_formula shape[3])
{
    wg_json node = wg_json_member(launch, key);
    wg_formula text;
    wg_status status = to_formula(r, &node, &text);
    return status == WG_OK && text.text ? wg_spec_read_shape(spec, text.text, text.where, shape, r->err) : status;
}

static wg_status read_launch(reader *r, wg_spec *spec, const wg_json *node, const wg_json *rung_pass, wg_step *step)
{
    wg_json launch = *node, named = {0}, shared;
    const char *name = json_string_value(node->value), *file;
    if (name) {
        named = wg_json_member(&r->root, "launches");
        launch = wg_json_member(&named, name);
        if (wg_json_absent(&launch))
            return wg_json_fail(node, r->err, "the ladder's launches have none called '%s'", name);
    }
    step->where = place(r, &launch);
    wg_status status = wg_json_expect(&launch, JSON_OBJECT, "a launch or the name of one", r->err);
    if (status == WG_OK)
        status = read_text(r, &launch, "file", false, &file);
    if (status == WG_OK)
        status = read_text(r, &launch, "kernel", false, &step->kernel);
    if (status == WG_OK)
        status = read_text(r, &launch, "clear", false, &step->clear);
    if (status != WG_OK)
        return status;
    step->source = file ? file_path(r, file) : NULL;
    status = read_shape(r, spec, &launch, "grid", step->grid);
    if (status == WG_OK)
        status = read_shape(r, spec, &launch, "block", step->block);
    shared = wg_json_member(&launch, "shared");
    if (status == WG_OK)
        status = to_formula(r, &shared, &step->shared);
    wg_json repeat = wg_json_member(&launch, "repeat"), when = wg_json_member(&launch, "when");
    if (status == WG_OK)
        status = to_formula(r, &repeat, &step->repeat);
    if (status == WG_OK)
        status = to_formula(r, &when, &step->when);
    wg_json pass = wg_json_member(&launch, "pass"), swap = wg_json_member(&launch, "swap");
    if (status == WG_OK)
        status = read_names(r, spec, wg_json_absent(&pass) ? rung_pass : &pass, &step->pass, &step->pass_count);
    const char **swapped;
    size_t count = 0;
    if (status == WG_OK)
        status = read_names(r, spec, &swap, &swapped, &count);
    if (status == WG_OK && count && count != 2)
        return wg_json_fail(&swap, r->err, "expected two names");
    for (size_t k = 0; k < count && status == WG_OK; k++)
        step->swap[k] = swapped[k];
    return status;
}

static wg_status add_steps(reader *r, wg_spec *spec, const wg_json *rung)
{
    wg_json pass = inherited(r, rung, "pass"), launches = wg_json_member(rung, "launches");
    wg_status status = WG_OK;
    if (wg_json_absent(&launches) && wg_json_absent(&pass))
        return WG_OK;
    if (wg_json_absent(&launches)) {
        wg_step *step = WG_PUSH(spec->steps, spec->step_count, spec->step_capacity);
        *step = (wg_step){.where = place(r, &pass)};
        return read_names(r, spec, &pass, &step->pass, &step->pass_count);
    }
    status = wg_json_expect(&launches, JSON_ARRAY, "an array", r->err);
    for (size_t k = 0; k < wg_json_count(&launches) && status == WG_OK; k++) {
        wg_json node = wg_json_item(&launches, k);
        wg_step step = {0};
        status = read_launch(r, spec, &node, &pass, &step);
        *WG_PUSH(spec->steps, spec->step_count, spec->step_capacity) = step;
    }
    return status;
}

/* What every spec of a rung has: sizes, macros, arguments. */
static wg_status make_spec(reader *r, const wg_json *rung, const char *file, wg_spec **out)
{
    wg_spec *spec = wg_spec_new(file);
    *out = spec;
    for (size_t k = 0; k < r->ladder->size_count; k++)
        wg_spec_add_constant(spec, r->ladder->sizes[k].name, r->ladder->sizes[k].value);
    const wg_json *owners[] = {&r->root, rung};
    wg_status status = WG_OK;
    for (int k = 0; k < 2 && status == WG_OK; k++) {
        status = add_defines(r, spec, owners[k]);
        if (status == WG_OK)
            status = add_arguments(r, spec, owners[k]);
    }
    return status;
}

static wg_status read_launching(reader *r, const wg_json *rung, wg_rung *out)
{
    static const char *const options[] = {"grid", "block", "shared"};
    wg_spec *spec = out->spec;
    wg_status status = WG_OK;
    for (int k = 0; k < 3 && status == WG_OK; k++) {
        wg_json node = inherited(r, rung, options[k]);
        status = set_from(r, spec, options[k], &node);
    }
    wg_json kernel = wg_json_member(rung, "kernel");
    if (status == WG_OK)
        status = set_from(r, spec, "kernel", &kernel);
    if (status == WG_OK)
        status = add_flags(r, spec, rung);
    return status == WG_OK ? add_steps(r, spec, rung) : status;
}

/* A host function is given the arguments its parameters name, whatever a kernel gets. */
static wg_status pass_by_name(reader *r, wg_spec *spec)
{
    wg_step step = {.where = spec->source};
    wg_status status = wg_c_parameters(spec->source, spec->kernel ? spec->kernel : "", &spec->arena, &step.pass,
                                       &step.pass_count, r->err);
    for (size_t k = 0; k < step.pass_count && status == WG_OK; k++)
        if (!wg_spec_find_argument(spec, step.pass[k]))
            status = wg_error_set(r->err, WG_ERR_INPUT, "%s: %s: there is no argument '%s'", spec->source, spec->kernel,
                                  step.pass[k]);
    spec->step_count = 0;
    *WG_PUSH(spec->steps, spec->step_count, spec->step_capacity) = step;
    return status;
}

static wg_status read_judge(reader *r, const wg_json *rung, wg_rung *out)
{
    const char *name = NULL;
    wg_json own_check = wg_json_member(rung, "check"), own_reference = wg_json_member(rung, "reference");
    wg_json check = inherited(r, rung, "check"), reference = inherited(r, rung, "reference");
    out->judge_is_check = !wg_json_absent(&own_check) || (wg_json_absent(&own_reference) && !wg_json_absent(&check));
    const wg_json *node = out->judge_is_check ? &check : &reference;
    if (wg_json_absent(node))
        return WG_OK;
    wg_status status = wg_json_string(node, &name, r->err);
    if (status == WG_OK)
        status = make_spec(r, rung, file_path(r, "reference.c"), &out->judge);
    if (status != WG_OK)
        return status;
    out->judge->is_host_code = true;
    out->judge->kernel = wg_arena_copy(&out->judge->arena, name, strlen(name));
    return pass_by_name(r, out->judge);
}

static wg_status read_outputs(reader *r, const wg_json *rung, wg_rung *out)
{
    wg_json outputs = inherited(r, rung, "outputs");
    if (wg_json_absent(&outputs))
        return WG_OK;
    wg_status status = wg_json_expect(&outputs, JSON_OBJECT, "an object: names and tolerances", r->err);
    wg_output_rule *rules = WG_NEW_ARRAY(&r->ladder->arena, wg_output_rule, json_object_size(outputs.value) + 1);
    const char *name;
    json_t *value;
    out->outputs = rules;
    if (status != WG_OK)
        return status;
    json_object_foreach(outputs.value, name, value)
    {
        wg_json node = wg_json_member(&outputs, name);
        wg_output_rule *rule = &rules[out->output_count++];
        rule->argument = keep(r, name);
        if (!wg_spec_find_argument(out->spec, name))
            return wg_json_fail(&node, r->err, "there is no argument '%s'", name);
        status = to_formula(r, &node, &rule->tolerance);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status read_kind(reader *r, const wg_json *rung, wg_rung *out)
{
    static const struct {
        const char *ending;
        wg_rung_kind kind;
    } kinds[] = {{".cu", WG_RUNG_CUDA}, {".ptx", WG_RUNG_CUDA}, {".cl", WG_RUNG_OPENCL}, {".c", WG_RUNG_C}};
    wg_json vendor = wg_json_member(rung, "vendor");
    const char *ending = strrchr(out->file, '.');
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && (!ending || strcmp(ending, kinds[k].ending) != 0))
        k++;
    if (k == sizeof kinds / sizeof *kinds)
        return wg_json_fail(rung, r->err, "'%s' is no .cu, .cl, .ptx or .c file", out->file);
    out->kind = json_is_true(vendor.value) ? WG_RUNG_VENDOR : kinds[k].kind;
    out->spec->is_host_code = out->kind == WG_RUNG_C || out->kind == WG_RUNG_VENDOR;
    return WG_OK;
}

static wg_status read_words(reader *r, const wg_json *rung, wg_rung *out)
{
    static const struct {
        const char *key;
        size_t offset;
        bool needed;
    } members[] = {
        {"name", offsetof(wg_rung, name), true},  {"file", offsetof(wg_rung, file), true},
        {"row", offsetof(wg_rung, row), false},   {"limiter", offsetof(wg_rung, limiter), false},
        {"next", offsetof(wg_rung, next), false}, {"note", offsetof(wg_rung, note), false},
    };
    wg_status status = WG_OK;
    for (size_t k = 0; k < sizeof members / sizeof *members && status == WG_OK; k++)
        status =
            read_text(r, rung, members[k].key, members[k].needed, (const char **)((char *)out + members[k].offset));
    return status;
}

static wg_status check_limiter(reader *r, const wg_json *rung, const wg_rung *out)
{
    static const char known[] = " dram l2 l1 shared issue pipe latency divergence barriers launch tail ";
    char word[64];
    snprintf(word, sizeof word, " %s ", out->limiter ? out->limiter : "dram");
    if (strstr(known, word))
        return WG_OK;
    wg_json node = wg_json_member(rung, "limiter");
    return wg_json_fail(&node, r->err, "'%s' is none of:%s", out->limiter, known);
}

static wg_status read_rung(reader *r, const wg_json *node, wg_rung *out)
{
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", r->err);
    if (status == WG_OK)
        status = read_words(r, node, out);
    if (status == WG_OK)
        status = check_limiter(r, node, out);
    if (status == WG_OK)
        status = make_spec(r, node, file_path(r, out->file), &out->spec);
    if (status == WG_OK)
        status = read_kind(r, node, out);
    if (status == WG_OK)
        status = read_launching(r, node, out);
    if (status == WG_OK && out->spec->is_host_code)
        status = pass_by_name(r, out->spec);
    if (status == WG_OK)
        status = read_outputs(r, node, out);
    if (status == WG_OK)
        status = read_judge(r, node, out);
    if (status == WG_OK)
        status = read_formula(r, node, "flops", &out->flops);
    if (status == WG_OK)
        status = read_formula(r, node, "bytes", &out->bytes);
    if (status == WG_OK)
        status = read_formula(r, node, "items", &out->items);
    wg_json unit = inherited(r, node, "unit"), precision = inherited(r, node, "precision");
    out->unit = json_is_string(unit.value) ? keep(r, json_string_value(unit.value)) : NULL;
    out->precision = json_is_string(precision.value) ? keep(r, json_string_value(precision.value)) : "f32";
    wg_json measured = inherited(r, node, "measured"), counted = inherited(r, node, "counted");
    if (status == WG_OK && !wg_json_absent(&measured))
        status = read_axis(r, &measured, &out->measured);
    if (status == WG_OK && !wg_json_absent(&counted))
        status = read_axis(r, &counted, &out->counted);
    wg_json capability = wg_json_member(node, "capability");
    if (status == WG_OK && !wg_json_absent(&capability) && !json_is_number(capability.value))
        status = wg_json_fail(&capability, r->err, "expected a compute capability, as 8.0");
    out->capability = (int)(10 * json_number_value(capability.value) + 0.5);
    if (status == WG_OK) {
        wg_json when = wg_json_member(node, "when");
        status = to_formula(r, &when, &out->when);
    }
    return status;
}

static wg_status read_rungs(reader *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json rungs = wg_json_member(&r->root, "rungs");
    wg_status status = wg_json_expect(&rungs, JSON_ARRAY, "an array of rungs", r->err);
    size_t count = wg_json_count(&rungs);
    ladder->rungs = WG_NEW_ARRAY(&ladder->arena, wg_rung, count + 1);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json node = wg_json_item(&rungs, k);
        wg_rung *rung = &ladder->rungs[ladder->rung_count++];
        status = read_rung(r, &node, rung);
        for (size_t j = 0; j + 1 < ladder->rung_count && status == WG_OK; j++)
            if (!strcmp(ladder->rungs[j].name, rung->name))
                status = wg_json_fail(&node, r->err, "there are two rungs called '%s'", rung->name);
    }
    return status;
}

/* ---- the whole ---- */

static wg_status read_head(reader *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json rows = wg_json_member(&r->root, "rows");
    wg_status status = wg_json_expect(&r->root, JSON_OBJECT, "an object", r->err);
    if (status == WG_OK)
        status = read_text(r, &r->root, "title", true, &ladder->title);
    if (status == WG_OK)
        status = read_text(r, &r->root, "text", false, &ladder->text);
    ladder->rows = WG_NEW_ARRAY(&ladder->arena, const char *, wg_json_count(&rows) + 1);
    for (size_t k = 0; k < wg_json_count(&rows); k++)
        if (json_is_string(json_array_get(rows.value, k)))
            ladder->rows[ladder->row_count++] = keep(r, json_string_value(json_array_get(rows.value, k)));
    return status;
}

static wg_status check_settings(reader *r)
{
    for (size_t k = 0; k < r->options->setting_count; k++) {
        if (r->used[k])
            continue;
        char names[512] = "";
        for (size_t s = 0; s < r->ladder->size_count; s++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", r->ladder->sizes[s].name);
        }
        return wg_error_set(r->err, WG_ERR_INPUT, "%s: the ladder %s has no size or macro '%s'; its sizes are: %s",
                            r->options->settings[k].where, r->ladder->name, r->options->settings[k].name, names);
    }
    return WG_OK;
}

static wg_status read_parts(reader *r)
{
    wg_status status = read_head(r);
    if (status == WG_OK)
        status = read_sizes(r);
    if (status == WG_OK)
        status = read_sweep(r);
    if (status == WG_OK)
        status = read_rungs(r);
    return status == WG_OK ? check_settings(r) : status;
}

wg_status wg_ladder_read(wg_ladder *ladder, const wg_ladder_options *options, json_t *root, wg_error *err)
{
    reader r = {.ladder = ladder, .options = options, .root = wg_json_root(ladder->path, root), .err = err};
    r.used = wg_alloc(options->setting_count + 1);
    wg_status status = read_parts(&r);
    free(r.used);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A rung is the ladder with some members replaced: most members are looked for in the launch, then in the rung, then
 * in the ladder. What is found goes into a spec by the same door the command line uses. */
#include "spec/manifest.h"

#include "spec/c_parameters.h"
#include "spec/file_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a rung's spec ---- */

static wg_status set_from(wg_manifest *r, wg_spec *spec, const char *option, const wg_json *node)
{
    wg_formula value;
    if (wg_json_absent(node))
        return WG_OK;
    wg_status status = wg_manifest_formula(r, node, &value);
    return status == WG_OK ? wg_spec_set(spec, option, value.text, value.where, r->err) : status;
}

/* An argument of the same name is replaced. */
static wg_status add_arguments(wg_manifest *r, wg_spec *spec, const wg_json *owner)
{
    wg_json list = wg_json_member(owner, "arguments");
    wg_status status = wg_manifest_allow(r, &list, JSON_ARRAY, "an array of arguments");
    for (size_t k = 0; k < wg_json_count(&list) && status == WG_OK; k++) {
        wg_json node = wg_json_item(&list, k);
        const char *text;
        status = wg_json_string(&node, &text, r->err);
        if (status != WG_OK)
            return status;
        const char *where = wg_arena_format(&spec->arena, "%s: %s", wg_manifest_place(r, &node), text);
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

static wg_status add_defines(wg_manifest *r, wg_spec *spec, const wg_json *owner)
{
    wg_json defines = wg_json_member(owner, "defines");
    wg_status status = wg_manifest_allow(r, &defines, JSON_OBJECT, "an object: names and values");
    const char *name;
    json_t *value;
    if (status != WG_OK)
        return status;
    json_object_foreach(defines.value, name, value)
    {
        wg_json node = wg_json_member(&defines, name);
        const wg_ladder_setting *setting = wg_manifest_setting(r, name);
        wg_formula formula;
        status = wg_manifest_need_formula(r, &node, &formula);
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

static wg_status add_flags(wg_manifest *r, wg_spec *spec, const wg_json *rung)
{
    wg_json flags = wg_manifest_inherited(r, rung, "flags");
    wg_status status = wg_manifest_allow(r, &flags, JSON_ARRAY, "an array of strings");
    size_t count = wg_json_count(&flags);
    const char **words = WG_NEW_ARRAY(&spec->arena, const char *, count + 1);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json node = wg_json_item(&flags, k);
        status = wg_json_string(&node, &words[k], r->err);
    }
    if (status != WG_OK || !count || (spec->is_host_code && !spec->is_trusted)) /* nobody compiles that */
        return status;
    return wg_spec_add_file_options(spec, words, count, r->ladder->folder, wg_manifest_place(r, &flags), r->err);
}

static wg_status read_names(wg_manifest *r, wg_spec *spec, const wg_json *list, const char ***out, size_t *count)
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

static const char *file_path(wg_manifest *r, const char *name)
{
    return wg_arena_format(&r->ladder->arena, "%s/%s", r->ladder->folder, name);
}

static wg_status read_shape(wg_manifest *r, wg_spec *spec, const wg_json *launch, const char *key, wg_formula shape[3])
{
    wg_json node = wg_json_member(launch, key);
    wg_formula text;
    wg_status status = wg_manifest_formula(r, &node, &text);
    return status == WG_OK && text.text ? wg_spec_read_shape(spec, text.text, text.where, shape, r->err) : status;
}

/* Arguments that have memory of their own. */
static wg_status check_memory(wg_manifest *r, const wg_spec *spec, const wg_json *node, const char *name)
{
    const wg_argument *a = wg_spec_find_argument(spec, name);
    if (!a)
        return wg_json_fail(node, r->err, "there is no argument '%s'", name);
    if (a->memory != WG_MEMORY_VECTOR)
        return wg_json_fail(node, r->err, "'%s' is no buffer", name);
    return WG_OK;
}

static wg_status read_swap(wg_manifest *r, wg_spec *spec, const wg_json *launch, wg_step *step)
{
    wg_json swap = wg_json_member(launch, "swap");
    const char **names;
    size_t count = 0;
    wg_status status = read_names(r, spec, &swap, &names, &count);
    if (status == WG_OK && count && count != 2)
        return wg_json_fail(&swap, r->err, "expected two names");
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json node = wg_json_item(&swap, k);
        status = check_memory(r, spec, &node, names[k]);
        step->swap[k] = names[k];
    }
    return status;
}

static wg_status read_kernel(wg_manifest *r, wg_spec *spec, const wg_json *launch, wg_step *step)
{
    wg_json clear = wg_json_member(launch, "clear");
    const char *file = NULL;
    wg_status status = wg_manifest_text(r, launch, "file", false, &file);
    if (status == WG_OK)
        status = wg_manifest_text(r, launch, "kernel", false, &step->kernel);
    if (status == WG_OK)
        status = wg_manifest_text(r, launch, "clear", false, &step->clear);
    if (status == WG_OK && step->clear)
        status = check_memory(r, spec, &clear, step->clear);
    step->source = file ? file_path(r, file) : NULL;
    return status;
}

static wg_status find_launch(wg_manifest *r, const wg_json *node, wg_json *named, wg_json *launch)
{
    const char *name = json_string_value(node->value);
    *launch = *node;
    if (name) {
        *named = wg_json_member(&r->root, "launches");
        *launch = wg_json_member(named, name);
        if (wg_json_absent(launch))
            return wg_json_fail(node, r->err, "the ladder's launches have none called '%s'", name);
    }
    wg_status status = wg_json_expect(launch, JSON_OBJECT, "a launch or the name of one", r->err);
    return status == WG_OK ? wg_manifest_check_members(r, launch, wg_manifest_of_launch) : status;
}

static wg_status read_launch(wg_manifest *r, wg_spec *spec, const wg_json *node, const wg_json *rung_pass,
                             wg_step *step)
{
    wg_json launch, named = {0};
    wg_status status = find_launch(r, node, &named, &launch);
    if (status != WG_OK)
        return status;
    wg_json pass = wg_json_member(&launch, "pass"), shared = wg_json_member(&launch, "shared");
    wg_json repeat = wg_json_member(&launch, "repeat"), when = wg_json_member(&launch, "when");
    step->where = wg_manifest_place(r, &launch);
    status = read_kernel(r, spec, &launch, step);
    if (status == WG_OK)
        status = wg_manifest_flag(r, &launch, "before", &step->is_before);
    if (status == WG_OK)
        status = read_shape(r, spec, &launch, "grid", step->grid);
    if (status == WG_OK)
        status = read_shape(r, spec, &launch, "block", step->block);
    if (status == WG_OK)
        status = wg_manifest_formula(r, &shared, &step->shared);
    if (status == WG_OK)
        status = wg_manifest_formula(r, &repeat, &step->repeat);
    if (status == WG_OK)
        status = wg_manifest_formula(r, &when, &step->when);
    if (status == WG_OK)
        status = read_names(r, spec, wg_json_absent(&pass) ? rung_pass : &pass, &step->pass, &step->pass_count);
    return status == WG_OK ? read_swap(r, spec, &launch, step) : status;
}

static wg_status add_steps(wg_manifest *r, wg_spec *spec, const wg_json *rung)
{
    wg_json pass = wg_manifest_inherited(r, rung, "pass"), launches = wg_json_member(rung, "launches");
    wg_status status = WG_OK;
    if (wg_json_absent(&launches) && wg_json_absent(&pass))
        return WG_OK;
    if (wg_json_absent(&launches)) {
        wg_step *step = WG_PUSH(spec->steps, spec->step_count, spec->step_capacity);
        *step = (wg_step){.where = wg_manifest_place(r, &pass)};
        return read_names(r, spec, &pass, &step->pass, &step->pass_count);
    }
    status = wg_json_expect(&launches, JSON_ARRAY, "an array", r->err);
    bool has_begun = false;
    for (size_t k = 0; k < wg_json_count(&launches) && status == WG_OK; k++) {
        wg_json node = wg_json_item(&launches, k);
        wg_step step = {0};
        status = read_launch(r, spec, &node, &pass, &step);
        if (status == WG_OK && has_begun && step.is_before)
            status = wg_json_fail(&node, r->err, "what runs before the clock starts comes before all that counts");
        has_begun |= !step.is_before;
        *WG_PUSH(spec->steps, spec->step_count, spec->step_capacity) = step;
    }
    if (status == WG_OK && wg_json_count(&launches) && !has_begun)
        status = wg_json_fail(&launches, r->err, "nothing runs after the clock has started");
    return status;
}

/* What every spec of a rung has: sizes, macros, arguments. */
static wg_status make_spec(wg_manifest *r, const wg_json *rung, const char *file, wg_spec **out)
{
    wg_spec *spec = wg_spec_new(file);
    spec->is_trusted = r->ladder->is_trusted;
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
    wg_spec_add_fields(spec);
    return status;
}

static wg_status read_launching(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    static const char *const options[] = {"grid", "block", "shared"};
    wg_spec *spec = out->spec;
    wg_status status = WG_OK;
    for (int k = 0; k < 3 && status == WG_OK; k++) {
        wg_json node = wg_manifest_inherited(r, rung, options[k]);
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
static wg_status pass_by_name(wg_manifest *r, wg_spec *spec)
{
    wg_step step = {.where = spec->source};
    wg_status status = wg_c_parameters(spec->source, spec->kernel, &spec->arena, &step.pass, &step.pass_count, r->err);
    for (size_t k = 0; k < step.pass_count && status == WG_OK; k++)
        if (!wg_spec_find_argument(spec, step.pass[k]))
            status = wg_error_set(r->err, WG_ERR_INPUT, "%s: %s: there is no argument '%s'", spec->source, spec->kernel,
                                  step.pass[k]);
    spec->step_count = 0;
    *WG_PUSH(spec->steps, spec->step_count, spec->step_capacity) = step;
    return status;
}

/* A C rung, or a vendor's: one call of the function it names. */
static wg_status read_host_code(wg_manifest *r, const wg_json *rung, wg_spec *spec)
{
    wg_json launches = wg_json_member(rung, "launches");
    if (!spec->kernel)
        return wg_json_fail(rung, r->err, "'kernel' is missing: the name of the function to call");
    if (!wg_json_absent(&launches))
        return wg_json_fail(&launches, r->err, "a host function is called once: it has no launches");
    return pass_by_name(r, spec);
}

static wg_status read_judge(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    const char *name = NULL;
    wg_json own_check = wg_json_member(rung, "check"), own_reference = wg_json_member(rung, "reference");
    wg_json check = wg_manifest_inherited(r, rung, "check"), reference = wg_manifest_inherited(r, rung, "reference");
    out->judge_is_check = !wg_json_absent(&own_check) || (wg_json_absent(&own_reference) && !wg_json_absent(&check));
    const wg_json *node = out->judge_is_check ? &check : &reference;
    if (wg_json_absent(node))
        return WG_OK;
    if (!out->judge_is_check && !out->output_count)
        return wg_json_fail(node, r->err, "a reference needs 'outputs': what is compared with it");
    wg_status status = wg_json_string(node, &name, r->err);
    if (status == WG_OK)
        status = make_spec(r, rung, file_path(r, "reference.c"), &out->judge);
    if (status != WG_OK)
        return status;
    out->judge->is_host_code = true;
    out->judge->kernel = wg_arena_copy(&out->judge->arena, name, strlen(name));
    return pass_by_name(r, out->judge);
}

static wg_status read_outputs(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    wg_json outputs = wg_manifest_inherited(r, rung, "outputs");
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
        rule->argument = wg_manifest_keep(r, name);
        status = check_memory(r, out->spec, &node, name);
        if (status == WG_OK)
            status = wg_manifest_formula(r, &node, &rule->tolerance);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

static wg_status read_kind(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    static const struct {
        const char *ending;
        wg_rung_kind kind;
    } kinds[] = {{".cu", WG_RUNG_CUDA}, {".ptx", WG_RUNG_CUDA}, {".cl", WG_RUNG_OPENCL}, {".c", WG_RUNG_C}};
    bool is_vendor;
    wg_status status = wg_manifest_flag(r, rung, "vendor", &is_vendor);
    const char *ending = strrchr(out->file, '.');
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && (!ending || strcmp(ending, kinds[k].ending) != 0))
        k++;
    if (status != WG_OK)
        return status;
    if (k == sizeof kinds / sizeof *kinds)
        return wg_json_fail(rung, r->err, "'%s' is no .cu, .cl, .ptx or .c file", out->file);
    out->kind = is_vendor ? WG_RUNG_VENDOR : kinds[k].kind;
    out->spec->is_host_code = out->kind == WG_RUNG_C || out->kind == WG_RUNG_VENDOR;
    return WG_OK;
}

static wg_status read_words(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    static const struct {
        const char *key;
        size_t offset;
        bool needed;
    } members[] = {
        {"name", offsetof(wg_rung, name), true},      {"file", offsetof(wg_rung, file), true},
        {"row", offsetof(wg_rung, row), false},       {"limiter", offsetof(wg_rung, limiter), false},
        {"next", offsetof(wg_rung, next), false},     {"note", offsetof(wg_rung, note), false},
        {"advice", offsetof(wg_rung, advice), false},
    };
    wg_status status = WG_OK;
    for (size_t k = 0; k < sizeof members / sizeof *members && status == WG_OK; k++)
        status = wg_manifest_text(r, rung, members[k].key, members[k].needed,
                                  (const char **)((char *)out + members[k].offset));
    return status;
}

/* One of a list of words that ends with NULL. */
static wg_status check_word(wg_manifest *r, const wg_json *node, const char *word, const char *const *known)
{
    char list[256] = "";
    for (; *known && word; known++) {
        if (!strcmp(*known, word))
            return WG_OK;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s", *known);
    }
    return word ? wg_json_fail(node, r->err, "'%s' is none of:%s", word, list) : WG_OK;
}

/* What -m takes: no commas, no blanks. */
static wg_status check_name(wg_manifest *r, const wg_json *rung, const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
    wg_json node = wg_json_member(rung, "name");
    return *name && !name[strspn(name, allowed)]
               ? WG_OK
               : wg_json_fail(&node, r->err, "'%s' is no name: use letters, digits and _", name);
}

static wg_status read_words_checked(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    static const char *const limiters[] = {
#define LIMITER(id, title) #id,
#include "counters/estimate.def"
        NULL};
    static const char *const precisions[] = {"f32", "f64", "f16", "bf16", NULL};
    wg_json limiter = wg_json_member(rung, "limiter"), precision = wg_manifest_inherited(r, rung, "precision"),
            unit = wg_manifest_inherited(r, rung, "unit");
    wg_status status = read_words(r, rung, out);
    if (status == WG_OK)
        status = check_name(r, rung, out->name);
    if (status == WG_OK)
        status = check_word(r, &limiter, out->limiter, limiters);
    if (status == WG_OK)
        status = wg_manifest_allow(r, &unit, JSON_STRING, "a string");
    if (status == WG_OK)
        status = wg_manifest_allow(r, &precision, JSON_STRING, "a string");
    if (status != WG_OK)
        return status;
    out->unit = json_is_string(unit.value) ? wg_manifest_keep(r, json_string_value(unit.value)) : NULL;
    out->precision = json_is_string(precision.value) ? wg_manifest_keep(r, json_string_value(precision.value)) : "f32";
    return check_word(r, &precision, out->precision, precisions);
}

static wg_status read_formulas(wg_manifest *r, const wg_json *rung, wg_rung *out)
{
    wg_json when = wg_json_member(rung, "when");
    wg_json measured = wg_manifest_inherited(r, rung, "measured"), counted = wg_manifest_inherited(r, rung, "counted");
    wg_json result = wg_manifest_inherited(r, rung, "result");
    wg_json capability = wg_json_member(rung, "capability");
    wg_status status = wg_manifest_formula(r, &when, &out->when);
    if (status == WG_OK && !wg_json_absent(&capability) && !json_is_number(capability.value))
        status = wg_json_fail(&capability, r->err, "expected a compute capability, as 8.0");
    out->capability = (int)(10 * json_number_value(capability.value) + 0.5);
    if (status == WG_OK)
        status = wg_manifest_inherited_formula(r, rung, "flops", &out->flops);
    if (status == WG_OK)
        status = wg_manifest_inherited_formula(r, rung, "bytes", &out->bytes);
    if (status == WG_OK)
        status = wg_manifest_inherited_formula(r, rung, "items", &out->items);
    if (status == WG_OK && !wg_json_absent(&measured))
        status = wg_manifest_axis(r, &measured, &out->measured);
    if (status == WG_OK && !wg_json_absent(&counted))
        status = wg_manifest_axis(r, &counted, &out->counted);
    if (status == WG_OK && !wg_json_absent(&result))
        status = wg_manifest_axis(r, &result, &out->result);
    return status;
}

wg_status wg_manifest_rung(wg_manifest *r, const wg_json *node, wg_rung *out)
{
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", r->err);
    if (status == WG_OK)
        status = wg_manifest_check_members(r, node, wg_manifest_of_rung);
    if (status == WG_OK)
        status = read_words_checked(r, node, out);
    if (status == WG_OK)
        status = make_spec(r, node, file_path(r, out->file), &out->spec);
    if (status == WG_OK)
        status = read_kind(r, node, out);
    if (status == WG_OK)
        status = read_launching(r, node, out);
    if (status == WG_OK && out->spec->is_host_code)
        status = read_host_code(r, node, out->spec);
    if (status == WG_OK)
        status = read_outputs(r, node, out);
    if (status == WG_OK)
        status = read_judge(r, node, out);
    return status == WG_OK ? read_formulas(r, node, out) : status;
}

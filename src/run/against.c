/* SPDX-License-Identifier: Apache-2.0 */
/* The other kernel has options of its own or has none: in a comment of its source, in a tuning file, in a ladder. One
 * that has none gets the arguments in their order, and the same launch. One that says what it takes gets what has the
 * same name, with the same sizes and the same contents; the rest is its own. */
#include "run/against.h"

#include "base/file.h"
#include "run/judge.h"
#include "run/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_THERE = -1 };

typedef struct other {
    const wg_against_options *options;
    wg_run *run;       /* of the kernel that is compared */
    wg_arena *arena;   /* of the results */
    wg_spec *spec;     /* of the other one … */
    wg_ladder *ladder; /* … or whose it is */
    const wg_rung *rung;
    bool is_borrowed, is_check, is_host_code;
    long *same; /* for each of its arguments the kernel's that it is, or NOT_THERE */
} other;

/* ---- finding it ---- */

/* A size of the kernel's that the ladder has too is the ladder's: "n=512". */
static wg_status open_ladder(other *o, const char *name, wg_error *err)
{
    wg_ladder_options options = {.trust = o->options->trust};
    wg_status status = wg_ladder_open(name, &options, &o->ladder, err);
    if (status != WG_OK)
        return status;
    wg_ladder_setting *settings = WG_NEW_ARRAY(o->arena, wg_ladder_setting, o->ladder->size_count + 1);
    options.settings = settings;
    for (size_t k = 0; k < o->ladder->size_count; k++) {
        wg_value value;
        char text[64];
        const char *size = wg_arena_copy(o->arena, o->ladder->sizes[k].name, strlen(o->ladder->sizes[k].name));
        if (wg_plan_find_name(o->run->plan, size, &value, NULL) != WG_OK)
            continue;
        wg_value_format(&value, text, sizeof text);
        settings[options.setting_count++] =
            (wg_ladder_setting){size, wg_arena_copy(o->arena, text, strlen(text)), "the size of the kernel"};
    }
    wg_ladder_close(o->ladder);
    o->ladder = NULL;
    return wg_ladder_open(name, &options, &o->ladder, err);
}

static wg_status take_judge(other *o, const wg_rung *rung, wg_error *err)
{
    if (!rung || !rung->judge)
        return wg_error_set(err, WG_ERR_INPUT, "there is no reference: the kernel is no rung of a ladder with one");
    o->rung = rung;
    o->spec = rung->judge;
    o->spec->is_trusted |= o->options->trust;
    o->is_check = rung->judge_is_check;
    o->is_host_code = true;
    return WG_OK;
}

static wg_status open_rung(other *o, const char *what, wg_error *err)
{
    const char *slash = strrchr(what, '/');
    const char *ladder = wg_arena_copy(o->arena, what, (size_t)(slash - what));
    wg_status status = open_ladder(o, ladder, err);
    if (status != WG_OK)
        return status;
    o->is_borrowed = true;
    if (!strcmp(slash + 1, "reference")) {
        for (size_t k = 0; k < o->ladder->rung_count; k++)
            if (o->ladder->rungs[k].judge && !o->ladder->rungs[k].judge_is_check)
                return take_judge(o, &o->ladder->rungs[k], err);
        return wg_error_set(err, WG_ERR_INPUT, "the ladder %s has no reference", ladder);
    }
    o->rung = wg_ladder_find(o->ladder, slash + 1, err);
    if (!o->rung)
        return WG_ERR_INPUT;
    if (o->rung->kind == WG_RUNG_VENDOR)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "a vendor's library runs on cuda alone");
    o->spec = o->rung->spec;
    o->is_host_code = o->rung->kind == WG_RUNG_C;
    return WG_OK;
}

/* FILE:KERNEL, where both may have colons: the file is the longest that is there. */
static const char *find_kernel(const char *what, wg_arena *arena, const char **file)
{
    *file = what;
    for (size_t k = strlen(what); k > 0 && !wg_file_exists(what); k--) {
        const char *part = what[k - 1] == ':' ? wg_arena_copy(arena, what, k - 1) : NULL;
        if (!part || !wg_file_exists(part))
            continue;
        *file = part;
        return what + k;
    }
    return NULL;
}

static wg_status open_file(other *o, const char *what, wg_error *err)
{
    const wg_spec *from = o->run->spec;
    const char *file, *kernel = find_kernel(what, o->arena, &file);
    wg_status status = wg_spec_open(file, &o->spec, err);
    if (status == WG_OK && kernel)
        status = wg_spec_set(o->spec, "kernel", kernel, "--against", err);
    for (size_t k = 0; status == WG_OK && !o->options->rung && k < from->flag_count; k++)
        wg_spec_add_flag(o->spec, from->flags[k]);
    if (status == WG_OK)
        status = wg_spec_complete(o->spec, err);
    if (status == WG_OK)
        wg_spec_add_fields(o->spec);
    return status;
}

static wg_status open_other(other *o, wg_error *err)
{
    const char *what = o->options->what;
    if (!strcmp(what, "reference")) {
        o->is_borrowed = true;
        return take_judge(o, o->options->rung, err);
    }
    return wg_ladder_is_rung(what) ? open_rung(o, what, err) : open_file(o, what, err);
}

/* ---- the same arguments ---- */

static wg_formula literal(const other *o, wg_value value)
{
    char text[64];
    wg_value_format(&value, text, sizeof text);
    return (wg_formula){.text = wg_arena_copy(o->arena, text, strlen(text)), .where = "--against"};
}

static wg_formula literal_count(const other *o, uint64_t count)
{
    return literal(o, (wg_value){.integer = (long long)count});
}

/* It has none of its own: all of them, with the names that their sizes are made of. */
static void adopt_arguments(other *o)
{
    const wg_spec *from = o->run->spec;
    wg_spec *to = o->spec;
    o->same = WG_NEW_ARRAY(o->arena, long, from->argument_count + 1);
    for (size_t k = 0; k < from->argument_count; k++) {
        *wg_spec_add_argument(to) = from->arguments[k];
        o->same[k] = (long)k;
    }
    for (size_t k = 0; k < from->constant_count; k++)
        wg_spec_add_constant(to, from->constants[k].name, from->constants[k].value);
    for (size_t k = 0; k < from->parameter_count; k++)
        *WG_PUSH(to->parameters, to->parameter_count, to->parameter_capacity) = from->parameters[k];
    to->dialect = from->dialect;
    const wg_planned_step *launch = wg_plan_first_launch(o->run->plan);
    if (!launch || !from->step_count)
        return;
    wg_step step = {.where = "--against", .pass_count = launch->pass_count};
    step.pass = WG_NEW_ARRAY(&to->arena, const char *, launch->pass_count + 1);
    for (size_t k = 0; k < launch->pass_count; k++)
        step.pass[k] = from->arguments[launch->pass[k]].name;
    *WG_PUSH(to->steps, to->step_count, to->step_capacity) = step;
}

static wg_status match_argument(other *o, wg_argument *to, size_t index, wg_error *err)
{
    const wg_argument *from = &o->run->spec->arguments[index];
    const wg_planned_argument *planned = &o->run->plan->arguments[index];
    if (from->memory != to->memory)
        return wg_error_set(err, WG_ERR_INPUT, "'%s' is a buffer in one of the kernels only", to->name);
    if (from->fill == WG_FILL_FIELDS || to->fill == WG_FILL_FIELDS)
        return wg_error_set(err, WG_ERR_UNSUPPORTED,
                            "not supported: the structure '%s' of a kernel that declares its own arguments", to->name);
    if (to->memory == WG_MEMORY_SCALAR) {
        if (from->fill == WG_FILL_EXPRESSION && to->fill == WG_FILL_EXPRESSION && from->type.lanes == 1)
            to->value = literal(o, planned->value);
        return WG_OK;
    }
    if (from->type.element != to->type.element || from->type.lanes != to->type.lanes)
        return wg_error_set(err, WG_ERR_INPUT, "'%s' has another type here than in the kernel: %s, not %s", to->name,
                            to->type.element->name, from->type.element->name);
    if (to->memory != WG_MEMORY_VECTOR)
        return WG_OK;
    to->count = literal_count(o, planned->count);
    to->fill = WG_FILL_EXPRESSION; /* what it holds is copied */
    to->value = (wg_formula){0};
    return WG_OK;
}

static wg_status match_arguments(other *o, wg_error *err)
{
    wg_status status = WG_OK;
    o->same = WG_NEW_ARRAY(o->arena, long, o->spec->argument_count + 1);
    for (size_t k = 0; k < o->spec->argument_count && status == WG_OK; k++) {
        wg_argument *to = &o->spec->arguments[k];
        const wg_argument *from = to->name && !to->sets_symbol ? wg_spec_find_argument(o->run->spec, to->name) : NULL;
        o->same[k] = from ? from - o->run->spec->arguments : NOT_THERE;
        if (from)
            status = match_argument(o, to, (size_t)o->same[k], err);
    }
    return status;
}

/* What it does not say of its launch is as it is of the kernel's. */
static void adopt_launch(other *o)
{
    const wg_planned_step *launch = wg_plan_first_launch(o->run->plan);
    wg_spec *to = o->spec;
    if (o->is_host_code || to->step_count > 1 || !launch || to->is_t1)
        return;
    bool has_grid = to->grid[0].text != NULL, has_block = to->block[0].text != NULL;
    for (int k = 0; k < 3; k++) {
        if (!has_grid)
            to->grid[k] = literal_count(o, launch->grid[k]);
        if (!has_block)
            to->block[k] = literal_count(o, launch->block[k]);
    }
    if (!to->shared.text && !has_grid && !has_block)
        to->shared = literal_count(o, launch->shared);
}

static wg_status copy_contents(const other *o, wg_run *to, wg_error *err)
{
    wg_status status = WG_OK;
    for (size_t k = 0; k < to->spec->argument_count && status == WG_OK; k++) {
        uint64_t bytes = to->plan->arguments[k].bytes;
        if (o->same[k] == NOT_THERE || !to->buffers[k].has_memory || !bytes)
            continue;
        size_t from = (size_t)o->same[k];
        if (bytes != o->run->plan->arguments[from].bytes)
            return wg_error_set(err, WG_ERR_INPUT, "'%s' has another size here than in the kernel",
                                to->spec->arguments[k].name);
        unsigned char *contents = wg_alloc(bytes);
        status = wg_plan_fill(o->run->plan, from, contents, err);
        if (status == WG_OK)
            status = to->engine->backend->write(to->engine, to->buffers[k].memory, contents, bytes, err);
        free(contents);
    }
    return status;
}

/* ---- comparing ---- */

/* A sum in another order is off by more than one rounding, and by less than this. */
static double default_tolerance(const wg_element *e)
{
    static const struct {
        int mantissa;
        double tolerance;
    } table[] = {{52, 1e-11}, {23, 1e-5}, {10, 1e-2}, {7, 4e-2}};
    for (size_t k = 0; k < sizeof table / sizeof *table && e->kind == WG_ELEMENT_FLOAT; k++)
        if (table[k].mantissa == e->mantissa)
            return table[k].tolerance;
    return 0;
}

static wg_status find_tolerance(const other *o, const wg_output_rule *rule, const wg_rung *rung, const wg_element *e,
                                double *out, wg_error *err)
{
    *out = o->options->tolerance ? strtod(o->options->tolerance, NULL) : default_tolerance(e);
    return rule && !o->options->tolerance ? wg_rung_evaluate(rung, &rule->tolerance, out, err) : WG_OK;
}

/* |a - b| / |b|, where that says something. */
static double relative_error(const wg_element *e, const void *got, const void *want, size_t index)
{
    double a = wg_verify_number(e, got, index), b = wg_verify_number(e, want, index);
    return isfinite(a) && isfinite(b) && b != 0 ? fabs(a - b) / fabs(b) : NAN;
}

static const char *keep_number(const other *o, const wg_element *e, const void *memory, size_t index)
{
    char text[32];
    wg_verify_format(e, memory, index, text);
    return wg_arena_copy(o->arena, text, strlen(text));
}

static wg_status compare_buffer(const other *o, wg_run *there, size_t index, wg_against_buffer *out, wg_error *err)
{
    size_t here = (size_t)o->same[index], size, other_size;
    const wg_argument *a = &o->run->spec->arguments[here];
    const wg_element *e = a->type.element;
    const void *got = wg_run_memory_at(o->run, here, &size), *want = wg_run_memory_at(there, index, &other_size);
    wg_differences found;
    if (!got || !want || size != other_size)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s cannot be read", a->where);
    out->name = wg_arena_copy(o->arena, a->name ? a->name : a->where, strlen(a->name ? a->name : a->where));
    out->count = size / e->bytes;
    wg_verify_compare(e, got, want, out->count, out->tolerance, &found);
    out->differ = found.count;
    out->error = NAN;
    if (!found.count)
        return WG_OK;
    out->first = found.first;
    out->value = keep_number(o, e, got, found.first);
    out->other = keep_number(o, e, want, found.first);
    out->error = relative_error(e, got, want, found.first);
    return WG_OK;
}

static const wg_output_rule *find_rule(const wg_rung *rung, const char *name)
{
    for (size_t k = 0; name && rung && k < rung->output_count; k++)
        if (!strcmp(rung->outputs[k].argument, name))
            return &rung->outputs[k];
    return NULL;
}

/* A ladder says what its outputs are; otherwise all buffers are that both kernels have. */
static wg_status compare(const other *o, wg_run *there, wg_against *out, wg_error *err)
{
    const wg_rung *rung = o->options->rung ? o->options->rung : o->rung;
    wg_status status = WG_OK;
    out->buffers = WG_NEW_ARRAY(o->arena, wg_against_buffer, o->spec->argument_count + 1);
    for (size_t k = 0; k < o->spec->argument_count && status == WG_OK; k++) {
        const wg_argument *a = &o->spec->arguments[k];
        const wg_output_rule *rule = find_rule(rung, a->name);
        if (a->memory != WG_MEMORY_VECTOR || o->same[k] == NOT_THERE || (rung && !rule))
            continue;
        wg_against_buffer *buffer = &out->buffers[out->buffer_count++];
        status = find_tolerance(o, rule, rung, a->type.element, &buffer->tolerance, err);
        if (status == WG_OK)
            status = compare_buffer(o, there, k, buffer, err);
    }
    if (status == WG_OK && !out->buffer_count)
        status = wg_error_set(err, WG_ERR_INPUT, "there is nothing to compare: no %s has the same name in both kernels",
                              rung ? "output" : "buffer");
    return status;
}

/* ---- all of it ---- */

static wg_status open_engine(const other *o, wg_engine **out, wg_error *err)
{
    wg_engine_options options = o->options->engine;
    options.estimates = options.what_if = options.samples = options.may_sample = false;
    options.launch.sample_blocks = 0;
    options.launch.print = NULL;
    options.launch.progress = NULL;
    memset(options.launch.traces, 0, sizeof options.launch.traces);
    return wg_engine_open(o->is_host_code ? "cpu" : "sim", &options, out, err);
}

static wg_status run_there(other *o, wg_engine *engine, wg_against *out, wg_error *err)
{
    wg_run *there = NULL;
    wg_status status = wg_run_open(o->spec, engine, NULL, &there, err);
    if (status == WG_OK)
        status = copy_contents(o, there, err);
    if (status == WG_OK)
        status = wg_run_launch(there, err);
    if (status == WG_OK)
        status = compare(o, there, out, err);
    wg_run_close(there);
    return status;
}

static wg_status ask_check(const other *o, wg_engine *host, wg_against *out, wg_error *err)
{
    wg_error complaint = {0};
    wg_status status = wg_judge_check(o->spec, o->run, host, NULL, &complaint);
    if (status == WG_ERR_FAILED) {
        out->reason = wg_arena_copy(o->arena, complaint.text, strlen(complaint.text));
        return WG_OK;
    }
    if (status != WG_OK && err)
        *err = complaint;
    return status;
}

static wg_status prepare(other *o, wg_error *err)
{
    wg_status status = open_other(o, err);
    if (status != WG_OK || o->is_check)
        return status;
    if (o->spec->argument_count)
        status = match_arguments(o, err);
    else
        adopt_arguments(o);
    adopt_launch(o);
    return status;
}

wg_status wg_against_check_tolerance(const char *tolerance, wg_error *err)
{
    char *end = NULL;
    double value = tolerance ? strtod(tolerance, &end) : 0;
    if (!tolerance || (end != tolerance && !*end && value >= 0 && isfinite(value)))
        return WG_OK;
    return wg_error_set(err, WG_ERR_INPUT, "--tolerance %s: expected a number, at least 0", tolerance);
}

wg_status wg_against_run(wg_run *run, const wg_against_options *options, wg_results *results, wg_against **out,
                         wg_error *err)
{
    other o = {.options = options, .run = run, .arena = &results->arena};
    wg_against *found = WG_NEW(&results->arena, wg_against);
    wg_engine *engine = NULL;
    found->what = wg_results_keep(results, options->what);
    wg_status status = prepare(&o, err);
    if (status == WG_OK)
        status = open_engine(&o, &engine, err);
    if (status == WG_OK) {
        found->where = wg_results_keep(results, engine->name);
        status = o.is_check ? ask_check(&o, engine, found, err) : run_there(&o, engine, found, err);
    }
    wg_engine_close(engine);
    if (!o.is_borrowed)
        wg_spec_free(o.spec);
    wg_ladder_close(o.ladder);
    *out = status == WG_OK ? found : NULL;
    return wg_error_prefix(err, status, "--against %s: ", options->what);
}

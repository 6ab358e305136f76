/* SPDX-License-Identifier: Apache-2.0 */
/* The result of explain, read back: a run with one kernel that has neither module nor program. */
#include "report/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wg_run *new_run(wg_results *r)
{
    wg_run *run = WG_NEW(&r->arena, wg_run);
    wg_spec *spec = WG_NEW(&r->arena, wg_spec);
    wg_plan *plan = WG_NEW(&r->arena, wg_plan);
    plan->spec = run->spec = spec;
    plan->steps = WG_NEW(&r->arena, wg_planned_step);
    plan->step_count = 1;
    plan->steps->repeat = 1;
    run->plan = plan;
    run->engine = WG_NEW(&r->arena, wg_engine);
    run->kernels = WG_NEW(&r->arena, wg_engine_kernel *);
    run->kernels[0] = WG_NEW(&r->arena, wg_engine_kernel);
    run->kernels[0]->registers = run->kernels[0]->local_bytes = run->kernels[0]->blocks_per_sm = -1;
    return run;
}

static wg_status read_engine(const wg_json *context, const char *name, const char *title, wg_engine *out, wg_error *err)
{
    const char *word;
    wg_status status = wg_results_word(context, name, &word, err);
    snprintf(out->name, sizeof out->name, "%s", word);
    if (status == WG_OK)
        status = wg_results_word(context, title, &word, err);
    snprintf(out->title, sizeof out->title, "%s", word);
    return status;
}

static wg_status read_parameters(wg_results *r, const wg_json *b, wg_run *run, wg_error *err)
{
    wg_json node = wg_json_member(b, "parameters");
    wg_spec *spec = (wg_spec *)run->spec;
    const char *name;
    json_t *value;
    wg_status status = wg_json_absent(&node) ? WG_OK : wg_json_expect(&node, JSON_OBJECT, "an object", err);
    if (status != WG_OK)
        return status;
    size_t count = json_object_size(node.value);
    spec->parameters = WG_NEW_ARRAY(&r->arena, wg_parameter, count + 1);
    run->plan->settings = WG_NEW_ARRAY(&r->arena, const wg_setting *, count + 1);
    json_object_foreach(node.value, name, value)
    {
        wg_setting *setting = WG_NEW(&r->arena, wg_setting);
        setting->text = json_string_value(value);
        if (!setting->text)
            return wg_json_fail(&node, err, "%.60s is not a string", name);
        run->plan->settings[spec->parameter_count] = setting;
        spec->parameters[spec->parameter_count++].name = name;
    }
    return WG_OK;
}

static wg_status read_launch(wg_results *r, const wg_json *b, wg_run *run, wg_error *err)
{
    wg_engine_kernel *kernel = run->kernels[0];
    wg_planned_step *step = &run->plan->steps[0];
    const char *word = "";
    double seconds = 0;
    wg_json name = wg_json_member(b, "name");
    wg_status status = wg_json_string(&name, (const char **)&kernel->name, err);
    if (status == WG_OK)
        status = wg_results_word(b, "file", &((wg_spec *)run->spec)->source, err);
    if (status == WG_OK)
        status = wg_results_word(b, "compiler", &word, err);
    snprintf(kernel->compiler, sizeof kernel->compiler, "%s", word);
    kernel->ptx = !strcmp(word, "ptx") ? "" : NULL;
    const struct {
        const char *key;
        uint64_t *to;
    } numbers[] = {{"dynamic_shared_bytes", &step->shared},
                   {"static_shared_bytes", &kernel->static_shared},
                   {"blocks", &run->profile.blocks_total},
                   {"blocks_run", &run->profile.blocks_run}};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers && status == WG_OK; k++)
        status = wg_results_integer(b, numbers[k].key, numbers[k].to, err);
    if (status == WG_OK)
        status = wg_results_shape(b, "grid", step->grid, err);
    if (status == WG_OK)
        status = wg_results_shape(b, "block", step->block, err);
    if (status == WG_OK)
        status = wg_results_number(b, "simulation_seconds", &seconds, err);
    run->profile.seconds = seconds > 0 ? seconds : 0;
    return status == WG_OK ? read_parameters(r, b, run, err) : status;
}

/* ---- the source ---- */

static uint32_t file_of(wg_lines *lines, const char *name)
{
    for (size_t k = 0; k < lines->file_count; k++)
        if (!strcmp(lines->files[k], name))
            return (uint32_t)k;
    lines->files[lines->file_count] = name;
    return (uint32_t)lines->file_count++;
}

static wg_status read_line(wg_results *r, const wg_json *node, wg_line *out, wg_error *err)
{
    const char *file = "";
    uint64_t number = 0;
    double time = NAN;
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = wg_results_word(node, "file", &file, err);
    if (status == WG_OK)
        status = wg_results_word(node, "text", &out->text, err);
    if (status == WG_OK)
        status = wg_results_integer(node, "line", &number, err);
    if (status == WG_OK)
        status = wg_results_number(node, "time_share", &time, err);
    if (status == WG_OK && number > UINT32_MAX)
        status = wg_json_fail(node, err, "there is no such line");
    if (status == WG_OK)
        status = wg_results_counters(node, &out->counters, err);
    if (status != WG_OK)
        return status;
    out->time = isnan(time) ? NAN : fmin(fmax(time, 0), 1);
    r->lines.has_times |= !isnan(time);
    out->file = file_of(&r->lines, file);
    out->number = (uint32_t)number;
    wg_line_find_heat(&r->run->profile.total, out);
    return WG_OK;
}

static wg_status read_lines(wg_results *r, const wg_json *b, wg_error *err)
{
    wg_json list = wg_json_member(b, "lines");
    wg_status status = wg_json_expect(&list, JSON_ARRAY, "an array of lines", err);
    size_t count = wg_json_count(&list);
    r->lines.items = WG_NEW_ARRAY(&r->arena, wg_line, count + 1);
    r->lines.files = WG_NEW_ARRAY(&r->arena, const char *, count + 1);
    for (; r->lines.count < count && status == WG_OK; r->lines.count++) {
        wg_json line = wg_json_item(&list, r->lines.count);
        status = read_line(r, &line, &r->lines.items[r->lines.count], err);
    }
    return status;
}

/* ---- time on a device ---- */

static wg_status read_measured(wg_results *r, const wg_json *context, const wg_json *b, wg_error *err)
{
    bool there;
    wg_timing timing;
    wg_status status = wg_results_timing(b, &there, &timing, err);
    if (status != WG_OK || !there)
        return status;
    wg_run *run = new_run(r);
    const struct {
        const char *key;
        int *to;
    } numbers[] = {{"registers", &run->kernels[0]->registers},
                   {"local_bytes", &run->kernels[0]->local_bytes},
                   {"blocks_per_sm", &run->kernels[0]->blocks_per_sm}};
    r->measured = (wg_measurement){.run = run, .timing = timing};
    for (size_t k = 0; k < 3 && status == WG_OK; k++)
        status = wg_results_small(b, numbers[k].key, numbers[k].to, err);
    return status == WG_OK ? read_engine(context, "measured_on", "measured_title", run->engine, err) : status;
}

wg_status wg_results_read_run(wg_results *r, const wg_json *context, const wg_json *b, wg_error *err)
{
    wg_run *run = r->run = new_run(r);
    wg_status status = wg_json_expect(b, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_engine(context, "device", "device_title", run->engine, err);
    if (status == WG_OK && !strncmp(run->engine->name, "sim:", 4))
        wg_device_load(run->engine->name + 4, &r->model, NULL); /* where it is known */
    run->engine->model = r->model;
    if (status == WG_OK)
        status = read_launch(r, b, run, err);
    if (status == WG_OK)
        status = wg_results_counters(b, &run->profile.total, err);
    if (status == WG_OK)
        status = wg_results_estimate(b, &run->estimate, err);
    if (status == WG_OK)
        status = read_lines(r, b, err);
    if (status == WG_OK)
        status = read_measured(r, context, b, err);
    const wg_run *ran = r->measured.run ? r->measured.run : run;
    return status == WG_OK ? wg_results_ablation(r, b, ran->engine->name, &r->ablation, err) : status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "results/json.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- members ---- */

/* A text, kept: "" when it is not there. */
static wg_status keep_word(wg_results *r, const wg_json *object, const char *key, const char **out, wg_error *err)
{
    const char *word;
    wg_status status = wg_json_get_word(object, key, &word, err);
    *out = wg_results_keep(r, word);
    return status;
}

/* The same, NULL when it is not there or empty. */
static wg_status keep_text(wg_results *r, const wg_json *object, const char *key, const char **out, wg_error *err)
{
    wg_status status = keep_word(r, object, key, out, err);
    *out = **out ? *out : NULL;
    return status;
}

wg_status wg_json_get_counters(const wg_json *object, wg_counters *out, wg_error *err)
{
    wg_status status = WG_OK;
    *out = (wg_counters){0};
    for (int k = 0; k < WG_COUNTER_COUNT && status == WG_OK; k++)
        status = wg_json_get_integer(object, wg_counter_infos[k].name, &out->value[k], err);
    return status;
}

wg_status wg_json_get_time_unit(const wg_json *object, double *seconds, wg_error *err)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    wg_json node = wg_json_member(object, "time_unit");
    const char *unit = wg_json_absent(&node) ? "ns" : json_string_value(node.value);
    for (size_t k = 0; k < sizeof units / sizeof *units && unit; k++) {
        *seconds = units[k].seconds;
        if (!strcmp(unit, units[k].name))
            return WG_OK;
    }
    return wg_json_fail(&node, err, "expected ns, us, ms or s");
}

bool wg_json_is_model(const wg_json *object)
{
    const char *source = json_string_value(json_object_get(object->value, "time_source"));
    return source && !strcmp(source, "model");
}

wg_status wg_json_get_timing(const wg_json *object, bool *there, wg_timing *out, wg_error *err)
{
    double unit = 0, low = NAN, high = NAN, median = NAN;
    uint64_t samples = 1, batch = 1;
    wg_status status = wg_json_get_time_unit(object, &unit, err);
    if (status == WG_OK)
        status = wg_json_get_number(object, "real_time", &median, err);
    if (status == WG_OK)
        status = wg_json_get_number(object, "real_time_low", &low, err);
    if (status == WG_OK)
        status = wg_json_get_number(object, "real_time_high", &high, err);
    if (status == WG_OK)
        status = wg_json_get_integer(object, "iterations", &samples, err);
    if (status == WG_OK)
        status = wg_json_get_integer(object, "batch", &batch, err);
    bool is_none = median == 0 && samples == 0;
    if (status == WG_OK && median <= 0 && !is_none)
        status = wg_json_fail(object, err, "real_time is not a time");
    *there = status == WG_OK && !isnan(median) && !is_none && !wg_json_is_model(object);
    *out = (wg_timing){.median = unit * median,
                       .low = unit * (isnan(low) ? median : low),
                       .high = unit * (isnan(high) ? median : high),
                       .samples = isnan(low) ? 1 : (uint32_t)(samples < UINT32_MAX ? samples : UINT32_MAX),
                       .batch = (uint32_t)(batch < UINT32_MAX ? batch : UINT32_MAX),
                       .cold = wg_json_get_flag(object, "cold")};
    return status;
}

static wg_status read_place(const wg_json *context, const char *name, const char *title, wg_place *out, wg_error *err)
{
    const char *word;
    wg_status status = wg_json_get_word(context, name, &word, err);
    snprintf(out->name, sizeof out->name, "%s", word);
    if (status == WG_OK)
        status = wg_json_get_word(context, title, &word, err);
    snprintf(out->title, sizeof out->title, "%s", word);
    return status;
}

static wg_status read_estimate(const wg_json *b, wg_estimate *out, wg_error *err)
{
    wg_json node = wg_json_member(b, "estimate");
    *out = (wg_estimate){0};
    return wg_json_absent(&node) ? WG_OK : wg_estimate_from_json(&node, out, err);
}

static wg_status read_ablation(wg_results *r, const wg_json *b, const char *device, wg_ablation_result **out,
                               wg_error *err)
{
    wg_json node = wg_json_member(b, "ablation");
    if (wg_json_absent(&node))
        return WG_OK;
    *out = WG_NEW(&r->arena, wg_ablation_result);
    return wg_ablation_from_json(&node, device, *out, err);
}

static wg_status read_resources(const wg_json *b, wg_record *out, wg_error *err)
{
    const struct {
        const char *key;
        int *to;
    } numbers[] = {
        {"registers", &out->registers}, {"local_bytes", &out->local_bytes}, {"blocks_per_sm", &out->blocks_per_sm}};
    wg_status status = WG_OK;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers && status == WG_OK; k++)
        status = wg_json_get_small(b, numbers[k].key, numbers[k].to, err);
    return status;
}

/* ---- launches ---- */

static wg_status read_launch(wg_results *r, const wg_json *node, wg_record_launch *out, wg_error *err)
{
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = keep_word(r, node, "kernel", &out->kernel, err);
    if (status == WG_OK)
        status = wg_json_get_shape(node, "grid", out->grid, err);
    if (status == WG_OK)
        status = wg_json_get_shape(node, "block", out->block, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "dynamic_shared_bytes", &out->dynamic_shared, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "static_shared_bytes", &out->static_shared, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "repeat", &out->repeat, err);
    return status;
}

/* Where they are not listed there is one, of the record's own kernel, and `launches` says how often. */
static wg_status read_launches(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    wg_json list = wg_json_member(b, "launched");
    bool is_listed = !wg_json_absent(&list);
    wg_status status = is_listed ? wg_json_expect(&list, JSON_ARRAY, "an array of launches", err) : WG_OK;
    size_t count = is_listed && status == WG_OK ? wg_json_count(&list) : 1;
    out->launches = WG_NEW_ARRAY(&r->arena, wg_record_launch, count + 1);
    for (; out->launch_count < count && status == WG_OK; out->launch_count++) {
        wg_record_launch *launch = &out->launches[out->launch_count];
        wg_json item = wg_json_item(&list, out->launch_count);
        launch->repeat = 1;
        status = read_launch(r, is_listed ? &item : b, launch, err);
        if (status == WG_OK && !is_listed) {
            launch->kernel = out->kernel;
            status = wg_json_get_integer(b, "launches", &launch->repeat, err);
        }
    }
    return status;
}

/* ---- rungs ---- */

static wg_status read_verification(const wg_json *b, wg_verification *out, wg_error *err)
{
    const char *word;
    wg_status status = wg_json_get_word(b, "verified", &word, err);
    for (int k = 0; k < WG_VERIFICATIONS && status == WG_OK; k++) {
        *out = (wg_verification)k;
        if (!strcmp(word, wg_verification_word(*out)))
            return WG_OK;
    }
    *out = WG_UNCHECKED;
    return *word && status == WG_OK ? wg_json_fail(b, err, "verified is '%.40s'", word) : status;
}

static wg_status read_work(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    double bound = NAN, rate = NAN;
    const char *unit;
    wg_status status = wg_json_get_number(b, "flops", &out->flops, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "bytes", &out->bytes, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "items", &out->items, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "result", &out->result, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "rate", &rate, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "bound_time", &bound, err);
    if (status == WG_OK)
        status = keep_text(r, b, "rate_unit", &out->unit, err);
    out->flops = isnan(out->flops) ? 0 : out->flops;
    out->bytes = isnan(out->bytes) ? 0 : out->bytes;
    out->items = isnan(out->items) ? 0 : out->items;
    out->bound = 1e-6 * bound;
    double found = wg_record_rate(out, &unit);
    if (out->items == 0 && !isnan(rate) && out->has_time &&
        !(fabs(found / rate - 1) < 1e-6)) /* they did not always say it */
        out->items = 1e9 * rate * out->timing.median;
    return status;
}

/* The rung's part of LADDER/RUNG. A point of a probe has its curve's name in its own member. */
static const char *rung_name(const char *name, const char *ladder)
{
    size_t length = strlen(ladder);
    return !strncmp(name, ladder, length) && name[length] == '/' ? name + length + 1 : name;
}

static wg_status read_words(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    const struct {
        const char *key, **to;
    } words[] = {{"reason", &out->reason},
                 {"file", &out->file},
                 {"kernel", &out->kernel},
                 {"compiler", &out->compiler}},
      texts[] = {{"limiter", &out->limiter},
                 {"next", &out->next},
                 {"note", &out->note},
                 {"row", &out->row},
                 {"result_label", &out->result_label},
                 {"next_advice", &out->next_advice}};
    const char *word;
    wg_json name = wg_json_member(b, "name");
    wg_status status = wg_json_string(&name, &word, err);
    if (status == WG_OK)
        out->name = wg_results_keep(r, rung_name(word, r->name));
    if (status == WG_OK)
        status = wg_json_get_word(b, "device", &word, err);
    if (status == WG_OK)
        snprintf(out->device.name, sizeof out->device.name, "%s", word);
    for (size_t k = 0; k < sizeof words / sizeof *words && status == WG_OK; k++)
        status = keep_word(r, b, words[k].key, words[k].to, err);
    for (size_t k = 0; k < sizeof texts / sizeof *texts && status == WG_OK; k++)
        status = keep_text(r, b, texts[k].key, texts[k].to, err);
    return status;
}

static wg_status read_counters(const wg_json *b, wg_record *out, wg_error *err)
{
    double seconds = 0;
    out->has_counters = json_object_get(b->value, "warp_instructions") != NULL;
    out->blocks = wg_json_get_flag(b, "sampled"); /* more than ran: files of ladders do not say how many */
    wg_status status = wg_json_get_counters(b, &out->counters, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "simulation_seconds", &seconds, err);
    out->simulation_seconds = seconds > 0 ? seconds : 0;
    return status == WG_OK ? read_estimate(b, &out->estimate, err) : status;
}

static wg_status read_rung(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    *out = wg_record_blank();
    wg_status status = wg_json_expect(b, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_words(r, b, out, err);
    if (status == WG_OK)
        status = read_verification(b, &out->verification, err);
    if (status == WG_OK)
        status = wg_json_get_timing(b, &out->has_time, &out->timing, err);
    if (status == WG_OK)
        status = read_work(r, b, out, err);
    if (status == WG_OK)
        status = read_launches(r, b, out, err);
    if (status == WG_OK)
        status = read_resources(b, out, err);
    if (status == WG_OK)
        status = read_counters(b, out, err);
    if (status == WG_OK)
        status = read_ablation(r, b, out->device.name, &out->ablation, err);
    if (out->ablation)
        out->ablation->has_local |= out->local_bytes > 0; /* files did not always say it */
    return status;
}

static wg_status read_sizes(wg_results *r, const wg_json *context, wg_error *err)
{
    wg_json sizes = wg_json_member(context, "sizes");
    const char *name;
    json_t *value;
    if (wg_json_absent(&sizes))
        return WG_OK;
    wg_status status = wg_json_expect(&sizes, JSON_OBJECT, "an object of sizes", err);
    if (status != WG_OK)
        return status;
    r->sizes = WG_NEW_ARRAY(&r->arena, wg_record_size, json_object_size(sizes.value) + 1);
    json_object_foreach(sizes.value, name, value)
    {
        if (!json_is_number(value))
            return wg_json_fail(&sizes, err, "%.60s is not a number", name);
        r->sizes[r->size_count++] = (wg_record_size){wg_results_keep(r, name), json_is_real(value),
                                                     json_integer_value(value), json_number_value(value)};
    }
    return WG_OK;
}

static wg_status read_ladder(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_status status = keep_word(r, context, "ladder", &r->name, err);
    if (status == WG_OK)
        status = keep_word(r, context, "title", &r->title, err);
    if (status == WG_OK)
        status = keep_text(r, context, "text", &r->text, err);
    if (status == WG_OK)
        status = read_sizes(r, context, err);
    if (status == WG_OK && json_object_get(context->value, "checked"))
        status = keep_word(r, context, "checked", &r->checked, err);
    r->records = WG_NEW_ARRAY(&r->arena, wg_record, wg_json_count(list) + 1);
    for (; r->count < wg_json_count(list) && status == WG_OK; r->count++) {
        wg_json b = wg_json_item(list, r->count);
        status = read_rung(r, &b, &r->records[r->count], err);
    }
    return status;
}

/* ---- probes ---- */

/* How many of the benchmarks, from the first, are of one curve. All curves must have as many. */
static wg_status count_points(const wg_json *list, size_t *out, wg_error *err)
{
    const char *first = NULL;
    size_t count = wg_json_count(list), run = 0;
    *out = 0;
    for (size_t k = 0; k < count; k++) {
        wg_json b = wg_json_item(list, k), series = wg_json_member(&b, "series");
        const char *name;
        wg_status status = wg_json_string(&series, &name, err);
        if (status != WG_OK)
            return status;
        if (first && strcmp(first, name) != 0) {
            *out = *out ? *out : run;
            if (run != *out)
                return wg_json_fail(&b, err, "the curve before it has %zu points, the first %zu", run, *out);
            run = 0;
        }
        first = name;
        run++;
    }
    *out = *out ? *out : run;
    return run == *out && run ? WG_OK : wg_json_fail(list, err, "the curves are not of the same length");
}

static wg_status read_point(wg_results *r, const wg_json *b, size_t index, wg_error *err)
{
    wg_record *record = &r->records[index];
    wg_status status = read_rung(r, b, record, err);
    if (status == WG_OK)
        status = keep_word(r, b, "series", &record->name, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "x", &record->x, err);
    if (status == WG_OK)
        status = wg_json_get_number(b, "y", &record->y, err);
    const char *name = json_string_value(json_object_get(b->value, "name"));
    const char *value = name ? strrchr(name, ':') : NULL;
    if (index < r->curves.point_count)
        r->curves.sweep_values[index] = wg_results_keep(r, value ? value + 1 : "?");
    return status;
}

static wg_status read_axes(wg_results *r, const wg_json *context, wg_error *err)
{
    wg_curves *curves = &r->curves;
    const char *how = "";
    const struct {
        const char *key, **to;
    } words[] = {{"probe", &r->name},
                 {"title", &r->title},
                 {"sweep", &curves->sweep},
                 {"x", &curves->x_label},
                 {"y", &curves->y_label}};
    wg_status status = WG_OK;
    for (size_t k = 0; k < sizeof words / sizeof *words && status == WG_OK; k++)
        status = keep_word(r, context, words[k].key, words[k].to, err);
    if (status == WG_OK)
        status = keep_text(r, context, "text", &r->text, err);
    if (status == WG_OK)
        status = wg_json_get_word(context, "y_is", &how, err);
    curves->log_x = wg_json_get_flag(context, "log_x");
    curves->log_y = wg_json_get_flag(context, "log_y");
    curves->is_measured = !strcmp(how, "measured");
    curves->is_predicted = !strcmp(how, "predicted");
    return status;
}

static wg_status read_probe(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_curves *curves = &r->curves;
    wg_status status = count_points(list, &curves->point_count, err);
    if (status != WG_OK)
        return status;
    curves->series_count = wg_json_count(list) / curves->point_count;
    curves->sweep_values = WG_NEW_ARRAY(&r->arena, const char *, curves->point_count);
    r->records = WG_NEW_ARRAY(&r->arena, wg_record, wg_json_count(list));
    status = read_axes(r, context, err);
    for (; r->count < wg_json_count(list) && status == WG_OK; r->count++) {
        wg_json b = wg_json_item(list, r->count);
        status = read_point(r, &b, r->count, err);
    }
    return status;
}

/* ---- rooflines ---- */

static wg_status read_roofline(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_roofline *roofline = &r->roofline;
    wg_status status = WG_OK;
    (void)context;
    roofline->ceilings = r->ceilings;
    snprintf(roofline->device, sizeof roofline->device, "%s", r->device.name);
    snprintf(roofline->title, sizeof roofline->title, "%s", r->device.title);
    for (size_t k = 0; k < wg_json_count(list) && status == WG_OK; k++) {
        wg_json b = wg_json_item(list, k);
        status = wg_roof_point_from_json(&b, WG_PUSH(roofline->points, roofline->count, roofline->capacity), err);
    }
    return status;
}

/* ---- kernels ---- */

static wg_status read_parameters(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    wg_json node = wg_json_member(b, "parameters");
    const char *name;
    json_t *value;
    wg_status status = wg_json_absent(&node) ? WG_OK : wg_json_expect(&node, JSON_OBJECT, "an object", err);
    if (status != WG_OK)
        return status;
    out->parameters = WG_NEW_ARRAY(&r->arena, wg_record_parameter, json_object_size(node.value) + 1);
    json_object_foreach(node.value, name, value)
    {
        if (!json_is_string(value))
            return wg_json_fail(&node, err, "%.60s is not a string", name);
        out->parameters[out->parameter_count++] =
            (wg_record_parameter){wg_results_keep(r, name), wg_results_keep(r, json_string_value(value))};
    }
    return WG_OK;
}

static wg_status read_kernel_words(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    const char *word;
    wg_json name = wg_json_member(b, "name");
    wg_status status = wg_json_string(&name, &word, err);
    if (status == WG_OK)
        out->name = out->kernel = wg_results_keep(r, word);
    if (status == WG_OK)
        status = keep_word(r, b, "file", &out->file, err);
    if (status == WG_OK)
        status = keep_word(r, b, "compiler", &out->compiler, err);
    if (status == WG_OK && json_object_get(b->value, "checked"))
        status = keep_word(r, b, "checked", &out->checked, err);
    if (status == WG_OK && json_object_get(b->value, "check_errors"))
        status = wg_json_get_integer(b, "check_errors", &out->check_errors, err);
    if (status == WG_OK && json_object_get(b->value, "guessed"))
        status = keep_word(r, b, "guessed", &out->guessed, err);
    return status == WG_OK ? read_parameters(r, b, out, err) : status;
}

static uint32_t file_of(wg_results *r, wg_lines *lines, const char *name)
{
    for (size_t k = 0; k < lines->file_count; k++)
        if (!strcmp(lines->files[k], name))
            return (uint32_t)k;
    lines->files[lines->file_count] = wg_results_keep(r, name);
    return (uint32_t)lines->file_count++;
}

/* "1024 ld.global.f32 …;": how often, and what. */
static wg_status read_instruction(wg_results *r, const wg_json *node, wg_line_ptx *out, wg_error *err)
{
    const char *word;
    char *end;
    wg_status status = wg_json_string(node, &word, err);
    if (status != WG_OK)
        return status;
    out->executed = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end != ' ')
        return wg_json_fail(node, err, "expected how often an instruction was executed, and the instruction");
    out->text = wg_results_keep(r, end + 1);
    return WG_OK;
}

static wg_status read_ptx(wg_results *r, const wg_json *node, wg_line *out, wg_error *err)
{
    wg_json list = wg_json_member(node, "ptx");
    if (wg_json_absent(&list))
        return WG_OK;
    wg_status status = wg_json_expect(&list, JSON_ARRAY, "an array of instructions", err);
    size_t count = status == WG_OK ? wg_json_count(&list) : 0;
    out->ptx = WG_NEW_ARRAY(&r->arena, wg_line_ptx, count + 1);
    for (; out->ptx_count < count && status == WG_OK; out->ptx_count++) {
        wg_json item = wg_json_item(&list, out->ptx_count);
        status = read_instruction(r, &item, &out->ptx[out->ptx_count], err);
    }
    return status;
}

static double share_of(double number)
{
    return isnan(number) ? NAN : fmin(fmax(number, 0), 1);
}

/* What a line has of the time. Files of older versions say where warps wait, as `time_share`, and nothing else. */
static wg_status read_line_time(const wg_json *node, wg_lines *lines, wg_line *out, wg_error *err)
{
    double time = NAN, waits = NAN;
    wg_status status = wg_json_get_number(node, "time_share", &time, err);
    if (status == WG_OK)
        status = wg_json_get_number(node, "wait_share", &waits, err);
    if (status == WG_OK)
        status = wg_json_get_stalls(node, out->stalls, err);
    out->time = share_of(time);
    out->waits = share_of(waits);
    lines->has_times |= !isnan(time);
    lines->has_waits |= !isnan(waits);
    return status;
}

static wg_status read_line(wg_results *r, const wg_json *node, wg_record *record, wg_line *out, wg_error *err)
{
    const char *file = "";
    uint64_t number = 0;
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = wg_json_get_word(node, "file", &file, err);
    if (status == WG_OK)
        status = keep_word(r, node, "text", &out->text, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "line", &number, err);
    if (status == WG_OK)
        status = read_line_time(node, &record->lines, out, err);
    if (status == WG_OK && number > UINT32_MAX)
        status = wg_json_fail(node, err, "there is no such line");
    if (status == WG_OK)
        status = wg_json_get_counters(node, &out->counters, err);
    if (status == WG_OK)
        status = read_ptx(r, node, out, err);
    if (status != WG_OK)
        return status;
    out->file = file_of(r, &record->lines, file);
    out->number = (uint32_t)number;
    wg_line_find_heat(&record->counters, out);
    return WG_OK;
}

static wg_status read_lines(wg_results *r, const wg_json *b, wg_record *out, wg_error *err)
{
    wg_lines *lines = &out->lines;
    wg_json list = wg_json_member(b, "lines");
    wg_status status = wg_json_expect(&list, JSON_ARRAY, "an array of lines", err);
    size_t count = wg_json_count(&list);
    lines->items = WG_NEW_ARRAY(&r->arena, wg_line, count + 1);
    lines->files = WG_NEW_ARRAY(&r->arena, const char *, count + 1);
    for (; lines->count < count && status == WG_OK; lines->count++) {
        wg_json line = wg_json_item(&list, lines->count);
        status = read_line(r, &line, out, &lines->items[lines->count], err);
    }
    return status;
}

static wg_status read_measured(const wg_json *context, const wg_json *b, wg_record *out, wg_error *err)
{
    wg_status status = wg_json_get_timing(b, &out->has_time, &out->timing, err);
    if (status != WG_OK || !out->has_time)
        return status;
    status = read_resources(b, out, err);
    return status == WG_OK ? read_place(context, "measured_on", "measured_title", &out->measured_on, err) : status;
}

static wg_status read_kernel(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_json b = wg_json_item(list, 0);
    uint64_t threads = 0;
    wg_record *out = r->records = WG_NEW(&r->arena, wg_record);
    r->count = 1;
    *out = wg_record_blank();
    out->device = r->device;
    wg_status status = wg_json_expect(&b, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_kernel_words(r, &b, out, err);
    if (status == WG_OK)
        status = read_launches(r, &b, out, err);
    if (status == WG_OK)
        status = read_counters(&b, out, err);
    if (status == WG_OK)
        status = wg_json_get_integer(&b, "blocks", &out->blocks, err);
    if (status == WG_OK)
        status = wg_json_get_integer(&b, "blocks_run", &out->blocks_run, err);
    if (status == WG_OK)
        status = wg_json_get_integer(&b, "host_threads", &threads, err);
    out->host_threads = threads < UINT32_MAX ? (unsigned)threads : UINT32_MAX;
    if (status == WG_OK)
        status = read_lines(r, &b, out, err);
    if (status == WG_OK)
        status = read_measured(context, &b, out, err);
    const wg_json against = wg_json_member(&b, "against");
    if (status == WG_OK)
        status = wg_against_from_json(r, &against, &out->against, err);
    const wg_place *ran = out->has_time ? &out->measured_on : &out->device;
    return status == WG_OK ? read_ablation(r, &b, ran->name, &out->ablation, err) : status;
}

/* ---- documents ---- */

static wg_status read_kind(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    static wg_status (*const readers[])(wg_results *, const wg_json *, const wg_json *,
                                        wg_error *) = {[WG_RESULTS_KERNEL] = read_kernel,
                                                       [WG_RESULTS_LADDER] = read_ladder,
                                                       [WG_RESULTS_PROBE] = read_probe,
                                                       [WG_RESULTS_ROOFLINE] = read_roofline};
    json_t *object = context->value;
    if (json_object_get(object, "probe"))
        r->kind = WG_RESULTS_PROBE;
    else if (json_object_get(object, "ladder"))
        r->kind = WG_RESULTS_LADDER;
    else if (json_object_get(object, "roofline"))
        r->kind = WG_RESULTS_ROOFLINE;
    else if (json_object_get(json_array_get(list->value, 0), "lines"))
        r->kind = WG_RESULTS_KERNEL;
    else
        return wg_json_fail(list->parent, err, "these are not results of explain, ladder, probe or roofline");
    return readers[r->kind](r, context, list, err);
}

static wg_status read_document(wg_results *r, const wg_json *root, wg_error *err)
{
    wg_json context = wg_json_member(root, "context"), list = wg_json_member(root, "benchmarks");
    wg_json ceilings = wg_json_member(&context, "ceilings");
    wg_status status = wg_json_expect(root, JSON_OBJECT, "an object with context and benchmarks", err);
    if (status == WG_OK)
        status = wg_json_expect(&context, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = wg_json_expect(&list, JSON_ARRAY, "an array of benchmarks", err);
    if (status == WG_OK)
        status = read_place(&context, "device", "device_title", &r->device, err);
    if (status == WG_OK)
        status = wg_ceilings_from_json(&ceilings, &r->ceilings, err);
    if (status == WG_OK)
        status = keep_text(r, &context, "command", &r->command, err);
    return status == WG_OK ? read_kind(r, &context, &list, err) : status;
}

wg_status wg_results_from_document(const wg_json *root, wg_results **out, wg_error *err)
{
    wg_results *r = wg_results_new(WG_RESULTS_KERNEL);
    wg_status status = read_document(r, root, err);
    *out = status == WG_OK ? r : NULL;
    if (status != WG_OK)
        wg_results_free(r);
    return status;
}

wg_status wg_results_from_json(const char *name, const char *text, size_t length, wg_results **out, wg_error *err)
{
    json_t *tree = NULL;
    *out = NULL;
    wg_status status = wg_json_parse(name, text, length, &tree, err);
    if (status != WG_OK)
        return status;
    wg_json root = wg_json_root(name, tree);
    status = wg_results_from_document(&root, out, err);
    json_decref(tree);
    return status;
}

wg_status wg_results_from_file(const char *path, wg_results **out, wg_error *err)
{
    char *text;
    size_t length;
    *out = NULL;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_results_from_json(path, text, length, out, err);
    free(text);
    return status;
}

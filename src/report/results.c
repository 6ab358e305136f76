/* SPDX-License-Identifier: Apache-2.0 */
#include "report/results.h"

#include "base/file.h"
#include "report/ablation.h"
#include "report/estimate_json.h"
#include "report/ladder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- members ---- */

/* "" when it is not there, or is none. */
wg_status wg_results_word(const wg_json *object, const char *key, const char **out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    wg_status status = wg_json_absent(&node) ? WG_OK : wg_json_string(&node, out, err);
    if (wg_json_absent(&node) || status != WG_OK)
        *out = "";
    return status;
}

/* NAN when it is not there. */
wg_status wg_results_number(const wg_json *object, const char *key, double *out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    *out = NAN;
    if (wg_json_absent(&node))
        return WG_OK;
    *out = json_number_value(node.value);
    if (json_is_number(node.value) && fabs(*out) < 1e100)
        return WG_OK;
    return wg_json_fail(&node, err, "expected a number");
}

/* What it was before when it is not there. */
wg_status wg_results_integer(const wg_json *object, const char *key, uint64_t *out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    if (wg_json_absent(&node))
        return WG_OK;
    if (!json_is_integer(node.value) || json_integer_value(node.value) < 0)
        return wg_json_fail(&node, err, "expected a whole number, zero or more");
    *out = (uint64_t)json_integer_value(node.value);
    return WG_OK;
}

/* -1 when it is not there. */
wg_status wg_results_small(const wg_json *object, const char *key, int *out, wg_error *err)
{
    uint64_t value = UINT64_MAX;
    wg_status status = wg_results_integer(object, key, &value, err);
    *out = value > INT32_MAX ? -1 : (int)value;
    return status;
}

wg_status wg_results_shape(const wg_json *object, const char *key, uint32_t out[3], wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    for (size_t k = 0; k < 3; k++) {
        json_int_t size = json_integer_value(json_array_get(node.value, k));
        out[k] = 1;
        if (!wg_json_absent(&node) && (json_array_size(node.value) != 3 || size < 0 || size > UINT32_MAX))
            return wg_json_fail(&node, err, "expected three sizes");
        out[k] = wg_json_absent(&node) ? 1 : (uint32_t)size;
    }
    return WG_OK;
}

wg_status wg_results_counters(const wg_json *object, wg_counters *out, wg_error *err)
{
    wg_status status = WG_OK;
    *out = (wg_counters){0};
    for (int k = 0; k < WG_COUNTER_COUNT && status == WG_OK; k++)
        status = wg_results_integer(object, wg_counter_infos[k].name, &out->value[k], err);
    return status;
}

static wg_status read_unit(const wg_json *object, double *seconds, wg_error *err)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    const char *unit;
    wg_status status = wg_results_word(object, "time_unit", &unit, err);
    for (size_t k = 0; k < sizeof units / sizeof *units && status == WG_OK; k++) {
        *seconds = units[k].seconds;
        if (!strcmp(*unit ? unit : "ns", units[k].name))
            return WG_OK;
    }
    return status == WG_OK ? wg_json_fail(object, err, "time_unit is none of ns, us, ms, s") : status;
}

wg_status wg_results_timing(const wg_json *object, bool *there, wg_timing *out, wg_error *err)
{
    double unit = 0, low = NAN, high = NAN, median = NAN;
    uint64_t samples = 1, batch = 1;
    wg_status status = read_unit(object, &unit, err);
    if (status == WG_OK)
        status = wg_results_number(object, "real_time", &median, err);
    if (status == WG_OK)
        status = wg_results_number(object, "real_time_low", &low, err);
    if (status == WG_OK)
        status = wg_results_number(object, "real_time_high", &high, err);
    if (status == WG_OK)
        status = wg_results_integer(object, "iterations", &samples, err);
    if (status == WG_OK)
        status = wg_results_integer(object, "batch", &batch, err);
    if (status == WG_OK && median <= 0)
        status = wg_json_fail(object, err, "real_time is not a time");
    *there = status == WG_OK && !isnan(median);
    *out = (wg_timing){.median = unit * median,
                       .low = unit * (isnan(low) ? median : low),
                       .high = unit * (isnan(high) ? median : high),
                       .samples = isnan(low) ? 1 : (uint32_t)(samples < UINT32_MAX ? samples : UINT32_MAX),
                       .batch = (uint32_t)(batch < UINT32_MAX ? batch : UINT32_MAX),
                       .cold = json_is_true(json_object_get(object->value, "cold"))};
    return status;
}

wg_status wg_results_estimate(const wg_json *object, wg_estimate *out, wg_error *err)
{
    wg_json node = wg_json_member(object, "estimate");
    *out = (wg_estimate){0};
    return wg_json_absent(&node) ? WG_OK : wg_estimate_from_json(&node, out, err);
}

/* ---- rungs ---- */

static wg_status read_verdict(const wg_json *b, wg_verdict *out, wg_error *err)
{
    const char *word;
    wg_status status = wg_results_word(b, "verified", &word, err);
    for (int k = 0; k <= WG_VERDICT_FAILED && status == WG_OK; k++) {
        *out = (wg_verdict)k;
        if (!strcmp(word, wg_report_verdict_word(*out)))
            return WG_OK;
    }
    *out = WG_VERDICT_UNCHECKED;
    return *word && status == WG_OK ? wg_json_fail(b, err, "verified is '%.40s'", word) : status;
}

/* The rung's part of LADDER/RUNG. A point of a probe has its curve's name in its own member. */
static const char *rung_name(const char *name, const char *ladder)
{
    size_t length = strlen(ladder);
    return !strncmp(name, ladder, length) && name[length] == '/' ? name + length + 1 : name;
}

static wg_status read_work(const wg_json *b, wg_rung *rung, wg_rung_result *out, wg_error *err)
{
    double bound = NAN, rate = NAN;
    wg_status status = wg_results_number(b, "flops", &out->flops, err);
    if (status == WG_OK)
        status = wg_results_number(b, "bytes", &out->bytes, err);
    if (status == WG_OK)
        status = wg_results_number(b, "items", &out->items, err);
    if (status == WG_OK)
        status = wg_results_number(b, "rate", &rate, err);
    if (status == WG_OK)
        status = wg_results_number(b, "bound_time", &bound, err);
    if (status == WG_OK)
        status = wg_results_word(b, "rate_unit", &rung->unit, err);
    if (isnan(out->items) && out->has_time && !isnan(rate)) /* files did not always say it */
        out->items = 1e9 * rate * out->timing.median;
    out->flops = isnan(out->flops) ? 0 : out->flops;
    out->bytes = isnan(out->bytes) ? 0 : out->bytes;
    out->items = isnan(out->items) ? 0 : out->items;
    out->bound = 1e-6 * bound;
    rung->unit = rung->unit && *rung->unit ? rung->unit : NULL;
    return status;
}

static wg_status read_shapes(const wg_json *b, wg_rung_result *out, wg_error *err)
{
    wg_status status = wg_results_shape(b, "grid", out->grid, err);
    if (status == WG_OK)
        status = wg_results_shape(b, "block", out->block, err);
    if (status == WG_OK)
        status = wg_results_integer(b, "launches", &out->launches, err);
    if (status == WG_OK)
        status = wg_results_small(b, "registers", &out->registers, err);
    if (status == WG_OK)
        status = wg_results_small(b, "local_bytes", &out->local_bytes, err);
    if (status == WG_OK)
        status = wg_results_small(b, "blocks_per_sm", &out->blocks_per_sm, err);
    return status;
}

static wg_status read_words(const wg_json *b, const char *ladder, wg_rung *rung, wg_rung_result *out, wg_error *err)
{
    const struct {
        const char *key;
        char *to;
        size_t size;
    } words[] = {{"device", out->device, sizeof out->device},
                 {"reason", out->reason, sizeof out->reason},
                 {"kernel", out->kernel, sizeof out->kernel},
                 {"compiler", out->compiler, sizeof out->compiler}};
    const char *word;
    wg_json name = wg_json_member(b, "name");
    wg_status status = wg_json_string(&name, &word, err);
    if (status == WG_OK)
        rung->name = rung_name(word, ladder);
    for (size_t k = 0; k < sizeof words / sizeof *words && status == WG_OK; k++) {
        status = wg_results_word(b, words[k].key, &word, err);
        snprintf(words[k].to, words[k].size, "%s", word);
    }
    if (status == WG_OK)
        status = wg_results_word(b, "limiter", &rung->limiter, err);
    return status;
}

wg_status wg_results_ablation(wg_results *r, const wg_json *object, const char *device, wg_ablation_result **out,
                              wg_error *err)
{
    wg_json node = wg_json_member(object, "ablation");
    if (wg_json_absent(&node))
        return WG_OK;
    *out = WG_NEW(&r->arena, wg_ablation_result);
    return wg_ablation_from_json(&node, device, *out, err);
}

static wg_status read_rung(wg_results *r, const wg_json *b, const char *ladder, wg_rung *rung, wg_rung_result *out,
                           wg_error *err)
{
    out->rung = rung;
    wg_status status = wg_json_expect(b, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_words(b, ladder, rung, out, err);
    if (status == WG_OK)
        status = read_verdict(b, &out->verdict, err);
    if (status == WG_OK)
        status = wg_results_timing(b, &out->has_time, &out->timing, err);
    if (status == WG_OK)
        status = read_work(b, rung, out, err);
    if (status == WG_OK)
        status = read_shapes(b, out, err);
    if (status == WG_OK)
        status = wg_results_counters(b, &out->counters, err);
    out->has_counters = json_object_get(b->value, "warp_instructions") != NULL;
    out->sampled = json_is_true(json_object_get(b->value, "sampled"));
    if (status == WG_OK)
        status = wg_results_estimate(b, &out->estimate, err);
    if (status == WG_OK)
        status = wg_results_ablation(r, b, out->device, &out->ablation, err);
    if (out->ablation)
        out->ablation->has_local |= out->local_bytes > 0; /* files did not always say it */
    return status;
}

/* ---- ladders ---- */

static wg_status read_sizes(wg_results *r, const wg_json *context, wg_ladder *ladder, wg_error *err)
{
    wg_json sizes = wg_json_member(context, "sizes");
    const char *name;
    json_t *value;
    if (wg_json_absent(&sizes))
        return WG_OK;
    wg_status status = wg_json_expect(&sizes, JSON_OBJECT, "an object of sizes", err);
    if (status != WG_OK)
        return status;
    ladder->sizes = WG_NEW_ARRAY(&r->arena, wg_size, json_object_size(sizes.value) + 1);
    json_object_foreach(sizes.value, name, value)
    {
        if (!json_is_number(value))
            return wg_json_fail(&sizes, err, "%.60s is not a number", name);
        ladder->sizes[ladder->size_count++] = (wg_size){
            name,
            {.is_real = json_is_real(value), .integer = json_integer_value(value), .real = json_number_value(value)}};
    }
    return WG_OK;
}

static wg_status read_device(const wg_json *context, char *device, size_t device_size, char *title, size_t title_size,
                             wg_error *err)
{
    const char *word;
    wg_status status = wg_results_word(context, "device", &word, err);
    snprintf(device, device_size, "%s", word);
    if (status == WG_OK)
        status = wg_results_word(context, "device_title", &word, err);
    snprintf(title, title_size, "%s", word);
    return status;
}

static wg_climb *new_climb(wg_results *r, size_t count)
{
    wg_climb *climb = WG_NEW(&r->arena, wg_climb);
    wg_ladder *ladder = WG_NEW(&r->arena, wg_ladder);
    ladder->rungs = WG_NEW_ARRAY(&r->arena, wg_rung, count + 1);
    ladder->rung_count = climb->count = count;
    climb->results = WG_NEW_ARRAY(&r->arena, wg_rung_result, count + 1);
    climb->ladder = ladder;
    return climb;
}

static wg_status read_ladder(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_climb *climb = r->climb = new_climb(r, wg_json_count(list));
    wg_ladder *ladder = (wg_ladder *)climb->ladder;
    wg_status status = wg_results_word(context, "ladder", &ladder->name, err);
    if (status == WG_OK)
        status = wg_results_word(context, "title", &ladder->title, err);
    if (status == WG_OK)
        status = read_device(context, climb->device, sizeof climb->device, climb->title, sizeof climb->title, err);
    if (status == WG_OK)
        status = read_sizes(r, context, ladder, err);
    for (size_t k = 0; k < climb->count && status == WG_OK; k++) {
        wg_json b = wg_json_item(list, k);
        status = read_rung(r, &b, ladder->name, &ladder->rungs[k], &climb->results[k], err);
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

static wg_status read_point(wg_results *r, const wg_json *b, size_t series, size_t point, const char *y, wg_error *err)
{
    wg_probe *probe = r->probe;
    wg_climb *climb = probe->climbs[point];
    wg_rung *rung = &((wg_ladder *)climb->ladder)->rungs[series];
    wg_probe_point *place = &probe->points[series * probe->point_count + point];
    wg_status status = read_rung(r, b, probe->ladders[0]->name, rung, &climb->results[series], err);
    if (status == WG_OK)
        status = wg_results_word(b, "series", &rung->name, err);
    if (status == WG_OK)
        status = wg_results_number(b, "x", &place->x, err);
    if (status == WG_OK)
        status = wg_results_number(b, "y", &place->y, err);
    place->result = &climb->results[series];
    rung->measured.label = rung->counted.label = y;
    const char *name = json_string_value(json_object_get(b->value, "name"));
    const char *value = name ? strrchr(name, ':') : NULL;
    if (series == 0)
        probe->ladders[0]->sweep_values[point] = value ? value + 1 : "?";
    return status;
}

static wg_status read_axes(const wg_json *context, wg_ladder *manifest, const char **y, wg_error *err)
{
    const struct {
        const char *key, **to;
    } words[] = {{"probe", &manifest->name},  {"title", &manifest->title}, {"text", &manifest->text},
                 {"sweep", &manifest->sweep}, {"x", &manifest->x.label},   {"y", y}};
    wg_status status = WG_OK;
    for (size_t k = 0; k < sizeof words / sizeof *words && status == WG_OK; k++)
        status = wg_results_word(context, words[k].key, words[k].to, err);
    manifest->log_x = json_is_true(json_object_get(context->value, "log_x"));
    manifest->log_y = json_is_true(json_object_get(context->value, "log_y"));
    manifest->text = manifest->text && *manifest->text ? manifest->text : NULL;
    return status;
}

static wg_status read_probe(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_probe *probe = r->probe = WG_NEW(&r->arena, wg_probe);
    const char *y, *how;
    wg_status status = count_points(list, &probe->point_count, err);
    if (status != WG_OK)
        return status;
    probe->series_count = wg_json_count(list) / probe->point_count;
    probe->ladders = WG_NEW_ARRAY(&r->arena, wg_ladder *, probe->point_count);
    probe->climbs = WG_NEW_ARRAY(&r->arena, wg_climb *, probe->point_count);
    probe->points = WG_NEW_ARRAY(&r->arena, wg_probe_point, probe->point_count * probe->series_count);
    for (size_t k = 0; k < probe->point_count; k++) {
        probe->climbs[k] = new_climb(r, probe->series_count);
        probe->ladders[k] = (wg_ladder *)probe->climbs[k]->ladder;
    }
    wg_ladder *manifest = probe->ladders[0];
    manifest->sweep_count = probe->point_count;
    manifest->sweep_values = WG_NEW_ARRAY(&r->arena, const char *, probe->point_count);
    status = read_axes(context, manifest, &y, err);
    if (status == WG_OK)
        status = read_device(context, probe->device, sizeof probe->device, probe->title, sizeof probe->title, err);
    if (status == WG_OK)
        status = wg_results_word(context, "y_is", &how, err);
    probe->is_measured = status == WG_OK && !strcmp(how, "measured");
    probe->is_predicted = status == WG_OK && !strcmp(how, "predicted");
    for (size_t k = 0; k < wg_json_count(list) && status == WG_OK; k++) {
        wg_json b = wg_json_item(list, k);
        status = read_point(r, &b, k / probe->point_count, k % probe->point_count, y, err);
    }
    return status;
}

/* ---- rooflines ---- */

static wg_status read_roofline(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_roofline *roofline = &r->roofline;
    roofline->count = wg_json_count(list);
    roofline->points = WG_NEW_ARRAY(&r->arena, wg_roof_point, roofline->count + 1);
    roofline->ceilings = r->ceilings;
    wg_status status =
        read_device(context, roofline->device, sizeof roofline->device, roofline->title, sizeof roofline->title, err);
    for (size_t k = 0; k < roofline->count && status == WG_OK; k++) {
        wg_json b = wg_json_item(list, k);
        status = wg_roof_point_from_json(&b, &roofline->points[k], err);
    }
    return status;
}

/* ---- files ---- */

static wg_status read_run(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    wg_json b = wg_json_item(list, 0);
    return wg_results_read_run(r, context, &b, err);
}

static wg_status read_kind(wg_results *r, const wg_json *context, const wg_json *list, wg_error *err)
{
    static wg_status (*const readers[])(wg_results *, const wg_json *, const wg_json *,
                                        wg_error *) = {[WG_RESULTS_RUN] = read_run,
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
        r->kind = WG_RESULTS_RUN;
    else
        return wg_json_fail(list->parent, err, "these are not results of explain, ladder, probe or roofline");
    return readers[r->kind](r, context, list, err);
}

wg_status wg_results_read(const char *name, const char *text, size_t length, wg_results **out, wg_error *err)
{
    wg_results *r = wg_alloc(sizeof *r);
    *out = NULL;
    wg_status status = wg_json_parse(name, text, length, &r->root, err);
    wg_json root = wg_json_root(name, r->root), context = wg_json_member(&root, "context");
    wg_json list = wg_json_member(&root, "benchmarks"), ceilings = wg_json_member(&context, "ceilings");
    if (status == WG_OK)
        status = wg_json_expect(&root, JSON_OBJECT, "an object with context and benchmarks", err);
    if (status == WG_OK)
        status = wg_json_expect(&context, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = wg_json_expect(&list, JSON_ARRAY, "an array of benchmarks", err);
    if (status == WG_OK)
        status = wg_ceilings_from_json(&ceilings, &r->ceilings, err);
    if (status == WG_OK)
        status = read_kind(r, &context, &list, err);
    if (status == WG_OK)
        *out = r;
    else
        wg_results_free(r);
    return status;
}

wg_status wg_results_open(const char *path, wg_results **out, wg_error *err)
{
    char *text;
    size_t length;
    *out = NULL;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_results_read(path, text, length, out, err);
    free(text);
    return status;
}

void wg_results_free(wg_results *r)
{
    if (!r)
        return;
    wg_device_free(r->model);
    wg_arena_free(&r->arena);
    json_decref(r->root);
    free(r);
}

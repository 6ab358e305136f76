/* SPDX-License-Identifier: Apache-2.0 */
/* Files in the shape that google-benchmark writes (docs/use/json.md), whoever wrote them. Repetitions of one name count
 * as samples; where the file has their median itself, that counts. */
#include "results/json.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const char *name;
    double seconds, noise; /* NAN: it has no time; its noise is not known */
    bool is_median;        /* of repetitions, by whoever wrote the file */
    bool is_model;         /* nobody measured it */
    bool broken;           /* it was verified, and was wrong */
} entry;

typedef struct entries {
    entry *items;
    size_t count, capacity;
} entries;

static const char *word(const wg_json *b, const char *key)
{
    return json_string_value(json_object_get(b->value, key));
}

static wg_status read_time(const wg_json *b, entry *out, wg_error *err)
{
    json_t *time = json_object_get(b->value, "real_time"), *low = json_object_get(b->value, "real_time_low"),
           *high = json_object_get(b->value, "real_time_high");
    double unit, value = json_number_value(time);
    wg_status status = wg_json_get_time_unit(b, &unit, err);
    if (status == WG_OK && !(json_is_number(time) && isfinite(value) && value > 0))
        status = wg_json_fail(b, err, "real_time is not a time");
    if (status != WG_OK)
        return status;
    out->seconds = value * unit;
    out->noise = NAN;
    out->is_model = wg_json_is_model(b);
    if (json_is_number(low) && json_is_number(high))
        out->noise = fabs(json_number_value(high) - json_number_value(low)) / 2 / value;
    return WG_OK;
}

/* google-benchmark writes a time of 0 then. */
static bool is_skipped(const wg_json *b)
{
    json_t *iterations = json_object_get(b->value, "iterations");
    return json_is_true(json_object_get(b->value, "skipped")) ||
           (json_is_integer(iterations) && json_integer_value(iterations) == 0);
}

/* Left out: what has no time unless it went wrong, and means and deviations of repetitions. */
static wg_status read_benchmark(const wg_json *b, entries *out, wg_error *err)
{
    const char *name = word(b, "name"), *aggregate = word(b, "aggregate_name"), *verified = word(b, "verified");
    entry e = {.name = name, .seconds = NAN, .is_median = aggregate && !strcmp(aggregate, "median")};
    wg_status status = WG_OK;
    if (!name)
        return wg_json_fail(b, err, "has no name");
    if (aggregate && !e.is_median)
        return WG_OK;
    if (e.is_median && word(b, "run_name"))
        e.name = word(b, "run_name");
    e.broken = (verified && (!strcmp(verified, "WRONG") || !strcmp(verified, "FAILED"))) ||
               json_is_true(json_object_get(b->value, "error_occurred"));
    if (!e.broken && !is_skipped(b) && json_object_get(b->value, "real_time"))
        status = read_time(b, &e, err);
    if (status == WG_OK && (e.broken || !isnan(e.seconds)))
        *WG_PUSH(out->items, out->count, out->capacity) = e;
    return status;
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The median of several times of one name, and half the distance of their quartiles. */
static void join(const double *sorted, size_t count, entry *out)
{
    double median = count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
    out->seconds = median;
    out->noise = (sorted[(3 * count) / 4] - sorted[count / 4]) / 2 / median;
}

/* One entry a name. */
static void join_repetitions(entries *r)
{
    double *times = wg_alloc((r->count + 1) * sizeof *times);
    size_t kept = 0;
    for (size_t k = 0; k < r->count; k++) {
        entry e = r->items[k];
        size_t count = 0, before = 0;
        while (before < kept && strcmp(r->items[before].name, e.name) != 0)
            before++;
        if (before < kept)
            continue;
        for (size_t j = k; j < r->count && !e.is_median; j++) {
            if (strcmp(r->items[j].name, e.name) != 0)
                continue;
            if (r->items[j].is_median)
                e = r->items[j];
            else if (!r->items[j].broken)
                times[count++] = r->items[j].seconds;
            e.broken |= r->items[j].broken;
        }
        if (count > 1 && !e.broken) {
            entry joined = e;
            qsort(times, count, sizeof *times, by_time);
            join(times, count, &joined);
            e.noise = joined.noise;
            e.seconds = e.is_median ? e.seconds : joined.seconds;
        }
        r->items[kept++] = e;
    }
    r->count = kept;
    free(times);
}

static bool any_time(const entries *e)
{
    for (size_t k = 0; k < e->count; k++)
        if (!isnan(e->items[k].seconds))
            return true;
    return false;
}

/* ---- as results ---- */

static wg_record record_of(wg_results *results, const entry *e)
{
    wg_record r = wg_record_blank();
    double spread = isnan(e->noise) ? 0 : e->noise * e->seconds;
    r.name = wg_results_keep(results, e->name);
    r.verification = e->broken ? WG_WRONG : WG_UNCHECKED;
    r.reason = e->broken ? "it failed, or its result is wrong" : "";
    r.device = results->device;
    if (isnan(e->seconds))
        return r;
    r.has_time = !e->is_model;
    if (e->is_model)
        r.estimate.seconds = e->seconds;
    r.timing = (wg_timing){.median = e->seconds,
                           .low = e->seconds - spread,
                           .high = e->seconds + spread,
                           .samples = isnan(e->noise) ? 1 : 2};
    return r;
}

static wg_results *results_of(const entries *e, const wg_json *root)
{
    wg_results *results = wg_results_new(WG_RESULTS_LADDER);
    wg_json context = wg_json_member(root, "context");
    const char *device = word(&context, "device"), *title = word(&context, "device_title");
    snprintf(results->device.name, sizeof results->device.name, "%s", device ? device : "");
    snprintf(results->device.title, sizeof results->device.title, "%s", title ? title : "");
    results->records = WG_NEW_ARRAY(&results->arena, wg_record, e->count + 1);
    for (; results->count < e->count; results->count++)
        results->records[results->count] = record_of(results, &e->items[results->count]);
    return results;
}

static wg_status read_benchmarks(const wg_json *root, wg_results **out, wg_error *err)
{
    entries e = {0};
    wg_json list = wg_json_member(root, "benchmarks");
    wg_status status = wg_json_expect(&list, JSON_ARRAY, "an array of benchmarks", err);
    for (size_t k = 0; k < wg_json_count(&list) && status == WG_OK; k++) {
        wg_json b = wg_json_item(&list, k);
        status = read_benchmark(&b, &e, err);
    }
    if (status == WG_OK)
        join_repetitions(&e);
    if (status == WG_OK && !any_time(&e))
        status = wg_error_set(err, WG_ERR_INPUT, "%s: no benchmark in it has a time", root->file);
    if (status == WG_OK)
        *out = results_of(&e, root);
    free(e.items);
    return status;
}

/* A roofline has no records: what it has of a kernel is its time. */
static bool has_records(json_t *root)
{
    json_t *context = json_object_get(root, "context");
    json_t *first = json_array_get(json_object_get(root, "benchmarks"), 0);
    return json_object_get(context, "ladder") || json_object_get(context, "probe") || json_object_get(first, "lines");
}

wg_status wg_benchmarks_from_file(const char *path, wg_results **out, wg_error *err)
{
    char *text;
    size_t length;
    json_t *tree = NULL;
    *out = NULL;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_json_parse(path, text, length, &tree, err);
    free(text);
    if (status != WG_OK)
        return status;
    wg_json root = wg_json_root(path, tree);
    status = (has_records(tree) ? wg_results_from_document : read_benchmarks)(&root, out, err);
    json_decref(tree);
    return status;
}

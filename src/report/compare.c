/* SPDX-License-Identifier: Apache-2.0 */
/* The files have the shape google-benchmark writes (docs/use/json.md). Ours say how far apart the quartiles of the
 * samples lie; two medians closer than twice the noise of both together are the same. Where a file says nothing of its
 * noise, 5 % is assumed. Repetitions of one name count as samples; where the file has their median itself, that counts.
 */
#include "report/compare.h"

#include "base/arena.h"
#include "base/file.h"
#include "json/read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double UNKNOWN_NOISE = 0.05;
static const double LEAST = 0.005; /* nothing is measured better than this */

typedef struct entry {
    const char *name;
    double seconds, noise; /* NAN: it has no time */
    bool is_median;        /* of repetitions, by whoever wrote the file */
    bool broken;           /* it was verified, and was wrong */
} entry;

typedef struct results {
    json_t *root;
    entry *items;
    size_t count, capacity;
} results;

static wg_status unit_of(const wg_json *b, double *seconds, wg_error *err)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
    wg_json node = wg_json_member(b, "time_unit");
    const char *unit = wg_json_absent(&node) ? "ns" : json_string_value(node.value);
    for (size_t k = 0; unit && k < sizeof units / sizeof *units; k++) {
        *seconds = units[k].seconds;
        if (!strcmp(unit, units[k].name))
            return WG_OK;
    }
    return wg_json_fail(&node, err, "expected ns, us, ms or s");
}

static const char *word(const wg_json *b, const char *key)
{
    return json_string_value(json_object_get(b->value, key));
}

static wg_status read_time(const wg_json *b, entry *out, wg_error *err)
{
    json_t *time = json_object_get(b->value, "real_time"), *low = json_object_get(b->value, "real_time_low"),
           *high = json_object_get(b->value, "real_time_high");
    double unit, value = json_number_value(time);
    wg_status status = unit_of(b, &unit, err);
    if (status == WG_OK && !(json_is_number(time) && isfinite(value) && value > 0))
        status = wg_json_fail(b, err, "real_time is not a time");
    if (status != WG_OK)
        return status;
    out->seconds = value * unit;
    out->noise = UNKNOWN_NOISE;
    if (json_is_number(low) && json_is_number(high))
        out->noise = fabs(json_number_value(high) - json_number_value(low)) / 2 / value;
    return WG_OK;
}

/* Left out: what has no time unless it went wrong, and means and deviations of repetitions. */
static wg_status read_benchmark(const wg_json *b, results *out, wg_error *err)
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
    if (!e.broken && json_object_get(b->value, "real_time"))
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
static void join_repetitions(results *r)
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

static bool any_time(const results *r)
{
    for (size_t k = 0; k < r->count; k++)
        if (!isnan(r->items[k].seconds))
            return true;
    return false;
}

static wg_status read_results(const char *path, results *out, wg_error *err)
{
    char *text;
    size_t length;
    wg_status status = wg_file_read(path, &text, &length, err);
    if (status != WG_OK)
        return status;
    status = wg_json_parse(path, text, length, &out->root, err);
    free(text);
    if (status != WG_OK)
        return status;
    wg_json root = wg_json_root(path, out->root), list = wg_json_member(&root, "benchmarks");
    status = wg_json_expect(&list, JSON_ARRAY, "an array of benchmarks", err);
    for (size_t k = 0; k < wg_json_count(&list) && status == WG_OK; k++) {
        wg_json b = wg_json_item(&list, k);
        status = read_benchmark(&b, out, err);
    }
    if (status == WG_OK)
        join_repetitions(out);
    if (status == WG_OK && !any_time(out))
        status = wg_error_set(err, WG_ERR_INPUT, "%s: no benchmark in it has a time", path);
    return status;
}

static const entry *find(const results *in, const char *name)
{
    for (size_t k = 0; k < in->count; k++)
        if (!strcmp(in->items[k].name, name))
            return &in->items[k];
    return NULL;
}

/* *worse counts what got slower, and what was right and is not any more. */
static const char *judge(const entry *before, const entry *after, size_t *worse)
{
    double noise, change;
    if (!before || !after)
        return before ? "only before" : "only after";
    if (before->broken || after->broken) {
        *worse += !before->broken;
        return !after->broken ? "REPAIRED" : before->broken ? "still wrong" : "BROKEN";
    }
    noise = 2 * hypot(before->noise, after->noise);
    change = after->seconds / before->seconds - 1;
    if (fabs(change) <= fmax(noise, LEAST))
        return "SAME";
    *worse += change > 0;
    return change > 0 ? "SLOWER" : "FASTER";
}

static void add_row(wg_table *table, const entry *before, const entry *after, size_t *worse)
{
    bool both = before && after && !isnan(before->seconds) && !isnan(after->seconds);
    double change = both ? 100 * (after->seconds / before->seconds - 1) : NAN;
    wg_table_add(table, "%s", before ? before->name : after->name);
    wg_table_add_time(table, before ? before->seconds : NAN);
    wg_table_add_time(table, after ? after->seconds : NAN);
    if (both && table->form != WG_TABLE_CSV)
        wg_table_add(table, "%+.1f", change);
    else
        wg_table_add_number(table, change, 3);
    wg_table_add_percent(table, both ? 100 * hypot(before->noise, after->noise) : NAN);
    wg_table_add(table, "%s", judge(before, after, worse));
}

static void free_results(results *r)
{
    json_decref(r->root);
    free(r->items);
}

wg_status wg_report_compare(const char *before, const char *after, wg_table_form form, char **out, size_t *slower,
                            wg_error *err)
{
    static const char *const for_people[] = {"<benchmark", "before", "after", "change %", "±%", "<verdict", NULL};
    static const char *const for_programs[] = {
        "<benchmark", "before_seconds", "after_seconds", "change_percent", "noise_percent", "<verdict", NULL};
    results a = {0}, b = {0};
    *out = NULL;
    *slower = 0;
    wg_status status = read_results(before, &a, err);
    if (status == WG_OK)
        status = read_results(after, &b, err);
    if (status == WG_OK) {
        wg_table table;
        wg_text text = {0};
        wg_table_begin(&table, form, form == WG_TABLE_CSV ? for_programs : for_people);
        for (size_t k = 0; k < a.count; k++)
            add_row(&table, &a.items[k], find(&b, a.items[k].name), slower);
        for (size_t k = 0; k < b.count; k++)
            if (!find(&a, b.items[k].name))
                add_row(&table, NULL, &b.items[k], slower);
        wg_table_write(&table, &text);
        wg_table_free(&table);
        *out = text.bytes;
    }
    free_results(&a);
    free_results(&b);
    return status;
}

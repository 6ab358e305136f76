/* The files have the shape google-benchmark writes (docs/json.md). Ours say how far apart the quartiles of the samples
 * lie; two medians closer than twice the noise of both together are the same. Where a file says nothing of its noise, 5 %
 * is assumed. Files with repetitions are compared by their medians. */
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
    double seconds, noise;
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

static bool is_median(const wg_json *b)
{
    const char *aggregate = json_string_value(json_object_get(b->value, "aggregate_name"));
    return !aggregate || !strcmp(aggregate, "median");
}

/* Left out: what has no time, and means and deviations of repetitions. */
static wg_status read_benchmark(const wg_json *b, results *out, wg_error *err)
{
    json_t *time = json_object_get(b->value, "real_time"), *low = json_object_get(b->value, "real_time_low"),
           *high = json_object_get(b->value, "real_time_high");
    const char *name = json_string_value(json_object_get(b->value, "name"));
    double unit;
    if (!name)
        return wg_json_fail(b, err, "has no name");
    if (!time || !is_median(b))
        return WG_OK;
    wg_status status = unit_of(b, &unit, err);
    double value = json_number_value(time);
    if (status == WG_OK && !(json_is_number(time) && isfinite(value) && value > 0))
        status = wg_json_fail(b, err, "real_time is not a time");
    if (status != WG_OK)
        return status;
    double noise = UNKNOWN_NOISE;
    if (json_is_number(low) && json_is_number(high))
        noise = fabs(json_number_value(high) - json_number_value(low)) / 2 / value;
    *WG_PUSH(out->items, out->count, out->capacity) = (entry){name, value * unit, noise};
    return WG_OK;
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
    if (status == WG_OK && out->count == 0)
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

static const char *judge(const entry *before, const entry *after, size_t *slower)
{
    double noise = 2 * hypot(before->noise, after->noise), change = after->seconds / before->seconds - 1;
    if (fabs(change) <= fmax(noise, LEAST))
        return "SAME";
    *slower += change > 0;
    return change > 0 ? "SLOWER" : "FASTER";
}

static void add_row(wg_table *table, const char *name, const entry *before, const entry *after, size_t *slower)
{
    wg_table_add(table, "%s", name);
    wg_table_add_number(table, before ? 1e6 * before->seconds : NAN, 4);
    wg_table_add_number(table, after ? 1e6 * after->seconds : NAN, 4);
    if (before && after) {
        wg_table_add(table, "%+.1f%%", 100 * (after->seconds / before->seconds - 1));
        wg_table_add(table, "±%.1f%%", 100 * hypot(before->noise, after->noise));
        wg_table_add(table, "%s", judge(before, after, slower));
    } else {
        wg_table_add(table, "-");
        wg_table_add(table, "-");
        wg_table_add(table, before ? "only before" : "only after");
    }
}

static void free_results(results *r)
{
    json_decref(r->root);
    free(r->items);
}

wg_status wg_report_compare(const char *before, const char *after, wg_table_form form, char **out, size_t *slower,
                            wg_error *err)
{
    static const char *const headings[] = {"<benchmark", "before us", "after us", "change", "noise", "<", NULL};
    results a = {0}, b = {0};
    *out = NULL;
    *slower = 0;
    wg_status status = read_results(before, &a, err);
    if (status == WG_OK)
        status = read_results(after, &b, err);
    if (status == WG_OK) {
        wg_table table;
        wg_text text = {0};
        wg_table_begin(&table, headings);
        for (size_t k = 0; k < a.count; k++)
            add_row(&table, a.items[k].name, &a.items[k], find(&b, a.items[k].name), slower);
        for (size_t k = 0; k < b.count; k++)
            if (!find(&a, b.items[k].name))
                add_row(&table, b.items[k].name, NULL, &b.items[k], slower);
        wg_table_write(&table, form, &text);
        wg_table_free(&table);
        *out = text.bytes;
    }
    free_results(&a);
    free_results(&b);
    return status;
}

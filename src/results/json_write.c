/* SPDX-License-Identifier: Apache-2.0 */
#include "results/json.h"

#include "base/file.h"
#include "base/text.h"
#include "warpgrind/version.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* ---- parts ---- */

json_t *wg_json_context(const char *executable, const wg_place *device)
{
    json_t *context = json_object();
    char date[64] = "", host[256] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S%z", &local);
    gethostname(host, sizeof host - 1);
    wg_json_set_string(context, "date", date);
    wg_json_set_string(context, "host_name", host);
    wg_json_set_string(context, "executable", executable ? executable : "warpgrind");
    wg_json_set_integer(context, "num_cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    wg_json_set_string(context, "library_version", WG_VERSION_STRING);
    wg_json_set_string(context, "device", device->name);
    wg_json_set_string(context, "device_title", device->title);
    return context;
}

void wg_json_set_benchmark(json_t *object, const char *name, double seconds, bool is_model)
{
    bool is_known = seconds > 0; /* a clock may have given none, which is no time to read back */
    wg_json_set_string(object, "name", name);
    wg_json_set_string(object, "run_name", name);
    wg_json_set_string(object, "run_type", "iteration");
    wg_json_set_integer(object, "iterations", is_known);
    wg_json_set_real(object, "real_time", is_known ? 1e6 * seconds : 0);
    wg_json_set_real(object, "cpu_time", is_known ? 1e6 * seconds : 0);
    wg_json_set_string(object, "time_unit", "us");
    if (is_known)
        wg_json_set_string(object, "time_source", is_model ? "model" : "measured");
}

void wg_json_set_timing(json_t *object, const wg_timing *timing)
{
    if (!(timing->median > 0))
        return;
    wg_json_set_real(object, "real_time", 1e6 * timing->median);
    wg_json_set_real(object, "cpu_time", 1e6 * timing->median);
    wg_json_set_string(object, "time_unit", "us");
    if (timing->samples > 1) { /* one sample says nothing of its noise */
        wg_json_set_real(object, "real_time_low", 1e6 * timing->low);
        wg_json_set_real(object, "real_time_high", 1e6 * timing->high);
    }
    wg_json_set_integer(object, "iterations", timing->samples);
    wg_json_set_integer(object, "batch", timing->batch);
    wg_json_set_bool(object, "cold", timing->cold);
}

void wg_json_set_counters(json_t *object, const wg_counters *counters, bool with_zeros)
{
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        if (with_zeros || counters->value[k])
            wg_json_set_integer(object, wg_counter_infos[k].name, counters->value[k]);
}

static void set_known(json_t *object, const char *key, int value)
{
    if (value >= 0)
        wg_json_set_integer(object, key, (uint64_t)value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text && *text)
        wg_json_set_string(object, key, text);
}

static void set_ceilings(json_t *context, const wg_ceilings *ceilings)
{
    if (wg_ceilings_known(ceilings))
        json_object_set_new(context, "ceilings", wg_ceilings_to_json(ceilings));
}

/* ---- what both kernels and rungs have ---- */

/* A run that failed has no time worth comparing, whatever it took. */
static void set_benchmark(json_t *b, const char *name, const wg_record *r)
{
    bool is_measured = r->has_time && r->timing.median > 0;
    double seconds = is_measured ? r->timing.median : wg_record_model_seconds(r);
    wg_json_set_benchmark(b, name, wg_record_ran(r) ? seconds : NAN, !is_measured);
    if (r->verification == WG_LEFT_OUT) {
        wg_json_set_bool(b, "skipped", true);
        wg_json_set_string(b, "skip_message", r->reason);
    } else if (wg_record_failed(r)) {
        wg_json_set_bool(b, "error_occurred", true);
        wg_json_set_string(b, "error_message", r->reason);
    }
}

/* The first launch stands in the record itself; where there are several, all are listed. */
static void set_launches(json_t *b, const wg_record *r)
{
    const wg_record_launch *first = wg_record_launch_first(r);
    wg_json_set_shape(b, "grid", first->grid);
    wg_json_set_shape(b, "block", first->block);
    if (r->launch_count < 2)
        return;
    json_t *all = json_array();
    for (size_t k = 0; k < r->launch_count; k++) {
        const wg_record_launch *launch = &r->launches[k];
        json_t *one = json_object();
        wg_json_set_string(one, "kernel", launch->kernel);
        wg_json_set_shape(one, "grid", launch->grid);
        wg_json_set_shape(one, "block", launch->block);
        wg_json_set_integer(one, "dynamic_shared_bytes", launch->dynamic_shared);
        wg_json_set_integer(one, "static_shared_bytes", launch->static_shared);
        wg_json_set_integer(one, "repeat", launch->repeat);
        json_array_append_new(all, one);
    }
    json_object_set_new(b, "launched", all);
}

static json_t *diagnosis_to_json(const wg_diagnosis *d)
{
    json_t *object = json_object(), *evidence = json_array(), *parts = json_array(), *what_if = json_array();
    wg_json_set_string(object, "limiter", wg_limiter_infos[d->limiter].name);
    wg_json_set_string(object, "limiter_title", wg_limiter_infos[d->limiter].title);
    wg_json_set_string(object, "rule", d->rule);
    if (d->unit < WG_UNIT_COUNT)
        wg_json_set_string(object, "busiest_unit", wg_unit_infos[d->unit].name);
    wg_json_set_real(object, "utilisation", d->utilisation);
    wg_json_set_real(object, "seconds", d->seconds);
    wg_json_set_real(object, "minimum", d->minimum);
    wg_json_set_real(object, "part_of_limit", d->part_of_limit);
    wg_json_set_real(object, "overhead", d->overhead);
    for (size_t k = 0; k < d->part_count; k++)
        json_array_append_new(parts,
                              json_pack("{s:s, s:f}", "what", d->parts[k].title, "seconds", d->parts[k].seconds));
    for (size_t k = 0; k < d->prospect_count; k++)
        json_array_append_new(what_if,
                              json_pack("{s:s, s:s, s:f, s:f}", "what", wg_what_if_infos[d->prospects[k].what].name,
                                        "title", wg_what_if_infos[d->prospects[k].what].title, "seconds",
                                        d->prospects[k].seconds, "factor", d->prospects[k].factor));
    for (size_t k = 0; k < d->evidence_count; k++)
        json_array_append_new(evidence, json_string(d->evidence[k]));
    if (d->error.sentence) {
        json_t *error = json_object();
        wg_json_set_integer(error, "kernels", d->error.kernels);
        wg_json_set_real(error, "median", d->error.median);
        wg_json_set_real(error, "nine_in_ten", d->error.most);
        wg_json_set_string(error, "says", d->error.sentence);
        json_object_set_new(object, "expected_error", error);
    }
    json_object_set_new(object, "evidence", evidence);
    json_object_set_new(object, "overhead_parts", parts);
    json_object_set_new(object, "what_if", what_if);
    return object;
}

/* A ladder's own word for the limiter is `limiter`; the model's is in `diagnosis`, where it was asked for one. */
static void set_estimate(json_t *b, const wg_record *r)
{
    if (!isnan(wg_record_model_seconds(r)))
        json_object_set_new(b, "estimate", wg_estimate_to_json(&r->estimate));
    if (r->diagnosis.limiter < WG_LIMITER_COUNT)
        json_object_set_new(b, "diagnosis", diagnosis_to_json(&r->diagnosis));
}

static void set_resources(json_t *b, const wg_record *r)
{
    set_known(b, "registers", r->registers);
    set_known(b, "local_bytes", r->local_bytes);
    set_known(b, "blocks_per_sm", r->blocks_per_sm);
}

/* ---- a kernel ---- */

static void set_kernel_launch(json_t *b, const wg_record *r)
{
    const wg_record_launch *first = wg_record_launch_first(r);
    json_t *parameters = json_object();
    wg_json_set_string(b, "file", r->file);
    wg_json_set_string(b, "compiler", r->compiler);
    if (r->guessed)
        wg_json_set_string(b, "guessed", r->guessed);
    set_launches(b, r);
    if (wg_record_launches(r) > 1)
        wg_json_set_integer(b, "launches", wg_record_launches(r));
    wg_json_set_integer(b, "dynamic_shared_bytes", first->dynamic_shared);
    wg_json_set_integer(b, "static_shared_bytes", first->static_shared);
    wg_json_set_integer(b, "blocks", r->blocks);
    wg_json_set_integer(b, "blocks_run", r->blocks_run);
    for (size_t k = 0; k < r->parameter_count; k++)
        wg_json_set_string(parameters, r->parameters[k].name, r->parameters[k].value);
    json_object_set_new(b, "parameters", parameters);
    wg_json_set_real(b, "simulation_seconds", r->simulation_seconds);
    wg_json_set_integer(b, "host_threads", r->host_threads);
}

static json_t *advice_to_json(const wg_record *r)
{
    json_t *all = json_array();
    for (size_t k = 0; k < r->advice_count; k++) {
        const wg_advice *a = &r->advice[k];
        const struct {
            const char *key, *text;
        } words[] = {
            {"name", a->name}, {"title", a->title}, {"evidence", a->evidence}, {"change", a->change}, {"see", a->see}};
        json_t *one = json_object();
        for (size_t j = 0; j < sizeof words / sizeof *words; j++)
            wg_json_set_string(one, words[j].key, words[j].text);
        wg_json_set_real(one, "gain", a->gain);
        if (a->line != WG_NO_LINE) {
            wg_json_set_string(one, "file", r->lines.files[r->lines.items[a->line].file]);
            wg_json_set_integer(one, "line", r->lines.items[a->line].number);
        }
        json_array_append_new(all, one);
    }
    return all;
}

/* "1024 ld.global.f32 %f1, [%rd4];": there are many, and objects would be most of the file. */
static json_t *ptx_to_json(const wg_line *line)
{
    json_t *all = json_array();
    for (size_t k = 0; k < line->ptx_count; k++) {
        wg_text words = {0};
        wg_text_addf(&words, "%llu %s", (unsigned long long)line->ptx[k].executed, line->ptx[k].text);
        json_array_append_new(all, wg_json_text(words.bytes));
        wg_text_free(&words);
    }
    return all;
}

static json_t *lines_to_json(const wg_lines *lines)
{
    json_t *all = json_array();
    for (size_t k = 0; k < lines->count; k++) {
        const wg_line *line = &lines->items[k];
        json_t *one = json_object();
        wg_json_set_string(one, "file", lines->files[line->file]);
        wg_json_set_integer(one, "line", line->number);
        wg_json_set_string(one, "text", line->text);
        wg_json_set_counters(one, &line->counters, false);
        wg_json_set_real(one, "time_share", line->time);
        wg_json_set_real(one, "wait_share", line->waits);
        wg_json_set_stalls(one, line->stalls);
        if (line->ptx_count)
            json_object_set_new(one, "ptx", ptx_to_json(line));
        json_array_append_new(all, one);
    }
    return all;
}

/* Every counter, also those that are 0: a reader of JSON wants the same members every time. */
static void set_counters(json_t *b, json_t *kinds, const wg_record *r)
{
    wg_json_set_counters(b, &r->counters, true);
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        wg_json_set_string(kinds, wg_counter_infos[k].name, wg_counter_kind_name(wg_counter_infos[k].kind));
}

static void set_metrics(json_t *b, json_t *kinds, const wg_record *r)
{
    for (int k = 0; k < WG_METRIC_COUNT; k++) {
        double value = wg_metric_value(&r->counters, (wg_metric)k);
        if (isnan(value))
            continue;
        wg_json_set_real(b, wg_metric_infos[k].name, value);
        wg_json_set_string(kinds, wg_metric_infos[k].name, wg_counter_kind_name(wg_metric_kind((wg_metric)k)));
    }
}

static json_t *kernel_to_json(const wg_record *r, json_t *context)
{
    json_t *b = json_object(), *kinds = json_object();
    set_benchmark(b, r->name, r);
    set_kernel_launch(b, r);
    set_counters(b, kinds, r);
    set_estimate(b, r);
    json_object_set_new(b, "advice", advice_to_json(r));
    if (r->has_time) {
        wg_json_set_string(context, "measured_on", r->measured_on.name);
        wg_json_set_string(context, "measured_title", r->measured_on.title);
        wg_json_set_timing(b, &r->timing);
        set_resources(b, r);
    }
    set_metrics(b, kinds, r);
    if (r->ablation)
        json_object_set_new(b, "ablation", wg_ablation_to_json(r->ablation));
    if (r->against)
        json_object_set_new(b, "against", wg_against_to_json(r->against));
    if (r->checked) {
        wg_json_set_string(b, "checked", r->checked);
        wg_json_set_integer(b, "check_errors", r->check_errors);
    }
    json_object_set_new(context, "kinds", kinds);
    json_object_set_new(b, "lines", lines_to_json(&r->lines));
    return b;
}

/* ---- a rung ---- */

static void set_times(json_t *b, const wg_record *r)
{
    const char *unit;
    double rate = wg_record_rate(r, &unit);
    wg_json_set_string(b, "rate_unit", unit);
    wg_json_set_real(b, "bound_time", 1e6 * r->bound);
    if (!r->has_time)
        return;
    wg_json_set_timing(b, &r->timing);
    wg_json_set_real(b, "rate", rate);
}

static void set_what_ran(json_t *b, const wg_record *r)
{
    wg_json_set_string(b, "kernel", r->kernel);
    wg_json_set_string(b, "compiler", r->compiler);
    set_launches(b, r);
    wg_json_set_integer(b, "launches", wg_record_launches(r));
    set_resources(b, r);
    set_times(b, r);
    set_estimate(b, r);
    if (r->has_counters) {
        wg_json_set_bool(b, "sampled", wg_record_is_sampled(r));
        wg_json_set_real(b, "simulation_seconds", r->simulation_seconds);
        wg_json_set_counters(b, &r->counters, true);
    }
    if (r->advice_count)
        json_object_set_new(b, "advice", advice_to_json(r));
    if (r->ablation)
        json_object_set_new(b, "ablation", wg_ablation_to_json(r->ablation));
}

static json_t *rung_to_json(const wg_results *results, size_t index)
{
    const wg_record *r = &results->records[index];
    json_t *b = json_object();
    wg_text name = {0};
    wg_results_add_name(results, index, &name);
    set_benchmark(b, wg_text_get(&name), r);
    wg_text_free(&name);
    wg_json_set_string(b, "device", r->device.name);
    set_text(b, "file", wg_file_from_here(r->file));
    wg_json_set_string(b, "verified", wg_verification_word(r->verification));
    set_text(b, "reason", r->reason);
    set_text(b, "row", r->row);
    set_text(b, "limiter", r->limiter);
    set_text(b, "next", r->next);
    set_text(b, "next_advice", r->next_advice);
    set_text(b, "note", r->note);
    if (r->verification == WG_LEFT_OUT)
        return b;
    wg_json_set_real(b, "flops", r->flops);
    wg_json_set_real(b, "bytes", r->bytes);
    if (r->items > 0)
        wg_json_set_real(b, "items", r->items);
    if (r->result_label && !isnan(r->result)) {
        wg_json_set_string(b, "result_label", r->result_label);
        wg_json_set_real(b, "result", r->result);
    }
    if (r->device.name[0]) /* else it did not come so far */
        set_what_ran(b, r);
    return b;
}

/* ---- documents ---- */

static void write_kernel(const wg_results *results, json_t *context, json_t *benchmarks)
{
    set_ceilings(context, &results->ceilings);
    json_array_append_new(benchmarks, kernel_to_json(&results->records[0], context));
}

static void write_ladder(const wg_results *results, json_t *context, json_t *benchmarks)
{
    json_t *sizes = json_object();
    wg_json_set_string(context, "ladder", results->name);
    wg_json_set_string(context, "title", results->title);
    set_text(context, "text", results->text);
    set_ceilings(context, &results->ceilings);
    for (size_t k = 0; k < results->size_count; k++) {
        const wg_record_size *size = &results->sizes[k];
        json_object_set_new(sizes, size->name, size->is_real ? json_real(size->real) : json_integer(size->integer));
    }
    json_object_set_new(context, "sizes", sizes);
    if (results->checked)
        wg_json_set_string(context, "checked", results->checked);
    for (size_t k = 0; k < results->count; k++)
        json_array_append_new(benchmarks, rung_to_json(results, k));
}

static void write_probe(const wg_results *results, json_t *context, json_t *benchmarks)
{
    const wg_curves *curves = &results->curves;
    wg_json_set_string(context, "probe", results->name);
    wg_json_set_string(context, "title", results->title);
    set_text(context, "text", results->text);
    wg_json_set_bool(context, "log_x", curves->log_x);
    wg_json_set_bool(context, "log_y", curves->log_y);
    wg_json_set_string(context, "sweep", curves->sweep);
    wg_json_set_string(context, "x", curves->x_label);
    wg_json_set_string(context, "y", curves->y_label);
    wg_json_set_string(context, "y_is", wg_curves_how(curves));
    for (size_t k = 0; k < results->count; k++) {
        const wg_record *r = &results->records[k];
        json_t *b = rung_to_json(results, k);
        wg_json_set_string(b, "series", r->name);
        wg_json_set_real(b, "x", r->x);
        wg_json_set_real(b, "y", r->y);
        json_array_append_new(benchmarks, b);
    }
}

static void write_roofline(const wg_results *results, json_t *context, json_t *benchmarks)
{
    const wg_roofline *r = &results->roofline;
    wg_json_set_bool(context, "roofline", true);
    json_object_set_new(context, "ceilings", wg_ceilings_to_json(&r->ceilings));
    for (size_t k = 0; k < r->count; k++)
        json_array_append_new(benchmarks, wg_roof_point_to_json(&r->points[k]));
}

char *wg_results_to_json(const wg_results *results, const char *executable, const char *command)
{
    static void (*const writers[])(const wg_results *, json_t *, json_t *) = {[WG_RESULTS_KERNEL] = write_kernel,
                                                                              [WG_RESULTS_LADDER] = write_ladder,
                                                                              [WG_RESULTS_PROBE] = write_probe,
                                                                              [WG_RESULTS_ROOFLINE] = write_roofline};
    json_t *context = wg_json_context(executable, &results->device), *benchmarks = json_array();
    set_text(context, "command", command ? command : results->command);
    writers[results->kind](results, context, benchmarks);
    return wg_json_write(json_pack("{s:o, s:o}", "context", context, "benchmarks", benchmarks));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The report in the shape google-benchmark writes, for the tools that read it: docs/use/json.md. */
#include "report/ablation.h"
#include "report/context.h"
#include "report/report.h"
#include "report/roofline.h"
#include "json/write.h"

#include <jansson.h>
#include <math.h>

typedef struct json_writer {
    json_t *context, *benchmark, *kinds, *lines;
} json_writer;

static json_t *shape(const uint32_t sizes[3])
{
    json_t *array = json_array();
    for (int k = 0; k < 3; k++)
        json_array_append_new(array, json_integer(sizes[k]));
    return array;
}

static void set_launch(json_t *benchmark, const wg_run *run)
{
    const wg_profile *profile = &run->profile;
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    wg_report_set_string(benchmark, "name", kernel->name);
    wg_report_set_string(benchmark, "run_name", kernel->name);
    wg_report_set_string(benchmark, "run_type", "iteration");
    wg_report_set_integer(benchmark, "iterations", 1);
    wg_report_set_string(benchmark, "file", run->spec->source);
    wg_report_set_string(benchmark, "compiler", kernel->compiler);
    json_object_set_new(benchmark, "grid", shape(run->plan->steps[0].grid));
    json_object_set_new(benchmark, "block", shape(run->plan->steps[0].block));
    wg_report_set_integer(benchmark, "dynamic_shared_bytes", wg_run_dynamic_shared(run));
    wg_report_set_integer(benchmark, "static_shared_bytes", kernel->static_shared);
    wg_report_set_integer(benchmark, "blocks", profile->blocks_total);
    wg_report_set_integer(benchmark, "blocks_run", profile->blocks_run);
    json_t *parameters = json_object();
    for (size_t k = 0; k < run->spec->parameter_count; k++)
        wg_report_set_string(parameters, run->spec->parameters[k].name, run->plan->settings[k]->text);
    json_object_set_new(benchmark, "parameters", parameters);
    json_object_set_new(benchmark, "simulation_seconds", json_real(profile->seconds));
    wg_report_set_integer(benchmark, "host_threads", profile->host_threads);
}

/* Every counter, also those of groups the text leaves out: a reader of JSON wants the same members every time. */
static void write_begin(void *writer, const wg_run *run)
{
    json_writer *w = writer;
    set_launch(w->benchmark, run);
    for (int k = 0; k < WG_COUNTER_COUNT; k++) {
        wg_report_set_integer(w->benchmark, wg_counter_infos[k].name, run->profile.total.value[k]);
        wg_report_set_string(w->kinds, wg_counter_infos[k].name, wg_report_kind_name(wg_counter_infos[k].kind));
    }
}

static void write_diagnosis(void *writer, const wg_run *run, const wg_report_diagnosis *diagnosis)
{
    json_writer *w = writer;
    (void)run;
    wg_report_diagnosis_json(diagnosis, w->benchmark);
}

static void write_time(void *writer, const wg_measurement *measured)
{
    json_writer *w = writer;
    const wg_engine_kernel *kernel = wg_run_kernel(measured->run);
    wg_report_set_string(w->context, "measured_on", measured->run->engine->name);
    wg_report_set_string(w->context, "measured_title", measured->run->engine->title);
    wg_report_set_time(w->benchmark, &measured->timing);
    if (kernel->registers >= 0)
        wg_report_set_integer(w->benchmark, "registers", (uint64_t)kernel->registers);
    if (kernel->local_bytes >= 0)
        wg_report_set_integer(w->benchmark, "local_bytes", (uint64_t)kernel->local_bytes);
    if (kernel->blocks_per_sm >= 0)
        wg_report_set_integer(w->benchmark, "blocks_per_sm", (uint64_t)kernel->blocks_per_sm);
}

static void write_ablation(void *writer, const wg_run *run, const wg_ablation_result *ablation)
{
    (void)run;
    json_object_set_new(((json_writer *)writer)->benchmark, "ablation", wg_report_ablation_json(ablation));
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    json_writer *w = writer;
    json_object_set_new(w->benchmark, info->name, json_real(value));
    wg_report_set_string(w->kinds, info->name, wg_report_kind_name(kind));
}

static void write_line(void *writer, const wg_lines *lines, const wg_line *line)
{
    json_writer *w = writer;
    json_t *object = json_object();
    wg_report_set_string(object, "file", lines->files[line->file]);
    wg_report_set_integer(object, "line", line->number);
    wg_report_set_string(object, "text", line->text);
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        if (line->counters.value[k])
            wg_report_set_integer(object, wg_counter_infos[k].name, line->counters.value[k]);
    wg_report_set_real(object, "time_share", line->time);
    json_array_append_new(w->lines, object);
}

char *wg_report_json(const wg_run *run, const wg_report_options *options)
{
    static const wg_report_writer writer = {.begin = write_begin,
                                            .diagnosis = write_diagnosis,
                                            .time = write_time,
                                            .metric = write_metric,
                                            .line = write_line,
                                            .ablation = write_ablation};
    json_t *context = wg_report_context(options->executable, run->engine->name, run->engine->title);
    wg_report_set_ceilings(context, run->engine->name, run->engine->title);
    json_writer w = {context, json_object(), json_object(), json_array()};
    wg_report_options all = *options;
    all.lines = 0;
    wg_report_walk(run, &all, &writer, &w);
    json_object_set_new(w.context, "kinds", w.kinds);
    json_object_set_new(w.benchmark, "lines", w.lines);
    json_t *benchmarks = json_array(), *root = json_object();
    json_array_append_new(benchmarks, w.benchmark);
    json_object_set_new(root, "context", w.context);
    json_object_set_new(root, "benchmarks", benchmarks);
    return wg_json_write(root);
}

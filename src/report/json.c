/* The report in the shape google-benchmark writes, for the tools that read it: docs/json.md. */
#include "report/report.h"
#include "json/write.h"

#include <jansson.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct json_writer {
    json_t *context, *benchmark, *kinds, *lines;
} json_writer;

static void set_string(json_t *object, const char *key, const char *text)
{
    /* Names in PTX need not be UTF-8; the reader gets what can be said. */
    json_t *value = json_string(text);
    json_object_set_new(object, key, value ? value : json_string("?"));
}

static void set_integer(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *shape(const uint32_t sizes[3])
{
    json_t *array = json_array();
    for (int k = 0; k < 3; k++)
        json_array_append_new(array, json_integer(sizes[k]));
    return array;
}

static void set_context(json_t *context, const wg_run *run, const wg_report_options *options)
{
    char date[64] = "", host[256] = "";
    time_t now = time(NULL);
    struct tm local;
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S%z", &local);
    gethostname(host, sizeof host - 1);
    set_string(context, "date", date);
    set_string(context, "host_name", host);
    set_string(context, "executable", options->executable ? options->executable : "warpgrind");
    set_integer(context, "num_cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
    set_string(context, "library_version", WG_VERSION);
    set_string(context, "device", run->engine->name);
    set_string(context, "device_title", run->engine->title);
}

static void set_launch(json_t *benchmark, const wg_run *run)
{
    const wg_profile *profile = &run->profile;
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    set_string(benchmark, "name", kernel->name);
    set_string(benchmark, "run_name", kernel->name);
    set_string(benchmark, "run_type", "iteration");
    set_integer(benchmark, "iterations", 1);
    set_string(benchmark, "file", run->spec->source);
    set_string(benchmark, "compiler", kernel->compiler);
    json_object_set_new(benchmark, "grid", shape(run->plan->steps[0].grid));
    json_object_set_new(benchmark, "block", shape(run->plan->steps[0].block));
    set_integer(benchmark, "dynamic_shared_bytes", wg_run_dynamic_shared(run));
    set_integer(benchmark, "static_shared_bytes", kernel->static_shared);
    set_integer(benchmark, "blocks", profile->blocks_total);
    set_integer(benchmark, "blocks_run", profile->blocks_run);
    json_t *parameters = json_object();
    for (size_t k = 0; k < run->spec->parameter_count; k++)
        set_string(parameters, run->spec->parameters[k].name, run->plan->settings[k]->text);
    json_object_set_new(benchmark, "parameters", parameters);
    json_object_set_new(benchmark, "simulation_seconds", json_real(profile->seconds));
    set_integer(benchmark, "host_threads", profile->host_threads);
}

/* Every counter, also those of groups the text leaves out: a reader of JSON wants the same members every time. */
static void write_begin(void *writer, const wg_run *run)
{
    json_writer *w = writer;
    set_launch(w->benchmark, run);
    for (int k = 0; k < WG_COUNTER_COUNT; k++) {
        set_integer(w->benchmark, wg_counter_infos[k].name, run->profile.total.value[k]);
        set_string(w->kinds, wg_counter_infos[k].name, wg_report_kind_name(wg_counter_infos[k].kind));
    }
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    json_writer *w = writer;
    json_object_set_new(w->benchmark, info->name, json_real(value));
    set_string(w->kinds, info->name, wg_report_kind_name(kind));
}

static void write_line(void *writer, const wg_lines *lines, const wg_line *line)
{
    json_writer *w = writer;
    json_t *object = json_object();
    set_string(object, "file", lines->files[line->file]);
    set_integer(object, "line", line->number);
    set_string(object, "text", line->text);
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        if (line->counters.value[k])
            set_integer(object, wg_counter_infos[k].name, line->counters.value[k]);
    json_array_append_new(w->lines, object);
}

char *wg_report_json(const wg_run *run, const wg_report_options *options)
{
    static const wg_report_writer writer = {.begin = write_begin, .metric = write_metric, .line = write_line};
    json_writer w = {json_object(), json_object(), json_object(), json_array()};
    wg_report_options all = *options;
    all.lines = 0;
    set_context(w.context, run, options);
    wg_report_walk(run, &all, &writer, &w);
    json_object_set_new(w.context, "kinds", w.kinds);
    json_object_set_new(w.benchmark, "lines", w.lines);
    json_t *benchmarks = json_array(), *root = json_object();
    json_array_append_new(benchmarks, w.benchmark);
    json_object_set_new(root, "context", w.context);
    json_object_set_new(root, "benchmarks", benchmarks);
    return wg_json_write(root);
}

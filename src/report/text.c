/* SPDX-License-Identifier: Apache-2.0 */
/* The report as a table for a person. */
#include "base/text.h"
#include "report/ablation.h"
#include "report/addresses.h"
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The part of a resource above which a line stands out. */
static const double HOT = 0.1;

typedef struct text_writer {
    wg_text out;
    const wg_report_options *options;
    uint32_t file, line; /* of the source line before; file UINT32_MAX: none yet */
} text_writer;

static const char *bold(const text_writer *w)
{
    return w->options->color ? "\033[1m" : "";
}

static const char *dim(const text_writer *w)
{
    return w->options->color ? "\033[2m" : "";
}

static const char *plain(const text_writer *w)
{
    return w->options->color ? "\033[0m" : "";
}

/* 1234567 as 1,234,567 */
static void format_count(uint64_t value, char *text, size_t size)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    size_t used = 0;
    for (int k = 0; k < length && used + 2 < size; k++) {
        if (k && (length - k) % 3 == 0)
            text[used++] = ',';
        text[used++] = digits[k];
    }
    text[used] = 0;
}

static void format_shape(const uint32_t shape[3], char *text, size_t size)
{
    int dimensions = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    int used = snprintf(text, size, "%u", shape[0]);
    for (int k = 1; k < dimensions; k++)
        used += snprintf(text + used, size - (size_t)used, " x %u", shape[k]);
}

static void write_parameters(text_writer *w, const wg_plan *plan)
{
    if (plan->spec->parameter_count == 0)
        return;
    wg_text_addf(&w->out, "  with");
    for (size_t k = 0; k < plan->spec->parameter_count; k++)
        wg_text_addf(&w->out, " %s=%s", plan->spec->parameters[k].name, plan->settings[k]->text);
    wg_text_addf(&w->out, "\n");
}

static void write_begin(void *writer, const wg_run *run)
{
    text_writer *w = writer;
    const wg_profile *profile = &run->profile;
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    uint64_t shared = wg_run_dynamic_shared(run);
    char grid[64], block[64];
    format_shape(run->plan->steps[0].grid, grid, sizeof grid);
    format_shape(run->plan->steps[0].block, block, sizeof block);
    wg_text_addf(&w->out, "%s%s%s  %s%s%s\n", bold(w), kernel->name, plain(w), run->spec->source,
                 kernel->ptx ? "" : ", compiled by ", kernel->ptx ? "" : kernel->compiler);
    wg_text_addf(&w->out, "  %s blocks of %s threads", grid, block);
    if (shared)
        wg_text_addf(&w->out, ", %llu bytes of dynamic shared memory", (unsigned long long)shared);
    wg_text_addf(&w->out, ", simulated for an %s in %.2f s\n", run->engine->title, profile->seconds);
    write_parameters(w, run->plan);
    if (profile->blocks_run < profile->blocks_total)
        wg_text_addf(&w->out, "  %ssampled%s: %llu of %llu blocks ran, counters are scaled to all\n", bold(w), plain(w),
                     (unsigned long long)profile->blocks_run, (unsigned long long)profile->blocks_total);
}

static void write_diagnosis(void *writer, const wg_run *run, const wg_report_diagnosis *diagnosis)
{
    text_writer *w = writer;
    wg_report_diagnosis_text(diagnosis, run->engine->title, w->options->measured, w->options->color, &w->out);
}

static void write_time(void *writer, const wg_measurement *measured)
{
    text_writer *w = writer;
    const wg_engine *engine = measured->run->engine;
    const wg_engine_kernel *kernel = wg_run_kernel(measured->run);
    wg_text_addf(&w->out, "\n%stime%s on %s (%s)\n", bold(w), plain(w), engine->name, engine->title);
    if (measured->timing.median > 0)
        wg_text_addf(&w->out, "  %-36s %20.2f µs      measured, ±%.1f%%, median of %u%s\n", "time",
                     1e6 * measured->timing.median, 100 * wg_timing_noise(&measured->timing), measured->timing.samples,
                     measured->timing.cold ? ", caches cold" : "");
    else
        wg_text_addf(&w->out, "  %-36s %20s         the device's clock gave no time\n", "time", "-");
    if (kernel->registers >= 0)
        wg_text_addf(&w->out, "  %-36s %20d         from the driver\n", "registers", kernel->registers);
    if (kernel->local_bytes > 0)
        wg_text_addf(&w->out, "  %-36s %20d B       from the driver\n", "local_bytes", kernel->local_bytes);
    if (kernel->blocks_per_sm >= 0)
        wg_text_addf(&w->out, "  %-36s %20d         from the driver\n", "blocks_per_sm", kernel->blocks_per_sm);
}

static void write_group(void *writer, const char *title)
{
    text_writer *w = writer;
    wg_text_addf(&w->out, "\n%s%s%s\n", bold(w), title, plain(w));
}

static void write_counter(void *writer, const wg_counter_info *info, uint64_t value)
{
    text_writer *w = writer;
    char count[64];
    format_count(value, count, sizeof count);
    wg_text_addf(&w->out, "  %-36s %20s         %s%s%s\n", info->name, count, dim(w), wg_report_kind_name(info->kind),
                 plain(w));
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    text_writer *w = writer;
    wg_text_addf(&w->out, "  %-36s %20.2f %-7s %s%s%s\n", info->name, value, info->unit, dim(w),
                 wg_report_kind_name(kind), plain(w));
}

/* ---- the source ---- */

static void write_source(void *writer, const wg_lines *lines)
{
    text_writer *w = writer;
    w->file = UINT32_MAX;
    if (lines->count)
        write_group(w, "source");
}

static double ratio(double above, double below)
{
    return below > 0 ? above / below : NAN;
}

/* "-" where the line does no such thing. */
static void add_column(wg_text *out, double value, int width, int digits, const char *unit)
{
    if (isnan(value))
        wg_text_addf(out, " %*s%*s", width, "-", (int)strlen(unit), "");
    else
        wg_text_addf(out, " %*.*f%s", width, digits, value, unit);
}

static void add_source(wg_text *out, const char *text)
{
    for (size_t length; *text; text += length) {
        length = strcspn(text, "\t");
        wg_text_add(out, text, length);
        if (text[length] == '\t') {
            wg_text_add(out, "    ", 4);
            length++;
        }
    }
    wg_text_add(out, "\n", 1);
}

/* The heading of a file, or a mark where lines were left out. */
static void write_gap(text_writer *w, const wg_lines *lines, const wg_line *line)
{
    if (line->file != w->file)
        wg_text_addf(&w->out, "  %s%s%6s %11s %10s %6s %6s  %s%s\n", dim(w), lines->has_times ? "  time " : "", "share",
                     "sectors/req", "conflicts", "lanes", "line", lines->files[line->file], plain(w));
    else if (w->line && line->number > w->line + 1)
        wg_text_addf(&w->out, "  %s%*s%s\n", dim(w), lines->has_times ? 51 : 44, "…", plain(w));
    w->file = line->file;
    w->line = line->number;
}

static void write_line(void *writer, const wg_lines *lines, const wg_line *line)
{
    text_writer *w = writer;
    const uint64_t *c = line->counters.value;
    write_gap(w, lines, line);
    double requests = (double)(c[WG_COUNTER_global_load_requests] + c[WG_COUNTER_global_store_requests] +
                               c[WG_COUNTER_global_atomic_requests]);
    double sectors = (double)(c[WG_COUNTER_global_load_sectors] + c[WG_COUNTER_global_store_sectors] +
                              c[WG_COUNTER_global_atomic_sectors]);
    double lanes =
        100 * ratio((double)c[WG_COUNTER_thread_instructions], 32.0 * (double)c[WG_COUNTER_warp_instructions]);
    bool shared = c[WG_COUNTER_shared_load_requests] || c[WG_COUNTER_shared_store_requests];
    wg_text_addf(&w->out, " %s", line->heat >= HOT ? bold(w) : "");
    if (lines->has_times)
        add_column(&w->out, 100 * line->time, 5, 1, "%");
    add_column(&w->out, 100 * line->share, 5, 1, "%");
    add_column(&w->out, ratio(sectors, requests), 11, 2, "");
    add_column(&w->out, shared ? (double)c[WG_COUNTER_shared_conflicts] : NAN, 10, 0, "");
    add_column(&w->out, lanes, 5, 0, "%");
    wg_text_addf(&w->out, "%s", line->heat >= HOT ? plain(w) : "");
    if (line->number == 0) {
        wg_text_addf(&w->out, " %6s  (instructions the compiler gives no line)\n", "-");
        return;
    }
    wg_text_addf(&w->out, " %6u  ", line->number);
    add_source(&w->out, line->text);
}

static void write_addresses(void *writer, const wg_run *run, const wg_trace *watched)
{
    text_writer *w = writer;
    char title[64];
    snprintf(title, sizeof title, "addresses of line %u", watched->watched_line);
    write_group(w, title);
    wg_report_addresses(watched, wg_run_kernel(run)->program, &w->out);
    if (!watched->access_count)
        wg_text_addf(&w->out, "  no access to memory was executed there\n");
}

static void write_ablation(void *writer, const wg_run *run, const wg_ablation_result *ablation)
{
    text_writer *w = writer;
    wg_report_ablation(wg_run_kernel(run)->name, ablation, &w->out);
}

static void write_end(void *writer, const wg_run *run)
{
    text_writer *w = writer;
    (void)run;
    wg_text_addf(&w->out,
                 "\n%sexact: follows from addresses and masks; ptx: exact for this PTX, of which ptxas makes other "
                 "instructions;\nmodel: predicts what ptxas and the hardware do%s\n",
                 dim(w), plain(w));
}

char *wg_report_text(const wg_run *run, const wg_report_options *options)
{
    static const wg_report_writer writer = {
        .begin = write_begin,
        .diagnosis = write_diagnosis,
        .time = write_time,
        .group = write_group,
        .counter = write_counter,
        .metric = write_metric,
        .source = write_source,
        .line = write_line,
        .ablation = write_ablation,
        .addresses = write_addresses,
        .end = write_end,
    };
    text_writer w = {.options = options};
    wg_report_walk(run, options, &writer, &w);
    return w.out.bytes;
}

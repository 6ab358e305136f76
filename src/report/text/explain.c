/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel explained to a person at a terminal: what ran, the verdict, the time, every counter, the source. */
#include "report/report.h"
#include "report/table/ablation.h"
#include "report/text/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of a resource above which a line stands out. */
static const double HOT = 0.1, HOTTEST = 0.4;

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

/* ---- what ran ---- */

static void write_launch(const wg_pen *p, const wg_record *r, const wg_record_launch *launch)
{
    wg_text_addf(p->out, "  ");
    wg_report_launch(launch, " x ", p->out);
    if (launch->dynamic_shared)
        wg_text_addf(p->out, ", %llu bytes of dynamic shared memory", (unsigned long long)launch->dynamic_shared);
    if (r->launch_count > 1 && strcmp(launch->kernel, r->kernel) != 0)
        wg_text_addf(p->out, ", kernel %s", launch->kernel);
    if (launch->repeat > 1)
        wg_text_addf(p->out, ", %llu times", (unsigned long long)launch->repeat);
}

static void write_parameters(const wg_pen *p, const wg_record *r)
{
    if (r->parameter_count == 0)
        return;
    wg_text_addf(p->out, "  with");
    for (size_t k = 0; k < r->parameter_count; k++)
        wg_text_addf(p->out, " %s=%s", r->parameters[k].name, r->parameters[k].value);
    wg_text_addf(p->out, "\n");
}

static void write_checked(const wg_pen *p, const wg_record *r)
{
    wg_text words = {0};
    wg_report_checked(r, &words);
    wg_text_paragraph(p, words.bytes, 2);
    wg_text_free(&words);
}

static void write_heading(const wg_pen *p, const wg_record *r)
{
    enum { MOST_LAUNCHES = 4 };
    bool is_ptx = wg_record_is_ptx(r);
    wg_text_addf(p->out, "%s%s%s  %s%s%s\n", p->bold, r->name, p->plain, r->file, is_ptx ? "" : ", compiled by ",
                 is_ptx ? "" : r->compiler);
    write_launch(p, r, wg_record_launch_first(r));
    wg_text_addf(p->out, ", simulated for an %s in %.2f s\n", r->device.title, r->simulation_seconds);
    for (size_t k = 1; k < r->launch_count && k < MOST_LAUNCHES; k++) {
        write_launch(p, r, &r->launches[k]);
        wg_text_addf(p->out, "\n");
    }
    if (r->launch_count > MOST_LAUNCHES)
        wg_text_addf(p->out, "  and %zu more launches\n", r->launch_count - MOST_LAUNCHES);
    write_parameters(p, r);
    if (r->guessed)
        wg_text_addf(p->out, "  %sguessed%s: the sizes, from the %s. To choose them, change this and run it:\n  %s\n",
                     p->bold, p->plain, is_ptx ? "PTX" : "source", r->guessed);
    if (wg_record_is_sampled(r))
        wg_text_addf(p->out,
                     "  %ssampled%s: %llu of %llu blocks ran, counters are scaled to all (--all-blocks runs all)\n",
                     p->bold, p->plain, (unsigned long long)r->blocks_run, (unsigned long long)r->blocks);
    write_checked(p, r);
}

static void write_from_driver(const wg_pen *p, const char *name, int value, const char *unit)
{
    wg_text_addf(p->out, "  %-36s %20d %-7s from the driver\n", name, value, unit);
}

static void write_time(const wg_pen *p, const wg_record *r)
{
    if (!r->has_time)
        return;
    wg_text_addf(p->out, "\n%stime%s on %s (%s)\n", p->bold, p->plain, r->measured_on.name, r->measured_on.title);
    if (r->timing.median > 0)
        wg_text_addf(p->out, "  %-36s %20.2f µs      measured, ±%.1f%%, median of %u%s\n", "time",
                     1e6 * r->timing.median, 100 * wg_timing_noise(&r->timing), r->timing.samples,
                     r->timing.cold ? ", caches cold" : "");
    else
        wg_text_addf(p->out, "  %-36s %20s         the device's clock returned no time\n", "time", "-");
    if (r->registers >= 0)
        write_from_driver(p, "registers", r->registers, "");
    if (r->local_bytes > 0)
        write_from_driver(p, "local_bytes", r->local_bytes, "B");
    if (r->blocks_per_sm >= 0)
        write_from_driver(p, "blocks_per_sm", r->blocks_per_sm, "");
}

static void write_against(const wg_pen *p, const wg_against *a)
{
    wg_text words = {0};
    if (!a)
        return;
    wg_text_addf(p->out, "\n%sagainst %s%s  on %s, with the same arguments\n", p->bold, a->what, p->plain, a->where);
    wg_report_against(a, &words);
    wg_text_paragraph(p, words.bytes, 2);
    wg_text_free(&words);
}

/* ---- counters ---- */

static void write_group(void *writer, const char *title)
{
    const wg_pen *p = writer;
    wg_text_addf(p->out, "\n%s%s%s\n", p->bold, title, p->plain);
}

static void write_counter(void *writer, const wg_counter_info *info, uint64_t value)
{
    const wg_pen *p = writer;
    const wg_change *change = wg_compared_find(p->was, info->name);
    char count[64];
    format_count(value, count, sizeof count);
    wg_text_addf(p->out, "  %-36s %20s         %s%s%s%s", info->name, count, p->dim, wg_counter_kind_name(info->kind),
                 p->scaled, p->plain);
    if (change) {
        format_count((uint64_t)change->before, count, sizeof count);
        wg_text_addf(p->out, ", was %s", count);
    }
    wg_text_addf(p->out, "\n");
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    const wg_pen *p = writer;
    const wg_change *change = wg_compared_find(p->was, info->name);
    wg_text_addf(p->out, "  %-36s %20.2f %-7s %s%s%s%s", info->name, value, info->unit, p->dim,
                 wg_counter_kind_name(kind), p->scaled, p->plain);
    if (change && !isnan(change->before))
        wg_text_addf(p->out, ", was %.2f", change->before);
    wg_text_addf(p->out, "\n");
}

/* ---- the source ---- */

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
static void write_gap(const wg_pen *p, const wg_lines *lines, const wg_line *before, const wg_line *line)
{
    if (!before || line->file != before->file)
        wg_text_addf(p->out, "  %s%s%s%6s %11s %10s %6s %6s  %s%s\n", p->dim, lines->has_times ? "  time " : "",
                     lines->has_waits ? " waits " : "", "share", "sectors/req", "conflicts", "lanes", "line",
                     lines->files[line->file], p->plain);
    else if (before->number && line->number > before->number + 1)
        wg_text_addf(p->out, "  %s%*s%s\n", p->dim, 44 + 7 * lines->has_times + 7 * lines->has_waits, "…", p->plain);
}

static void write_line(const wg_pen *p, const wg_lines *lines, const wg_line *line, bool is_slowest)
{
    const wg_line_facts facts = wg_line_facts_of(line);
    const char *ink = line->time >= HOTTEST ? p->hot : line->heat >= HOT ? p->bold : ""; /* false of NAN */
    wg_text_addf(p->out, "%s%s", is_slowest ? ">" : " ", ink);
    if (lines->has_times)
        add_column(p->out, 100 * line->time, 5, 1, "%");
    if (lines->has_waits)
        add_column(p->out, 100 * line->waits, 5, 1, "%");
    add_column(p->out, 100 * line->share, 5, 1, "%");
    add_column(p->out, facts.sectors_per_request, 11, 2, "");
    add_column(p->out, facts.conflicts, 10, 0, "");
    add_column(p->out, 100 * facts.lanes, 5, 0, "%");
    wg_text_addf(p->out, "%s", *ink ? p->plain : "");
    if (line->number == 0) {
        wg_text_addf(p->out, " %6s  (instructions without line information)\n", "-");
        return;
    }
    wg_text_addf(p->out, " %6u  ", line->number);
    add_source(p->out, line->text);
}

static void write_source(wg_pen *p, const wg_lines *lines, size_t most)
{
    size_t count;
    const wg_line **shown = wg_lines_hottest(lines, most, &count), *slowest = wg_lines_slowest(lines);
    if (count)
        write_group(p, "source");
    if (count && lines->has_waits)
        wg_text_addf(p->out,
                     "  %stime: share of the kernel's time that the line causes (> most); waits: where warps stand%s\n",
                     p->dim, p->plain);
    for (size_t k = 0; k < count; k++) {
        write_gap(p, lines, k ? shown[k - 1] : NULL, shown[k]);
        write_line(p, lines, shown[k], shown[k] == slowest);
    }
    free(shown);
}

static void write_accesses(wg_pen *p, const wg_accesses *accesses)
{
    char title[64];
    if (!accesses->line)
        return;
    snprintf(title, sizeof title, "addresses of line %u", accesses->line);
    write_group(p, title);
    wg_text_accesses(accesses, p->out);
    if (!accesses->count)
        wg_text_addf(p->out, "  no memory access was executed there\n");
}

/* ---- the whole ---- */

char *wg_report_kernel_text(const wg_results *results, const wg_write_options *options)
{
    static const wg_counter_writer counters = {write_group, write_counter, write_metric};
    const wg_record *r = &results->records[0];
    wg_text out = {0};
    wg_pen p = {.out = &out, .width = wg_report_width(options, 100), "", "", "", "", "", "", NULL};
    if (options->color)
        p = (wg_pen){&out, p.width, "\033[1m", "\033[2m", "\033[1;31m", "\033[33m", "\033[0m", "", NULL};
    p.scaled = wg_record_is_sampled(r) ? ", scaled" : "";
    p.was = wg_comparison_find(results->baseline, 0);
    write_heading(&p, r);
    write_against(&p, r->against);
    wg_text_baseline(&p, results->baseline);
    wg_text_verdict(&p, results);
    if (options->memory)
        wg_text_memory(&p, r);
    write_time(&p, r);
    wg_counters_walk(&r->counters, &counters, &p);
    write_source(&p, &r->lines, options->lines);
    write_accesses(&p, &r->accesses);
    if (r->ablation)
        wg_report_ablation(r->name, r->ablation, wg_report_width(options, 118), &out);
    wg_text_addf(&out, "\n%s%s%s\n", p.dim, wg_report_kinds_legend, p.plain);
    return out.bytes;
}

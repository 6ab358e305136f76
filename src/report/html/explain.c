/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a kernel: what holds it back first, then why, where, and what would help; every counter last. */
#include "analysis/roofline.h"
#include "report/html/page.h"
#include "report/svg/memory.h"
#include "report/svg/roofline.h"
#include "report/table/roofline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A page stays below a megabyte whatever the kernel: lines beyond these are left out, and the page says so. */
enum { MOST_LINES = 1500, MOST_TEXT = 300, MOST_BYTES = 600000, MOST_WITH_PTX = 400000, MOST_PTX = 200 };

typedef struct page_writer {
    wg_html html;
    const wg_line *before, *slowest; /* the source line before; the one that causes most of the time */
    size_t left_out, without_ptx;
    bool in_table;
    const wg_compared *was; /* against the baseline; NULL: there is none */
} page_writer;

/* ---- the heading ---- */

static void describe(const wg_record *r, wg_text *out)
{
    wg_text_addf(out, "%s, ", r->file);
    wg_report_launch(wg_record_launch_first(r), " × ", out);
    if (r->launch_count > 1)
        wg_text_addf(out, " and %zu more launch%s", r->launch_count - 1, r->launch_count == 2 ? "" : "es");
    wg_text_addf(out, ", simulated for an %s", r->device.title);
    if (!wg_record_is_ptx(r))
        wg_text_addf(out, ", compiled by %s", r->compiler);
    for (size_t k = 0; k < r->parameter_count; k++)
        wg_text_addf(out, "%s%s=%s", k ? " " : ", with ", r->parameters[k].name, r->parameters[k].value);
    if (r->guessed)
        wg_text_addf(out, ". The sizes were guessed: %s", r->guessed);
    if (wg_record_is_sampled(r))
        wg_text_addf(out, ". A sample: %llu of %llu blocks ran, counters are scaled to all",
                     (unsigned long long)r->blocks_run, (unsigned long long)r->blocks);
    wg_text_addf(out, "; ");
    wg_report_checked(r, out);
}

/* ---- the roofline ---- */

static void write_roofline(wg_html *h, const wg_results *results)
{
    wg_roof_point point;
    wg_text words = {0};
    wg_roofline roofline = {.ceilings = results->ceilings, .points = &point, .count = 1};
    if (!wg_ceilings_known(&results->ceilings))
        return;
    snprintf(roofline.title, sizeof roofline.title, "%s", results->device.title);
    wg_roof_point_of(&results->records[0], &point);
    wg_roofline_say(&results->ceilings, &point, &words);
    words.bytes[0] = (char)(words.bytes[0] - 'a' + 'A');
    wg_page_section(h, "Roofline", NULL);
    if (wg_roofline_places(&point))
        wg_page_figure(h, wg_page_roofline, &roofline, words.bytes);
    else
        wg_html_add(h, "p", "note", "%s.", words.bytes);
    wg_table table;
    wg_roofline_table(&roofline, WG_TABLE_TEXT, false, &table);
    wg_page_table(h, &table);
    wg_table_free(&table);
    wg_html_close(h);
    wg_text_free(&words);
}

/* ---- the memory chart ---- */

static void draw_memory(const void *chart, wg_look look, wg_html *html)
{
    wg_memory_draw(chart, look, html);
}

static void write_memory(wg_html *h, const wg_record *r)
{
    wg_memory_chart chart;
    wg_memory_chart_of(r, &chart);
    if (!chart.access_count)
        return;
    wg_page_section(h, "Memory chart", NULL);
    wg_page_figure(h, draw_memory, &chart,
                   "Requests of warps, the 32-byte sectors or 128-byte wavefronts they take, and the bytes that move. "
                   "An arrow points the way the bytes go; the thicker it is, the closer its memory is to its peak "
                   "rate. What gets past L1, and the hit rates, are the model's.");
    wg_html_close(h);
}

/* ---- the source ---- */

static void close_table(page_writer *w)
{
    if (w->in_table) {
        wg_page_table_end(&w->html);
        wg_page_fold_end(&w->html);
    }
    w->in_table = false;
}

static void write_source_note(page_writer *w, const wg_lines *lines)
{
    bool has_ptx = false;
    for (size_t k = 0; k < lines->count; k++)
        has_ptx |= lines->items[k].ptx_count > 0;
    wg_html_open(&w->html, "p", "class", "note", NULL);
    wg_html_text(
        &w->html, "%s%sshare: of the instructions", lines->has_times ? "time: of the warps' time, estimated" : "",
        lines->has_waits   ? ", what the line causes, wherever warps wait; waits: what they wait before the line; "
        : lines->has_times ? "; "
                           : "");
    wg_html_add(&w->html, "span", "more", "%s",
                "; sectors/req: 32-byte sectors of global memory that an access of a warp takes, 4 is ideal for 4-byte "
                "words; conflicts: extra passes of shared memory; lanes: threads that take part");
    wg_html_add(&w->html, "span", "turn", "%s", ". Turn the phone to see the other columns");
    wg_html_text(&w->html, ".%s",
                 has_ptx ? " A line unfolds to the PTX that was made of it, with how often warps executed each." : "");
    wg_html_close(&w->html);
}

enum { TIME, WAITS, SHARE, SECTORS, CONFLICTS, LANES, LINE };

static bool has_column(const wg_lines *lines, int column)
{
    return column == TIME ? lines->has_times : column == WAITS ? lines->has_waits : true;
}

/* A phone shows the first of the numbers alone, so that there is room for the code. */
static const char *class_of(int column, bool has_times)
{
    return column == LINE || column == (has_times ? TIME : SHARE) ? "number" : "number more";
}

static void open_file(page_writer *w, const wg_lines *lines, const char *name)
{
    static const char *const headings[] = {"time", "waits", "share", "sectors/req", "conflicts", "lanes", "line", NULL};
    close_table(w);
    wg_html_open(&w->html, "section", "class", "source", NULL);
    wg_html_open(&w->html, "details", "open", "", NULL);
    wg_html_open(&w->html, "summary", NULL);
    wg_html_add(&w->html, "h2", NULL, "Source: %s", name);
    wg_html_close(&w->html);
    if (!w->before)
        write_source_note(w, lines);
    wg_html_open(&w->html, "div", "class", "scroll", NULL);
    wg_html_open(&w->html, "table", "class", "sorts", NULL);
    wg_html_open(&w->html, "thead", NULL);
    wg_html_open(&w->html, "tr", NULL);
    for (int k = 0; headings[k]; k++)
        if (has_column(lines, k))
            wg_html_add(&w->html, "th", class_of(k, lines->has_times), "%s", headings[k]);
    wg_html_add(&w->html, "th", NULL, "%s", "code");
    wg_html_close(&w->html);
    wg_html_close(&w->html);
    wg_html_open(&w->html, "tbody", NULL);
    w->in_table = true;
}

static void add_cell(page_writer *w, const char *class, double value, int digits, const char *unit)
{
    wg_html_open(&w->html, "td", "class", class, NULL);
    if (!isnan(value))
        wg_html_text(&w->html, "%.*f%s", digits, value, unit);
    wg_html_close(&w->html);
}

/* The reason why warps wait for a line is there for who points at its time. */
static void add_time(page_writer *w, const wg_line *line)
{
    wg_text why = {0};
    wg_stall stall = wg_line_reason(line);
    if (stall < WG_STALL_COUNT)
        wg_report_stall(stall, &why);
    wg_html_open(&w->html, "td", "class", "number", why.length ? "title" : NULL, wg_text_get(&why), NULL);
    if (!isnan(line->time))
        wg_html_text(&w->html, "%.1f %%", 100 * line->time);
    wg_html_close(&w->html);
    wg_text_free(&why);
}

static void add_numbers(page_writer *w, const wg_lines *lines, const wg_line *line)
{
    const wg_line_facts facts = wg_line_facts_of(line);
    if (lines->has_times)
        add_time(w, line);
    if (lines->has_waits)
        add_cell(w, "number more", 100 * line->waits, 1, " %");
    add_cell(w, class_of(SHARE, lines->has_times), 100 * line->share, 1, " %");
    add_cell(w, "number more", facts.sectors_per_request, 2, "");
    add_cell(w, "number more", facts.conflicts, 0, "");
    add_cell(w, "number more", 100 * facts.lanes, 0, " %");
}

/* A line that a compiler turned into something unfolds to it. */
static void add_code(page_writer *w, const wg_line *line)
{
    bool unfolds = line->ptx_count && w->html.out.length < MOST_WITH_PTX;
    w->without_ptx += line->ptx_count && !unfolds;
    if (!unfolds) {
        wg_html_add(&w->html, "td", line->number ? "code" : "faint", "%.*s", MOST_TEXT,
                    line->number ? line->text : "(instructions without line information)");
        return;
    }
    wg_html_open(&w->html, "td", "class", "code folds", NULL);
    wg_html_open(&w->html, "details", NULL);
    wg_html_add(&w->html, "summary", NULL, "%.*s", MOST_TEXT,
                line->number ? line->text : "(instructions without line information)");
    wg_html_open(&w->html, "pre", "class", "ptx", NULL);
    for (size_t k = 0; k < line->ptx_count && k < MOST_PTX; k++)
        wg_html_text(&w->html, "%10llu  %s\n", (unsigned long long)line->ptx[k].executed, line->ptx[k].text);
    if (line->ptx_count > MOST_PTX)
        wg_html_text(&w->html, "… and %zu more instructions\n", line->ptx_count - MOST_PTX);
    wg_html_close(&w->html);
    wg_html_close(&w->html);
    wg_html_close(&w->html);
}

static void write_line(page_writer *w, const wg_lines *lines, const wg_line *line)
{
    static const double steps[] = {0.02, 0.08, 0.2, 0.4};
    char anchor[40], class[24] = "";
    int heat = 0;
    if (w->html.out.length > MOST_BYTES) {
        w->left_out++;
        return;
    }
    while (heat < 4 && line->heat >= steps[heat])
        heat++;
    if (!w->before || line->file != w->before->file)
        open_file(w, lines, lines->files[line->file]);
    else if (w->before->number && line->number > w->before->number + 1)
        wg_text_addf(&w->html.out, "<tr class=\"gap\"><td colspan=\"8\"></td></tr>\n");
    w->before = line;
    wg_page_anchor(lines, line, anchor, sizeof anchor);
    if (heat)
        snprintf(class, sizeof class, "heat%d%s", heat, line == w->slowest ? " slowest" : "");
    wg_html_open(&w->html, "tr", "id", anchor, heat ? "class" : NULL, class, NULL);
    add_numbers(w, lines, line);
    if (line->number)
        wg_html_add(&w->html, "td", "number line", "%u", line->number);
    else
        wg_html_add(&w->html, "td", "number", "%s", "");
    add_code(w, line);
    wg_html_close(&w->html);
}

static void write_source(page_writer *w, const wg_lines *lines)
{
    size_t count;
    const wg_line **shown = wg_lines_hottest(lines, MOST_LINES, &count);
    w->slowest = wg_lines_slowest(lines);
    for (size_t k = 0; k < count; k++)
        write_line(w, lines, shown[k]);
    close_table(w);
    free(shown);
}

/* ---- counters ---- */

static void write_group(void *writer, const char *title)
{
    static const char *const headings[] = {"<counter", "value", "<kind", "<what it counts", NULL};
    page_writer *w = writer;
    char heading[80];
    close_table(w);
    snprintf(heading, sizeof heading, "%c%s", title[0] - 'a' + 'A', title + 1);
    wg_page_fold(&w->html, heading, NULL);
    wg_page_table_begin(&w->html, "sorts counters", headings);
    w->in_table = true;
}

static void add_counter(page_writer *w, const char *name, const char *text, const char *value, wg_counter_kind kind)
{
    wg_html_open(&w->html, "tr", NULL);
    wg_html_add(&w->html, "td", "name", "%s", name);
    wg_html_add(&w->html, "td", "number", "%s", value);
    wg_html_add(&w->html, "td", "faint", "%s", wg_counter_kind_name(kind));
    wg_html_add(&w->html, "td", "faint text", "%s", text);
    wg_html_close(&w->html);
}

/* Thin spaces between thousands. */
static void add_count(wg_text *out, uint64_t value)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value);
    for (int k = 0; k < length; k++)
        wg_text_addf(out, "%s%c", k && (length - k) % 3 == 0 ? " " : "", digits[k]);
}

static void write_counter(void *writer, const wg_counter_info *info, uint64_t value)
{
    page_writer *w = writer;
    const wg_change *change = wg_compared_find(w->was, info->name);
    wg_text text = {0};
    if (change) {
        add_count(&text, (uint64_t)change->before);
        wg_text_addf(&text, " → ");
    }
    add_count(&text, value);
    add_counter(w, info->name, info->text, text.bytes, info->kind);
    wg_text_free(&text);
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    page_writer *w = writer;
    const wg_change *change = wg_compared_find(w->was, info->name);
    wg_text text = {0};
    if (change && !isnan(change->before))
        wg_text_addf(&text, "%.2f → ", change->before);
    wg_text_addf(&text, "%.2f%s%s", value, *info->unit ? " " : "", info->unit);
    add_counter(w, info->name, info->text, text.bytes, kind);
    wg_text_free(&text);
}

/* ---- all of it ---- */

static void write_legend(page_writer *w)
{
    close_table(w);
    if (w->left_out)
        wg_html_add(&w->html, "p", "note", "%zu more lines are not shown.", w->left_out);
    if (w->without_ptx)
        wg_html_add(&w->html, "p", "note", "%zu lines are shown without their PTX.", w->without_ptx);
    wg_html_add(&w->html, "p", "note", "%s.", wg_report_kinds_legend);
}

char *wg_report_kernel_html(const wg_results *results, const wg_write_options *options)
{
    static const wg_counter_writer counters = {write_group, write_counter, write_metric};
    const wg_record *r = &results->records[0];
    wg_text line = {0};
    page_writer w = {.was = wg_comparison_find(results->baseline, 0)};
    describe(r, &line);
    wg_page_begin(&w.html, "explain", r->name, wg_text_get(&line));
    wg_page_verdict(&w.html, r);
    wg_page_facts(&w.html, r, w.was);
    if (r->against)
        wg_page_against(&w.html, r->against);
    wg_page_baseline(&w.html, results->baseline, w.was);
    write_roofline(&w.html, results);
    if (r->diagnosis.limiter != WG_LIMITER_COUNT)
        wg_page_times(&w.html, r);
    write_memory(&w.html, r);
    wg_page_advice(&w.html, r);
    if (r->ablation)
        wg_page_ablation(&w.html, r->ablation);
    write_source(&w, &r->lines);
    wg_counters_walk(&r->counters, &counters, &w);
    write_legend(&w);
    wg_text_free(&line);
    return wg_page_end(&w.html, results, options);
}

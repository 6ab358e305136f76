/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a run: what holds it back first, then why, where, and what would help; every counter last. */
#include "report/ablation.h"
#include "report/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A page stays below a megabyte whatever the kernel: lines beyond these are left out, and the page says so. */
enum { MOST_LINES = 1500, MOST_TEXT = 300, MOST_BYTES = 600000 };

typedef struct page_writer {
    wg_html html;
    const wg_report_options *options;
    const wg_ceilings *ceilings;
    const wg_run *run;
    uint32_t file, line; /* of the source line before */
    size_t left_out;
    bool in_table;
} page_writer;

/* ---- the heading ---- */

static void add_shape(wg_text *out, const uint32_t shape[3])
{
    int dimensions = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    for (int k = 0; k < dimensions; k++)
        wg_text_addf(out, "%s%u", k ? " × " : "", shape[k]);
}

static void describe(const wg_run *run, wg_text *out)
{
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    const wg_planned_step *step = &run->plan->steps[0];
    wg_text_addf(out, "%s, ", run->spec->source);
    add_shape(out, step->grid);
    wg_text_addf(out, " blocks of ");
    add_shape(out, step->block);
    wg_text_addf(out, " threads, simulated for an %s", run->engine->title);
    if (!kernel->ptx)
        wg_text_addf(out, ", compiled by %s", kernel->compiler);
    for (size_t k = 0; k < run->spec->parameter_count; k++)
        wg_text_addf(out, "%s%s=%s", k ? " " : ", with ", run->spec->parameters[k].name, run->plan->settings[k]->text);
    if (run->profile.blocks_run < run->profile.blocks_total)
        wg_text_addf(out, ". A sample: %llu of %llu blocks ran, counters are scaled to all",
                     (unsigned long long)run->profile.blocks_run, (unsigned long long)run->profile.blocks_total);
}

/* ---- the roofline ---- */

void wg_run_point(const wg_run *run, const wg_measurement *measured, wg_roof_point *out)
{
    wg_roof_point_make(&run->profile.total, &run->estimate, measured ? measured->timing.median : NAN, out);
    snprintf(out->name, sizeof out->name, "%s", wg_run_kernel(run)->name);
}

char *wg_report_run_svg(const wg_run *run, const wg_measurement *measured, const wg_ceilings *ceilings)
{
    wg_roof_point point;
    wg_roofline roofline = {.ceilings = *ceilings, .points = &point, .count = 1};
    snprintf(roofline.title, sizeof roofline.title, "%s", run->engine->title);
    wg_run_point(run, measured, &point);
    return wg_report_roofline_svg(&roofline);
}

static void draw_roofline(const void *figure, wg_look look, wg_html *html)
{
    wg_roofline_draw(figure, look, html);
}

static void write_roofline(page_writer *w)
{
    wg_roof_point point;
    wg_text words = {0};
    wg_roofline roofline = {.ceilings = *w->ceilings, .points = &point, .count = 1};
    if (!wg_ceilings_known(w->ceilings))
        return;
    snprintf(roofline.title, sizeof roofline.title, "%s", w->run->engine->title);
    wg_run_point(w->run, w->options->measured, &point);
    wg_roofline_say(w->ceilings, &point, &words);
    words.bytes[0] = (char)(words.bytes[0] - 'a' + 'A');
    wg_page_section(&w->html, "Roofline", NULL);
    if (wg_roofline_places(&point))
        wg_page_figure(&w->html, draw_roofline, &roofline, words.bytes);
    else
        wg_html_add(&w->html, "p", "note", "%s.", words.bytes);
    wg_table table;
    wg_roofline_table(&roofline, WG_TABLE_TEXT, false, &table);
    wg_page_table(&w->html, &table);
    wg_table_free(&table);
    wg_html_close(&w->html);
    wg_text_free(&words);
}

/* ---- the source ---- */

static void close_table(page_writer *w)
{
    for (int k = 0; k < 4 && w->in_table; k++) /* tbody, table, the part that scrolls, section */
        wg_html_close(&w->html);
    w->in_table = false;
}

static void write_source(void *writer, const wg_lines *lines)
{
    page_writer *w = writer;
    w->file = UINT32_MAX;
    close_table(w);
    if (!lines->count)
        return;
    wg_html_add(&w->html, "h2", "above", "Source");
    wg_html_open(&w->html, "p", "class", "note", NULL);
    wg_html_text(&w->html, "%sshare: of the instructions",
                 lines->has_times ? "time: of the warps' time, estimated; " : "");
    wg_html_add(&w->html, "span", "more", "%s",
                "; sectors/req: 32-byte sectors of global memory that an access of a warp takes, 4 is ideal for 4-byte "
                "words; conflicts: extra passes of shared memory; lanes: threads that take part");
    wg_html_add(&w->html, "span", "turn", "%s", ". Turn the phone to see the other columns");
    wg_html_text(&w->html, ".");
    wg_html_close(&w->html);
}

/* A phone shows the first of the numbers alone, so that there is room for the code. */
static const char *class_of(int column, bool has_times)
{
    enum { LINE = 5 };
    return column == LINE || column == !has_times ? "number" : "number more";
}

static void open_file(page_writer *w, const wg_lines *lines, const char *name)
{
    static const char *const headings[] = {"time", "share", "sectors/req", "conflicts", "lanes", "line", NULL};
    close_table(w);
    wg_html_open(&w->html, "section", "class", "source", NULL);
    wg_html_open(&w->html, "div", "class", "scroll", NULL);
    wg_html_open(&w->html, "table", NULL);
    wg_html_open(&w->html, "thead", NULL);
    wg_html_open(&w->html, "tr", NULL);
    for (int k = !lines->has_times; headings[k]; k++)
        wg_html_add(&w->html, "th", class_of(k, lines->has_times), "%s", headings[k]);
    wg_html_add(&w->html, "th", NULL, "%s", name);
    wg_html_close(&w->html);
    wg_html_close(&w->html);
    wg_html_open(&w->html, "tbody", NULL);
    w->in_table = true;
}

static double ratio(double above, double below)
{
    return below > 0 ? above / below : NAN;
}

static void add_cell(page_writer *w, const char *class, double value, int digits, const char *unit)
{
    wg_html_open(&w->html, "td", "class", class, NULL);
    if (!isnan(value))
        wg_html_text(&w->html, "%.*f%s", digits, value, unit);
    wg_html_close(&w->html);
}

static void add_numbers(page_writer *w, const wg_line *line, bool has_times)
{
    const uint64_t *c = line->counters.value;
    double requests = (double)(c[WG_COUNTER_global_load_requests] + c[WG_COUNTER_global_store_requests] +
                               c[WG_COUNTER_global_atomic_requests]);
    double sectors = (double)(c[WG_COUNTER_global_load_sectors] + c[WG_COUNTER_global_store_sectors] +
                              c[WG_COUNTER_global_atomic_sectors]);
    double lanes = ratio((double)c[WG_COUNTER_thread_instructions], 32.0 * (double)c[WG_COUNTER_warp_instructions]);
    bool shared = c[WG_COUNTER_shared_load_requests] || c[WG_COUNTER_shared_store_requests];
    if (has_times)
        add_cell(w, "number", 100 * line->time, 1, " %");
    add_cell(w, class_of(1, has_times), 100 * line->share, 1, " %");
    add_cell(w, "number more", ratio(sectors, requests), 2, "");
    add_cell(w, "number more", shared ? (double)c[WG_COUNTER_shared_conflicts] : NAN, 0, "");
    add_cell(w, "number more", 100 * lanes, 0, " %");
}

static void write_line(void *writer, const wg_lines *lines, const wg_line *line)
{
    static const char *const heats[] = {"", "heat1", "heat2", "heat3", "heat4"};
    static const double steps[] = {0.02, 0.08, 0.2, 0.4};
    page_writer *w = writer;
    char anchor[40];
    int heat = 0;
    if (w->html.out.length > MOST_BYTES) {
        w->left_out++;
        return;
    }
    while (heat < 4 && line->heat >= steps[heat])
        heat++;
    if (line->file != w->file)
        open_file(w, lines, lines->files[line->file]);
    else if (w->line && line->number > w->line + 1)
        wg_text_addf(&w->html.out, "<tr class=\"gap\"><td colspan=\"7\"></td></tr>\n");
    w->file = line->file;
    w->line = line->number;
    wg_page_anchor(lines, line, anchor, sizeof anchor);
    wg_html_open(&w->html, "tr", "id", anchor, heat ? "class" : NULL, heats[heat], NULL);
    add_numbers(w, line, lines->has_times);
    if (line->number == 0) {
        wg_html_add(&w->html, "td", "number", "%s", "");
        wg_html_add(&w->html, "td", "faint", "%s", "(instructions the compiler gives no line)");
    } else {
        wg_html_add(&w->html, "td", "number line", "%u", line->number);
        wg_html_add(&w->html, "td", "code", "%.*s", MOST_TEXT, line->text);
    }
    wg_html_close(&w->html);
}

/* ---- counters ---- */

static void write_group(void *writer, const char *title)
{
    page_writer *w = writer;
    char heading[80];
    close_table(w);
    snprintf(heading, sizeof heading, "%c%s", title[0] - 'a' + 'A', title + 1);
    wg_page_section(&w->html, heading, NULL);
    wg_html_open(&w->html, "div", "class", "scroll", NULL);
    wg_html_open(&w->html, "table", "class", "counters", NULL);
    wg_html_open(&w->html, "tbody", NULL);
    w->in_table = true;
}

static void add_counter(page_writer *w, const char *name, const char *text, const char *value, wg_counter_kind kind)
{
    wg_html_open(&w->html, "tr", NULL);
    wg_html_add(&w->html, "td", "name", "%s", name);
    wg_html_add(&w->html, "td", "number", "%s", value);
    wg_html_add(&w->html, "td", "faint", "%s", wg_report_kind_name(kind));
    wg_html_add(&w->html, "td", "faint text", "%s", text);
    wg_html_close(&w->html);
}

static void write_counter(void *writer, const wg_counter_info *info, uint64_t value)
{
    char digits[32], text[64];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)value), used = 0;
    for (int k = 0; k < length; k++) /* thin spaces between thousands */
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s%c", k && (length - k) % 3 == 0 ? " " : "", digits[k]);
    add_counter(writer, info->name, info->text, text, info->kind);
}

static void write_metric(void *writer, const wg_metric_info *info, wg_counter_kind kind, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.2f%s%s", value, *info->unit ? " " : "", info->unit);
    add_counter(writer, info->name, info->text, text, kind);
}

/* ---- all of it ---- */

static void write_diagnosis(void *writer, const wg_run *run, const wg_report_diagnosis *d)
{
    page_writer *w = writer;
    wg_page_verdict(&w->html, d, w->options->measured);
    wg_page_facts(&w->html, run, d, w->options->measured);
    write_roofline(w);
    if (d->verdict.limiter != WG_LIMITER_COUNT)
        wg_page_times(&w->html, d);
    wg_page_advice(&w->html, d);
    if (w->options->ablation)
        wg_page_ablation(&w->html, w->options->ablation);
}

static void write_legend(page_writer *w)
{
    close_table(w);
    if (w->left_out)
        wg_html_add(&w->html, "p", "note", "%zu more lines are left out.", w->left_out);
    wg_html_add(&w->html, "p", "note", "%s",
                "exact: follows from addresses and masks; ptx: exact for this PTX, of which ptxas makes other "
                "instructions; model: predicts what ptxas and the hardware do.");
}

char *wg_report_html(const wg_run *run, const wg_report_options *options, const wg_ceilings *ceilings)
{
    static const wg_report_writer source = {.diagnosis = write_diagnosis, .source = write_source, .line = write_line};
    static const wg_report_writer counters = {.group = write_group, .counter = write_counter, .metric = write_metric};
    wg_ceilings own;
    wg_text line = {0};
    wg_report_options all = *options;
    page_writer w = {.options = options, .ceilings = ceilings ? ceilings : &own, .run = run};
    wg_ceilings_of(run->engine->model, &own);
    all.lines = MOST_LINES;
    describe(run, &line);
    wg_page_begin(&w.html, "explain", wg_run_kernel(run)->name, wg_text_get(&line));
    wg_report_walk(run, &all, &source, &w);
    close_table(&w);
    wg_report_walk(run, &all, &counters, &w);
    write_legend(&w);
    wg_text_free(&line);
    return wg_page_end(&w.html);
}

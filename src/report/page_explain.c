/* The page of a run: what holds it back first, then why, where, and what would help; every counter last. */
#include "analysis/diagnosis.h"
#include "analysis/sentence.h"
#include "base/arena.h"
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

/* ---- the verdict ---- */

static wg_subject subject_of(const wg_run *run)
{
    const uint32_t *block = run->plan->steps[0].block;
    return (wg_subject){.estimate = &run->estimate,
                        .counters = &run->profile.total,
                        .device = run->engine->model,
                        .threads = (uint64_t)block[0] * block[1] * block[2],
                        .shared = wg_run_kernel(run)->static_shared + wg_run_dynamic_shared(run),
                        .line_time = NAN};
}

static double measured_seconds(const page_writer *w)
{
    return w->options->measured ? w->options->measured->timing.median : NAN;
}

static void write_verdict(page_writer *w, const wg_diagnosis *d)
{
    wg_html *h = &w->html;
    bool known = d->limiter != WG_LIMITER_COUNT;
    wg_html_open(h, "section", "class", known ? "verdict" : "verdict none", NULL);
    if (known)
        wg_html_add(h, "h2", NULL, "Held back by %s", wg_limiter_infos[d->limiter].title);
    else
        wg_html_add(h, "h2", NULL, "%s", "No verdict");
    wg_html_open(h, "ul", NULL);
    for (size_t k = 0; k < d->evidence_count; k++)
        wg_html_add(h, "li", NULL, "%s", d->evidence[k]);
    wg_html_close(h);
    wg_html_close(h);
}

static void write_facts(page_writer *w, const wg_diagnosis *d)
{
    const wg_run *run = w->run;
    const wg_estimate *e = &run->estimate;
    const wg_counters *total = &run->profile.total;
    bool estimated = e->seconds > 0;
    wg_html_open(&w->html, "dl", "class", "facts", NULL);
    wg_page_quantity(&w->html, "time, measured", measured_seconds(w), 's');
    wg_page_quantity(&w->html, e->is_partial ? "time, at least" : "time, estimated", estimated ? e->seconds : NAN, 's');
    wg_page_quantity(&w->html, "of the limit", d->part_of_limit, '%');
    wg_page_quantity(&w->html, "occupancy", estimated ? e->occupancy : NAN, '%');
    wg_page_quantity(&w->html, "from DRAM", estimated ? e->dram_bytes : NAN, 'B');
    wg_page_quantity(&w->html, "L1 hits", estimated ? e->l1_hits : NAN, '%');
    wg_page_quantity(&w->html, "L2 hits", estimated ? e->l2_hits : NAN, '%');
    wg_page_quantity(&w->html, "warp instructions", (double)total->value[WG_COUNTER_warp_instructions], 'n');
    wg_page_quantity(&w->html, "sectors a load", wg_metric_value(total, WG_METRIC_global_load_sectors_per_request), 0);
    wg_page_quantity(&w->html, "lanes", wg_metric_value(total, WG_METRIC_lane_utilisation) / 100, '%');
    wg_html_close(&w->html);
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

/* ---- where the time goes ---- */

static void add_share(page_writer *w, const char *label, double part, bool is_strong)
{
    wg_text value = {0};
    wg_quantity_add(&value, part, '%');
    wg_page_bar(&w->html, label, part, wg_text_get(&value), is_strong);
    wg_text_free(&value);
}

static void write_units(page_writer *w, const wg_diagnosis *d)
{
    const wg_estimate *e = &w->run->estimate;
    wg_page_section(&w->html, "How busy each part is", "Of the whole time; at its full rate.");
    wg_html_open(&w->html, "div", "class", "bars", NULL);
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        if (e->busy[k] > 0)
            add_share(w, wg_unit_infos[k].title, e->busy[k] / e->seconds, k == (int)d->unit);
    wg_html_close(&w->html);
    wg_html_close(&w->html);
}

static void write_stalls(page_writer *w)
{
    const wg_estimate *e = &w->run->estimate;
    double most = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        most = fmax(most, e->stalls[k]);
    if (most == 0)
        return;
    wg_page_section(&w->html, "What a warp does with its time", NULL);
    wg_html_open(&w->html, "div", "class", "bars", NULL);
    for (int k = 0; k < WG_STALL_COUNT; k++)
        if (e->stalls[k] > 0)
            add_share(w, wg_stall_infos[k].title, e->stalls[k], e->stalls[k] == most);
    wg_html_close(&w->html);
    wg_html_close(&w->html);
}

static void write_overhead(page_writer *w, const wg_diagnosis *d)
{
    if (!d->part_count || !(d->overhead > 0))
        return;
    wg_page_section(&w->html, "What the overhead is made of",
                    isnan(d->minimum) ? "Above the time of the busiest part."
                                      : "Above the least time the device needs for the same useful work.");
    wg_html_open(&w->html, "div", "class", "bars", NULL);
    for (size_t k = 0; k < d->part_count && d->parts[k].seconds >= 0.01 * d->overhead; k++) {
        wg_text value = {0};
        wg_quantity_add(&value, d->parts[k].seconds, 's');
        wg_page_bar(&w->html, d->parts[k].title, d->parts[k].seconds / d->overhead, wg_text_get(&value), k == 0);
        wg_text_free(&value);
    }
    wg_html_close(&w->html);
    wg_html_close(&w->html);
}

static void write_vain(page_writer *w, const wg_diagnosis *d)
{
    wg_text words = {0};
    for (size_t k = d->worth_count; k < d->prospect_count; k++)
        wg_text_addf(&words, "%s%s", words.length ? "; " : "", wg_what_if_infos[d->prospects[k].what].title);
    if (words.length)
        wg_html_add(&w->html, "p", "note below", "Would gain next to nothing: %s.", words.bytes);
    wg_text_free(&words);
}

static void write_what_if(page_writer *w, const wg_diagnosis *d)
{
    if (!d->prospect_count)
        return;
    wg_page_section(&w->html, "What if",
                    "The same kernel with one thing different: the time it would take, and how much faster that is.");
    wg_html_open(&w->html, "div", "class", "bars", NULL);
    for (size_t k = 0; k < d->worth_count; k++) {
        const wg_prospect *p = &d->prospects[k];
        wg_text value = {0};
        wg_quantity_add(&value, p->seconds, 's');
        wg_text_addf(&value, ", ");
        wg_quantity_add(&value, p->factor, 'x');
        wg_page_bar(&w->html, wg_what_if_infos[p->what].title, p->seconds / d->seconds, wg_text_get(&value), k == 0);
        wg_text_free(&value);
    }
    wg_html_close(&w->html);
    write_vain(w, d);
    wg_html_close(&w->html);
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
    if (lines->count)
        wg_html_add(&w->html, "h2", "above", "Source");
}

static void open_file(page_writer *w, const char *name)
{
    static const char *const headings[] = {"share", "sectors/req", "conflicts", "lanes", "line", NULL};
    close_table(w);
    wg_html_open(&w->html, "section", "class", "source", NULL);
    wg_html_open(&w->html, "div", "class", "scroll", NULL);
    wg_html_open(&w->html, "table", NULL);
    wg_html_open(&w->html, "thead", NULL);
    wg_html_open(&w->html, "tr", NULL);
    for (const char *const *heading = headings; *heading; heading++)
        wg_html_add(&w->html, "th", "number", "%s", *heading);
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

static void add_cell(page_writer *w, double value, int digits, const char *unit)
{
    wg_html_open(&w->html, "td", "class", "number", NULL);
    if (!isnan(value))
        wg_html_text(&w->html, "%.*f%s", digits, value, unit);
    wg_html_close(&w->html);
}

static void add_numbers(page_writer *w, const wg_line *line)
{
    const uint64_t *c = line->counters.value;
    double requests = (double)(c[WG_COUNTER_global_load_requests] + c[WG_COUNTER_global_store_requests] +
                               c[WG_COUNTER_global_atomic_requests]);
    double sectors = (double)(c[WG_COUNTER_global_load_sectors] + c[WG_COUNTER_global_store_sectors] +
                              c[WG_COUNTER_global_atomic_sectors]);
    double lanes = ratio((double)c[WG_COUNTER_thread_instructions], 32.0 * (double)c[WG_COUNTER_warp_instructions]);
    bool shared = c[WG_COUNTER_shared_load_requests] || c[WG_COUNTER_shared_store_requests];
    add_cell(w, 100 * line->share, 1, " %");
    add_cell(w, ratio(sectors, requests), 2, "");
    add_cell(w, shared ? (double)c[WG_COUNTER_shared_conflicts] : NAN, 0, "");
    add_cell(w, 100 * lanes, 0, " %");
}

static void write_line(void *writer, const wg_lines *lines, const wg_line *line)
{
    static const char *const heats[] = {"", "heat1", "heat2", "heat3", "heat4"};
    static const double steps[] = {0.02, 0.08, 0.2, 0.4};
    page_writer *w = writer;
    int heat = 0;
    if (w->html.out.length > MOST_BYTES) {
        w->left_out++;
        return;
    }
    while (heat < 4 && line->heat >= steps[heat])
        heat++;
    if (line->file != w->file)
        open_file(w, lines->files[line->file]);
    else if (w->line && line->number > w->line + 1)
        wg_text_addf(&w->html.out, "<tr class=\"gap\"><td colspan=\"6\"></td></tr>\n");
    w->file = line->file;
    w->line = line->number;
    wg_html_open(&w->html, "tr", heat ? "class" : NULL, heats[heat], NULL);
    add_numbers(w, line);
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

static void write_judgement(page_writer *w)
{
    wg_subject subject = subject_of(w->run);
    wg_diagnosis d;
    wg_diagnose(&subject, &d);
    write_verdict(w, &d);
    write_facts(w, &d);
    write_roofline(w);
    if (w->run->estimate.seconds > 0) {
        write_units(w, &d);
        write_stalls(w);
        write_overhead(w, &d);
        write_what_if(w, &d);
    }
    wg_diagnosis_free(&d);
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
    static const wg_report_writer source = {.source = write_source, .line = write_line};
    static const wg_report_writer counters = {.group = write_group, .counter = write_counter, .metric = write_metric};
    wg_ceilings own;
    wg_text line = {0};
    wg_report_options all = *options;
    page_writer w = {.options = options, .ceilings = ceilings ? ceilings : &own, .run = run};
    wg_ceilings_of(run->engine->model, &own);
    all.lines = MOST_LINES;
    describe(run, &line);
    wg_page_begin(&w.html, "explain", wg_run_kernel(run)->name, wg_text_get(&line));
    write_judgement(&w);
    wg_report_walk(run, &all, &source, &w);
    close_table(&w);
    wg_report_walk(run, &all, &counters, &w);
    write_legend(&w);
    wg_text_free(&line);
    return wg_page_end(&w.html);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/diagnosis.h"

#include "analysis/sentence.h"
#include "report/context.h"
#include "report/estimate_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, BAR = 30, MOST_ADVICE = 4 };

/* ---- making it ---- */

static void ask_for_advice(wg_report_diagnosis *d)
{
    wg_advice_line *lines = wg_alloc((d->lines.count + 1) * sizeof *lines);
    for (size_t k = 0; k < d->lines.count; k++)
        lines[k] = (wg_advice_line){&d->lines.items[k].counters, d->lines.items[k].time};
    d->advice_count = wg_advice_give(d->book, &d->subject, lines, d->lines.count, &d->advice);
    free(lines);
}

void wg_report_diagnose(const wg_run *run, const wg_lines *recorded, wg_report_diagnosis *out)
{
    const wg_planned_step *step = &run->plan->steps[0];
    const wg_engine_kernel *kernel = wg_run_kernel(run);
    *out = (wg_report_diagnosis){.subject = {.estimate = &run->estimate,
                                             .counters = &run->profile.total,
                                             .device = run->engine->model,
                                             .threads = (uint64_t)step->block[0] * step->block[1] * step->block[2],
                                             .shared = kernel ? kernel->static_shared + wg_run_dynamic_shared(run) : 0,
                                             .line_time = NAN}};
    wg_diagnose(&out->subject, &out->verdict);
    if (recorded)
        wg_lines_copy(recorded, 0, &out->lines);
    else
        wg_lines_collect(run, 0, &out->lines);
    if (wg_advice_open(NULL, &out->book, NULL) == WG_OK)
        ask_for_advice(out);
}

void wg_report_diagnosis_free(wg_report_diagnosis *d)
{
    wg_advice_free(d->advice, d->advice_count);
    wg_advice_close(d->book);
    wg_lines_free(&d->lines);
    wg_diagnosis_free(&d->verdict);
}

/* ---- as text ---- */

typedef struct page {
    const wg_report_diagnosis *d;
    wg_text *out;
    const char *bold, *dim, *plain;
} page;

/* Wrapped and indented. */
static void add_paragraph(const page *p, const char *words, int indent)
{
    wg_text wrapped = {0};
    wg_text_add_wrapped(&wrapped, words, WIDTH - (size_t)indent);
    for (const char *line = wrapped.bytes; *line;) {
        size_t length = strcspn(line, "\n");
        wg_text_addf(p->out, "%*s%.*s\n", indent, "", (int)length, line);
        line += length + (line[length] == '\n');
    }
    wg_text_free(&wrapped);
}

/* "12.3 µs" in a column of its own; µ is one character of two bytes. */
static void add_quantity(const page *p, double value, char format, int width)
{
    wg_text cell = {0};
    wg_quantity_add(&cell, value, format);
    size_t shown = 0;
    for (const char *c = cell.bytes; *c; c++)
        shown += ((unsigned char)*c & 0xc0) != 0x80;
    wg_text_addf(p->out, "%*s%s", width - (int)shown > 0 ? width - (int)shown : 0, "", cell.bytes);
    wg_text_free(&cell);
}

static void write_verdict(const page *p, const char *device, const wg_measurement *measured)
{
    const wg_diagnosis *v = &p->d->verdict;
    const wg_estimate *e = p->d->subject.estimate;
    wg_text words = {0};
    wg_text_addf(p->out, "\n%sverdict%s  %sof the model of an %s, caches %s before: estimated, not measured%s\n",
                 p->bold, p->plain, p->dim, device, e->is_cold ? "empty" : "warm", p->plain);
    wg_text_addf(p->out, "  %s", p->bold);
    wg_quantity_add(p->out, v->seconds, 's');
    if (!isnan(v->part_of_limit) && v->minimum > 0) {
        wg_text_addf(p->out, ", ");
        wg_quantity_add(p->out, v->part_of_limit, '%');
        wg_text_addf(p->out, " of the limit");
    }
    wg_text_addf(p->out, ", held by %s%s\n", wg_limiter_infos[v->limiter].title, p->plain);
    for (size_t k = 0; k < v->evidence_count; k++)
        wg_text_addf(&words, "%s ", v->evidence[k]);
    if (measured && measured->timing.median > 0) {
        wg_text_addf(&words, "Measured on %s it takes ", measured->run->engine->name);
        wg_quantity_add(&words, measured->timing.median, 's');
        wg_text_addf(&words, ": the model is at %.2f x of that. ", v->seconds / measured->timing.median);
    }
    if (e->is_partial)
        wg_text_addf(&words, "Registers that ptxas keeps in memory are in the model, but not in the PTX: where they "
                             "are needed is a guess. ");
    if (e->registers_are_estimated)
        wg_text_addf(&words, "The number of registers, %.0f, is a guess: there is no ptxas. ", e->registers);
    add_paragraph(p, wg_text_get(&words), 2);
    wg_text_free(&words);
}

static void add_bar(wg_text *out, double share)
{
    int full = (int)lround(BAR * fmin(fmax(share, 0), 1));
    for (int k = 0; k < BAR; k++)
        wg_text_addf(out, "%s", k < full ? "█" : "·");
}

/* Units that hardly work are left out. */
static void write_bars(const page *p)
{
    const wg_estimate *e = p->d->subject.estimate;
    wg_text_addf(p->out, "\n%sunits%s  %sof the time between launch and end%s\n", p->bold, p->plain, p->dim, p->plain);
    for (int k = 0; k < WG_UNIT_COUNT; k++) {
        char fact[64];
        double share;
        snprintf(fact, sizeof fact, "busy_%s", wg_unit_infos[k].name);
        if (!wg_fact_find(&p->d->subject, fact, &share) || share < 0.005)
            continue;
        wg_text_addf(p->out, "  %-22s ", wg_unit_infos[k].title);
        add_bar(p->out, share);
        add_quantity(p, share, '%', 7);
        wg_text_addf(p->out, "\n");
    }
    if (e->warps_per_sm > 0) {
        wg_text_addf(p->out, "  %-22s ", "occupancy");
        add_bar(p->out, e->occupancy);
        add_quantity(p, e->occupancy, '%', 7);
        wg_text_addf(p->out, "   %.0f warp%s of a multiprocessor\n", e->warps_per_sm,
                     round(e->warps_per_sm) == 1 ? "" : "s");
    }
}

static void write_part(const page *p, const char *title, double seconds, double all)
{
    wg_text_addf(p->out, "  %-42s", title);
    add_quantity(p, seconds, 's', 11);
    add_quantity(p, seconds / all, '%', 9);
    wg_text_addf(p->out, "\n");
}

static void write_parts(const page *p)
{
    const wg_diagnosis *v = &p->d->verdict;
    double rest = 0;
    wg_text_addf(p->out, "\n%swhat the time is made of%s\n", p->bold, p->plain);
    if (!isnan(v->minimum))
        write_part(p, "the least this GPU needs for the work", v->seconds - v->overhead, v->seconds);
    for (size_t k = 0; k < v->part_count; k++) {
        if (v->parts[k].seconds < 0.01 * v->seconds)
            rest += v->parts[k].seconds;
        else
            write_part(p, v->parts[k].title, v->parts[k].seconds, v->seconds);
    }
    if (rest > 0.001 * v->seconds)
        write_part(p, "the rest", rest, v->seconds);
}

static void write_prospects(const page *p)
{
    const wg_diagnosis *v = &p->d->verdict;
    wg_text little = {0};
    if (!v->prospect_count)
        return;
    wg_text_addf(p->out, "\n%swhat if%s\n", p->bold, p->plain);
    for (size_t k = 0; k < v->prospect_count; k++) {
        const wg_prospect *w = &v->prospects[k];
        if (k >= v->worth_count) {
            wg_text_addf(&little, "%s%s", little.length ? ", " : "", wg_what_if_infos[w->what].title);
            continue;
        }
        wg_text_addf(p->out, "  %-42s", wg_what_if_infos[w->what].title);
        add_quantity(p, w->seconds, 's', 11);
        add_quantity(p, w->factor, 'x', 9);
        wg_text_addf(p->out, "\n");
    }
    if (little.length) {
        wg_text line = {0};
        wg_text_addf(&line, "less than %.0f %%: %s", 100 * WG_WORTHWHILE, little.bytes);
        add_paragraph(p, line.bytes, 2);
        wg_text_free(&line);
    }
    wg_text_free(&little);
}

static void write_advice(const page *p, const wg_advice *a, size_t number)
{
    const wg_lines *lines = &p->d->lines;
    wg_text words = {0};
    wg_text_addf(p->out, "  %zu. %s%s%s", number, p->bold, a->rule->title, p->plain);
    if (a->line != WG_NO_LINE && lines->items[a->line].number) {
        const wg_line *line = &lines->items[a->line];
        const char *text = line->text + strspn(line->text, " \t");
        wg_text_addf(p->out, "  %s:%u", lines->files[line->file], line->number);
        wg_text_addf(p->out, "\n       %s%.90s%s", p->dim, text, p->plain);
    }
    wg_text_addf(p->out, "\n");
    wg_text_addf(&words, "%s %s", a->evidence, a->rule->change);
    add_paragraph(p, words.bytes, 5);
    wg_text_free(&words);
    wg_text_addf(p->out, "     ");
    if (a->gain > 0 && a->gain < 1) {
        wg_text_addf(p->out, "Predicted: ");
        wg_quantity_add(p->out, 1 / (1 - a->gain), 'x');
        wg_text_addf(p->out, " as fast at best. ");
    }
    wg_text_addf(p->out, "An example: warpgrind explain %s\n", a->rule->see);
}

static void write_all_advice(const page *p)
{
    size_t count = p->d->advice_count, shown = count < MOST_ADVICE ? count : MOST_ADVICE;
    if (count)
        wg_text_addf(p->out, "\n%swhat to change next%s\n", p->bold, p->plain);
    for (size_t k = 0; k < shown; k++)
        write_advice(p, &p->d->advice[k], k + 1);
    if (shown < count) {
        wg_text more = {0};
        for (size_t k = shown; k < count; k++)
            wg_text_addf(&more, "%s%s", k > shown ? ", " : "also: ", p->d->advice[k].rule->title);
        add_paragraph(p, more.bytes, 2);
        wg_text_free(&more);
    }
    if (p->d->book && p->d->book->trouble.length)
        wg_text_addf(p->out, "\nadvice that cannot be used:\n%s", p->d->book->trouble.bytes);
}

void wg_report_diagnosis_text(const wg_report_diagnosis *d, const char *device, const wg_measurement *measured,
                              bool color, wg_text *out)
{
    page p = {d, out, color ? "\033[1m" : "", color ? "\033[2m" : "", color ? "\033[0m" : ""};
    if (d->verdict.limiter != WG_LIMITER_COUNT) {
        write_verdict(&p, device, measured);
        write_bars(&p);
        write_parts(&p);
        write_prospects(&p);
    }
    write_all_advice(&p);
}

/* ---- as JSON ---- */

json_t *wg_report_verdict_json(const wg_diagnosis *v)
{
    json_t *object = json_object(), *evidence = json_array(), *parts = json_array(), *what_if = json_array();
    wg_report_set_string(object, "limiter", wg_limiter_infos[v->limiter].name);
    wg_report_set_string(object, "limiter_title", wg_limiter_infos[v->limiter].title);
    wg_report_set_string(object, "rule", v->rule);
    if (v->unit < WG_UNIT_COUNT)
        wg_report_set_string(object, "busiest_unit", wg_unit_infos[v->unit].name);
    wg_report_set_real(object, "utilisation", v->utilisation);
    wg_report_set_real(object, "seconds", v->seconds);
    wg_report_set_real(object, "minimum", v->minimum);
    wg_report_set_real(object, "part_of_limit", v->part_of_limit);
    wg_report_set_real(object, "overhead", v->overhead);
    for (size_t k = 0; k < v->part_count; k++)
        json_array_append_new(parts,
                              json_pack("{s:s, s:f}", "what", v->parts[k].title, "seconds", v->parts[k].seconds));
    for (size_t k = 0; k < v->prospect_count; k++)
        json_array_append_new(what_if,
                              json_pack("{s:s, s:s, s:f, s:f}", "what", wg_what_if_infos[v->prospects[k].what].name,
                                        "title", wg_what_if_infos[v->prospects[k].what].title, "seconds",
                                        v->prospects[k].seconds, "factor", v->prospects[k].factor));
    for (size_t k = 0; k < v->evidence_count; k++)
        json_array_append_new(evidence, json_string(v->evidence[k]));
    json_object_set_new(object, "evidence", evidence);
    json_object_set_new(object, "overhead_parts", parts);
    json_object_set_new(object, "what_if", what_if);
    return object;
}

static json_t *advice_json(const wg_report_diagnosis *d, const wg_advice *a)
{
    json_t *object = json_object();
    wg_report_set_string(object, "name", a->rule->name);
    wg_report_set_string(object, "title", a->rule->title);
    wg_report_set_string(object, "evidence", a->evidence);
    wg_report_set_string(object, "change", a->rule->change);
    wg_report_set_string(object, "see", a->rule->see);
    wg_report_set_real(object, "gain", a->gain);
    if (a->line != WG_NO_LINE) {
        wg_report_set_string(object, "file", d->lines.files[d->lines.items[a->line].file]);
        wg_report_set_integer(object, "line", d->lines.items[a->line].number);
    }
    return object;
}

void wg_report_diagnosis_json(const wg_report_diagnosis *d, json_t *benchmark)
{
    json_t *advice = json_array();
    if (d->verdict.limiter != WG_LIMITER_COUNT) {
        json_object_set_new(benchmark, "estimate", wg_estimate_to_json(d->subject.estimate));
        json_object_set_new(benchmark, "diagnosis", wg_report_verdict_json(&d->verdict));
    }
    for (size_t k = 0; k < d->advice_count; k++)
        json_array_append_new(advice, advice_json(d, &d->advice[k]));
    json_object_set_new(benchmark, "advice", advice);
}

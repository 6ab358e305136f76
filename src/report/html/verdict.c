/* SPDX-License-Identifier: Apache-2.0 */
/* What a page says about a run's time: the verdict and its evidence, what the time is made of, what would help. */
#include "analysis/sentence.h"
#include "report/html/page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the verdict ---- */

static void add_sentence(wg_html *h, const char *before, double value, char format, const char *after)
{
    wg_text words = {0};
    wg_quantity_add(&words, value, format);
    wg_html_add(h, "li", NULL, "%s%s%s", before, wg_text_get(&words), after);
    wg_text_free(&words);
}

static void add_evidence(wg_html *h, const wg_record *r)
{
    const wg_diagnosis *d = &r->diagnosis;
    const wg_estimate *e = &r->estimate;
    for (size_t k = 0; k < d->evidence_count; k++)
        wg_html_add(h, "li", NULL, "%s", d->evidence[k]);
    if (r->has_time && d->seconds > 0)
        add_sentence(h, "The predicted time is ", d->seconds / r->timing.median, 'x', " of the measured time.");
    wg_text expected = {0};
    wg_report_expected(r, &expected);
    if (expected.length)
        wg_html_add(h, "li", NULL, "%s", expected.bytes);
    wg_text_free(&expected);
    if (e->is_partial)
        wg_html_add(
            h, "li", NULL, "%s",
            "ptxas spills registers to memory: the model includes that traffic, but where in the kernel it occurs is a "
            "guess.");
    wg_text borrowed = {0};
    wg_report_borrowed(r, &borrowed);
    if (borrowed.length)
        wg_html_add(h, "li", NULL, "%s", borrowed.bytes);
    wg_text_free(&borrowed);
    if (e->registers_are_estimated)
        wg_html_add(h, "li", NULL, "The number of registers (%.0f) is an estimate: ptxas was not found.", e->registers);
}

void wg_page_verdict(wg_html *h, const wg_record *r)
{
    bool known = r->diagnosis.limiter != WG_LIMITER_COUNT;
    wg_html_open(h, "section", "class", known ? "verdict" : "verdict none", NULL);
    if (known)
        wg_html_add(h, "h2", NULL, "Limited by %s", wg_limiter_infos[r->diagnosis.limiter].title);
    else
        wg_html_add(h, "h2", NULL, "%s", "Counted, without a time estimate");
    wg_html_open(h, "ul", NULL);
    add_evidence(h, r);
    wg_html_close(h);
    wg_html_close(h);
}

/* On the scale of the page, where shares are from 0 to 1. */
static double before_of(const wg_compared *was, const char *quantity)
{
    const wg_change *change = wg_compared_find(was, quantity);
    if (was && wg_compared_change(was) != 0 && !strcmp(quantity, was->is_model ? "model_time" : "measured_time"))
        return was->before;
    if (!change)
        return NAN;
    return !strcmp(change->unit, "%") ? change->before / 100 : change->before;
}

void wg_page_facts(wg_html *h, const wg_record *r, const wg_compared *was)
{
    const wg_estimate *e = &r->estimate;
    const wg_counters *total = &r->counters;
    bool estimated = e->seconds > 0;
    const struct {
        const char *label, *quantity;
        double value;
        char format;
    } facts[] = {
        {"time, measured", "measured_time", r->has_time ? r->timing.median : NAN, 's'},
        {"time, estimated", "model_time", estimated ? e->seconds : NAN, 's'},
        {"of the limit", "part_of_limit", estimated ? r->diagnosis.part_of_limit : NAN, '%'},
        {"occupancy", "occupancy", estimated ? e->occupancy : NAN, '%'},
        {"DRAM traffic", "dram_bytes", estimated ? e->dram_bytes : NAN, 'B'},
        {"L1 hit rate", "l1_hits", estimated ? e->l1_hits : NAN, '%'},
        {"L2 hit rate", "l2_hits", estimated ? e->l2_hits : NAN, '%'},
        {"warp instructions", "warp_instructions", (double)total->value[WG_COUNTER_warp_instructions], 'n'},
        {"sectors per load", "global_load_sectors_per_request",
         wg_metric_value(total, WG_METRIC_global_load_sectors_per_request), 0},
        {"active lanes", "lane_utilisation", wg_metric_value(total, WG_METRIC_lane_utilisation) / 100, '%'},
    };
    wg_html_open(h, "dl", "class", "facts", NULL);
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        wg_page_quantities(h, facts[k].label, before_of(was, facts[k].quantity), facts[k].value, facts[k].format);
    wg_html_close(h);
}

/* ---- where the time goes ---- */

static void open_bars(wg_html *h, const char *title, const char *note)
{
    wg_page_section(h, title, note);
    wg_html_open(h, "div", "class", "bars", NULL);
}

static void close_bars(wg_html *h)
{
    wg_html_close(h);
    wg_html_close(h);
}

static void add_share(wg_html *h, const char *label, double part, bool is_strong)
{
    wg_text value = {0};
    wg_quantity_add(&value, part, '%');
    wg_page_bar(h, label, part, wg_text_get(&value), is_strong);
    wg_text_free(&value);
}

static void write_units(wg_html *h, const wg_diagnosis *d)
{
    open_bars(h, "Utilisation of each unit", "Share of the peak rate, from start to end of the kernel.");
    for (int k = 0; k < WG_UNIT_COUNT; k++) {
        if (d->busy[k] >= 0.005)
            add_share(h, wg_unit_infos[k].title, d->busy[k], k == (int)d->unit);
    }
    close_bars(h);
}

static void write_stalls(wg_html *h, const wg_estimate *e)
{
    wg_stall ranked[WG_STALL_COUNT];
    size_t count = wg_report_rank_stalls(e->stalls, ranked);
    if (!count)
        return;
    open_bars(h, "What warps do with their time", "In brackets: what Nsight Compute calls it.");
    for (size_t k = 0; k < count; k++) {
        wg_text label = {0};
        wg_report_stall(ranked[k], &label);
        add_share(h, label.bytes, e->stalls[ranked[k]], k == 0);
        wg_text_free(&label);
    }
    close_bars(h);
}

static void add_part(wg_html *h, const char *title, double seconds, double all, bool is_strong)
{
    wg_text value = {0};
    wg_quantity_add(&value, seconds, 's');
    wg_page_bar(h, title, seconds / all, wg_text_get(&value), is_strong);
    wg_text_free(&value);
}

static void write_parts(wg_html *h, const wg_diagnosis *v)
{
    double rest = 0;
    open_bars(h, "Where the time goes", NULL);
    add_part(h, isnan(v->minimum) ? "the busiest unit's work" : "minimum for this work", v->seconds - v->overhead,
             v->seconds, true);
    for (size_t k = 0; k < v->part_count; k++) {
        if (v->parts[k].seconds < 0.01 * v->seconds)
            rest += v->parts[k].seconds;
        else
            add_part(h, v->parts[k].title, v->parts[k].seconds, v->seconds, false);
    }
    if (rest > 0)
        add_part(h, "the rest", rest, v->seconds, false);
    close_bars(h);
}

/* ---- what would help ---- */

static void write_vain(wg_html *h, const wg_diagnosis *v)
{
    wg_text words = {0};
    for (size_t k = v->worth_count; k < v->prospect_count; k++)
        wg_text_addf(&words, "%s%s", words.length ? ", " : "", wg_what_if_infos[v->prospects[k].what].title);
    if (words.length)
        wg_html_add(h, "p", "note below", "Less than %.0f %%: %s.", 100 * WG_WORTHWHILE, words.bytes);
    wg_text_free(&words);
}

static void write_what_if(wg_html *h, const wg_diagnosis *v)
{
    if (!v->prospect_count)
        return;
    wg_page_section(h, "What if", "The same kernel with one thing different: the time it would take.");
    wg_html_open(h, "div", "class", "bars", NULL);
    for (size_t k = 0; k < v->worth_count; k++) {
        const wg_prospect *p = &v->prospects[k];
        wg_text value = {0};
        wg_quantity_add(&value, p->seconds, 's');
        wg_text_addf(&value, ", ");
        wg_quantity_add(&value, p->factor, 'x');
        wg_page_bar(h, wg_what_if_infos[p->what].title, p->seconds / v->seconds, wg_text_get(&value), k == 0);
        wg_text_free(&value);
    }
    wg_html_close(h);
    write_vain(h, v);
    wg_html_close(h);
}

void wg_page_times(wg_html *h, const wg_record *r)
{
    write_units(h, &r->diagnosis);
    write_stalls(h, &r->estimate);
    write_parts(h, &r->diagnosis);
    write_what_if(h, &r->diagnosis);
}

void wg_page_anchor(const wg_lines *lines, const wg_line *line, char *text, size_t size)
{
    const char *file = lines->files[line->file];
    snprintf(text, size, "line-%08x-%u", (unsigned)wg_hash(file, strlen(file), 0), line->number);
}

static void write_place(wg_html *h, const wg_lines *lines, const wg_line *line)
{
    char anchor[48] = "#";
    wg_page_anchor(lines, line, anchor + 1, sizeof anchor - 1);
    wg_html_open(h, "p", "class", "place", NULL);
    wg_html_open(h, "a", "href", anchor, NULL);
    wg_html_text(h, "%s:%u", lines->files[line->file], line->number);
    wg_html_close(h);
    wg_html_add(h, "code", NULL, "%.120s", line->text + strspn(line->text, " \t"));
    wg_html_close(h);
}

static void write_piece(wg_html *h, const wg_lines *lines, const wg_advice *a)
{
    wg_html_open(h, "li", NULL);
    wg_html_open(h, "h3", NULL);
    wg_html_text(h, "%s", a->title);
    if (a->gain > 0 && a->gain < 1) {
        wg_text factor = {0};
        wg_quantity_add(&factor, 1 / (1 - a->gain), 'x');
        wg_html_add(h, "span", "gain", "about %s", wg_text_get(&factor));
        wg_text_free(&factor);
    }
    wg_html_close(h);
    if (a->line != WG_NO_LINE && lines->items[a->line].number)
        write_place(h, lines, &lines->items[a->line]);
    wg_html_add(h, "p", NULL, "%s %s", a->evidence, a->change);
    if (a->see)
        wg_html_add(h, "p", "note", "Example: warpgrind explain %s", a->see);
    wg_html_close(h);
}

void wg_page_advice(wg_html *h, const wg_record *r)
{
    if (!r->advice_count)
        return;
    wg_page_section(h, "What to change next", NULL);
    wg_html_open(h, "ol", "class", "advice", NULL);
    for (size_t k = 0; k < r->advice_count; k++)
        write_piece(h, &r->lines, &r->advice[k]);
    wg_html_close(h);
    wg_html_close(h);
}

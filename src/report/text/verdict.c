/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sentence.h"
#include "report/report.h"
#include "report/text/parts.h"

#include <math.h>
#include <string.h>

enum { BAR = 30, MOST_ADVICE = 4 };

const char *wg_pen_of_share(const wg_pen *p, double share)
{
    const double hot = 0.8, warm = 0.6; /* a unit above that is what Nsight Compute calls well utilised */
    return share >= hot ? p->hot : share >= warm ? p->warm : "";
}

void wg_text_paragraph(const wg_pen *p, const char *words, int indent)
{
    wg_text wrapped = {0};
    wg_text_add_wrapped(&wrapped, words, p->width - (size_t)indent);
    for (const char *line = wrapped.bytes; *line;) {
        size_t length = strcspn(line, "\n");
        wg_text_addf(p->out, "%*s%.*s\n", indent, "", (int)length, line);
        line += length + (line[length] == '\n');
    }
    wg_text_free(&wrapped);
}

/* "12.3 µs" in a column of its own; µ is one character of two bytes. */
static void add_quantity(const wg_pen *p, double value, char format, int width)
{
    wg_text cell = {0};
    wg_quantity_add(&cell, value, format);
    size_t shown = 0;
    for (const char *c = cell.bytes; *c; c++)
        shown += ((unsigned char)*c & 0xc0) != 0x80;
    wg_text_addf(p->out, "%*s%s", width - (int)shown > 0 ? width - (int)shown : 0, "", cell.bytes);
    wg_text_free(&cell);
}

/* The model's time before; NAN: it has not changed, or there is no baseline. */
static double model_before(const wg_compared *was)
{
    const wg_change *change = wg_compared_find(was, "model_time");
    if (was && was->is_model)
        return wg_compared_change(was) != 0 ? was->before : NAN;
    return change ? change->before : NAN;
}

static void add_was(const wg_pen *p, double before, char format)
{
    if (isnan(before))
        return;
    wg_text_addf(p->out, " (was ");
    wg_quantity_add(p->out, before, format);
    wg_text_addf(p->out, ")");
}

static void write_limiter(const wg_pen *p, const wg_record *r)
{
    const wg_diagnosis *v = &r->diagnosis;
    const wg_estimate *e = &r->estimate;
    wg_text words = {0};
    wg_text_addf(p->out, "\n%sverdict%s  %sestimated with the model of an %s, %s caches; not measured%s\n", p->bold,
                 p->plain, p->dim, r->device.title, e->is_cold ? "cold" : "warm", p->plain);
    wg_text_addf(p->out, "  %s", p->bold);
    wg_quantity_add(p->out, v->seconds, 's');
    if (v->error.kernels) {
        wg_text_addf(p->out, " ± ");
        wg_quantity_add(p->out, v->error.most, '%');
    }
    add_was(p, model_before(p->was), 's');
    if (!isnan(v->part_of_limit) && v->minimum > 0) {
        wg_text_addf(p->out, ", ");
        wg_quantity_add(p->out, v->part_of_limit, '%');
        wg_text_addf(p->out, " of the limit");
    }
    wg_text_addf(p->out, "; limited by %s", wg_limiter_infos[v->limiter].title);
    if (p->was && p->was->limiters[0] && wg_limiter_find(p->was->limiters[0]) != v->limiter)
        wg_text_addf(p->out, " (was %s)", wg_limiter_infos[wg_limiter_find(p->was->limiters[0])].title);
    wg_text_addf(p->out, "%s\n", p->plain);
    for (size_t k = 0; k < v->evidence_count; k++)
        wg_text_addf(&words, "%s ", v->evidence[k]);
    if (r->has_time && r->timing.median > 0) {
        wg_text_addf(&words, "Measured on %s: ", r->measured_on.name);
        wg_quantity_add(&words, r->timing.median, 's');
        wg_text_addf(&words, "; the model predicts %.2f x of that. ", v->seconds / r->timing.median);
    }
    wg_report_expected(r, &words);
    if (e->is_partial)
        wg_text_addf(&words, "ptxas spills registers to memory: the model includes that traffic, but where in the "
                             "kernel it occurs is a guess. ");
    if (e->registers_are_estimated)
        wg_text_addf(&words, "The number of registers (%.0f) is an estimate: ptxas was not found. ", e->registers);
    wg_report_borrowed(r, &words);
    wg_text_paragraph(p, wg_text_get(&words), 2);
    wg_text_free(&words);
}

static void add_bar(wg_text *out, double share)
{
    int full = (int)lround(BAR * fmin(fmax(share, 0), 1));
    for (int k = 0; k < BAR; k++)
        wg_text_addf(out, "%s", k < full ? "█" : "·");
}

/* Units that hardly work are left out. */
static void write_bars(const wg_pen *p, const wg_record *r)
{
    const wg_estimate *e = &r->estimate;
    wg_text_addf(p->out, "\n%sutilisation%s  %sshare of the peak rate, from start to end of the kernel%s\n", p->bold,
                 p->plain, p->dim, p->plain);
    for (int k = 0; k < WG_UNIT_COUNT; k++) {
        double share = r->diagnosis.busy[k];
        if (share < 0.005)
            continue;
        wg_text_addf(p->out, "  %-22s %s", wg_unit_infos[k].title, wg_pen_of_share(p, share));
        add_bar(p->out, share);
        add_quantity(p, share, '%', 7);
        wg_text_addf(p->out, "%s\n", *wg_pen_of_share(p, share) ? p->plain : "");
    }
    if (e->warps_per_sm > 0) {
        const wg_change *change = wg_compared_find(p->was, "occupancy");
        wg_text_addf(p->out, "  %-22s ", "occupancy");
        add_bar(p->out, e->occupancy);
        add_quantity(p, e->occupancy, '%', 7);
        wg_text_addf(p->out, "   %.0f warp%s per multiprocessor", e->warps_per_sm,
                     round(e->warps_per_sm) == 1 ? "" : "s");
        add_was(p, change ? change->before / 100 : NAN, '%');
        wg_text_addf(p->out, "\n");
    }
}

static void write_part(const wg_pen *p, const char *title, double seconds, double all)
{
    wg_text_addf(p->out, "  %-42s", title);
    add_quantity(p, seconds, 's', 11);
    add_quantity(p, seconds / all, '%', 9);
    wg_text_addf(p->out, "\n");
}

static void write_parts(const wg_pen *p, const wg_diagnosis *v)
{
    double rest = 0;
    wg_text_addf(p->out, "\n%swhere the time goes%s\n", p->bold, p->plain);
    if (!isnan(v->minimum))
        write_part(p, "minimum for this work on this GPU", v->seconds - v->overhead, v->seconds);
    for (size_t k = 0; k < v->part_count; k++) {
        if (v->parts[k].seconds < 0.01 * v->seconds)
            rest += v->parts[k].seconds;
        else
            write_part(p, v->parts[k].title, v->parts[k].seconds, v->seconds);
    }
    if (rest > 0.001 * v->seconds)
        write_part(p, "the rest", rest, v->seconds);
}

static void write_prospects(const wg_pen *p, const wg_diagnosis *v)
{
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
        wg_text_addf(&line, "less than %.0f %% faster: %s", 100 * WG_WORTHWHILE, little.bytes);
        wg_text_paragraph(p, line.bytes, 2);
        wg_text_free(&line);
    }
    wg_text_free(&little);
}

static void write_advice(const wg_pen *p, const wg_lines *lines, const wg_advice *a, size_t number)
{
    wg_text words = {0};
    wg_text_addf(p->out, "  %zu. %s%s%s", number, p->bold, a->title, p->plain);
    if (a->line != WG_NO_LINE && lines->items[a->line].number) {
        const wg_line *line = &lines->items[a->line];
        const char *text = line->text + strspn(line->text, " \t");
        wg_text_addf(p->out, "  %s:%u", lines->files[line->file], line->number);
        wg_text_addf(p->out, "\n       %s%.90s%s", p->dim, text, p->plain);
    }
    wg_text_addf(p->out, "\n");
    wg_text_addf(&words, "%s %s", a->evidence, a->change);
    wg_text_paragraph(p, words.bytes, 5);
    wg_text_free(&words);
    wg_text_addf(p->out, "     ");
    if (a->gain > 0 && a->gain < 1) {
        wg_text_addf(p->out, "Predicted speedup: about ");
        wg_quantity_add(p->out, 1 / (1 - a->gain), 'x');
        wg_text_addf(p->out, ". ");
    }
    wg_text_addf(p->out, "Example: warpgrind explain %s\n", a->see);
}

static void write_all_advice(const wg_pen *p, const wg_results *results)
{
    const wg_record *r = &results->records[0];
    size_t count = r->advice_count, shown = count < MOST_ADVICE ? count : MOST_ADVICE;
    if (count)
        wg_text_addf(p->out, "\n%swhat to change next%s\n", p->bold, p->plain);
    for (size_t k = 0; k < shown; k++)
        write_advice(p, &r->lines, &r->advice[k], k + 1);
    if (shown < count) {
        wg_text more = {0};
        for (size_t k = shown; k < count; k++)
            wg_text_addf(&more, "%s%s", k > shown ? ", " : "also: ", r->advice[k].title);
        wg_text_paragraph(p, more.bytes, 2);
        wg_text_free(&more);
    }
    if (results->trouble[0])
        wg_text_addf(p->out, "\nadvice that cannot be used:\n%s", results->trouble);
}

void wg_text_verdict(const wg_pen *p, const wg_results *results)
{
    const wg_record *r = &results->records[0];
    if (r->diagnosis.limiter != WG_LIMITER_COUNT) {
        write_limiter(p, r);
        write_bars(p, r);
        write_parts(p, &r->diagnosis);
        wg_text_stalls(p, r);
        write_prospects(p, &r->diagnosis);
    }
    write_all_advice(p, results);
}

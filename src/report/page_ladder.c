/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a ladder, and its figure. */
#include "analysis/sentence.h"
#include "base/arena.h"
#include "report/ablation.h"
#include "report/bars.h"
#include "report/ladder.h"
#include "report/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the figure ---- */

/* A rung as if the model's time had been measured, where none was. */
static wg_rung_result timed(const wg_rung_result *r)
{
    wg_rung_result copy = *r;
    if (!r->has_time && r->estimate.seconds > 0) {
        copy.has_time = true;
        copy.timing.median = r->estimate.seconds;
    }
    return copy;
}

static bool is_right(const wg_rung_result *r)
{
    return r->verdict == WG_VERDICT_RIGHT || r->verdict == WG_VERDICT_UNCHECKED;
}

static void describe_bar(const wg_rung_result *r, const wg_rung_result *as, double rate, const char *unit, wg_bar *out)
{
    if (!is_right(r)) {
        snprintf(out->text, sizeof out->text, "%s",
                 r->verdict == WG_VERDICT_LEFT_OUT ? "left out" : wg_report_verdict_word(r->verdict));
        return;
    }
    if (isnan(rate)) {
        snprintf(out->text, sizeof out->text, "no time");
        return;
    }
    int decimals = rate >= 100 ? 0 : rate >= 10 ? 1 : rate >= 1 ? 2 : 3;
    int used = snprintf(out->text, sizeof out->text, "%.*f %s%s", decimals, rate, unit, r->has_time ? "" : " (model)");
    if (as->bound > 0 && used > 0 && (size_t)used < sizeof out->text)
        snprintf(out->text + used, sizeof out->text - (size_t)used, ", %.3g %%", 100 * as->bound / as->timing.median);
}

/* Where the limits differ (arithmetic of another precision, say), each rung is shown against its own: else the highest
 * would leave nothing to see of the others. */
static void share_limits(wg_bars *bars, wg_bar *items)
{
    double least = INFINITY, most = 0;
    for (size_t k = 0; k < bars->count; k++) {
        least = items[k].limit > 0 ? fmin(least, items[k].limit) : least;
        most = items[k].limit > 0 ? fmax(most, items[k].limit) : most;
    }
    if (!(most > 0))
        return;
    bool alike = most < 1.05 * least;
    bars->limit = alike
                      ? "what the device could do at most: with all of its memory's bandwidth, or all of its arithmetic"
                      : "what the device could do at most for the rung: each bar is drawn against its own";
    for (size_t k = 0; k < bars->count && !alike; k++) {
        double limit = items[k].limit > 0 ? items[k].limit : most;
        items[k].value /= limit;
        items[k].limit = items[k].limit > 0 ? 1 : NAN;
    }
}

/* One bar a rung. The caller frees the items. */
static wg_bars bars_of(const wg_climb *climb, const char *title)
{
    wg_bar *items = wg_alloc((climb->count + 1) * sizeof *items);
    wg_bars bars = {.title = title, .items = items, .count = climb->count};
    for (size_t k = 0; k < climb->count; k++) {
        const wg_rung_result *r = &climb->results[k];
        wg_rung_result as = timed(r);
        const char *unit;
        double rate = is_right(r) ? wg_rung_rate(&as, &unit) : NAN;
        items[k] = (wg_bar){.name = r->rung->name, .value = rate, .limit = NAN};
        if (!isnan(rate) && as.bound > 0)
            items[k].limit = rate * as.timing.median / as.bound;
        describe_bar(r, &as, rate, isnan(rate) ? "" : unit, &items[k]);
    }
    share_limits(&bars, items);
    return bars;
}

static void draw_bars(const void *figure, wg_look look, wg_html *html)
{
    wg_bars_draw(figure, look, html);
}

static void title_of(const wg_climb *climb, char *text, size_t size)
{
    const char *title = climb->ladder->title;
    snprintf(text, size, "%s, %s", title && *title ? title : climb->ladder->name, climb->title);
}

char *wg_report_climb_svg(const wg_climb *climb)
{
    wg_html html = {0};
    char title[300];
    title_of(climb, title, sizeof title);
    wg_bars bars = bars_of(climb, title);
    wg_bars_draw(&bars, WG_LOOK_FILE, &html);
    free((void *)bars.items);
    return html.out.bytes;
}

/* ---- the page ---- */

static const wg_rung_result *fastest(const wg_climb *climb)
{
    const wg_rung_result *best = NULL;
    double least = INFINITY;
    for (size_t k = 0; k < climb->count; k++) {
        wg_rung_result as = timed(&climb->results[k]);
        if (is_right(&climb->results[k]) && as.has_time && as.timing.median < least) {
            best = &climb->results[k];
            least = as.timing.median;
        }
    }
    return best;
}

static const wg_rung_result *slowest(const wg_climb *climb, const char *device)
{
    const wg_rung_result *worst = NULL;
    double most = 0;
    for (size_t k = 0; k < climb->count; k++) {
        wg_rung_result as = timed(&climb->results[k]);
        if (is_right(&climb->results[k]) && as.has_time && !strcmp(as.device, device) && as.timing.median > most) {
            worst = &climb->results[k];
            most = as.timing.median;
        }
    }
    return worst;
}

static size_t count_verdicts(const wg_climb *climb, wg_verdict a, wg_verdict b)
{
    size_t count = 0;
    for (size_t k = 0; k < climb->count; k++)
        count += climb->results[k].verdict == a || climb->results[k].verdict == b;
    return count;
}

static void write_fastest(wg_html *h, const wg_climb *climb, const wg_rung_result *best)
{
    wg_rung_result as = timed(best), worst = timed(slowest(climb, best->device));
    wg_text words = {0};
    wg_html_add(h, "h2", NULL, "%s is the fastest", best->rung->name);
    wg_quantity_add(&words, as.timing.median, 's');
    wg_text_addf(&words, "%s, ", best->has_time ? " measured" : " estimated");
    wg_quantity_add(&words, worst.timing.median / as.timing.median, 'x');
    wg_text_addf(&words, " as fast as %s", worst.rung->name);
    wg_html_open(h, "ul", NULL);
    wg_html_add(h, "li", NULL, "%s", wg_text_get(&words));
    wg_text_free(&words);
    if (as.bound > 0) {
        wg_quantity_add(&words, as.bound / as.timing.median, '%');
        bool is_cached = as.bound > as.timing.median;
        wg_html_add(h, "li", NULL, "%s of what the device could do at most%s", wg_text_get(&words),
                    is_cached ? " with memory alone: caches hold the data" : "");
        wg_text_free(&words);
    }
    wg_html_close(h);
}

/* Rungs that are wrong come first: nothing else matters until they are right. */
static void write_verdict(wg_html *h, const wg_climb *climb)
{
    size_t broken = count_verdicts(climb, WG_VERDICT_WRONG, WG_VERDICT_FAILED);
    size_t ran = count_verdicts(climb, WG_VERDICT_RIGHT, WG_VERDICT_UNCHECKED);
    const wg_rung_result *best = fastest(climb);
    wg_html_open(h, "section", "class", broken ? "verdict bad" : best ? "verdict" : "verdict none", NULL);
    if (broken) {
        wg_html_add(h, "h2", NULL, "%zu of %zu rungs %s wrong or did not run", broken, climb->count,
                    broken == 1 ? "is" : "are");
        wg_html_open(h, "ul", NULL);
        for (size_t k = 0; k < climb->count; k++) {
            const wg_rung_result *r = &climb->results[k];
            if (r->verdict == WG_VERDICT_WRONG || r->verdict == WG_VERDICT_FAILED)
                wg_html_add(h, "li", NULL, "%s: %s", r->rung->name, r->reason);
        }
        wg_html_close(h);
    } else if (best) {
        write_fastest(h, climb, best);
    } else {
        wg_html_add(h, "h2", NULL, "%zu of %zu rungs ran", ran, climb->count);
        wg_html_add(h, "p", NULL, "%s", "They were counted; there is no time, neither measured nor estimated.");
    }
    wg_html_close(h);
}

static void draw_roofline(const void *figure, wg_look look, wg_html *html)
{
    wg_roofline_draw(figure, look, html);
}

void wg_climb_points(const wg_climb *climb, wg_roofline *out)
{
    for (size_t k = 0; k < climb->count; k++) {
        const wg_rung_result *r = &climb->results[k];
        if (!r->has_counters || !is_right(r))
            continue;
        wg_roof_point *point = WG_PUSH(out->points, out->count, out->capacity);
        wg_roof_point_make(&r->counters, &r->estimate, r->has_time ? r->timing.median : NAN, point);
        snprintf(point->name, sizeof point->name, "%s", r->rung->name);
    }
}

static void write_roofline(wg_html *h, const wg_climb *climb, const wg_ceilings *ceilings)
{
    wg_roofline roofline = {.ceilings = *ceilings};
    size_t placed = 0;
    snprintf(roofline.title, sizeof roofline.title, "%s", climb->title);
    wg_climb_points(climb, &roofline);
    for (size_t k = 0; k < roofline.count; k++)
        placed += wg_roofline_places(&roofline.points[k]);
    if (placed && wg_ceilings_known(ceilings)) {
        wg_page_section(h, "Roofline", NULL);
        wg_page_figure(h, draw_roofline, &roofline,
                       "Each rung at the operations it does for each byte that the outermost known memory moves.");
        wg_html_close(h);
    }
    free(roofline.points);
}

static void write_left_out(wg_html *h, const wg_climb *climb)
{
    wg_text words = {0};
    wg_report_left_out(&words, climb);
    for (char *line = words.bytes; line && *line; line += strlen(line) + 1) {
        size_t length = strcspn(line, "\n");
        bool last = !line[length];
        line[length] = 0;
        if (length)
            wg_html_add(h, "p", "note", "%s", line);
        if (last)
            break;
    }
    wg_text_free(&words);
}

static void describe(const wg_climb *climb, wg_text *out)
{
    wg_text sizes = {0};
    wg_report_sizes(&sizes, climb->ladder);
    bool titled = climb->ladder->title && *climb->ladder->title;
    const char *rest = wg_text_get(&sizes);
    wg_text_addf(out, "%s%s", titled ? climb->ladder->title : "", titled || !*rest ? rest : rest + 2);
    wg_text_addf(out, "%son %s (%s)", out->length ? ", " : "", climb->device, climb->title);
    wg_text_free(&sizes);
}

char *wg_report_climb_html(const wg_climb *climb, const wg_ceilings *ceilings)
{
    wg_html h = {0};
    wg_text line = {0};
    wg_ceilings own;
    wg_table table;
    char title[300];
    if (!ceilings)
        wg_ceilings_find(climb->device, climb->title, &own);
    describe(climb, &line);
    title_of(climb, title, sizeof title);
    wg_page_begin(&h, "ladder", climb->ladder->name, wg_text_get(&line));
    write_verdict(&h, climb);
    if (fastest(climb)) {
        wg_bars bars = bars_of(climb, title);
        wg_page_section(&h, "How fast each rung is", NULL);
        char caption[160];
        snprintf(caption, sizeof caption, "The mark is %s.", bars.limit ? bars.limit : "");
        wg_page_figure(&h, draw_bars, &bars, bars.limit ? caption : NULL);
        wg_html_close(&h);
        free((void *)bars.items);
    }
    write_roofline(&h, climb, ceilings ? ceilings : &own);
    wg_page_section(&h, "All numbers", NULL);
    wg_report_climb_table(climb, &table);
    wg_page_table(&h, &table);
    write_left_out(&h, climb);
    wg_html_close(&h);
    wg_page_ablations(&h, climb);
    wg_table_free(&table);
    wg_text_free(&line);
    return wg_page_end(&h);
}

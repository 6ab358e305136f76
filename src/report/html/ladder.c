/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a ladder, and its figure. */
#include "report/table/ladder.h"
#include "analysis/sentence.h"
#include "base/arena.h"
#include "report/html/page.h"
#include "report/svg/bars.h"
#include "report/svg/roofline.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the figure ---- */

/* A rung as if the model's time had been measured, where none was. */
static wg_record timed(const wg_record *r)
{
    wg_record copy = *r;
    if (!r->has_time && r->estimate.seconds > 0) {
        copy.has_time = true;
        copy.timing.median = r->estimate.seconds;
    }
    return copy;
}

static void describe_bar(const wg_record *r, const wg_record *as, double rate, const char *unit, wg_bar *out)
{
    if (!wg_record_ran(r)) {
        snprintf(out->text, sizeof out->text, "%s",
                 r->verification == WG_LEFT_OUT ? "left out" : wg_verification_word(r->verification));
        return;
    }
    if (isnan(rate)) {
        snprintf(out->text, sizeof out->text, "no time");
        return;
    }
    int decimals = rate >= 100 ? 0 : rate >= 10 ? 1 : rate >= 1 ? 2 : 3;
    int used = snprintf(out->text, sizeof out->text, "%.*f %s%s", decimals, rate, unit, r->has_time ? "" : " (model)");
    if (wg_record_limit(as) > 0 && used > 0 && (size_t)used < sizeof out->text)
        snprintf(out->text + used, sizeof out->text - (size_t)used, ", %.3g %%", 100 * wg_record_part_of_limit(as));
}

/* The unit that all bars have, so that one scale serves them; NULL: they differ. */
static const char *unit_of(const wg_results *ladder)
{
    const char *common = NULL;
    for (size_t k = 0; k < ladder->count; k++) {
        const char *unit;
        wg_record as = timed(&ladder->records[k]);
        if (!wg_record_ran(&as) || isnan(wg_record_rate(&as, &unit)))
            continue;
        if (common && strcmp(common, unit) != 0)
            return NULL;
        common = unit;
    }
    return common;
}

/* Rates in different units have a scale in common only as shares of what is possible. */
static void share_limits(wg_bars *bars, wg_bar *items)
{
    for (size_t k = 0; k < bars->count; k++) {
        items[k].value = items[k].limit > 0 ? 100 * items[k].value / items[k].limit : NAN;
        items[k].limit = items[k].limit > 0 ? 100 : NAN;
    }
    bars->unit = "% of the limit";
}

static void find_scale(const wg_results *ladder, wg_bars *bars, wg_bar *items)
{
    bool limited = false;
    for (size_t k = 0; k < bars->count; k++)
        limited |= items[k].limit > 0;
    bars->unit = unit_of(ladder);
    if (limited)
        bars->limit = "what the device could do at most: with all of its memory's bandwidth, or all of its arithmetic";
    if (!bars->unit)
        share_limits(bars, items);
    if (!limited && !unit_of(ladder))
        bars->unit = NULL;
}

/* One bar a rung. The caller frees the items. */
static wg_bars bars_of(const wg_results *ladder, const char *title)
{
    wg_bar *items = wg_alloc((ladder->count + 1) * sizeof *items);
    wg_bars bars = {.title = title, .items = items, .count = ladder->count};
    for (size_t k = 0; k < ladder->count; k++) {
        const wg_record *r = &ladder->records[k];
        wg_record as = timed(r);
        const char *unit;
        double rate = wg_record_ran(r) ? wg_record_rate(&as, &unit) : NAN;
        items[k] = (wg_bar){.name = r->name, .value = rate, .limit = NAN};
        if (!isnan(rate) && wg_record_limit(&as) > 0)
            items[k].limit = rate / wg_record_part_of_limit(&as);
        describe_bar(r, &as, rate, isnan(rate) ? "" : unit, &items[k]);
    }
    find_scale(ladder, &bars, items);
    return bars;
}

static void draw_bars(const void *figure, wg_look look, wg_html *html)
{
    wg_bars_draw(figure, look, html);
}

static void title_of(const wg_results *ladder, char *text, size_t size)
{
    const char *title = ladder->title;
    snprintf(text, size, "%s, %s", *title ? title : ladder->name, ladder->device.title);
}

char *wg_report_ladder_svg(const wg_results *ladder)
{
    wg_html html = {0};
    char title[300];
    title_of(ladder, title, sizeof title);
    wg_bars bars = bars_of(ladder, title);
    wg_bars_draw(&bars, WG_LOOK_FILE, &html);
    free((void *)bars.items);
    return html.out.bytes;
}

/* ---- the page ---- */

static const wg_record *fastest(const wg_results *ladder)
{
    const wg_record *best = NULL;
    double least = INFINITY;
    for (size_t k = 0; k < ladder->count; k++) {
        wg_record as = timed(&ladder->records[k]);
        bool has_time = wg_record_ran(&ladder->records[k]) && as.has_time && as.timing.median > 0;
        if (has_time && as.timing.median < least) { /* a clock may have given none */
            best = &ladder->records[k];
            least = as.timing.median;
        }
    }
    return best;
}

static const wg_record *slowest(const wg_results *ladder, const char *device)
{
    const wg_record *worst = NULL;
    double most = 0;
    for (size_t k = 0; k < ladder->count; k++) {
        wg_record as = timed(&ladder->records[k]);
        if (wg_record_ran(&ladder->records[k]) && as.has_time && !strcmp(as.device.name, device) &&
            as.timing.median > most) {
            worst = &ladder->records[k];
            most = as.timing.median;
        }
    }
    return worst;
}

static size_t count_ran(const wg_results *ladder)
{
    size_t count = 0;
    for (size_t k = 0; k < ladder->count; k++)
        count += wg_record_ran(&ladder->records[k]);
    return count;
}

static void write_fastest(wg_html *h, const wg_results *ladder, const wg_record *best)
{
    wg_record as = timed(best), worst = timed(slowest(ladder, best->device.name));
    wg_text words = {0};
    wg_html_add(h, "h2", NULL, "%s is the fastest", best->name);
    wg_quantity_add(&words, as.timing.median, 's');
    wg_text_addf(&words, "%s, ", best->has_time ? " measured" : " estimated");
    wg_quantity_add(&words, worst.timing.median / as.timing.median, 'x');
    wg_text_addf(&words, " as fast as %s", worst.name);
    wg_html_open(h, "ul", NULL);
    wg_html_add(h, "li", NULL, "%s", wg_text_get(&words));
    wg_text_free(&words);
    if (wg_record_limit(&as) > 0) {
        wg_quantity_add(&words, wg_record_part_of_limit(&as), '%');
        wg_html_add(h, "li", NULL, "%s of the limit%s", wg_text_get(&words),
                    wg_record_part_of_limit(&as) > 1 ? ": caches hold the data" : "");
        wg_text_free(&words);
    }
    wg_html_close(h);
}

/* Rungs that are wrong come first: nothing else matters until they are right. */
static void write_verdict(wg_html *h, const wg_results *ladder)
{
    size_t broken = wg_results_failures(ladder);
    size_t ran = count_ran(ladder);
    const wg_record *best = fastest(ladder);
    wg_html_open(h, "section", "class", broken ? "verdict bad" : best ? "verdict" : "verdict none", NULL);
    if (broken) {
        wg_html_add(h, "h2", NULL, "%zu of %zu rungs %s wrong or did not run", broken, ladder->count,
                    broken == 1 ? "is" : "are");
        wg_html_open(h, "ul", NULL);
        for (size_t k = 0; k < ladder->count; k++) {
            const wg_record *r = &ladder->records[k];
            if (wg_record_failed(r))
                wg_html_add(h, "li", NULL, "%s: %s", r->name, r->reason);
        }
        wg_html_close(h);
    } else if (best) {
        write_fastest(h, ladder, best);
    } else {
        wg_html_add(h, "h2", NULL, "%zu of %zu rungs ran", ran, ladder->count);
        wg_html_add(h, "p", NULL, "%s", "They were counted; no time was measured or estimated.");
    }
    wg_html_close(h);
}

static void write_roofline(wg_html *h, const wg_results *ladder)
{
    wg_roofline roofline = {.ceilings = ladder->ceilings};
    size_t placed = 0;
    snprintf(roofline.title, sizeof roofline.title, "%s", ladder->device.title);
    wg_roofline_add(ladder, &roofline);
    for (size_t k = 0; k < roofline.count; k++)
        placed += wg_roofline_places(&roofline.points[k]);
    if (placed && wg_ceilings_known(&ladder->ceilings)) {
        wg_page_section(h, "Roofline", NULL);
        wg_page_figure(
            h, wg_page_roofline, &roofline,
            "Each rung at its arithmetic intensity with respect to the outermost memory whose traffic is known.");
        wg_html_close(h);
    }
    free(roofline.points);
}

static void write_left_out(wg_html *h, const wg_results *ladder)
{
    wg_text words = {0};
    wg_report_left_out(&words, ladder->records, ladder->count, 1, SIZE_MAX);
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

static void describe(const wg_results *ladder, wg_text *out)
{
    wg_text sizes = {0};
    wg_report_sizes(&sizes, ladder);
    bool titled = *ladder->title;
    const char *rest = wg_text_get(&sizes);
    wg_text_addf(out, "%s%s", titled ? ladder->title : "", titled || !*rest ? rest : rest + 2);
    wg_text_addf(out, "%son %s (%s)", out->length ? ", " : "", ladder->device.name, ladder->device.title);
    wg_text_free(&sizes);
}

/* ---- the story ---- */

typedef struct story_writer {
    wg_html *html;
    bool has_begun;
} story_writer;

static void tell_rung(void *writer, const char *name)
{
    story_writer *w = writer;
    if (w->has_begun)
        wg_html_close(w->html);
    w->has_begun = true;
    wg_html_open(w->html, "li", NULL);
    wg_html_add(w->html, "h3", NULL, "%s", name);
}

static void tell_paragraph(void *writer, const char *words)
{
    wg_html_add(((story_writer *)writer)->html, "p", NULL, "%s", words);
}

/* What `ladder --story` tells. */
static void write_story(wg_html *h, const wg_results *ladder)
{
    static const wg_story_writer writer = {tell_rung, tell_paragraph};
    story_writer w = {.html = h};
    bool modelled = false;
    if (!count_ran(ladder))
        return;
    for (size_t k = 0; k < ladder->count; k++)
        modelled |= ladder->records[k].estimate.seconds > 0;
    wg_page_fold(h, "Rung by rung", modelled ? wg_story_legend : NULL);
    if (ladder->text)
        wg_html_add(h, "p", "about", "%s", ladder->text);
    wg_html_open(h, "ol", "class", "story", NULL);
    wg_story_walk(ladder, &writer, &w);
    if (w.has_begun)
        wg_html_close(h);
    wg_html_close(h);
    wg_page_fold_end(h);
}

char *wg_report_ladder_html(const wg_results *ladder, const wg_write_options *options)
{
    wg_html h = {0};
    wg_text line = {0};
    wg_table table;
    char title[300];
    describe(ladder, &line);
    title_of(ladder, title, sizeof title);
    wg_page_begin(&h, "ladder", ladder->name, wg_text_get(&line));
    write_verdict(&h, ladder);
    if (fastest(ladder)) {
        wg_bars bars = bars_of(ladder, title);
        wg_page_section(&h, "How fast each rung is", NULL);
        char caption[300];
        snprintf(caption, sizeof caption,
                 "All bars have one scale. The mark is %s; where it is an arrow, that is beyond "
                 "the scale.",
                 bars.limit ? bars.limit : "");
        wg_page_figure(&h, draw_bars, &bars, bars.limit ? caption : NULL);
        wg_html_close(&h);
        free((void *)bars.items);
    }
    write_roofline(&h, ladder);
    wg_page_fold(&h, "All numbers", NULL);
    wg_report_ladder_table(ladder, &table);
    wg_page_table(&h, &table);
    write_left_out(&h, ladder);
    wg_page_fold_end(&h);
    wg_page_baselines(&h, ladder->baseline);
    write_story(&h, ladder);
    wg_page_ablations(&h, ladder);
    wg_table_free(&table);
    wg_text_free(&line);
    return wg_page_end(&h, ladder, options);
}

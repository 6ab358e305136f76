/* SPDX-License-Identifier: Apache-2.0 */
/* What a page says about kernels that were taken apart. */
#include "report/table/ablation.h"
#include "analysis/sentence.h"
#include "report/html/page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "Memory: the memory accesses alone … Open is bandwidth of …" */
static void say_verdict(wg_html *h, const char *element, const wg_ablation_verdict *verdict)
{
    wg_html_open(h, element, NULL);
    if (verdict->limiters)
        wg_html_add(h, "strong", NULL, "%s: ", verdict->word);
    wg_html_text(h, "%s%s%s.", verdict->sentence, verdict->open[0] ? "; open is " : "", verdict->open);
    wg_html_close(h);
}

static void write_legend(wg_html *h, const wg_ablation_result *a)
{
    wg_text words = {0};
    wg_ablation_legend(a, &words);
    wg_html_add(h, "p", "note below", "%s", wg_text_get(&words));
    wg_text_free(&words);
}

/* ---- one kernel ---- */

/* Of all, the largest part of the full kernel's time: a variant may be slower. */
static double longest(const wg_ablation_result *a)
{
    double most = 100;
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        most = fmax(most, a->of[k].percent);
    return most;
}

static void write_bars(wg_html *h, const wg_ablation_result *a)
{
    double most = longest(a);
    wg_html_open(h, "div", "class", "bars", NULL);
    for (int k = 0; k < WG_VARIANT_COUNT; k++) {
        double percent = a->of[k].percent;
        wg_text value = {0};
        if (isnan(percent))
            continue;
        if (a->of[k].is_same)
            wg_text_addf(&value, "= full");
        else
            wg_quantity_add(&value, percent / 100, '%');
        wg_page_bar(h, wg_ablation_title((wg_variant)k), percent / most, wg_text_get(&value), k == WG_VARIANT_FULL);
        wg_text_free(&value);
    }
    wg_html_close(h);
}

static void add_count(wg_table *table, bool is_known, int count)
{
    if (is_known && count >= 0)
        wg_table_add(table, "%d", count);
    else
        wg_table_add_number(table, NAN, 1);
}

static void write_table(wg_html *h, const wg_ablation_result *a)
{
    static const char *const headings[] = {"<variant", "time", "registers", "blocks/SM", "<", NULL};
    wg_table table;
    wg_table_begin(&table, WG_TABLE_TEXT, headings);
    for (int k = 0; k < WG_VARIANT_COUNT; k++) {
        const wg_variant_result *v = &a->of[k];
        wg_table_add(&table, "%s", wg_ablation_title((wg_variant)k));
        wg_table_add_time(&table, v->seconds);
        add_count(&table, v->has_run || k == WG_VARIANT_FULL, v->registers);
        add_count(&table, v->has_run || k == WG_VARIANT_FULL, v->blocks_per_sm);
        wg_table_add(&table, "%s", v->is_same ? "nothing to change: it is the full kernel" : v->note);
    }
    wg_table_drop_empty(&table);
    wg_page_table(h, &table);
    wg_table_free(&table);
}

void wg_page_ablation(wg_html *h, const wg_ablation_result *a)
{
    char note[240];
    snprintf(note, sizeof note,
             "Variants of the kernel on %s, with as many blocks on a multiprocessor: what is left of the %s when "
             "something is left out.",
             a->device, wg_ablation_has_times(a) ? "time" : "work");
    wg_page_section(h, "Taken apart", note);
    if (wg_ablation_has_times(a))
        say_verdict(h, "p", &a->verdict);
    wg_html_open(h, "div", "class", "apart", NULL);
    write_bars(h, a);
    write_table(h, a);
    wg_html_close(h);
    write_legend(h, a);
    wg_html_close(h);
}

/* ---- a ladder ---- */

/* A number with a bar behind it. */
static void write_meter(wg_html *h, const wg_ablation_result *a, wg_variant variant)
{
    char style[40];
    double percent = a->of[variant].percent;
    bool is_drawn = !isnan(percent) && !a->of[variant].is_same;
    snprintf(style, sizeof style, "--part:%.3f", is_drawn ? fmin(percent / 100, 1) : 0);
    wg_html_open(h, "td", "class", "number meter", "style", style, NULL);
    if (a->of[variant].is_same)
        wg_html_text(h, "=");
    else if (isnan(percent))
        wg_html_text(h, "-");
    else
        wg_html_text(h, "%.3g", percent);
    wg_html_close(h);
}

static void write_rung(wg_html *h, const wg_record *r)
{
    const wg_ablation_result *a = r->ablation;
    const char *declared = r->limiter ? r->limiter : "";
    wg_text time = {0};
    wg_html_open(h, "tr", NULL);
    wg_html_add(h, "td", NULL, "%s", r->name);
    if (wg_ablation_has_times(a))
        wg_quantity_add(&time, a->of[WG_VARIANT_FULL].seconds, 's');
    wg_html_add(h, "td", "number", "%s", wg_text_get(&time));
    for (int k = WG_VARIANT_MEMORY_ONLY; k < WG_VARIANT_COUNT; k++)
        write_meter(h, a, (wg_variant)k);
    wg_html_add(h, "td", NULL, "%s", wg_ablation_has_times(a) ? a->verdict.word : "");
    wg_html_add(h, "td", NULL, "%s", declared);
    wg_html_add(h, "td", NULL, "%s", wg_ablation_agrees(a, declared));
    wg_html_close(h);
    wg_text_free(&time);
}

static void write_headings(wg_html *h)
{
    wg_html_open(h, "thead", NULL);
    wg_html_open(h, "tr", NULL);
    wg_html_add(h, "th", NULL, "rung");
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        wg_html_add(h, "th", "number", "%s", wg_ablation_title((wg_variant)k));
    wg_html_add(h, "th", NULL, "shows");
    wg_html_add(h, "th", NULL, "declared");
    wg_html_add(h, "th", NULL, "agrees");
    wg_html_close(h);
    wg_html_close(h);
}

/* Each word of the table once. */
static void explain_words(wg_html *h, const wg_results *ladder)
{
    wg_html_open(h, "ul", "class", "words", NULL);
    for (size_t k = 0; k < ladder->count; k++) {
        const wg_ablation_result *a = ladder->records[k].ablation;
        bool told = !a || !wg_ablation_has_times(a);
        if (told)
            continue;
        for (size_t j = 0; j < k; j++)
            told |= ladder->records[j].ablation && !strcmp(ladder->records[j].ablation->verdict.word, a->verdict.word);
        if (!told && a->verdict.limiters)
            say_verdict(h, "li", &a->verdict);
    }
    wg_html_close(h);
}

void wg_page_ablations(wg_html *h, const wg_results *ladder)
{
    const wg_ablation_result *last = NULL;
    for (size_t k = 0; k < ladder->count; k++)
        last = ladder->records[k].ablation ? ladder->records[k].ablation : last;
    if (!last)
        return;
    wg_page_fold(h, "Taken apart",
                 "Variants of each kernel, with as many blocks on a multiprocessor; what their times show, and whether "
                 "they allow the limiter that the ladder declares.");
    wg_html_open(h, "div", "class", "scroll", NULL);
    wg_html_open(h, "table", "class", "sorts", NULL);
    write_headings(h);
    wg_html_open(h, "tbody", NULL);
    for (size_t k = 0; k < ladder->count; k++)
        if (ladder->records[k].ablation)
            write_rung(h, &ladder->records[k]);
    wg_html_close(h);
    wg_html_close(h);
    wg_html_close(h);
    explain_words(h, ladder);
    write_legend(h, last);
    wg_page_fold_end(h);
}

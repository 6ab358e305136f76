/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/ablation.h"

#include "analysis/ablation.h"

#include <math.h>
#include <string.h>

const char *wg_ablation_title(wg_variant variant)
{
    static const char *const titles[] = {[WG_VARIANT_FULL] = "full",
                                         [WG_VARIANT_MEMORY_ONLY] = "memory only",
                                         [WG_VARIANT_COMPUTE_ONLY] = "compute only",
                                         [WG_VARIANT_IDEAL_ACCESS] = "ideal access",
                                         [WG_VARIANT_CONFLICT_FREE] = "conflict-free"};
    return titles[variant];
}

static void begin_table(wg_table *table, wg_table_form form, const char *what)
{
    const char *headings[WG_VARIANT_COUNT + 5] = {what};
    size_t count = 1;
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        headings[count++] = wg_ablation_title((wg_variant)k);
    headings[count++] = "<shows";
    headings[count++] = "<declared";
    headings[count++] = "<agrees";
    wg_table_begin(table, form, headings);
}

const char *wg_ablation_agrees(const wg_ablation_result *a, const char *declared)
{
    wg_limiter limiter = declared ? wg_limiter_find(declared) : WG_LIMITER_COUNT;
    if (!wg_ablation_has_times(a) || !a->verdict.limiters || limiter == WG_LIMITER_COUNT)
        return "";
    return wg_ablation_allows(&a->verdict, limiter) ? "yes" : "NO";
}

static void add_row(wg_table *table, const char *name, const wg_ablation_result *a, const char *declared)
{
    wg_table_add(table, "%s", name);
    wg_table_add_time(table, a->of[WG_VARIANT_FULL].seconds);
    for (int k = WG_VARIANT_MEMORY_ONLY; k < WG_VARIANT_COUNT; k++) {
        if (a->of[k].is_same)
            wg_table_add(table, "=");
        else
            wg_table_add_number(table, a->of[k].percent, 3);
    }
    wg_table_add(table, "%s", wg_ablation_has_times(a) ? a->verdict.word : "");
    wg_table_add(table, "%s", declared ? declared : "");
    wg_table_add(table, "%s", wg_ablation_agrees(a, declared));
}

void wg_ablation_legend(const wg_ablation_result *a, wg_text *out)
{
    wg_text_addf(out,
                 wg_ablation_has_times(a)
                     ? "Variants: per cent of the full kernel's time, %s. "
                     : "Variants, without times on %s: per cent of the full kernel's instructions (memory only, "
                       "compute only), global sectors (ideal access) and shared memory wavefronts (conflict-free). ",
                 wg_ablation_has_times(a) ? a->is_measured ? "measured" : "estimated" : a->device);
    wg_text_addf(out, "=: same as the full kernel, there is nothing to change.");
}

static void add_legend(const wg_ablation_result *a, size_t width, wg_text *out)
{
    wg_text words = {0};
    wg_ablation_legend(a, &words);
    wg_text_addf(out, "\n");
    wg_text_add_wrapped(out, words.bytes, width);
    wg_text_free(&words);
}

static void add_notes(const char *name, const wg_ablation_result *a, wg_text *out)
{
    for (int k = WG_VARIANT_MEMORY_ONLY; k < WG_VARIANT_COUNT; k++) {
        const wg_variant_result *v = &a->of[k];
        if (v->note[0])
            wg_text_addf(out, "%s, %s: %s\n", name, wg_variant_name((wg_variant)k), v->note);
        if (v->has_run && v->occupancy_differs)
            wg_text_addf(out, "%s, %s: %d blocks per multiprocessor instead of %d\n", name,
                         wg_variant_name((wg_variant)k), v->blocks_per_sm, a->of[WG_VARIANT_FULL].blocks_per_sm);
    }
}

void wg_report_ablations(const wg_results *ladder, wg_table_form form, size_t width, wg_text *out)
{
    wg_table table;
    const wg_ablation_result *last = NULL;
    begin_table(&table, form, "<rung");
    for (size_t k = 0; k < ladder->count; k++)
        if (ladder->records[k].ablation) {
            last = ladder->records[k].ablation;
            add_row(&table, ladder->records[k].name, last, ladder->records[k].limiter);
        }
    wg_table_drop_empty(&table);
    if (last) {
        wg_text_addf(out, "\n");
        wg_table_write(&table, out);
    }
    if (last && form == WG_TABLE_TEXT) {
        wg_text_addf(out, "\n");
        for (size_t k = 0; k < ladder->count; k++)
            if (ladder->records[k].ablation)
                add_notes(ladder->records[k].name, ladder->records[k].ablation, out);
        add_legend(last, width, out);
    }
    wg_table_free(&table);
}

void wg_report_ablation(const char *kernel, const wg_ablation_result *a, size_t width, wg_text *out)
{
    wg_table table;
    const wg_ablation_verdict *verdict = &a->verdict;
    begin_table(&table, WG_TABLE_TEXT, "<kernel");
    add_row(&table, kernel, a, NULL);
    wg_table_drop_empty(&table);
    wg_text_addf(out, "\nablation on %s\n", a->device);
    wg_table_write(&table, out);
    if (wg_ablation_has_times(a))
        wg_text_addf(out, "  %s%s%s\n", verdict->sentence, verdict->open[0] ? "; still open: " : "", verdict->open);
    add_notes(kernel, a, out);
    add_legend(a, width, out);
    wg_table_free(&table);
}

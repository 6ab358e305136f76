/* SPDX-License-Identifier: Apache-2.0 */
#include "report/ablation.h"

#include <math.h>
#include <string.h>

/* ---- one number a variant ---- */

static double sum(const wg_variant_result *v, const wg_counter *counters, size_t count)
{
    double total = 0;
    for (size_t k = 0; k < count; k++)
        total += (double)v->counters.value[counters[k]];
    return v->has_counters ? total : NAN;
}

/* What a variant is to have less of, where there is no time. */
static double amount(const wg_variant_result *v, wg_variant variant)
{
    static const wg_counter sectors[] = {WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors},
                            passes[] = {WG_COUNTER_shared_load_wavefronts, WG_COUNTER_shared_store_wavefronts},
                            instructions[] = {WG_COUNTER_warp_instructions};
    if (variant == WG_VARIANT_IDEAL_ACCESS)
        return sum(v, sectors, 2);
    return variant == WG_VARIANT_CONFLICT_FREE ? sum(v, passes, 2) : sum(v, instructions, 1);
}

bool wg_ablation_has_times(const wg_ablation_result *a)
{
    return !isnan(a->of[WG_VARIANT_FULL].seconds);
}

double wg_ablation_percent(const wg_ablation_result *a, wg_variant variant)
{
    const wg_variant_result *v = &a->of[variant], *full = &a->of[WG_VARIANT_FULL];
    if (v->is_same)
        return 100;
    if (!v->has_run)
        return NAN;
    return wg_ablation_has_times(a) ? 100 * v->seconds / full->seconds
                                    : 100 * amount(v, variant) / amount(full, variant);
}

static double seconds_of(const wg_ablation_result *a, wg_variant variant)
{
    return a->of[variant].is_same ? a->of[WG_VARIANT_FULL].seconds : a->of[variant].seconds;
}

wg_ablation_verdict wg_report_ablation_verdict(const wg_ablation_result *a)
{
    const wg_ablation_times times = {.full = a->of[WG_VARIANT_FULL].seconds,
                                     .memory_only = seconds_of(a, WG_VARIANT_MEMORY_ONLY),
                                     .compute_only = seconds_of(a, WG_VARIANT_COMPUTE_ONLY),
                                     .ideal_access = seconds_of(a, WG_VARIANT_IDEAL_ACCESS),
                                     .conflict_free = seconds_of(a, WG_VARIANT_CONFLICT_FREE),
                                     .compute_has_loads = a->of[WG_VARIANT_COMPUTE_ONLY].notes.kept > 0,
                                     .memory_has_arithmetic = a->of[WG_VARIANT_MEMORY_ONLY].notes.kept > 0,
                                     .has_textures = a->of[WG_VARIANT_MEMORY_ONLY].notes.fetches > 0,
                                     .has_local = a->has_local};
    return wg_ablation_read(&times);
}

/* ---- the table ---- */

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
    wg_ablation_verdict verdict = wg_report_ablation_verdict(a);
    wg_limiter limiter = declared ? wg_limiter_find(declared) : WG_LIMITER_COUNT;
    if (!wg_ablation_has_times(a) || !verdict.limiters || limiter == WG_LIMITER_COUNT)
        return "";
    return wg_ablation_allows(&verdict, limiter) ? "yes" : "NO";
}

static void add_row(wg_table *table, const char *name, const wg_ablation_result *a, const char *declared)
{
    wg_table_add(table, "%s", name);
    wg_table_add_time(table, a->of[WG_VARIANT_FULL].seconds);
    for (int k = WG_VARIANT_MEMORY_ONLY; k < WG_VARIANT_COUNT; k++) {
        if (a->of[k].is_same)
            wg_table_add(table, "=");
        else
            wg_table_add_number(table, wg_ablation_percent(a, (wg_variant)k), 3);
    }
    wg_table_add(table, "%s", wg_ablation_has_times(a) ? wg_report_ablation_verdict(a).word : "");
    wg_table_add(table, "%s", declared ? declared : "");
    wg_table_add(table, "%s", wg_ablation_agrees(a, declared));
}

void wg_ablation_legend(const wg_ablation_result *a, wg_text *out)
{
    wg_text_addf(out,
                 wg_ablation_has_times(a)
                     ? "Variants: per cent of the full kernel's time, %s. "
                     : "Variants, which have no time on %s: per cent of the full kernel's instructions (memory only, "
                       "compute only), global sectors (ideal access) and shared-memory passes (conflict-free). ",
                 wg_ablation_has_times(a) ? a->is_measured ? "measured" : "estimated" : a->device);
    wg_text_addf(out, "=: nothing to change, it is the full kernel.");
}

static void add_legend(const wg_ablation_result *a, wg_text *out)
{
    wg_text words = {0};
    wg_ablation_legend(a, &words);
    wg_text_addf(out, "\n");
    wg_text_add_wrapped(out, words.bytes, 118);
    wg_text_free(&words);
}

static void add_notes(const char *name, const wg_ablation_result *a, wg_text *out)
{
    for (int k = WG_VARIANT_MEMORY_ONLY; k < WG_VARIANT_COUNT; k++) {
        const wg_variant_result *v = &a->of[k];
        if (v->note[0])
            wg_text_addf(out, "%s, %s: %s\n", name, wg_variant_name((wg_variant)k), v->note);
        if (v->has_run && v->occupancy_differs)
            wg_text_addf(out, "%s, %s: %d blocks a multiprocessor instead of %d\n", name,
                         wg_variant_name((wg_variant)k), v->blocks_per_sm, a->of[WG_VARIANT_FULL].blocks_per_sm);
    }
}

void wg_report_ablations(const wg_climb *climb, wg_table_form form, wg_text *out)
{
    wg_table table;
    const wg_ablation_result *last = NULL;
    begin_table(&table, form, "<rung");
    for (size_t k = 0; k < climb->count; k++)
        if (climb->results[k].ablation) {
            last = climb->results[k].ablation;
            add_row(&table, climb->results[k].rung->name, last, climb->results[k].rung->limiter);
        }
    wg_table_drop_empty(&table);
    if (last) {
        wg_text_addf(out, "\n");
        wg_table_write(&table, out);
    }
    if (last && form == WG_TABLE_TEXT) {
        wg_text_addf(out, "\n");
        for (size_t k = 0; k < climb->count; k++)
            if (climb->results[k].ablation)
                add_notes(climb->results[k].rung->name, climb->results[k].ablation, out);
        add_legend(last, out);
    }
    wg_table_free(&table);
}

void wg_report_ablation(const char *kernel, const wg_ablation_result *a, wg_text *out)
{
    wg_table table;
    wg_ablation_verdict verdict = wg_report_ablation_verdict(a);
    begin_table(&table, WG_TABLE_TEXT, "<kernel");
    add_row(&table, kernel, a, NULL);
    wg_table_drop_empty(&table);
    wg_text_addf(out, "\nablation on %s\n", a->device);
    wg_table_write(&table, out);
    if (wg_ablation_has_times(a))
        wg_text_addf(out, "  %s%s%s\n", verdict.sentence, verdict.open[0] ? "; open: " : "", verdict.open);
    add_notes(kernel, a, out);
    add_legend(a, out);
    wg_table_free(&table);
}

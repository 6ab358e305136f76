/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/ladder.h"

#include "analysis/analysis.h"
#include "report/table/ablation.h"
#include "report/table/compare.h"

#include <stdio.h>
#include <string.h>

/* ---- what the columns show ---- */

static double speed_up(const wg_results *ladder, size_t index, bool over_first)
{
    const wg_record *r = &ladder->records[index];
    double found = NAN;
    for (size_t k = 0; k < index; k++) {
        double one = wg_record_speed_up(&ladder->records[k], r);
        if (!isnan(one) && (!over_first || isnan(found)))
            found = one;
    }
    return found;
}

static double ratio(double above, double below)
{
    return below > 0 ? above / below : NAN;
}

static double counted(const wg_record *r, wg_counter a, wg_counter b)
{
    return (double)(r->counters.value[a] + r->counters.value[b]);
}

static double sectors_per_request(const wg_record *r)
{
    return ratio(counted(r, WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors),
                 counted(r, WG_COUNTER_global_load_requests, WG_COUNTER_global_store_requests));
}

static bool uses_shared(const wg_record *r)
{
    return counted(r, WG_COUNTER_shared_load_requests, WG_COUNTER_shared_store_requests) > 0;
}

/* The unit all rungs have in common; NULL: they differ. */
static const char *common_unit(const wg_results *ladder)
{
    const char *common = NULL, *unit;
    for (size_t k = 0; k < ladder->count; k++) {
        if (isnan(wg_record_rate(&ladder->records[k], &unit)))
            continue;
        if (common && strcmp(common, unit) != 0)
            return NULL;
        common = unit;
    }
    return common;
}

/* What the ladder makes of its outputs; NULL: nothing, or not the same everywhere. */
static const char *common_result(const wg_results *ladder)
{
    const char *common = NULL;
    for (size_t k = 0; k < ladder->count; k++) {
        const char *label = isnan(ladder->records[k].result) ? NULL : ladder->records[k].result_label;
        if (label && common && strcmp(common, label) != 0)
            return NULL;
        common = label ? label : common;
    }
    return common;
}

static void add_time(wg_table *table, const wg_results *ladder, size_t index, bool with_unit)
{
    const wg_record *r = &ladder->records[index];
    wg_limiter found = r->diagnosis.limiter;
    const char *unit, *limiter = found < WG_LIMITER_COUNT ? wg_limiter_infos[found].name : NULL;
    double rate = wg_record_rate(r, &unit);
    wg_table_add_time(table, r->has_time ? r->timing.median : NAN);
    wg_table_add_percent(
        table, r->has_time && r->timing.median > 0 && r->timing.samples > 1 ? 100 * wg_timing_noise(&r->timing) : NAN);
    wg_table_add_number(table, rate, 4);
    wg_table_add(table, "%s", isnan(rate) || !with_unit ? "" : unit);
    wg_table_add_time(table, wg_record_model_seconds(r));
    wg_table_add(table, "%s", limiter ? limiter : table->form == WG_TABLE_CSV ? "" : "-");
    wg_table_add(table, "%s", table->form == WG_TABLE_CSV && r->limiter ? r->limiter : "");
    wg_table_add_percent(table, 100 * wg_record_part_of_limit(r));
    wg_table_add_ratio(table, speed_up(ladder, index, true));
    wg_table_add_ratio(table, speed_up(ladder, index, false));
}

/* Briefly: only what the limiter does not say. */
static void add_counters(wg_table *table, const wg_record *r, bool briefly)
{
    bool known = r->has_counters, all = known && !briefly;
    const uint64_t *c = r->counters.value;
    double instructions = (double)c[WG_COUNTER_warp_instructions];
    wg_table_add_count(table, all ? instructions : NAN);
    wg_table_add_number(table, known ? sectors_per_request(r) : NAN, 3);
    wg_table_add_count(table, all && uses_shared(r) ? (double)c[WG_COUNTER_shared_conflicts] : NAN);
    wg_table_add_percent(table,
                         all ? 100 * ratio((double)c[WG_COUNTER_thread_instructions], 32.0 * instructions) : NAN);
}

/* What it was in the baseline, and what became of it. */
static void add_baseline(wg_table *table, const wg_results *ladder, size_t index)
{
    const wg_compared *row = wg_comparison_find(ladder->baseline, index);
    double change = row ? 100 * wg_compared_change(row) : NAN;
    wg_table_add_time(table, row ? row->before : NAN);
    if (isnan(change) || table->form == WG_TABLE_CSV)
        wg_table_add_number(table, change, 3);
    else
        wg_table_add(table, "%+.1f", round(10 * change) / 10 + 0.0); /* never -0.0 */
    wg_table_add(table, "%s", row ? row->verdict : "");
}

/* For programs; people have the story for it. */
static void add_step(wg_table *table, const wg_results *ladder, size_t index)
{
    const wg_rung_step step = wg_rung_step_from(ladder, index);
    wg_table_add(table, "%s", step.advice ? step.advice : "");
    wg_table_add_ratio(table, step.promised);
    wg_table_add(table, "%s", step.next ? step.next->name : "");
    wg_table_add_ratio(table, step.gain);
    wg_table_add_ratio(table, step.model_gain);
}

enum { RESULT_DIGITS = 9 };

static void add_rung(wg_table *table, const wg_results *ladder, size_t index, bool with_unit, bool briefly)
{
    const wg_record *r = &ladder->records[index];
    wg_table_add(table, "%s", r->name);
    add_time(table, ladder, index, with_unit);
    add_counters(table, r, briefly);
    if (table->form != WG_TABLE_CSV)
        add_baseline(table, ladder, index);
    if (table->form != WG_TABLE_CSV)
        wg_table_add_number(table, common_result(ladder) ? r->result : NAN, RESULT_DIGITS);
    wg_table_add(table, "%s", wg_verification_word(r->verification));
    wg_table_add(table, "%s", r->verification == WG_LEFT_OUT || table->form == WG_TABLE_CSV ? r->reason : "");
    if (table->form == WG_TABLE_CSV) {
        add_step(table, ladder, index);
        add_baseline(table, ladder, index);
        wg_table_add_number(table, r->result_label ? r->result : NAN, RESULT_DIGITS);
        wg_table_add(table, "%s", r->result_label && !isnan(r->result) ? r->result_label : "");
    }
}

static bool any_model(const wg_results *ladder)
{
    for (size_t k = 0; k < ladder->count; k++)
        if (!isnan(wg_record_model_seconds(&ladder->records[k])))
            return true;
    return false;
}

static bool any_time(const wg_results *ladder)
{
    for (size_t k = 0; k < ladder->count; k++)
        if (ladder->records[k].has_time)
            return true;
    return false;
}

/* Whether there is room for all counters. */
static bool is_crowded(const wg_results *ladder, wg_table_form form)
{
    return form == WG_TABLE_TEXT && any_model(ladder) && (any_time(ladder) || ladder->baseline);
}

static const char *const for_programs[] = {"<rung",
                                           "seconds",
                                           "noise_percent",
                                           "rate",
                                           "<unit",
                                           "model_seconds",
                                           "<model_limiter",
                                           "<declared_limiter",
                                           "percent_of_bound",
                                           "x_first",
                                           "x_previous",
                                           "warp_instructions",
                                           "sectors_per_request",
                                           "shared_conflicts",
                                           "lanes_percent",
                                           "<right",
                                           "<reason",
                                           "<advice",
                                           "x_advice",
                                           "<next_rung",
                                           "x_next",
                                           "model_x_next",
                                           "baseline_seconds",
                                           "baseline_change_percent",
                                           "<baseline_verdict",
                                           "result",
                                           "<result_label",
                                           NULL};

/* A terminal is 120 columns wide at best: rungs that did not run stand below the table there, and a unit that is the
 * same in all rows stands in the heading. */
static void make_table(const wg_results *ladder, wg_table_form form, wg_table *table)
{
    const char *unit = common_unit(ladder), *result = common_result(ladder);
    bool crowded = is_crowded(ladder, form);
    const char *const for_people[] = {"<rung",
                                      "time",
                                      "±%",
                                      unit ? unit : "rate",
                                      "<",
                                      "model",
                                      "<limiter",
                                      "<",
                                      "% limit",
                                      "x first",
                                      "x prev",
                                      "instr",
                                      "sect/req",
                                      "conflicts",
                                      "lanes",
                                      "baseline",
                                      "change %",
                                      "<against it",
                                      result ? result : "",
                                      "<right",
                                      "<",
                                      NULL};
    wg_table_begin(table, form, form == WG_TABLE_CSV ? for_programs : for_people);
    for (size_t k = 0; k < ladder->count; k++) {
        if (ladder->records[k].verification != WG_LEFT_OUT || form != WG_TABLE_TEXT)
            add_rung(table, ladder, k, !unit || form == WG_TABLE_CSV, crowded);
    }
    wg_table_drop_empty(table);
}

void wg_report_ladder_table(const wg_results *ladder, wg_table *table)
{
    make_table(ladder, WG_TABLE_MARKDOWN, table);
    for (size_t r = 1; r < table->row_count; r++) { /* reasons stand below */
        char *reason = table->rows[r][table->columns - 1];
        if (reason && !*table->rows[0][table->columns - 1])
            *reason = 0;
    }
    wg_table_drop_empty(table);
}

/* ---- text ---- */

void wg_report_sizes(wg_text *out, const wg_results *ladder)
{
    for (size_t k = 0; k < ladder->size_count; k++) {
        const wg_record_size *size = &ladder->sizes[k];
        wg_text_addf(out, "%s%s=", k ? " " : ", ", size->name);
        if (size->is_real)
            wg_text_addf(out, "%.15g", size->real);
        else
            wg_text_addf(out, "%lld", size->integer);
    }
}

/* The rungs that are wrong, in full: nothing else matters until they are right. */
static void add_complaints(wg_text *out, const wg_results *ladder)
{
    for (size_t k = 0; k < ladder->count; k++) {
        const wg_record *r = &ladder->records[k];
        if (wg_record_failed(r))
            wg_text_addf(out, "\n%s: %s\n", r->name, r->reason);
    }
}

/* Only what is in the table. */
static void add_legend(wg_text *out, const wg_results *ladder, size_t width)
{
    bool sampled = false, counted = false, shared = false, bound = false, faster = false, modelled = any_model(ladder);
    bool below = false, crowded = is_crowded(ladder, WG_TABLE_TEXT);
    wg_text words = {0};
    for (size_t k = 0; k < ladder->count; k++) {
        const wg_record *r = &ladder->records[k];
        sampled |= r->has_counters && wg_record_is_sampled(r);
        counted |= r->has_counters;
        shared |= r->has_counters && uses_shared(r);
        bound |= !isnan(wg_record_part_of_limit(r));
        below |= wg_record_part_of_limit(r) > 1;
        faster |= !isnan(speed_up(ladder, k, true));
    }
    if (any_time(ladder))
        wg_text_addf(&words, "time: measured median, ± half the interquartile range. ");
    if (modelled)
        wg_text_addf(&words, "model, limiter: predicted time and limiter, not measured. ");
    if (bound)
        wg_text_addf(&words,
                     "%% limit: the least time this device needs for this work, as a percentage of the time%s. ",
                     below ? "; above 100 if the data is already in the caches" : "");
    if (faster)
        wg_text_addf(&words, "x first, x prev: speedup over the first and the previous rung on the same device%s. ",
                     modelled ? ", measured if possible, else modelled" : "");
    if (counted && !crowded)
        wg_text_addf(&words, "instr: warp instructions. ");
    if (counted)
        wg_text_addf(&words, "sect/req: 32-byte sectors per global memory request. ");
    if (counted && !crowded)
        wg_text_addf(&words, "%slanes: active lanes of a warp instruction in per cent. ",
                     shared ? "conflicts: extra shared memory wavefronts. " : "");
    if (sampled)
        wg_text_addf(&words, "Counters come from the simulator and are scaled from a sample of the blocks. ");
    if (ladder->checked)
        wg_text_addf(&words,
                     "right: compared with the reference at %s, where all blocks ran; --sizes default "
                     "compares at the default sizes. ",
                     ladder->checked);
    if (words.length) {
        wg_text_addf(out, "\n");
        wg_text_add_wrapped(out, words.bytes, width);
    }
    wg_text_free(&words);
}

static bool left_out_alike(const wg_record *a, const wg_record *b)
{
    return a->verification == WG_LEFT_OUT && b->verification == WG_LEFT_OUT && !strcmp(a->reason, b->reason);
}

/* Those with the same reason together. */
void wg_report_left_out(wg_text *out, const wg_record *records, size_t count, size_t stride, size_t width)
{
    bool any = false;
    for (size_t k = 0; k < count; k++) {
        const wg_record *r = &records[k * stride];
        bool told = r->verification != WG_LEFT_OUT;
        for (size_t j = 0; j < k; j++)
            told |= left_out_alike(r, &records[j * stride]);
        if (told)
            continue;
        wg_text line = {0};
        wg_text_addf(&line, "left out (%s): %s", r->reason, r->name);
        for (size_t j = k + 1; j < count; j++)
            if (left_out_alike(r, &records[j * stride]))
                wg_text_addf(&line, ", %s", records[j * stride].name);
        if (!any)
            wg_text_addf(out, "\n");
        any = true;
        wg_text_add_wrapped(out, wg_text_get(&line), width);
        wg_text_free(&line);
    }
}

char *wg_report_ladder(const wg_results *ladder, wg_table_form form, const wg_write_options *options)
{
    size_t width = wg_report_width(options, 118);
    wg_text out = {0};
    wg_table table;
    make_table(ladder, form, &table);
    if (form == WG_TABLE_TEXT) {
        wg_text_addf(&out, "%s: %s", ladder->name, ladder->title);
        wg_report_sizes(&out, ladder);
        wg_text_addf(&out, ", on %s (%s)\n\n", ladder->device.name, ladder->device.title);
    }
    wg_table_write(&table, &out);
    if (form == WG_TABLE_TEXT) {
        add_complaints(&out, ladder);
        wg_report_left_out(&out, ladder->records, ladder->count, 1, width);
        add_legend(&out, ladder, width);
    }
    if (form != WG_TABLE_CSV) { /* one table is all a program expects */
        wg_baseline_write(ladder->baseline, form, false, &out);
        wg_report_ablations(ladder, form, width, &out);
    }
    wg_table_free(&table);
    return out.bytes;
}

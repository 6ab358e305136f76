/* SPDX-License-Identifier: Apache-2.0 */
#include "report/ladder.h"

#include "devices/device.h"
#include "report/ablation.h"
#include "report/context.h"
#include "report/estimate_json.h"
#include "report/roofline.h"
#include "report/step.h"
#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *wg_report_verdict_word(wg_verdict verdict)
{
    static const char *const words[] = {[WG_VERDICT_LEFT_OUT] = "-",
                                        [WG_VERDICT_RIGHT] = "yes",
                                        [WG_VERDICT_UNCHECKED] = "unchecked",
                                        [WG_VERDICT_WRONG] = "WRONG",
                                        [WG_VERDICT_FAILED] = "FAILED"};
    return words[verdict];
}

/* ---- what the columns show ---- */

static double model_time(const wg_rung_result *r)
{
    return r->estimate.seconds > 0 && isfinite(r->estimate.seconds) ? r->estimate.seconds : NAN;
}

/* As measured; the model's where nothing was. */
static double time_of(const wg_rung_result *r)
{
    return r->has_time ? r->timing.median : model_time(r);
}

double wg_report_speed_up(const wg_rung_result *before, const wg_rung_result *after)
{
    bool alike = before->has_time == after->has_time && !strcmp(before->device, after->device);
    double a = time_of(before), b = time_of(after);
    return alike && a > 0 && b > 0 ? a / b : NAN;
}

static double speed_up(const wg_climb *climb, size_t index, bool over_first)
{
    const wg_rung_result *r = &climb->results[index];
    double found = NAN;
    for (size_t k = 0; k < index; k++) {
        double one = wg_report_speed_up(&climb->results[k], r);
        if (!isnan(one) && (!over_first || isnan(found)))
            found = one;
    }
    return found;
}

void wg_report_rung_verdict(const wg_rung_result *r, const wg_device *device, wg_diagnosis *out)
{
    wg_subject subject = {.estimate = &r->estimate,
                          .counters = r->has_counters ? &r->counters : NULL,
                          .device = device,
                          .threads = (uint64_t)r->block[0] * r->block[1] * r->block[2],
                          .line_time = NAN};
    wg_diagnose(&subject, out);
}

static double ratio(double above, double below)
{
    return below > 0 ? above / below : NAN;
}

static double counted(const wg_rung_result *r, wg_counter a, wg_counter b)
{
    return (double)(r->counters.value[a] + r->counters.value[b]);
}

static double sectors_per_request(const wg_rung_result *r)
{
    return ratio(counted(r, WG_COUNTER_global_load_sectors, WG_COUNTER_global_store_sectors),
                 counted(r, WG_COUNTER_global_load_requests, WG_COUNTER_global_store_requests));
}

static bool uses_shared(const wg_rung_result *r)
{
    return counted(r, WG_COUNTER_shared_load_requests, WG_COUNTER_shared_store_requests) > 0;
}

/* The unit all rungs have in common; NULL: they differ. */
static const char *common_unit(const wg_climb *climb)
{
    const char *common = NULL, *unit;
    for (size_t k = 0; k < climb->count; k++) {
        if (isnan(wg_rung_rate(&climb->results[k], &unit)))
            continue;
        if (common && strcmp(common, unit) != 0)
            return NULL;
        common = unit;
    }
    return common;
}

static void add_time(wg_table *table, const wg_climb *climb, size_t index, const wg_diagnosis *verdict, bool with_unit)
{
    const wg_rung_result *r = &climb->results[index];
    const char *unit, *limiter = verdict->limiter < WG_LIMITER_COUNT ? wg_limiter_infos[verdict->limiter].name : NULL;
    double rate = wg_rung_rate(r, &unit), seconds = time_of(r);
    wg_table_add_time(table, r->has_time ? r->timing.median : NAN);
    wg_table_add_percent(
        table, r->has_time && r->timing.median > 0 && r->timing.samples > 1 ? 100 * wg_timing_noise(&r->timing) : NAN);
    wg_table_add_number(table, rate, 4);
    wg_table_add(table, "%s", isnan(rate) || !with_unit ? "" : unit);
    wg_table_add_time(table, model_time(r));
    wg_table_add(table, "%s", limiter ? limiter : table->form == WG_TABLE_CSV ? "" : "-");
    wg_table_add(table, "%s", table->form == WG_TABLE_CSV && r->rung->limiter ? r->rung->limiter : "");
    wg_table_add_percent(table, seconds > 0 ? 100 * r->bound / seconds : NAN);
    wg_table_add_ratio(table, speed_up(climb, index, true));
    wg_table_add_ratio(table, speed_up(climb, index, false));
}

/* Briefly: only what the limiter does not say. */
static void add_counters(wg_table *table, const wg_rung_result *r, bool briefly)
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

/* For programs; people have the story for it. */
static void add_step(wg_table *table, const wg_climb *climb, size_t index, const wg_diagnosis *verdict)
{
    const wg_rung_step step = wg_rung_step_from(climb, index, verdict);
    wg_table_add(table, "%s", step.what_if ? step.what_if : "");
    wg_table_add_ratio(table, step.without);
    wg_table_add(table, "%s", step.next ? step.next->rung->name : "");
    wg_table_add_ratio(table, step.gain);
    wg_table_add_ratio(table, step.model_gain);
}

static void add_rung(wg_table *table, const wg_climb *climb, size_t index, bool with_unit, bool briefly)
{
    const wg_rung_result *r = &climb->results[index];
    wg_diagnosis verdict;
    wg_report_rung_verdict(r, NULL, &verdict);
    wg_table_add(table, "%s", r->rung->name);
    add_time(table, climb, index, &verdict, with_unit);
    add_counters(table, r, briefly);
    wg_table_add(table, "%s", wg_report_verdict_word(r->verdict));
    wg_table_add(table, "%s", r->verdict == WG_VERDICT_LEFT_OUT || table->form == WG_TABLE_CSV ? r->reason : "");
    if (table->form == WG_TABLE_CSV)
        add_step(table, climb, index, &verdict);
    wg_diagnosis_free(&verdict);
}

static bool any_model(const wg_climb *climb)
{
    for (size_t k = 0; k < climb->count; k++)
        if (!isnan(model_time(&climb->results[k])))
            return true;
    return false;
}

static bool any_time(const wg_climb *climb)
{
    for (size_t k = 0; k < climb->count; k++)
        if (climb->results[k].has_time)
            return true;
    return false;
}

/* A terminal is 120 columns wide at best: rungs that did not run stand below the table there, and a unit that is the
 * same in all rows stands in the heading. */
static void make_table(const wg_climb *climb, wg_table_form form, wg_table *table)
{
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
                                               "<what_if",
                                               "x_without_limiter",
                                               "<next_rung",
                                               "x_next",
                                               "model_x_next",
                                               NULL};
    const char *unit = common_unit(climb);
    bool crowded = form == WG_TABLE_TEXT && any_time(climb) && any_model(climb);
    const char *const for_people[] = {
        "<rung",   "time",   "±%",    unit ? unit : "rate", "<",         "model", "<limiter", "<", "% bound",
        "x first", "x prev", "instr", "sect/req",           "conflicts", "lanes", "<right",   "<", NULL};
    wg_table_begin(table, form, form == WG_TABLE_CSV ? for_programs : for_people);
    for (size_t k = 0; k < climb->count; k++) {
        if (climb->results[k].verdict != WG_VERDICT_LEFT_OUT || form != WG_TABLE_TEXT)
            add_rung(table, climb, k, !unit || form == WG_TABLE_CSV, crowded);
    }
    wg_table_drop_empty(table);
}

void wg_report_climb_table(const wg_climb *climb, wg_table *table)
{
    make_table(climb, WG_TABLE_MARKDOWN, table);
    for (size_t r = 1; r < table->row_count; r++) { /* reasons stand below */
        char *reason = table->rows[r][table->columns - 1];
        if (reason && !*table->rows[0][table->columns - 1])
            *reason = 0;
    }
    wg_table_drop_empty(table);
}

/* ---- text ---- */

void wg_report_sizes(wg_text *out, const wg_ladder *ladder)
{
    for (size_t k = 0; k < ladder->size_count; k++) {
        char value[64];
        wg_value_format(&ladder->sizes[k].value, value, sizeof value);
        wg_text_addf(out, "%s%s=%s", k ? " " : ", ", ladder->sizes[k].name, value);
    }
}

/* The rungs that are wrong, in full: nothing else matters until they are right. */
static void add_complaints(wg_text *out, const wg_climb *climb)
{
    for (size_t k = 0; k < climb->count; k++) {
        const wg_rung_result *r = &climb->results[k];
        if (r->verdict == WG_VERDICT_WRONG || r->verdict == WG_VERDICT_FAILED)
            wg_text_addf(out, "\n%s: %s\n", r->rung->name, r->reason);
    }
}

/* Only what is in the table. */
static void add_legend(wg_text *out, const wg_climb *climb)
{
    bool sampled = false, counted = false, shared = false, bound = false, faster = false, modelled = any_model(climb);
    bool below = false, crowded = modelled && any_time(climb);
    wg_text words = {0};
    for (size_t k = 0; k < climb->count; k++) {
        const wg_rung_result *r = &climb->results[k];
        sampled |= r->has_counters && r->sampled;
        counted |= r->has_counters;
        shared |= r->has_counters && uses_shared(r);
        bound |= !isnan(time_of(r)) && !isnan(r->bound);
        below |= r->bound > time_of(r);
        faster |= !isnan(speed_up(climb, k, true));
    }
    if (any_time(climb))
        wg_text_addf(&words, "time: median of what was measured, ± half the distance of the quartiles. ");
    if (modelled)
        wg_text_addf(&words,
                     "model, limiter: the time that the model of the device predicts, and what holds it there; nothing "
                     "of it is measured. ");
    if (bound)
        wg_text_addf(&words,
                     "%% bound: the least time the device needs for the flops and bytes, as a part of this time%s. ",
                     below ? "; more than 100 where the caches have the bytes already" : "");
    if (faster)
        wg_text_addf(&words, "x first, x prev: faster than the first and the previous rung on the same device%s. ",
                     modelled ? ", as measured, else by the model" : "");
    if (counted && !crowded)
        wg_text_addf(&words, "instr: instructions of warps. ");
    if (counted)
        wg_text_addf(&words, "sect/req: 32-byte sectors of global memory that an access of a warp takes. ");
    if (counted && !crowded)
        wg_text_addf(&words, "%slanes: per cent of the threads that take part in an instruction. ",
                     shared ? "conflicts: extra passes of shared memory. " : "");
    if (sampled)
        wg_text_addf(&words, "Counters are the simulator's, of a sample of the blocks, scaled.");
    if (words.length) {
        wg_text_addf(out, "\n");
        wg_text_add_wrapped(out, words.bytes, 118);
    }
    wg_text_free(&words);
}

static bool left_out_alike(const wg_rung_result *a, const wg_rung_result *b)
{
    return a->verdict == WG_VERDICT_LEFT_OUT && b->verdict == WG_VERDICT_LEFT_OUT && !strcmp(a->reason, b->reason);
}

/* Those with the same reason together. */
void wg_report_left_out(wg_text *out, const wg_climb *climb)
{
    bool any = false;
    for (size_t k = 0; k < climb->count; k++) {
        const wg_rung_result *r = &climb->results[k];
        bool told = r->verdict != WG_VERDICT_LEFT_OUT;
        for (size_t j = 0; j < k; j++)
            told |= left_out_alike(r, &climb->results[j]);
        if (told)
            continue;
        wg_text line = {0};
        wg_text_addf(&line, "left out (%s): %s", r->reason, r->rung->name);
        for (size_t j = k + 1; j < climb->count; j++)
            if (left_out_alike(r, &climb->results[j]))
                wg_text_addf(&line, ", %s", climb->results[j].rung->name);
        if (!any)
            wg_text_addf(out, "\n");
        any = true;
        wg_text_add_wrapped(out, wg_text_get(&line), 118);
        wg_text_free(&line);
    }
}

char *wg_report_climb(const wg_climb *climb, wg_table_form form)
{
    wg_text out = {0};
    wg_table table;
    make_table(climb, form, &table);
    if (form == WG_TABLE_TEXT) {
        wg_text_addf(&out, "%s: %s", climb->ladder->name, climb->ladder->title);
        wg_report_sizes(&out, climb->ladder);
        wg_text_addf(&out, ", on %s (%s)\n\n", climb->device, climb->title);
    }
    wg_table_write(&table, &out);
    if (form == WG_TABLE_TEXT) {
        add_complaints(&out, climb);
        wg_report_left_out(&out, climb);
        add_legend(&out, climb);
    }
    if (form != WG_TABLE_CSV) /* one table is all a program expects */
        wg_report_ablations(climb, form, &out);
    wg_table_free(&table);
    return out.bytes;
}

/* ---- JSON ---- */

static json_t *shape(const uint32_t sizes[3])
{
    return json_pack("[i,i,i]", (int)sizes[0], (int)sizes[1], (int)sizes[2]);
}

/* The manifest's limiter is `limiter`; the model's is in `diagnosis`. */
static void set_estimate(json_t *b, const wg_rung_result *r)
{
    wg_diagnosis verdict;
    wg_report_rung_verdict(r, NULL, &verdict);
    if (verdict.limiter < WG_LIMITER_COUNT) {
        json_object_set_new(b, "estimate", wg_estimate_to_json(&r->estimate));
        json_object_set_new(b, "diagnosis", wg_report_verdict_json(&verdict));
    }
    wg_diagnosis_free(&verdict);
}

static void set_times(json_t *b, const wg_rung_result *r)
{
    const char *unit;
    double rate = wg_rung_rate(r, &unit);
    wg_report_set_string(b, "rate_unit", unit);
    wg_report_set_real(b, "bound_time", 1e6 * r->bound);
    if (!r->has_time)
        return;
    wg_report_set_time(b, &r->timing);
    wg_report_set_real(b, "rate", rate);
}

json_t *wg_report_rung_json(const char *ladder, const wg_rung_result *r)
{
    json_t *b = json_object();
    char name[256];
    snprintf(name, sizeof name, "%s/%s", ladder, r->rung->name);
    wg_report_set_string(b, "name", name);
    wg_report_set_string(b, "run_name", name);
    wg_report_set_string(b, "run_type", "iteration");
    wg_report_set_string(b, "device", r->device);
    wg_report_set_string(b, "verified", wg_report_verdict_word(r->verdict));
    if (r->reason[0])
        wg_report_set_string(b, "reason", r->reason);
    if (r->rung->row)
        wg_report_set_string(b, "row", r->rung->row);
    if (r->rung->limiter)
        wg_report_set_string(b, "limiter", r->rung->limiter);
    if (r->verdict == WG_VERDICT_LEFT_OUT)
        return b;
    wg_report_set_real(b, "flops", r->flops);
    wg_report_set_real(b, "bytes", r->bytes);
    if (r->items > 0)
        wg_report_set_real(b, "items", r->items);
    if (!r->device[0]) /* it did not come so far */
        return b;
    wg_report_set_string(b, "kernel", r->kernel);
    wg_report_set_string(b, "compiler", r->compiler);
    json_object_set_new(b, "grid", shape(r->grid));
    json_object_set_new(b, "block", shape(r->block));
    wg_report_set_integer(b, "launches", r->launches);
    if (r->registers >= 0)
        wg_report_set_integer(b, "registers", (uint64_t)r->registers);
    if (r->local_bytes >= 0)
        wg_report_set_integer(b, "local_bytes", (uint64_t)r->local_bytes);
    if (r->blocks_per_sm >= 0)
        wg_report_set_integer(b, "blocks_per_sm", (uint64_t)r->blocks_per_sm);
    set_times(b, r);
    set_estimate(b, r);
    if (r->has_counters) {
        json_object_set_new(b, "sampled", json_boolean(r->sampled));
        wg_report_set_real(b, "simulation_seconds", r->simulation_seconds);
        for (int k = 0; k < WG_COUNTER_COUNT; k++)
            wg_report_set_integer(b, wg_counter_infos[k].name, r->counters.value[k]);
    }
    if (r->ablation)
        json_object_set_new(b, "ablation", wg_report_ablation_json(r->ablation));
    return b;
}

char *wg_report_climb_json(const wg_climb *climb, const char *executable)
{
    json_t *context = wg_report_context(executable, climb->device, climb->title), *sizes = json_object();
    json_t *benchmarks = json_array();
    wg_report_set_string(context, "ladder", climb->ladder->name);
    wg_report_set_string(context, "title", climb->ladder->title);
    wg_report_set_ceilings(context, climb->device, climb->title);
    for (size_t k = 0; k < climb->ladder->size_count; k++) {
        const wg_value *v = &climb->ladder->sizes[k].value;
        json_object_set_new(sizes, climb->ladder->sizes[k].name,
                            v->is_real ? json_real(v->real) : json_integer(v->integer));
    }
    json_object_set_new(context, "sizes", sizes);
    for (size_t k = 0; k < climb->count; k++)
        json_array_append_new(benchmarks, wg_report_rung_json(climb->ladder->name, &climb->results[k]));
    return wg_json_write(json_pack("{s:o, s:o}", "context", context, "benchmarks", benchmarks));
}

/* ---- the list ---- */

wg_status wg_report_ladders(wg_manifest_kind kind, char **out, wg_error *err)
{
    static const char *const ladders[] = {"<ladder", "rungs", "<what it is", NULL};
    static const char *const probes[] = {"<probe", "curves", "<what it shows", NULL};
    char **names = NULL;
    size_t count = 0;
    wg_table table;
    wg_text text = {0};
    wg_status status = wg_ladder_list(kind, &names, &count, err);
    wg_table_begin(&table, WG_TABLE_TEXT, kind == WG_PROBES ? probes : ladders);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_ladder *ladder;
        wg_ladder_options options = {.kind = kind};
        wg_error slip = {0}; /* one that cannot be read does not hide the others */
        bool fine = wg_ladder_open(names[k], &options, &ladder, &slip) == WG_OK;
        wg_table_add(&table, "%s", names[k]);
        wg_table_add_number(&table, fine ? (double)ladder->rung_count : NAN, 1);
        wg_table_add(&table, "%s", fine ? ladder->title : slip.text);
        wg_ladder_close(ladder);
    }
    wg_table_write(&table, &text);
    wg_table_free(&table);
    wg_device_list_free(names, count);
    *out = text.bytes;
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "results/record.h"

#include "results/compare.h"

#include <stdlib.h>
#include <string.h>

const char *wg_verification_word(wg_verification verification)
{
    static const char *const words[] = {[WG_LEFT_OUT] = "-",
                                        [WG_RIGHT] = "yes",
                                        [WG_UNCHECKED] = "unchecked",
                                        [WG_WRONG] = "WRONG",
                                        [WG_FAILED] = "FAILED"};
    return words[verification];
}

/* ---- all of them ---- */

wg_results *wg_results_new(wg_results_kind kind)
{
    wg_results *results = wg_alloc(sizeof *results);
    results->kind = kind;
    results->name = results->title = results->trouble = "";
    results->ceilings = results->roofline.ceilings = wg_ceilings_unknown();
    return results;
}

void wg_results_free(wg_results *results)
{
    if (!results)
        return;
    for (size_t k = 0; k < results->memory_count; k++)
        free(results->memories[k].bytes);
    free(results->roofline.points);
    free(results->asserted);
    wg_comparison_free(results->baseline);
    wg_arena_free(&results->arena);
    free(results);
}

const char *wg_results_keep(wg_results *results, const char *text)
{
    char *copy = text ? wg_arena_copy(&results->arena, text, strlen(text)) : NULL;
    if (copy)
        wg_make_harmless(copy, strlen(copy));
    return copy;
}

void wg_results_add_name(const wg_results *results, size_t index, wg_text *out)
{
    const wg_curves *curves = &results->curves;
    if (results->kind != WG_RESULTS_KERNEL && *results->name)
        wg_text_addf(out, "%s/", results->name);
    wg_text_addf(out, "%s", results->records[index].name);
    if (results->kind == WG_RESULTS_PROBE)
        wg_text_addf(out, "/%s:%s", curves->sweep, curves->sweep_values[index % curves->point_count]);
}

bool wg_record_differs(const wg_record *r)
{
    return r->against && !wg_against_equal(r->against);
}

size_t wg_results_failures(const wg_results *results)
{
    size_t failures = 0;
    for (size_t k = 0; k < results->count; k++)
        failures += wg_record_failed(&results->records[k]) || wg_record_differs(&results->records[k]) ||
                    results->records[k].check_errors;
    return failures;
}

/* ---- one of them ---- */

wg_record wg_record_blank(void)
{
    return (wg_record){.name = "",
                       .kernel = "",
                       .file = "",
                       .compiler = "",
                       .reason = "",
                       .verification = WG_UNCHECKED,
                       .bound = NAN,
                       .x = NAN,
                       .y = NAN,
                       .result = NAN,
                       .registers = -1,
                       .local_bytes = -1,
                       .blocks_per_sm = -1,
                       .diagnosis = {.limiter = WG_LIMITER_COUNT}};
}

bool wg_record_is_ptx(const wg_record *record)
{
    return !strcmp(record->compiler, "ptx");
}

const wg_record_launch *wg_record_launch_first(const wg_record *record)
{
    static const wg_record_launch none = {.kernel = ""};
    return record->launch_count ? &record->launches[0] : &none;
}

uint64_t wg_record_launches(const wg_record *record)
{
    uint64_t launches = 0;
    for (size_t k = 0; k < record->launch_count; k++)
        launches += record->launches[k].repeat;
    return launches;
}

bool wg_record_is_sampled(const wg_record *record)
{
    return record->blocks_run < record->blocks;
}

double wg_record_rate(const wg_record *r, const char **unit)
{
    *unit = r->unit ? r->unit : r->flops > 0 ? "GFLOP/s" : "GB/s";
    double amount = r->items > 0 ? r->items : !strcmp(*unit, "GB/s") ? r->bytes : r->flops;
    return r->has_time && r->timing.median > 0 && amount > 0 ? amount / r->timing.median / 1e9 : NAN;
}

double wg_record_limit(const wg_record *r)
{
    return r->estimate.seconds > 0 ? r->estimate.minimum : r->bound;
}

double wg_record_part_of_limit(const wg_record *r)
{
    double seconds = wg_record_seconds(r);
    return seconds > 0 ? wg_record_limit(r) / seconds : NAN;
}

double wg_record_model_seconds(const wg_record *record)
{
    return record->estimate.seconds > 0 && isfinite(record->estimate.seconds) ? record->estimate.seconds : NAN;
}

double wg_record_seconds(const wg_record *record)
{
    return record->has_time ? record->timing.median : wg_record_model_seconds(record);
}

bool wg_record_ran(const wg_record *record)
{
    return record->verification == WG_RIGHT || record->verification == WG_UNCHECKED;
}

bool wg_record_failed(const wg_record *record)
{
    return record->verification == WG_WRONG || record->verification == WG_FAILED;
}

bool wg_ablation_has_times(const wg_ablation_result *ablation)
{
    return !isnan(ablation->of[WG_VARIANT_FULL].seconds);
}

/* ---- curves ---- */

const wg_record *wg_curves_at(const wg_results *results, size_t series, size_t point)
{
    return &results->records[series * results->curves.point_count + point];
}

const char *wg_curves_how(const wg_curves *curves)
{
    return curves->is_measured ? "measured" : curves->is_predicted ? "predicted" : "counted";
}

/* ---- times and rates ---- */

double wg_timing_noise(const wg_timing *timing)
{
    return timing->median > 0 ? (timing->high - timing->low) / 2 / timing->median : 0;
}

const wg_roof_info wg_roof_infos[WG_ROOF_COUNT] = {
#define ROOF(id, is_memory, title) [WG_ROOF_##id] = {#id, title, is_memory},
#include "results/roofs.def"
#undef ROOF
};

wg_ceilings wg_ceilings_unknown(void)
{
    wg_ceilings ceilings = {0};
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        ceilings.items[k].rate = NAN;
    return ceilings;
}

bool wg_ceilings_known(const wg_ceilings *ceilings)
{
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        if (!isnan(ceilings->items[k].rate))
            return true;
    return false;
}

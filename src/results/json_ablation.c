/* SPDX-License-Identifier: Apache-2.0 */
/* Variants of a kernel, written and read back. */
#include "results/json.h"

#include <math.h>
#include <stdio.h>

/* ---- writing ---- */

static json_t *variant_to_json(const wg_variant_result *v)
{
    json_t *one = json_object();
    if (v->has_time)
        wg_json_set_timing(one, &v->timing);
    else if (v->seconds > 0)
        wg_json_set_real(one, "estimated_time", 1e6 * v->seconds);
    wg_json_set_real(one, "percent_of_full", v->percent);
    if (v->is_same)
        json_object_set_new(one, "same_as_full", json_true());
    if (v->has_run && v->registers >= 0)
        wg_json_set_integer(one, "registers", (uint64_t)v->registers);
    if (v->has_run && v->blocks_per_sm >= 0)
        wg_json_set_integer(one, "blocks_per_sm", (uint64_t)v->blocks_per_sm);
    wg_json_set_integer(one, "accesses_kept", v->notes.kept);
    if (v->notes.fetches)
        wg_json_set_integer(one, "texture_fetches", v->notes.fetches);
    if (v->note[0])
        wg_json_set_string(one, "note", v->note);
    if (v->has_counters)
        wg_json_set_counters(one, &v->counters, false);
    return one;
}

json_t *wg_ablation_to_json(const wg_ablation_result *a)
{
    json_t *object = json_object();
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        json_object_set_new(object, wg_variant_name((wg_variant)k), variant_to_json(&a->of[k]));
    if (a->has_local)
        json_object_set_new(object, "uses_local", json_true());
    if (wg_ablation_has_times(a) && a->verdict.word)
        wg_json_set_string(object, "shows", a->verdict.word);
    return object;
}

/* ---- reading ---- */

/* Measured, else estimated, else none. */
static wg_status read_time(const wg_json *node, wg_variant_result *v, wg_error *err)
{
    double estimated = NAN;
    v->seconds = NAN;
    wg_status status = wg_json_get_timing(node, &v->has_time, &v->timing, err);
    if (status == WG_OK)
        status = wg_json_get_number(node, "estimated_time", &estimated, err);
    if (status == WG_OK && estimated <= 0)
        status = wg_json_fail(node, err, "estimated_time is not a time");
    v->seconds = v->has_time ? v->timing.median : 1e-6 * estimated;
    return status;
}

static wg_status read_variant(const wg_json *node, const wg_variant_result *full, wg_variant_result *v, wg_error *err)
{
    uint64_t kept = 0, fetches = 0;
    const char *note = "";
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = read_time(node, v, err);
    if (status == WG_OK)
        status = wg_json_get_small(node, "registers", &v->registers, err);
    if (status == WG_OK)
        status = wg_json_get_small(node, "blocks_per_sm", &v->blocks_per_sm, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "accesses_kept", &kept, err);
    if (status == WG_OK)
        status = wg_json_get_integer(node, "texture_fetches", &fetches, err);
    if (status == WG_OK)
        status = wg_json_get_word(node, "note", &note, err);
    if (status == WG_OK)
        status = wg_json_get_counters(node, &v->counters, err);
    v->is_same = wg_json_get_flag(node, "same_as_full");
    v->has_counters = json_object_get(node->value, "warp_instructions") != NULL;
    v->has_run = !isnan(v->seconds) || v->has_counters;
    v->notes.kept = kept > UINT32_MAX ? UINT32_MAX : (uint32_t)kept;
    v->notes.fetches = fetches > UINT32_MAX ? UINT32_MAX : (uint32_t)fetches;
    v->occupancy_differs = v->has_run && full->blocks_per_sm >= 0 && v->blocks_per_sm != full->blocks_per_sm;
    snprintf(v->note, sizeof v->note, "%s", note);
    return status;
}

wg_status wg_ablation_from_json(const wg_json *node, const char *device, wg_ablation_result *out, wg_error *err)
{
    *out = (wg_ablation_result){0};
    snprintf(out->device, sizeof out->device, "%s", device);
    wg_variant_result *full = &out->of[WG_VARIANT_FULL];
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object of variants", err);
    full->blocks_per_sm = -1;
    for (int k = 0; k < WG_VARIANT_COUNT && status == WG_OK; k++) {
        wg_json one = wg_json_member(node, wg_variant_name((wg_variant)k));
        out->of[k].seconds = NAN;
        if (!wg_json_absent(&one)) /* files may leave out what was measured wrongly */
            status = read_variant(&one, full, &out->of[k], err);
    }
    out->is_measured = full->has_time;
    out->has_local = wg_json_get_flag(node, "uses_local");
    return status;
}

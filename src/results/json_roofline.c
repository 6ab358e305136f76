/* SPDX-License-Identifier: Apache-2.0 */
/* Ceilings of a device and kernels under them, written and read back. */
#include "results/json.h"

#include <math.h>
#include <stdio.h>

json_t *wg_ceilings_to_json(const wg_ceilings *ceilings)
{
    json_t *object = json_object();
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        if (isnan(ceilings->items[k].rate) && !ceilings->items[k].from[0])
            continue;
        json_t *one = json_object();
        wg_json_set_real(one, "rate", ceilings->items[k].rate);
        wg_json_set_string(one, "from", ceilings->items[k].from);
        json_object_set_new(object, wg_roof_infos[k].name, one);
    }
    return object;
}

/* Absent: NAN. */
static wg_status read_amount(const wg_json *node, double *out, wg_error *err)
{
    *out = NAN;
    if (wg_json_absent(node))
        return WG_OK;
    *out = json_number_value(node->value);
    if (json_is_number(node->value) && *out >= 0 && *out < 1e30)
        return WG_OK;
    return wg_json_fail(node, err, "expected a number, zero or more");
}

wg_status wg_ceilings_from_json(const wg_json *node, wg_ceilings *out, wg_error *err)
{
    *out = wg_ceilings_unknown();
    wg_status status = wg_json_absent(node) ? WG_OK : wg_json_expect(node, JSON_OBJECT, "an object of ceilings", err);
    for (int k = 0; k < WG_ROOF_COUNT && status == WG_OK; k++) {
        wg_json one = wg_json_member(node, wg_roof_infos[k].name), rate = wg_json_member(&one, "rate");
        const char *from = json_string_value(json_object_get(one.value, "from"));
        status = read_amount(&rate, &out->items[k].rate, err);
        snprintf(out->items[k].from, sizeof out->items[k].from, "%s", from ? from : "");
    }
    return status;
}

json_t *wg_roof_point_to_json(const wg_roof_point *point)
{
    json_t *b = json_object(), *amounts = json_object();
    wg_json_set_benchmark(b, point->name, point->seconds, !point->is_measured);
    if (!point->is_measured)
        wg_json_set_real(b, "estimated_seconds", point->seconds);
    wg_json_set_real(b, "limit_seconds", point->limit);
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        wg_json_set_real(amounts, wg_roof_infos[k].name, point->amount[k]);
    json_object_set_new(b, "amounts", amounts);
    return b;
}

wg_status wg_roof_point_from_json(const wg_json *node, wg_roof_point *out, wg_error *err)
{
    wg_json name = wg_json_member(node, "name"), time = wg_json_member(node, "real_time");
    wg_json estimated = wg_json_member(node, "estimated_seconds"), amounts = wg_json_member(node, "amounts");
    wg_json limit = wg_json_member(node, "limit_seconds");
    const char *text;
    bool is_none = wg_json_absent(&time) || (json_is_number(time.value) && json_number_value(time.value) == 0);
    *out = (wg_roof_point){.is_measured = !is_none && !wg_json_is_model(node)};
    wg_status status = wg_json_string(&name, &text, err);
    if (status == WG_OK)
        status = wg_json_expect(&amounts, JSON_OBJECT, "an object of numbers", err);
    if (status == WG_OK)
        status = read_amount(out->is_measured ? &time : &estimated, &out->seconds, err);
    if (status == WG_OK)
        status = read_amount(&limit, &out->limit, err);
    if (out->is_measured)
        out->seconds *= 1e-6;
    for (int k = 0; k < WG_ROOF_COUNT && status == WG_OK; k++) {
        wg_json amount = wg_json_member(&amounts, wg_roof_infos[k].name);
        status = read_amount(&amount, &out->amount[k], err);
    }
    if (status == WG_OK)
        snprintf(out->name, sizeof out->name, "%s", text);
    return status;
}

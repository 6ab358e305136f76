/* SPDX-License-Identifier: Apache-2.0 */
#include "results/json.h"

#include <math.h>
#include <string.h>

/* AMOUNT: 0 or more, 0 when it is not there; SHARE: 0 to 1; … OR_NOT: not a number when it is not there. */
typedef enum field_kind { AMOUNT, AMOUNT_OR_NOT, SHARE, SHARE_OR_NOT } field_kind;

typedef struct field {
    const char *name;
    size_t offset;
    field_kind kind;
} field;

#define AT(member) #member, offsetof(wg_estimate, member)

static const field numbers[] = {
    {AT(seconds), AMOUNT},
    {AT(launch), AMOUNT},
    {AT(tail), AMOUNT},
    {AT(minimum), AMOUNT_OR_NOT},
    {AT(launches), AMOUNT},
    {AT(blocks_per_sm), AMOUNT},
    {AT(warps_per_sm), AMOUNT},
    {AT(occupancy), SHARE},
    {AT(waves), AMOUNT},
    {AT(registers), AMOUNT},
    {AT(lanes), SHARE},
    {AT(l1_hits), SHARE_OR_NOT},
    {AT(l2_hits), SHARE_OR_NOT},
    {AT(dram_bytes), AMOUNT},
    {AT(l2_bytes), AMOUNT},
    {AT(footprint), AMOUNT},
    {AT(reuse), AMOUNT_OR_NOT},
    {AT(load_stride), AMOUNT_OR_NOT},
    {AT(atomic_bytes), AMOUNT},
    {AT(random_conflicts), SHARE},
    {AT(dram_read), AMOUNT_OR_NOT},
    {AT(l2_read), AMOUNT_OR_NOT},
    {AT(cold), AMOUNT_OR_NOT},
};

/* Counts; 0 when they are not there. */
static const struct count {
    const char *name;
    size_t offset;
} counts[] = {{AT(model_own)}, {AT(model_borrowed)}};

static const field flags[] = {
    {AT(is_cold), AMOUNT},
    {AT(registers_are_estimated), AMOUNT},
    {AT(is_partial), AMOUNT},
};

enum { BUSY, STALLS, WHAT_IFS };

/* Arrays, one value for each name of a vocabulary. */
static const struct list {
    const char *name;
    size_t offset, count;
    const wg_estimate_info *infos;
    field_kind kind;
} lists[] = {
    [BUSY] = {AT(busy), WG_UNIT_COUNT, wg_unit_infos, AMOUNT},
    [STALLS] = {AT(stalls), WG_STALL_COUNT, wg_stall_infos, SHARE},
    [WHAT_IFS] = {AT(what_if), WG_WHAT_IF_COUNT, wg_what_if_infos, AMOUNT_OR_NOT},
};

enum {
    NUMBERS = sizeof numbers / sizeof *numbers,
    COUNTS = sizeof counts / sizeof *counts,
    FLAGS = sizeof flags / sizeof *flags,
    LISTS = sizeof lists / sizeof *lists,
};

json_t *wg_estimate_to_json(const wg_estimate *estimate)
{
    json_t *object = json_object();
    const char *bytes = (const char *)estimate;
    for (int k = 0; k < NUMBERS; k++)
        wg_json_set_real(object, numbers[k].name, *(const double *)(bytes + numbers[k].offset));
    for (int k = 0; k < LISTS; k++) {
        json_t *list = json_object();
        for (size_t j = 0; j < lists[k].count; j++)
            wg_json_set_real(list, lists[k].infos[j].name, ((const double *)(bytes + lists[k].offset))[j]);
        json_object_set_new(object, lists[k].name, list);
    }
    for (int k = 0; k < COUNTS; k++)
        wg_json_set_integer(object, counts[k].name, *(const unsigned *)(bytes + counts[k].offset));
    for (int k = 0; k < FLAGS; k++)
        json_object_set_new(object, flags[k].name, json_boolean(*(const bool *)(bytes + flags[k].offset)));
    return object;
}

static wg_status read_number(const wg_json *node, field_kind kind, double *out, wg_error *err)
{
    const double most = kind == SHARE || kind == SHARE_OR_NOT ? 1 + 1e-9 : 1e30;
    *out = kind == AMOUNT_OR_NOT || kind == SHARE_OR_NOT ? NAN : 0;
    if (wg_json_absent(node))
        return WG_OK;
    if (!json_is_number(node->value))
        return wg_json_fail(node, err, "expected a number");
    double value = json_number_value(node->value);
    if (!(value >= 0 && value <= most))
        return wg_json_fail(node, err, most < 2 ? "expected a number from 0 to 1" : "expected a number, zero or more");
    *out = most < 2 ? fmin(value, 1) : value;
    return WG_OK;
}

static wg_status read_list(const wg_json *object, const struct list *list, double *out, wg_error *err)
{
    wg_json node = wg_json_member(object, list->name);
    wg_status status = wg_json_absent(&node) ? WG_OK : wg_json_expect(&node, JSON_OBJECT, "an object of numbers", err);
    for (size_t k = 0; k < list->count && status == WG_OK; k++) {
        wg_json item = wg_json_member(&node, list->infos[k].name);
        status = read_number(&item, list->kind, &out[k], err);
    }
    return status;
}

void wg_json_set_stalls(json_t *object, const double stalls[WG_STALL_COUNT])
{
    json_t *list = json_object();
    for (int k = 0; k < WG_STALL_COUNT; k++)
        if (stalls[k] > 0)
            wg_json_set_real(list, wg_stall_infos[k].name, stalls[k]);
    if (json_object_size(list))
        json_object_set(object, lists[STALLS].name, list);
    json_decref(list);
}

wg_status wg_json_get_stalls(const wg_json *object, double out[WG_STALL_COUNT], wg_error *err)
{
    return read_list(object, &lists[STALLS], out, err);
}

static wg_status read_flag(const wg_json *node, bool *out, wg_error *err)
{
    *out = json_is_true(node->value);
    if (wg_json_absent(node) || json_is_boolean(node->value))
        return WG_OK;
    return wg_json_fail(node, err, "expected true or false");
}

wg_status wg_estimate_from_json(const wg_json *node, wg_estimate *out, wg_error *err)
{
    wg_estimate read = {0};
    char *bytes = (char *)&read;
    *out = read;
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    for (int k = 0; k < NUMBERS && status == WG_OK; k++) {
        wg_json member = wg_json_member(node, numbers[k].name);
        status = read_number(&member, numbers[k].kind, (double *)(bytes + numbers[k].offset), err);
    }
    for (int k = 0; k < LISTS && status == WG_OK; k++)
        status = read_list(node, &lists[k], (double *)(bytes + lists[k].offset), err);
    for (int k = 0; k < COUNTS && status == WG_OK; k++) {
        uint64_t count = 0;
        status = wg_json_get_integer(node, counts[k].name, &count, err);
        *(unsigned *)(bytes + counts[k].offset) = count < UINT32_MAX ? (unsigned)count : UINT32_MAX;
    }
    for (int k = 0; k < FLAGS && status == WG_OK; k++) {
        wg_json member = wg_json_member(node, flags[k].name);
        status = read_flag(&member, (bool *)(bytes + flags[k].offset), err);
    }
    if (status == WG_OK)
        *out = read;
    return status;
}

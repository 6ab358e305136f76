/* SPDX-License-Identifier: Apache-2.0 */
/* Another kernel's results beside a kernel's: whether they are equal, written and read back. */
#include "results/json.h"

#include <math.h>

const wg_against_buffer *wg_against_difference(const wg_against *a)
{
    for (size_t k = 0; k < a->buffer_count; k++)
        if (a->buffers[k].differ)
            return &a->buffers[k];
    return NULL;
}

bool wg_against_equal(const wg_against *a)
{
    return !a->reason && !wg_against_difference(a);
}

/* ---- writing ---- */

static json_t *buffer_to_json(const wg_against_buffer *b)
{
    json_t *one = json_object();
    wg_json_set_string(one, "name", b->name);
    wg_json_set_integer(one, "count", b->count);
    wg_json_set_real(one, "tolerance", b->tolerance);
    wg_json_set_integer(one, "differ", b->differ);
    if (!b->differ)
        return one;
    wg_json_set_integer(one, "first", b->first);
    wg_json_set_string(one, "value", b->value);
    wg_json_set_string(one, "other", b->other);
    wg_json_set_real(one, "relative_error", b->error);
    return one;
}

json_t *wg_against_to_json(const wg_against *a)
{
    json_t *object = json_object(), *buffers = json_array();
    wg_json_set_string(object, "what", a->what);
    wg_json_set_string(object, "where", a->where);
    wg_json_set_bool(object, "equal", wg_against_equal(a));
    if (a->reason)
        wg_json_set_string(object, "reason", a->reason);
    for (size_t k = 0; k < a->buffer_count; k++)
        json_array_append_new(buffers, buffer_to_json(&a->buffers[k]));
    json_object_set_new(object, "buffers", buffers);
    return object;
}

/* ---- reading ---- */

static wg_status read_word(wg_results *r, const wg_json *node, const char *key, const char **out, wg_error *err)
{
    const char *word = "";
    wg_status status = wg_json_get_word(node, key, &word, err);
    *out = status == WG_OK ? wg_results_keep(r, word) : "";
    return status;
}

static wg_status read_buffer(wg_results *r, const wg_json *node, wg_against_buffer *out, wg_error *err)
{
    const struct {
        const char *key;
        uint64_t *to;
    } counts[] = {{"count", &out->count}, {"differ", &out->differ}, {"first", &out->first}};
    const struct {
        const char *key, **to;
    } words[] = {{"name", &out->name}, {"value", &out->value}, {"other", &out->other}};
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    out->error = NAN;
    for (size_t k = 0; k < sizeof counts / sizeof *counts && status == WG_OK; k++)
        status = wg_json_get_integer(node, counts[k].key, counts[k].to, err);
    for (size_t k = 0; k < sizeof words / sizeof *words && status == WG_OK; k++)
        status = read_word(r, node, words[k].key, words[k].to, err);
    if (status == WG_OK)
        status = wg_json_get_number(node, "tolerance", &out->tolerance, err);
    return status == WG_OK ? wg_json_get_number(node, "relative_error", &out->error, err) : status;
}

wg_status wg_against_from_json(wg_results *r, const wg_json *node, wg_against **out, wg_error *err)
{
    *out = NULL;
    if (wg_json_absent(node))
        return WG_OK;
    wg_json buffers = wg_json_member(node, "buffers");
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object", err);
    if (status == WG_OK)
        status = wg_json_expect(&buffers, JSON_ARRAY, "an array", err);
    if (status != WG_OK)
        return status;
    wg_against *a = WG_NEW(&r->arena, wg_against);
    a->buffer_count = json_array_size(buffers.value);
    a->buffers = WG_NEW_ARRAY(&r->arena, wg_against_buffer, a->buffer_count + 1);
    status = read_word(r, node, "what", &a->what, err);
    if (status == WG_OK)
        status = read_word(r, node, "where", &a->where, err);
    if (status == WG_OK)
        status = read_word(r, node, "reason", &a->reason, err);
    a->reason = status == WG_OK && *a->reason ? a->reason : NULL;
    for (size_t k = 0; k < a->buffer_count && status == WG_OK; k++) {
        wg_json one = wg_json_item(&buffers, k);
        status = read_buffer(r, &one, &a->buffers[k], err);
    }
    *out = status == WG_OK ? a : NULL;
    return status;
}

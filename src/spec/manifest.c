/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/manifest.h"

#include "base/closest.h"

#include <stdio.h>
#include <string.h>

const char *wg_manifest_keep(wg_manifest *r, const char *text)
{
    return wg_arena_copy(&r->ladder->arena, text, strlen(text));
}

const char *wg_manifest_place(wg_manifest *r, const wg_json *node)
{
    char where[1024];
    wg_json_where(node, where, sizeof where);
    return wg_manifest_keep(r, where);
}

/* ---- plain members ---- */

wg_status wg_manifest_text(wg_manifest *r, const wg_json *object, const char *key, bool needed, const char **out)
{
    wg_json node = wg_json_member(object, key);
    const char *text;
    *out = NULL;
    if (wg_json_absent(&node) && !needed)
        return WG_OK;
    if (wg_json_absent(&node))
        return wg_json_fail(object, r->err, "'%s' is missing", key);
    wg_status status = wg_json_string(&node, &text, r->err);
    if (status == WG_OK)
        *out = wg_manifest_keep(r, text);
    return status;
}

wg_status wg_manifest_formula(wg_manifest *r, const wg_json *node, wg_formula *out)
{
    const char *text = json_string_value(node->value);
    char number[64];
    *out = (wg_formula){0};
    if (wg_json_absent(node))
        return WG_OK;
    if (json_is_integer(node->value))
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(node->value));
    else if (json_is_real(node->value))
        snprintf(number, sizeof number, "%.17g", json_real_value(node->value));
    else if (!text)
        return wg_json_fail(node, r->err, "expected a number or an expression");
    *out = (wg_formula){.text = wg_manifest_keep(r, text ? text : number), .where = wg_manifest_place(r, node)};
    return WG_OK;
}

/* The same where there must be one. */
wg_status wg_manifest_need_formula(wg_manifest *r, const wg_json *node, wg_formula *out)
{
    wg_status status = wg_manifest_formula(r, node, out);
    return status != WG_OK || out->text ? status : wg_json_fail(node, r->err, "expected a number or an expression");
}

wg_status wg_manifest_flag(wg_manifest *r, const wg_json *object, const char *key, bool *out)
{
    wg_json node = wg_json_member(object, key);
    *out = json_is_true(node.value);
    return wg_json_absent(&node) || json_is_boolean(node.value) ? WG_OK
                                                                : wg_json_fail(&node, r->err, "expected true or false");
}

/* Of the kind, or not there. */
wg_status wg_manifest_allow(wg_manifest *r, const wg_json *node, json_type type, const char *what)
{
    return wg_json_absent(node) ? WG_OK : wg_json_expect(node, type, what, r->err);
}

/* ---- names of members ---- */

/* What a person may write where; ended by NULL. A member of another name is a slip, and would be missed. */
#define OF_BOTH                                                                                                        \
    "arguments", "pass", "outputs", "reference", "check", "flops", "bytes", "precision", "unit", "items", "grid",      \
        "block", "shared", "defines", "flags", "launches", "measured", "counted", "result"
const char *const wg_manifest_of_ladder[] = {OF_BOTH,       "title",       "text",        "rows",  "sizes",
                                             "test_sizes",  "large_sizes", "model_sizes", "rungs", "sweep",
                                             "large_sweep", "x",           "log_x",       "log_y", NULL};
const char *const wg_manifest_of_rung[] = {OF_BOTH,  "name",   "file", "kernel", "row",        "limiter", "next",
                                           "advice", "vendor", "when", "note",   "capability", NULL};
const char *const wg_manifest_of_launch[] = {"kernel", "file", "grid",  "block", "shared", "pass",
                                             "repeat", "swap", "clear", "when",  "before", NULL};
const char *const wg_manifest_of_axis[] = {"label", "value", NULL};

wg_status wg_manifest_check_members(wg_manifest *r, const wg_json *object, const char *const *known)
{
    const char *name;
    json_t *value;
    size_t count = 0;
    while (known[count])
        count++;
    json_object_foreach(object->value, name, value)
    {
        size_t k = 0;
        while (k < count && strcmp(known[k], name) != 0)
            k++;
        if (k < count)
            continue;
        const char *closest = wg_closest_word(name, known, count);
        wg_json node = wg_json_member(object, name);
        return wg_json_fail(&node, r->err, "there is no such member%s%s%s", closest ? "; did you mean " : "",
                            closest ? closest : "", closest ? "?" : "");
    }
    return WG_OK;
}

/* The member of the rung, else of the ladder. */
wg_json wg_manifest_inherited(const wg_manifest *r, const wg_json *rung, const char *key)
{
    wg_json node = wg_json_member(rung, key);
    return wg_json_absent(&node) ? wg_json_member(&r->root, key) : node;
}

wg_status wg_manifest_inherited_formula(wg_manifest *r, const wg_json *rung, const char *key, wg_formula *out)
{
    wg_json node = wg_manifest_inherited(r, rung, key);
    return wg_manifest_formula(r, &node, out);
}

const wg_ladder_setting *wg_manifest_setting(const wg_manifest *r, const char *name)
{
    const wg_ladder_setting *found = NULL;
    for (size_t k = 0; k < r->options->setting_count; k++) {
        if (strcmp(r->options->settings[k].name, name) != 0)
            continue;
        found = &r->options->settings[k];
        r->used[k] = true;
    }
    return found;
}

wg_status wg_manifest_axis(wg_manifest *r, const wg_json *node, wg_axis *out)
{
    wg_status status = wg_json_expect(node, JSON_OBJECT, "an object with label and value", r->err);
    if (status == WG_OK)
        status = wg_manifest_check_members(r, node, wg_manifest_of_axis);
    if (status == WG_OK)
        status = wg_manifest_text(r, node, "label", true, &out->label);
    wg_json value = wg_json_member(node, "value");
    return status == WG_OK ? wg_manifest_formula(r, &value, &out->value) : status;
}

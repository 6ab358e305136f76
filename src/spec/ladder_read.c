/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/manifest.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes ---- */

static wg_status find_size(void *user, const char *name, wg_value *value, wg_error *err)
{
    const wg_ladder *ladder = user;
    (void)err;
    for (size_t k = 0; k < ladder->size_count; k++) {
        if (!strcmp(ladder->sizes[k].name, name)) {
            *value = ladder->sizes[k].value;
            return WG_OK;
        }
    }
    return WG_ERR_MISSING;
}

/* A size is a number, or an expression of those before it. */
static wg_status read_size(wg_manifest *r, const char *name, const wg_json *node)
{
    static const char *const others[] = {
        [WG_SIZES_TEST] = "test_sizes", [WG_SIZES_LARGE] = "large_sizes", [WG_SIZES_MODEL] = "model_sizes"};
    wg_ladder *ladder = r->ladder;
    const wg_ladder_setting *setting = wg_manifest_setting(r, name);
    wg_json chosen = *node, other = {0};
    wg_formula formula;
    if (r->options->sizes != WG_SIZES_DEFAULT) {
        other = wg_json_member(&r->root, others[r->options->sizes]);
        chosen = wg_json_member(&other, name);
        chosen = wg_json_absent(&chosen) ? *node : chosen;
    }
    wg_status status = wg_manifest_need_formula(r, &chosen, &formula);
    if (status != WG_OK)
        return status;
    if (setting)
        formula = (wg_formula){.text = setting->value, .where = setting->where};
    wg_scope scope = {.dialect = WG_DIALECT_C, .find = find_size, .user = ladder};
    wg_value value;
    status = wg_expression_evaluate(formula.text, &scope, &value, r->err);
    if (status != WG_OK)
        return wg_error_prefix(r->err, status, "%s: ", formula.where);
    ladder->sizes[ladder->size_count++] = (wg_size){wg_manifest_keep(r, name), value};
    return WG_OK;
}

/* Sizes that are given another value must be there. */
static wg_status check_other_sizes(wg_manifest *r, const char *key, const wg_json *sizes)
{
    wg_json others = wg_json_member(&r->root, key);
    wg_status status = wg_manifest_allow(r, &others, JSON_OBJECT, "an object: names and numbers");
    const char *name;
    json_t *value;
    if (status != WG_OK)
        return status;
    json_object_foreach(others.value, name, value)
    {
        wg_json node = wg_json_member(&others, name), same = wg_json_member(sizes, name);
        if (wg_json_absent(&same))
            return wg_json_fail(&node, r->err, "there is no size '%s'", name);
    }
    return WG_OK;
}

static wg_status read_sizes(wg_manifest *r)
{
    wg_json sizes = wg_json_member(&r->root, "sizes");
    wg_status status = wg_manifest_allow(r, &sizes, JSON_OBJECT, "an object: names and numbers");
    const char *name;
    json_t *value;
    if (status == WG_OK)
        status = check_other_sizes(r, "test_sizes", &sizes);
    if (status == WG_OK)
        status = check_other_sizes(r, "large_sizes", &sizes);
    if (status == WG_OK)
        status = check_other_sizes(r, "model_sizes", &sizes);
    wg_json model_sizes = wg_json_member(&r->root, "model_sizes");
    r->ladder->has_model_sizes = !wg_json_absent(&model_sizes);
    if (status != WG_OK)
        return status;
    r->ladder->sizes = WG_NEW_ARRAY(&r->ladder->arena, wg_size, json_object_size(sizes.value) + 1);
    json_object_foreach(sizes.value, name, value)
    {
        wg_json node = wg_json_member(&sizes, name);
        status = read_size(r, name, &node);
        if (status != WG_OK)
            return status;
    }
    return WG_OK;
}

/* ---- the sweep of a probe ---- */

static wg_status read_sweep_values(wg_manifest *r, const wg_json *list)
{
    wg_ladder *ladder = r->ladder;
    wg_status status = wg_json_expect(list, JSON_ARRAY, "an array of values", r->err);
    ladder->sweep_values = WG_NEW_ARRAY(&ladder->arena, const char *, wg_json_count(list) + 1);
    for (size_t k = 0; k < wg_json_count(list) && status == WG_OK; k++) {
        wg_json node = wg_json_item(list, k);
        wg_formula value;
        status = wg_manifest_need_formula(r, &node, &value);
        if (status == WG_OK)
            ladder->sweep_values[ladder->sweep_count++] = value.text;
    }
    if (status == WG_OK && !ladder->sweep_count)
        status = wg_json_fail(list, r->err, "there is no value to sweep through");
    return status;
}

static wg_status read_sweep(wg_manifest *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json sweep = wg_json_member(&r->root, "sweep"), large = wg_json_member(&r->root, "large_sweep");
    if (wg_json_absent(&sweep))
        return WG_OK;
    const wg_json *chosen = r->options->sizes == WG_SIZES_LARGE && !wg_json_absent(&large) ? &large : &sweep;
    void *first = json_object_iter(chosen->value);
    if (json_object_size(chosen->value) != 1)
        return wg_json_fail(chosen, r->err, "expected an object: one size and its values");
    ladder->sweep = wg_manifest_keep(r, json_object_iter_key(first));
    wg_json values = wg_json_member(chosen, ladder->sweep), sizes = wg_json_member(&r->root, "sizes");
    wg_json swept = wg_json_member(&sizes, ladder->sweep);
    if (wg_json_absent(&swept))
        return wg_json_fail(&values, r->err, "there is no size '%s'", ladder->sweep);
    wg_status status = read_sweep_values(r, &values);
    wg_json x = wg_json_member(&r->root, "x");
    ladder->x.label = ladder->sweep;
    if (status == WG_OK && json_is_string(x.value))
        ladder->x.label = wg_manifest_keep(r, json_string_value(x.value));
    else if (status == WG_OK && !wg_json_absent(&x))
        status = wg_manifest_axis(r, &x, &ladder->x);
    if (status == WG_OK)
        status = wg_manifest_flag(r, &r->root, "log_x", &ladder->log_x);
    return status == WG_OK ? wg_manifest_flag(r, &r->root, "log_y", &ladder->log_y) : status;
}

/* ---- the rungs ---- */

static wg_status read_rungs(wg_manifest *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json rungs = wg_json_member(&r->root, "rungs");
    wg_status status = wg_json_expect(&rungs, JSON_ARRAY, "an array of rungs", r->err);
    size_t count = wg_json_count(&rungs);
    if (status == WG_OK && !count)
        status = wg_json_fail(&rungs, r->err, "there is no rung in it");
    ladder->rungs = WG_NEW_ARRAY(&ladder->arena, wg_rung, count + 1);
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json node = wg_json_item(&rungs, k);
        wg_rung *rung = &ladder->rungs[ladder->rung_count++];
        status = wg_manifest_rung(r, &node, rung);
        for (size_t j = 0; j + 1 < ladder->rung_count && status == WG_OK; j++)
            if (!strcmp(ladder->rungs[j].name, rung->name))
                status = wg_json_fail(&node, r->err, "there are two rungs called '%s'", rung->name);
    }
    return status;
}

/* ---- the whole ---- */

static wg_status read_head(wg_manifest *r)
{
    wg_ladder *ladder = r->ladder;
    wg_json rows = wg_json_member(&r->root, "rows");
    wg_status status = wg_json_expect(&r->root, JSON_OBJECT, "an object", r->err);
    if (status == WG_OK)
        status = wg_manifest_check_members(r, &r->root, wg_manifest_of_ladder);
    if (status == WG_OK)
        status = wg_manifest_text(r, &r->root, "title", true, &ladder->title);
    if (status == WG_OK)
        status = wg_manifest_text(r, &r->root, "text", false, &ladder->text);
    if (status == WG_OK)
        status = wg_manifest_allow(r, &rows, JSON_ARRAY, "an array of strings");
    ladder->rows = WG_NEW_ARRAY(&ladder->arena, const char *, wg_json_count(&rows) + 1);
    for (size_t k = 0; k < wg_json_count(&rows) && status == WG_OK; k++) {
        wg_json row = wg_json_item(&rows, k);
        const char *text;
        status = wg_json_string(&row, &text, r->err);
        if (status == WG_OK)
            ladder->rows[ladder->row_count++] = wg_manifest_keep(r, text);
    }
    return status;
}

static wg_status check_settings(wg_manifest *r)
{
    for (size_t k = 0; k < r->options->setting_count; k++) {
        if (r->used[k])
            continue;
        wg_text names = {0};
        for (size_t s = 0; s < r->ladder->size_count; s++)
            wg_text_addf(&names, "%s%s", s ? ", " : "", r->ladder->sizes[s].name);
        wg_status status = wg_error_set(r->err, WG_ERR_INPUT, "%s: %s has no size or macro '%s'; its sizes are: %s",
                                        r->options->settings[k].where, r->ladder->name, r->options->settings[k].name,
                                        r->ladder->size_count ? wg_text_get(&names) : "none");
        wg_text_free(&names);
        return status;
    }
    return WG_OK;
}

static wg_status read_parts(wg_manifest *r)
{
    wg_status status = read_head(r);
    if (status == WG_OK)
        status = read_sizes(r);
    if (status == WG_OK)
        status = read_sweep(r);
    if (status == WG_OK)
        status = read_rungs(r);
    return status == WG_OK ? check_settings(r) : status;
}

wg_status wg_ladder_read(wg_ladder *ladder, const wg_ladder_options *options, json_t *root, wg_error *err)
{
    wg_manifest r = {.ladder = ladder, .options = options, .root = wg_json_root(ladder->path, root), .err = err};
    r.used = wg_alloc(options->setting_count + 1);
    wg_status status = read_parts(&r);
    free(r.used);
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* What `devices` shows. */
#include "report/table/devices.h"

#include "base/text.h"
#include "model/model.h"
#include "json/write.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "233472", "0 8 16 32", "sectors" */
static void add_value(wg_text *out, const wg_device *d, int field)
{
    const wg_device_field_info *info = &wg_device_field_infos[field];
    size_t count = (size_t)d->value[field];
    if (info->kind == WG_DEVICE_WORD)
        wg_text_addf(out, "%s", d->word[field]);
    else if (info->kind == WG_DEVICE_NUMBER)
        wg_text_addf(out, "%.12g", d->value[field]);
    for (size_t k = 0; info->kind == WG_DEVICE_LIST && k < count; k++)
        wg_text_addf(out, "%s%.10g", k ? " " : "", d->list[field][k]);
}

static bool is_borrowed(const wg_model *model, int parameter)
{
    wg_model_origin origin = wg_model_origin_of(model, (wg_model_parameter)parameter);
    return origin == WG_MODEL_H200 || origin == WG_MODEL_ASSUMED;
}

/* "H200" or "assumed", a formula that always holds, and where it is from. */
static void add_borrowed(wg_text *out, const wg_model *model, int parameter)
{
    const wg_model_parameter_info *info = &wg_model_parameter_infos[parameter];
    double value = wg_model_value(model, (wg_model_parameter)parameter);
    char text[32], *end;
    snprintf(text, sizeof text, "%.*g", value < 1e6 ? 5 : 9, value);
    wg_text_addf(out, "  %-38s %14s %-8s %s: ", info->name, text, info->unit,
                 info->lender == WG_MODEL_H200 ? "H200" : "assumed");
    if ((strtod(info->fallback, &end) != value || *end) && !strchr(info->fallback, '?'))
        wg_text_addf(out, "%s; ", info->fallback);
    wg_text_addf(out, "%s\n", info->evidence);
}

/* What an estimate of time for this GPU stands on. */
static void add_model(wg_text *out, const wg_device *d)
{
    wg_model model;
    wg_model_resolve(d, &model);
    unsigned own = wg_model_own(&model), borrowed = wg_model_borrowed(&model);
    wg_text_addf(out, "\nThe time model needs %u numbers of this GPU. Its own: %u; borrowed: %u", own + borrowed, own,
                 borrowed);
    if (borrowed)
        wg_text_addf(out, " (%u from the H200, %u assumed)", wg_model_count(&model, WG_MODEL_H200),
                     wg_model_count(&model, WG_MODEL_ASSUMED));
    wg_text_addf(out, ".\n");
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++)
        if (is_borrowed(&model, k))
            add_borrowed(out, &model, k);
}

static void add_details(wg_text *out, const wg_device *d)
{
    wg_text_addf(out, "%s, compute capability %d.%d\n", d->title, d->major, d->minor);
    for (int k = 0; k < WG_DEVICE_FIELDS; k++) {
        const wg_device_field_info *info = &wg_device_field_infos[k];
        wg_text value = {0};
        if (!d->known[k])
            continue;
        add_value(&value, d, k);
        wg_text_addf(out, "  %-38s %14s %-8s %s\n", info->name, wg_text_get(&value),
                     info->kind == WG_DEVICE_WORD ? "" : info->unit, d->from[k]);
        wg_text_free(&value);
    }
    add_model(out, d);
}

static json_t *model_json(const wg_device *d)
{
    wg_model model;
    json_t *list = json_array();
    wg_model_resolve(d, &model);
    for (int k = 0; k < WG_MODEL_PARAMETERS; k++) {
        const wg_model_parameter_info *info = &wg_model_parameter_infos[k];
        if (is_borrowed(&model, k))
            json_array_append_new(list, json_pack("{s:s, s:f, s:s, s:s, s:s, s:s}", "name", info->name, "value",
                                                  wg_model_value(&model, (wg_model_parameter)k), "unit", info->unit,
                                                  "lender", info->lender == WG_MODEL_H200 ? "h200" : "assumed",
                                                  "formula", info->fallback, "from", info->evidence));
    }
    return json_pack("{s:I, s:I, s:o}", "own", (json_int_t)wg_model_own(&model), "borrowed",
                     (json_int_t)wg_model_borrowed(&model), "borrowed_values", list);
}

static json_t *value_json(const wg_device *d, int field)
{
    const wg_device_field_info *info = &wg_device_field_infos[field];
    if (info->kind == WG_DEVICE_WORD)
        return json_string(d->word[field]);
    if (info->kind == WG_DEVICE_NUMBER)
        return json_real(d->value[field]);
    json_t *list = json_array();
    for (size_t k = 0; k < (size_t)d->value[field]; k++)
        json_array_append_new(list, json_real(d->list[field][k]));
    return list;
}

static json_t *device_json(const wg_device *d)
{
    json_t *object = json_object(), *values = json_object();
    char capability[32];
    snprintf(capability, sizeof capability, "%d.%d", d->major, d->minor);
    json_object_set_new(object, "name", json_string(d->name));
    json_object_set_new(object, "title", json_string(d->title));
    json_object_set_new(object, "compute_capability", json_string(capability));
    for (int k = 0; k < WG_DEVICE_FIELDS; k++)
        if (d->known[k])
            json_object_set_new(values, wg_device_field_infos[k].name,
                                json_pack("{s:o, s:s}", "value", value_json(d, k), "from", d->from[k]));
    json_object_set_new(object, "values", values);
    json_object_set_new(object, "model", model_json(d));
    return object;
}

static void add_string(wg_text *out, const char *text)
{
    json_t *string = json_string(text);
    char *quoted = json_dumps(string, JSON_ENCODE_ANY);
    wg_text_addf(out, "%s", quoted ? quoted : "\"\"");
    free(quoted);
    json_decref(string);
}

static void add_field(wg_text *out, const wg_device *d, int field)
{
    const wg_device_field_info *info = &wg_device_field_infos[field];
    wg_text_addf(out, "        \"%s\": {\"value\": ", info->name);
    if (info->kind == WG_DEVICE_WORD)
        add_string(out, d->word[field]);
    else if (info->kind == WG_DEVICE_NUMBER)
        wg_text_addf(out, "%.15g", d->value[field]);
    else
        wg_text_addf(out, "[");
    for (size_t k = 0; info->kind == WG_DEVICE_LIST && k < (size_t)d->value[field]; k++)
        wg_text_addf(out, "%s%.15g", k ? ", " : "", d->list[field][k]);
    wg_text_addf(out, "%s, \"from\": ", info->kind == WG_DEVICE_LIST ? "]" : "");
    add_string(out, d->from[field]);
    wg_text_addf(out, "}");
}

char *wg_report_device_file(const wg_device *device)
{
    wg_text out = {0};
    bool first = true;
    wg_text_addf(&out, "{\n    \"title\": ");
    add_string(&out, device->title);
    wg_text_addf(&out, ",\n    \"compute_capability\": \"%d.%d\",\n    \"values\": {", device->major, device->minor);
    for (int field = 0; field < WG_DEVICE_FIELDS; field++) {
        if (!device->known[field])
            continue;
        wg_text_addf(&out, "%s\n", first ? "" : ",");
        first = false;
        add_field(&out, device, field);
    }
    wg_text_addf(&out, "\n    }\n}\n");
    return out.bytes;
}

/* Calls add for one device, or for all. */
static wg_status each_device(const char *name, void (*add)(void *user, const wg_device *d), void *user, wg_error *err)
{
    char **names = NULL;
    size_t count = 0;
    wg_status status = name ? WG_OK : wg_device_list(&names, &count, err);
    for (size_t k = 0; k < (name ? 1 : count) && status == WG_OK; k++) {
        wg_device *device;
        status = wg_device_load(name ? name : names[k], &device, err);
        if (status == WG_OK)
            add(user, device);
        wg_device_free(device);
    }
    wg_device_list_free(names, count);
    return status;
}

static void add_to_details(void *user, const wg_device *d)
{
    add_details(user, d);
}

static void add_to_array(void *user, const wg_device *d)
{
    json_array_append_new(user, device_json(d));
}

wg_status wg_report_device_text(const char *name, char **out, wg_error *err)
{
    wg_text text = {0};
    wg_status status = each_device(name, add_to_details, &text, err);
    if (status != WG_OK)
        wg_text_free(&text);
    *out = text.bytes;
    return status;
}

wg_status wg_report_devices_json(const char *name, char **out, wg_error *err)
{
    json_t *array = json_array();
    wg_status status = each_device(name, add_to_array, array, err);
    *out = NULL;
    if (status == WG_OK)
        *out = wg_json_write(json_pack("{s:o}", "devices", array));
    else
        json_decref(array);
    return status;
}

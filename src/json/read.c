/* SPDX-License-Identifier: Apache-2.0 */
#include "json/read.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

wg_status wg_json_parse(const char *file, const char *text, size_t length, json_t **root, wg_error *err)
{
    json_error_t where;
    *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &where);
    if (!*root)
        return wg_error_set(err, WG_ERR_INPUT, "%s:%d:%d: %s", file, where.line, where.column, where.text);
    return WG_OK;
}

wg_json wg_json_root(const char *file, json_t *root)
{
    return (wg_json){.value = root, .file = file};
}

wg_json wg_json_member(const wg_json *object, const char *key)
{
    return (wg_json){.value = json_object_get(object->value, key), .parent = object, .key = key, .file = object->file};
}

wg_json wg_json_item(const wg_json *array, size_t index)
{
    return (wg_json){
        .value = json_array_get(array->value, index), .parent = array, .index = index, .file = array->file};
}

size_t wg_json_count(const wg_json *array)
{
    return json_array_size(array->value);
}

bool wg_json_absent(const wg_json *node)
{
    return !node->value || json_is_null(node->value);
}

/* The way from the root, written from the back so that the deepest part survives in a short buffer. */
static const char *path(const wg_json *node, char *buffer, size_t size)
{
    char *start = buffer + size - 1;
    *start = 0;
    for (; node->parent; node = node->parent) {
        char part[128];
        const char *dot = node->parent->parent ? "." : "";
        int length = node->key ? snprintf(part, sizeof part, "%s%.100s", dot, node->key)
                               : snprintf(part, sizeof part, "[%zu]", node->index);
        if (length < 0 || length > start - buffer)
            break;
        start -= length;
        memcpy(start, part, (size_t)length);
    }
    return start;
}

void wg_json_where(const wg_json *node, char *text, size_t size)
{
    char buffer[512];
    const char *way = path(node, buffer, sizeof buffer);
    snprintf(text, size, "%s%s%s", node->file, *way ? ": " : "", way);
}

wg_status wg_json_fail(const wg_json *node, wg_error *err, const char *format, ...)
{
    char where[1024], sentence[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    wg_json_where(node, where, sizeof where);
    return wg_error_set(err, WG_ERR_INPUT, "%s: %s", where, sentence);
}

wg_status wg_json_prefix(const wg_json *node, wg_status status, wg_error *err)
{
    char where[1024];
    wg_json_where(node, where, sizeof where);
    return wg_error_prefix(err, status, "%s: ", where);
}

wg_status wg_json_expect(const wg_json *node, json_type type, const char *what, wg_error *err)
{
    if (!node->value)
        return wg_json_fail(node, err, "is missing: expected %s", what);
    if (json_typeof(node->value) != type)
        return wg_json_fail(node, err, "expected %s", what);
    return WG_OK;
}

wg_status wg_json_string(const wg_json *node, const char **out, wg_error *err)
{
    wg_status status = wg_json_expect(node, JSON_STRING, "a string", err);
    *out = status == WG_OK ? json_string_value(node->value) : NULL;
    return status;
}

/* ---- members that may be missing ---- */

/* "" when it is not there, or is none. */
wg_status wg_json_get_word(const wg_json *object, const char *key, const char **out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    wg_status status = wg_json_absent(&node) ? WG_OK : wg_json_string(&node, out, err);
    if (wg_json_absent(&node) || status != WG_OK)
        *out = "";
    return status;
}

/* NAN when it is not there. */
wg_status wg_json_get_number(const wg_json *object, const char *key, double *out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    *out = NAN;
    if (wg_json_absent(&node))
        return WG_OK;
    *out = json_number_value(node.value);
    if (json_is_number(node.value) && fabs(*out) < 1e100)
        return WG_OK;
    return wg_json_fail(&node, err, "expected a number");
}

/* What it was before when it is not there. */
wg_status wg_json_get_integer(const wg_json *object, const char *key, uint64_t *out, wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    if (wg_json_absent(&node))
        return WG_OK;
    if (!json_is_integer(node.value) || json_integer_value(node.value) < 0)
        return wg_json_fail(&node, err, "expected a whole number, zero or more");
    *out = (uint64_t)json_integer_value(node.value);
    return WG_OK;
}

/* -1 when it is not there. */
wg_status wg_json_get_small(const wg_json *object, const char *key, int *out, wg_error *err)
{
    uint64_t value = UINT64_MAX;
    wg_status status = wg_json_get_integer(object, key, &value, err);
    *out = value > INT32_MAX ? -1 : (int)value;
    return status;
}

wg_status wg_json_get_shape(const wg_json *object, const char *key, uint32_t out[3], wg_error *err)
{
    wg_json node = wg_json_member(object, key);
    for (size_t k = 0; k < 3; k++) {
        json_int_t size = json_integer_value(json_array_get(node.value, k));
        out[k] = 1;
        if (!wg_json_absent(&node) && (json_array_size(node.value) != 3 || size < 0 || size > UINT32_MAX))
            return wg_json_fail(&node, err, "expected three sizes");
        out[k] = wg_json_absent(&node) ? 1 : (uint32_t)size;
    }
    return WG_OK;
}

bool wg_json_get_flag(const wg_json *object, const char *key)
{
    return json_is_true(json_object_get(object->value, key));
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "json/read.h"

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

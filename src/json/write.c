/* SPDX-License-Identifier: Apache-2.0 */
#include "json/write.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *wg_json_write(json_t *root)
{
    const size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(12);
    size_t length = json_dumpb(root, NULL, 0, flags);
    char *text = wg_alloc(length + 2);
    json_dumpb(root, text, length, flags);
    text[length] = '\n';
    json_decref(root);
    return text;
}

json_t *wg_json_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    char *plain = strcpy(wg_alloc(strlen(text) + 1), text);
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(plain);
    free(plain);
    return value;
}

void wg_json_set_string(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, wg_json_text(text));
}

void wg_json_set_integer(json_t *object, const char *key, uint64_t value)
{
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

void wg_json_set_real(json_t *object, const char *key, double value)
{
    if (!isnan(value))
        json_object_set_new(object, key, json_real(value));
}

void wg_json_set_bool(json_t *object, const char *key, bool value)
{
    json_object_set_new(object, key, json_boolean(value));
}

void wg_json_set_shape(json_t *object, const char *key, const uint32_t sizes[3])
{
    json_t *array = json_array();
    for (int k = 0; k < 3; k++)
        json_array_append_new(array, json_integer(sizes[k]));
    json_object_set_new(object, key, array);
}

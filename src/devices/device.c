/* SPDX-License-Identifier: Apache-2.0 */
#include "devices/device.h"

#include "base/arena.h"
#include "base/closest.h"
#include "base/file.h"
#include "base/text.h"
#include "json/read.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONAL, REQUIRED };
enum { WARP_SIZE = 32 }; /* the simulator knows no other */

const wg_device_field_info wg_device_field_infos[WG_DEVICE_FIELDS] = {
#define NONE                                                                                                           \
    {                                                                                                                  \
        0, 0, false                                                                                                    \
    }
#define WHOLE(least, most)                                                                                             \
    {                                                                                                                  \
        (double)(least), (double)(most), true                                                                          \
    }
#define REAL(least, most)                                                                                              \
    {                                                                                                                  \
        (double)(least), (double)(most), false                                                                         \
    }
#define FIELD(name, kind, unit, need, range, text)                                                                     \
    [WG_DEVICE_##name] = {#name, unit, text, WG_DEVICE_##kind, need == REQUIRED, range},
#include "devices/fields.def"
#undef FIELD
#undef NONE
#undef WHOLE
#undef REAL
};

/* ---- one device ---- */

static wg_status read_one(const wg_json *node, const wg_device_range *range, double *out, wg_error *err)
{
    if (!json_is_number(node->value))
        return wg_json_fail(node, err, "expected a number");
    *out = json_number_value(node->value);
    bool fits = *out >= range->least && *out <= range->most && (!range->whole || fmod(*out, 1) == 0);
    return fits ? WG_OK
                : wg_json_fail(node, err, "expected a %s from %.15g to %.15g, not %.15g",
                               range->whole ? "whole number" : "number", range->least, range->most, *out);
}

static wg_status read_number(wg_device *device, const wg_json *node, wg_device_field field, wg_error *err)
{
    if (field == WG_DEVICE_warp_size && json_is_number(node->value) && json_number_value(node->value) != WARP_SIZE)
        return wg_json_fail(node, err, "a warp of %g lanes cannot be simulated: it has to have %d",
                            json_number_value(node->value), WARP_SIZE);
    return read_one(node, &wg_device_field_infos[field].range, &device->value[field], err);
}

static wg_status read_list(wg_device *device, const wg_json *node, wg_device_field field, wg_error *err)
{
    size_t count = json_array_size(node->value);
    wg_status status = wg_json_expect(node, JSON_ARRAY, "an array of numbers", err);
    device->list[field] = wg_alloc((count + 1) * sizeof(double));
    device->value[field] = (double)count;
    for (size_t k = 0; k < count && status == WG_OK; k++) {
        wg_json item = wg_json_item(node, k);
        double *list = device->list[field];
        status = read_one(&item, &wg_device_field_infos[field].range, &list[k], err);
        if (status == WG_OK && k && list[k] <= list[k - 1])
            status = wg_json_fail(&item, err, "expected a number above the one before");
    }
    return status;
}

static wg_status read_word(wg_device *device, const wg_json *node, wg_device_field field, wg_error *err)
{
    const char *word;
    wg_status status = wg_json_string(node, &word, err);
    if (status != WG_OK)
        return status;
    if (strchr(word, ' ') || !wg_text_has_word(wg_device_field_infos[field].unit, word))
        return wg_json_fail(node, err, "'%s' is none of: %s", word, wg_device_field_infos[field].unit);
    device->word[field] = wg_copy(word, strlen(word));
    return WG_OK;
}

static wg_status read_field(wg_device *device, const wg_json *node, wg_device_field field, wg_error *err)
{
    static wg_status (*const read[])(wg_device *, const wg_json *, wg_device_field, wg_error *) = {
        [WG_DEVICE_NUMBER] = read_number, [WG_DEVICE_LIST] = read_list, [WG_DEVICE_WORD] = read_word};
    wg_json value = wg_json_member(node, "value"), from = wg_json_member(node, "from");
    const char *text;
    wg_status status = read[wg_device_field_infos[field].kind](device, &value, field, err);
    if (status == WG_OK)
        status = wg_json_string(&from, &text, err);
    if (status == WG_OK && !*text)
        status = wg_json_fail(&from, err, "expected where the value is from");
    if (status != WG_OK)
        return status;
    device->known[field] = true;
    device->from[field] = wg_copy(text, strlen(text));
    return WG_OK;
}

/* A place in a file's text. */
typedef struct cursor {
    const char *at;
    int line;
} cursor;

/* Where a key stands: the tree that was read does not say. Keys come in the order of the file, so that each is looked
 * for behind the one before. 0: nowhere. */
static int line_of(cursor *c, const char *key)
{
    size_t length = strlen(key);
    int line = c->line;
    for (const char *at = c->at; *at; at++) {
        line += *at == '\n';
        if (*at != '"' || strncmp(at + 1, key, length) != 0 || at[length + 1] != '"')
            continue;
        const char *after = at + length + 2;
        while (isspace((unsigned char)*after))
            after++;
        if (*after == ':') {
            *c = (cursor){at, line};
            return line;
        }
    }
    return 0;
}

static int field_of(const char *key)
{
    int field = 0;
    while (field < WG_DEVICE_FIELDS && strcmp(wg_device_field_infos[field].name, key) != 0)
        field++;
    return field;
}

static wg_status no_such_field(const wg_json *node, const char *key, wg_error *err)
{
    const char *names[WG_DEVICE_FIELDS];
    for (int field = 0; field < WG_DEVICE_FIELDS; field++)
        names[field] = wg_device_field_infos[field].name;
    const char *meant = wg_closest_word(key, names, WG_DEVICE_FIELDS);
    return wg_json_fail(node, err, "there is no such property of devices%s%s%s", meant ? ": is it " : "",
                        meant ? meant : "", meant ? "?" : "");
}

static wg_status read_fields(wg_device *device, const wg_json *values, const char *text, wg_error *err)
{
    const char *key;
    json_t *ignored;
    wg_status status = wg_json_expect(values, JSON_OBJECT, "an object", err);
    cursor place = {text, 1};
    json_object_foreach(values->value, key, ignored)
    {
        char here[4400];
        int field = field_of(key), line = line_of(&place, key);
        wg_json node = wg_json_member(values, key);
        snprintf(here, sizeof here, "%s:%d", values->file, line);
        node.file = line ? here : values->file;
        if (field == WG_DEVICE_FIELDS)
            return no_such_field(&node, key, err);
        status = read_field(device, &node, (wg_device_field)field, err);
        if (status != WG_OK)
            return status;
    }
    for (int field = 0; field < WG_DEVICE_FIELDS && status == WG_OK; field++)
        if (wg_device_field_infos[field].required && !device->known[field])
            status = wg_json_fail(values, err, "%s is missing", wg_device_field_infos[field].name);
    return status;
}

static wg_status read_device(wg_device *device, const wg_json *root, const char *text, wg_error *err)
{
    wg_json title = wg_json_member(root, "title"), capability = wg_json_member(root, "compute_capability");
    wg_json values = wg_json_member(root, "values");
    const char *title_text, *capability_text;
    wg_status status = wg_json_string(&title, &title_text, err);
    if (status == WG_OK)
        status = wg_json_string(&capability, &capability_text, err);
    if (status != WG_OK)
        return status;
    snprintf(device->title, sizeof device->title, "%s", title_text);
    if (sscanf(capability_text, "%d.%d", &device->major, &device->minor) != 2)
        return wg_json_fail(&capability, err, "expected MAJOR.MINOR");
    return read_fields(device, &values, text, err);
}

static wg_status no_such_device(const char *name, wg_error *err)
{
    char **names;
    size_t count;
    wg_text known = {0};
    wg_status status = wg_device_list(&names, &count, err);
    if (status != WG_OK)
        return status;
    for (size_t k = 0; k < count; k++)
        wg_text_addf(&known, "%s%s", k ? ", " : "", names[k]);
    const char *meant = wg_closest_word(name, (const char *const *)names, count);
    status = wg_error_set(err, WG_ERR_MISSING, "there is no device '%s'; there are: %s%s%s%s", name,
                          wg_text_get(&known), meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
    wg_text_free(&known);
    wg_device_list_free(names, count);
    return status;
}

static bool is_plain_name(const char *name)
{
    return *name && strlen(name) < sizeof((wg_device *)0)->name && !strpbrk(name, "/.");
}

/* NAME.json, wherever it is. */
static bool is_file(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && !strcmp(name + length - 5, ".json");
}

static wg_status find_file(const char *name, char *path, size_t size, wg_error *err)
{
    char *folder;
    if (is_file(name)) {
        snprintf(path, size, "%s", name);
        return WG_OK;
    }
    wg_status status = wg_data_folder(&folder, err);
    if (status != WG_OK)
        return status;
    snprintf(path, size, "%s/devices/%s.json", folder, name);
    free(folder);
    return is_plain_name(name) && wg_file_exists(path) ? WG_OK : no_such_device(name, err);
}

/* Of a file: its own, without folders and .json. */
static void set_name(wg_device *device, const char *name)
{
    const char *slash = strrchr(name, '/');
    snprintf(device->name, sizeof device->name, "%s", slash ? slash + 1 : name);
    if (is_file(device->name))
        device->name[strlen(device->name) - 5] = '\0';
}

wg_status wg_device_load(const char *name, wg_device **out, wg_error *err)
{
    char *text = NULL, path[4352];
    size_t length;
    json_t *tree = NULL;
    *out = NULL;
    wg_status status = find_file(name, path, sizeof path, err);
    if (status != WG_OK)
        return status;
    status = wg_file_read(path, &text, &length, err);
    if (status == WG_OK)
        status = wg_json_parse(path, text, length, &tree, err);
    if (status == WG_OK) {
        wg_json root = wg_json_root(path, tree);
        *out = wg_alloc(sizeof **out);
        set_name(*out, name);
        status = read_device(*out, &root, text, err);
    }
    json_decref(tree);
    free(text);
    if (status != WG_OK) {
        wg_device_free(*out);
        *out = NULL;
    }
    return status;
}

void wg_device_free(wg_device *device)
{
    for (int field = 0; device && field < WG_DEVICE_FIELDS; field++) {
        free(device->list[field]);
        free(device->word[field]);
        free(device->from[field]);
    }
    free(device);
}

void wg_device_set(wg_device *device, wg_device_field field, double value, const char *from)
{
    free(device->from[field]);
    device->known[field] = true;
    device->value[field] = value;
    device->from[field] = wg_copy(from, strlen(from));
}

void wg_device_take(wg_device *device, const wg_device *other, wg_device_field field, const char *from)
{
    wg_device_set(device, field, other->value[field], from);
    free(device->list[field]);
    free(device->word[field]);
    device->list[field] = NULL;
    device->word[field] = other->word[field] ? wg_copy(other->word[field], strlen(other->word[field])) : NULL;
    if (other->list[field]) {
        size_t size = ((size_t)other->value[field] + 1) * sizeof(double);
        device->list[field] = memcpy(wg_alloc(size), other->list[field], size);
    }
}

wg_device *wg_device_copy(const wg_device *device)
{
    wg_device *copy = wg_alloc(sizeof *copy);
    snprintf(copy->name, sizeof copy->name, "%s", device->name);
    snprintf(copy->title, sizeof copy->title, "%s", device->title);
    copy->major = device->major;
    copy->minor = device->minor;
    for (int field = 0; field < WG_DEVICE_FIELDS; field++)
        if (device->known[field])
            wg_device_take(copy, device, (wg_device_field)field, device->from[field]);
    return copy;
}

uint64_t wg_device_integer(const wg_device *device, wg_device_field field)
{
    return (uint64_t)device->value[field];
}

bool wg_device_is(const wg_device *device, wg_device_field field, const char *word)
{
    return device->word[field] && !strcmp(device->word[field], word);
}

/* ---- all devices ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

wg_status wg_device_list(char ***names, size_t *count, wg_error *err)
{
    char *folder, path[4352];
    size_t capacity = 0;
    *names = NULL;
    *count = 0;
    wg_status status = wg_data_folder(&folder, err);
    if (status != WG_OK)
        return status;
    snprintf(path, sizeof path, "%s/devices", folder);
    free(folder);
    DIR *files = opendir(path);
    if (!files)
        return wg_error_set(err, WG_ERR_SYSTEM, "%s cannot be read", path);
    for (const struct dirent *file; (file = readdir(files));) {
        const char *dot = strrchr(file->d_name, '.');
        if (!dot || strcmp(dot, ".json") != 0)
            continue;
        char *name = wg_copy(file->d_name, strlen(file->d_name));
        name[dot - file->d_name] = 0;
        *WG_PUSH(*names, *count, capacity) = name;
    }
    closedir(files);
    if (*count)
        qsort(*names, *count, sizeof **names, by_name);
    return WG_OK;
}

void wg_device_list_free(char **names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        free(names[k]);
    free(names);
}

/* Drivers name some GPUs with their maker and some without. */
static bool is_same_title(const char *a, const char *b)
{
    static const char maker[] = "NVIDIA ";
    size_t length = sizeof maker - 1;
    a += strncmp(a, maker, length) ? 0 : length;
    b += strncmp(b, maker, length) ? 0 : length;
    return !strcmp(a, b);
}

wg_device *wg_device_find(const char *title)
{
    char **names = NULL;
    size_t count = 0;
    wg_device *found = NULL;
    if (wg_device_list(&names, &count, NULL) != WG_OK)
        return NULL;
    for (size_t k = 0; k < count && !found; k++) {
        wg_device *device = NULL;
        if (wg_device_load(names[k], &device, NULL) == WG_OK && is_same_title(device->title, title))
            found = device;
        else
            wg_device_free(device);
    }
    wg_device_list_free(names, count);
    return found;
}

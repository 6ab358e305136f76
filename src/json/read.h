/* SPDX-License-Identifier: Apache-2.0 */
/* Reading JSON so that every complaint names the file and the place: "saxpy.json:
 * KernelSpecification.Arguments[2].Size: …". A wg_json is a value together with the way to it; it lives on the reader's
 * stack. */
#ifndef WG_JSON_READ_H
#define WG_JSON_READ_H

#include "warpgrind/status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct wg_json {
    json_t *value;                /* NULL: not there */
    const struct wg_json *parent; /* NULL at the root */
    const char *key;              /* in an object; NULL in an array */
    size_t index;
    const char *file;
} wg_json;

/* The caller gives *root back with json_decref. */
wg_status wg_json_parse(const char *file, const char *text, size_t length, json_t **root, wg_error *err);

wg_json wg_json_root(const char *file, json_t *root);
/* The parent must outlive what these return. Absent members, and members of what is no object, have no value. */
wg_json wg_json_member(const wg_json *object, const char *key);
wg_json wg_json_item(const wg_json *array, size_t index);
size_t wg_json_count(const wg_json *array);
bool wg_json_absent(const wg_json *node); /* also when it is null */

/* "saxpy.json: KernelSpecification.Arguments[2].Size" */
void wg_json_where(const wg_json *node, char *text, size_t size);
wg_status wg_json_fail(const wg_json *node, wg_error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts the place in front of a sentence somebody else wrote, and returns the status that came with it. */
wg_status wg_json_prefix(const wg_json *node, wg_status status, wg_error *err);

/* WG_OK when the value is of the kind; otherwise the message says what it should be: "a string", … */
wg_status wg_json_expect(const wg_json *node, json_type type, const char *what, wg_error *err);
wg_status wg_json_string(const wg_json *node, const char **out, wg_error *err);

/* Members that may be missing. */
wg_status wg_json_get_word(const wg_json *object, const char *key, const char **out, wg_error *err); /* "" */
wg_status wg_json_get_number(const wg_json *object, const char *key, double *out, wg_error *err);    /* NAN */
wg_status wg_json_get_integer(const wg_json *object, const char *key, uint64_t *out, wg_error *err); /* as before */
wg_status wg_json_get_small(const wg_json *object, const char *key, int *out, wg_error *err);        /* -1 */
wg_status wg_json_get_shape(const wg_json *object, const char *key, uint32_t out[3], wg_error *err); /* 1, 1, 1 */
bool wg_json_get_flag(const wg_json *object, const char *key);                                       /* false */

#endif

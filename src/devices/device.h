/* SPDX-License-Identifier: Apache-2.0 */
/* GPUs as data: data/devices/NAME.json, one file each, every value with its source. A folder of that shape that
 * $WARPGRIND_DATA names is looked at first. */
#ifndef WG_DEVICES_DEVICE_H
#define WG_DEVICES_DEVICE_H

#include "warpgrind/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wg_device_field {
#define FIELD(name, kind, unit, need, range, text) WG_DEVICE_##name,
#include "devices/fields.def"
#undef FIELD
    WG_DEVICE_FIELDS
} wg_device_field;

typedef enum wg_device_field_kind { WG_DEVICE_NUMBER, WG_DEVICE_LIST, WG_DEVICE_WORD } wg_device_field_kind;

typedef struct wg_device_range {
    double least, most;
    bool whole; /* no fractions */
} wg_device_range;

typedef struct wg_device_field_info {
    const char *name, *unit, *text; /* the unit of a WORD: the words it may be, with blanks between */
    wg_device_field_kind kind;
    bool required;
    wg_device_range range; /* of a NUMBER, of the numbers of a LIST */
} wg_device_field_info;

extern const wg_device_field_info wg_device_field_infos[WG_DEVICE_FIELDS];

typedef struct wg_device {
    char name[64];    /* "h200" */
    char title[96];   /* "NVIDIA H200" */
    int major, minor; /* compute capability */
    bool known[WG_DEVICE_FIELDS];
    double value[WG_DEVICE_FIELDS]; /* of a LIST: how many */
    double *list[WG_DEVICE_FIELDS]; /* LIST only */
    char *word[WG_DEVICE_FIELDS];   /* WORD only */
    char *from[WG_DEVICE_FIELDS];   /* where it is from */
} wg_device;

/* WG_ERR_MISSING with the list of names when there is no such device. */
wg_status wg_device_load(const char *name, wg_device **out, wg_error *err);
wg_device *wg_device_copy(const wg_device *device);
void wg_device_free(wg_device *device);

/* Changes a value, of a NUMBER; or takes one over from another device, of any kind. `from` is the new source. */
void wg_device_set(wg_device *device, wg_device_field field, double value, const char *from);
void wg_device_take(wg_device *device, const wg_device *other, wg_device_field field, const char *from);

/* A number as an integer; 0 where it is not known. */
uint64_t wg_device_integer(const wg_device *device, wg_device_field field);
/* Whether a WORD is that one. */
bool wg_device_is(const wg_device *device, wg_device_field field, const char *word);

/* The names of all devices, sorted; free each and the array. */
wg_status wg_device_list(char ***names, size_t *count, wg_error *err);
void wg_device_list_free(char **names, size_t count);

/* The description of that title, "NVIDIA H200"; NULL: there is none. */
wg_device *wg_device_find(const char *title);

/* The folder that holds devices/ and the like: $WARPGRIND_DATA, or found from where the program or the library lies, in
 * a source tree or an installed one. malloc'ed. */
wg_status wg_data_folder(char **folder, wg_error *err);

#endif

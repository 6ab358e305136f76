/* SPDX-License-Identifier: Apache-2.0 */
/* The types of arguments' elements, and numbers turned into them. */
#ifndef WG_SPEC_ELEMENT_H
#define WG_SPEC_ELEMENT_H

#include "expression/expression.h"

typedef enum wg_element_kind {
    WG_ELEMENT_INT,
    WG_ELEMENT_UINT,
    WG_ELEMENT_FLOAT,
    WG_ELEMENT_BYTES, /* a structure: filled from a file, or with one byte value */
} wg_element_kind;

typedef struct wg_element {
    const char *name; /* "f32" */
    const char *t1;   /* "float": as tuning files spell it */
    wg_element_kind kind;
    uint8_t bytes;    /* of one number */
    uint8_t mantissa; /* WG_ELEMENT_FLOAT: stored bits of it */
    int64_t low;      /* integers: the range */
    uint64_t high;
} wg_element;

enum { WG_LARGEST_STRUCTURE = 32764 }; /* bytes: what all parameters of a kernel may have together, since CUDA 12.1 */

/* An element of `lanes` numbers: f32x4 has four. Structures are BYTES with as many lanes as bytes. */
typedef struct wg_element_type {
    const wg_element *element;
    uint32_t lanes;
} wg_element_type;

/* "f32", "float", "f32x4", "float4", "uint2", "bytes16"; false: no such type. */
bool wg_element_find(const char *text, size_t length, wg_element_type *out);
uint32_t wg_element_size(const wg_element_type *type);
/* "f32x4" */
void wg_element_format(const wg_element_type *type, char *text, size_t size);

/* Stores count numbers; floats round to nearest. One that does not fit an integer type, or is no integer, is an error,
 * and *stored is its index. */
wg_status wg_element_store(const wg_element *element, const wg_cell *values, bool real, size_t count, void *out,
                           size_t *stored, wg_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* The types of PTX as numbers. */
#ifndef WG_PTX_TYPES_H
#define WG_PTX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wg_type {
    WG_TYPE_NONE,
#define TYPE(id, spelling, bits, kind) WG_TYPE_##id,
#include "ptx/types.def"
#undef TYPE
    WG_TYPE_COUNT
} wg_type;

typedef enum wg_type_kind {
    WG_KIND_NONE,
    WG_KIND_BITS,
    WG_KIND_UINT,
    WG_KIND_SINT,
    WG_KIND_FLOAT,
    WG_KIND_BFLOAT,
    WG_KIND_PACKED,
    WG_KIND_ALT,
    WG_KIND_PRED,
    WG_KIND_OPAQUE,
} wg_type_kind;

wg_type wg_type_find(const char *spelling, size_t length); /* WG_TYPE_NONE when it is no type */
const char *wg_type_name(wg_type type);                    /* "u32" */
unsigned wg_type_bits(wg_type type);
unsigned wg_type_bytes(wg_type type); /* in memory: bits / 8, at least 1 */
wg_type_kind wg_type_kind_of(wg_type type);

#endif

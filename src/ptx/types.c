/* SPDX-License-Identifier: Apache-2.0 */
#include "ptx/types.h"

#include <string.h>

static const struct {
    const char *name;
    uint8_t bits;
    uint8_t kind;
} TYPES[WG_TYPE_COUNT] = {
    [WG_TYPE_NONE] = {"none", 0, WG_KIND_NONE},
#define TYPE(id, spelling, bits, kind) [WG_TYPE_##id] = {spelling, bits, WG_KIND_##kind},
#include "ptx/types.def"
#undef TYPE
};

wg_type wg_type_find(const char *spelling, size_t length)
{
    for (int type = WG_TYPE_NONE + 1; type < WG_TYPE_COUNT; type++)
        if (strlen(TYPES[type].name) == length && !memcmp(TYPES[type].name, spelling, length))
            return (wg_type)type;
    return WG_TYPE_NONE;
}

const char *wg_type_name(wg_type type)
{
    return TYPES[type].name;
}

unsigned wg_type_bits(wg_type type)
{
    return TYPES[type].bits;
}

unsigned wg_type_bytes(wg_type type)
{
    return TYPES[type].bits < 8 ? 1 : TYPES[type].bits / 8u;
}

wg_type_kind wg_type_kind_of(wg_type type)
{
    return (wg_type_kind)TYPES[type].kind;
}

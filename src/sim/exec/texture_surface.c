/* SPDX-License-Identifier: Apache-2.0 */
/* Surface accesses: suld, sust, sured. Surfaces are textures without a sampler; what differs is how they are addressed:
 * whole numbers, the first in bytes (.b) or in texels (.p), and .trap, .clamp or .zero for what lies outside. */
#include "sim/exec/texture.h"

typedef struct surface_access {
    wg_texture_access a;
    int handle, coordinates; /* operands */
    bool by_texel;           /* .p */
    uint32_t bytes;          /* a lane */
} surface_access;

/* Brings a coordinate into 0 … last, as the instruction says; false: there is nothing to access. */
static bool confine(const wg_insn *i, int64_t *coordinate, int64_t last)
{
    bool inside = *coordinate >= 0 && *coordinate <= last;
    if (!inside && i->cache == WG_MOD_CLAMP)
        *coordinate = *coordinate < 0 || last < 0 ? 0 : last;
    return inside || (i->cache == WG_MOD_CLAMP && last >= 0);
}

static void fault_outside(const wg_texture_access *a, const int64_t at[3])
{
    const wg_texture *t = a->t;
    wg_fault_set(a->w, a->i, a->lane,
                 "surface access outside: byte %lld of row %lld, slice %lld; the surface has %llu bytes a row, %u "
                 "rows, %u slices",
                 (long long)at[0], (long long)at[1], (long long)at[2], (unsigned long long)t->width * wg_texel_bytes(t),
                 t->height ? t->height : 1, t->depth ? t->depth : 1);
}

/* The lane's bytes on the host. NULL: there are none, *fault says whether that is an error. */
static unsigned char *surface_bytes(surface_access *s, bool *fault)
{
    wg_texture_access *a = &s->a;
    const wg_insn *i = a->i;
    *fault = true;
    if (!wg_texture_find(a, s->handle))
        return NULL;
    const wg_texture *t = a->t;
    bool array = wg_geometry_is_array(i->geometry);
    int dimensions = wg_geometry_dimensions(i->geometry),
        given = i->length[s->coordinates] ? i->length[s->coordinates] : 1;
    uint32_t size = wg_texel_bytes(t), bytes = s->by_texel ? size : s->bytes;
    int64_t at[3] = {0, 0, 0};
    for (int n = 0; n < dimensions && n + array < given; n++)
        at[n] = ((const int32_t *)wg_texture_coordinate(a->w, i, s->coordinates, n + array))[a->lane];
    if (array)
        at[2] = ((const uint32_t *)wg_texture_coordinate(a->w, i, s->coordinates, 0))[a->lane];
    at[0] *= s->by_texel ? size : 1;
    bool x = confine(i, &at[0], (int64_t)t->width * size - bytes),
         y = confine(i, &at[1], (t->height ? t->height : 1) - 1);
    bool z = confine(i, &at[2], (t->depth ? t->depth : 1) - 1);
    if (!x || !y || !z) {
        *fault = i->cache != WG_MOD_ZERO;
        if (*fault)
            fault_outside(a, at);
        return NULL;
    }
    if (at[0] % bytes) {
        wg_fault_set(a->w, i, a->lane, "misaligned surface access of %u bytes at byte %lld of a row", bytes,
                     (long long)at[0]);
        return NULL;
    }
    unsigned char *host = wg_texture_bytes(a, (uint64_t)at[0], (uint32_t)at[1], (uint32_t)at[2], bytes);
    *fault = !host;
    return host;
}

static surface_access begin(wg_warp *w, const wg_insn *i, int handle, bool by_texel, int data)
{
    unsigned elements = i->length[data] ? i->length[data] : 1;
    return (surface_access){.a = {.w = w, .i = i},
                            .handle = handle,
                            .coordinates = handle + 1,
                            .by_texel = by_texel,
                            .bytes = elements * wg_type_bytes((wg_type)i->type[0])};
}

static unsigned char *data_of(const wg_warp *w, const wg_insn *i, int k, unsigned element, int lane)
{
    return (unsigned char *)wg_texture_coordinate(w, i, k, (int)element) + (unsigned)lane * i->size[k];
}

/* ---- loads and stores of bytes ---- */

static bool load_lane(surface_access *s)
{
    const wg_insn *i = s->a.i;
    bool fault;
    const unsigned char *host = surface_bytes(s, &fault);
    uint32_t bytes = wg_type_bytes((wg_type)i->type[0]);
    if (fault)
        return false;
    for (unsigned e = 0; e < s->bytes / bytes; e++) {
        uint64_t value = 0;
        if (host)
            memcpy(&value, host + e * bytes, bytes);
        if (!i->length[0] || i->list[i->op[0] + (int)e] != WG_SLOT_NONE)
            memcpy(data_of(s->a.w, i, 0, e, s->a.lane), &value, i->size[0]);
    }
    return true;
}

static bool store_lane(surface_access *s)
{
    const wg_insn *i = s->a.i;
    bool fault;
    unsigned char *host = surface_bytes(s, &fault);
    uint32_t bytes = wg_type_bytes((wg_type)i->type[0]);
    for (unsigned e = 0; host && e < s->bytes / bytes; e++)
        memcpy(host + e * bytes, data_of(s->a.w, i, 2, e, s->a.lane), bytes);
    return !fault;
}

WG_EXEC(suld)
{
    surface_access s = begin(w, i, 1, false, 0);
    WG_FOR_REQUESTS(&s.a, if (!load_lane(&s)) return )
}

WG_EXEC(sust)
{
    surface_access s = begin(w, i, 0, false, 2);
    WG_FOR_REQUESTS(&s.a, if (!store_lane(&s)) return )
}

/* ---- stores of texels: registers hold f32 or integers, whatever the surface's format ---- */

static bool store_texel(surface_access *s)
{
    const wg_insn *i = s->a.i;
    bool fault;
    unsigned char *host = surface_bytes(s, &fault);
    unsigned given = i->length[2] ? i->length[2] : 1;
    for (unsigned c = 0; host && c < s->a.t->channels; c++) {
        uint32_t bits = 0;
        if (c < given)
            memcpy(&bits, data_of(s->a.w, i, 2, c, s->a.lane), sizeof bits);
        bits = wg_texture_encode(s->a.t, bits);
        memcpy(host + c * s->a.t->channel_bits / 8u, &bits, s->a.t->channel_bits / 8u);
    }
    return !fault;
}

WG_EXEC(sust_texel)
{
    surface_access s = begin(w, i, 0, true, 2);
    WG_FOR_REQUESTS(&s.a, if (!store_texel(&s)) return )
}

/* ---- reductions: atomic, as other blocks may run on other threads of the host ---- */

static uint64_t reduced(wg_mod action, bool is_signed, unsigned bits, uint64_t old, uint64_t value)
{
    int64_t a = bits == 32 ? (int32_t)old : (int64_t)old, b = bits == 32 ? (int32_t)value : (int64_t)value;
    switch (action) {
    case WG_MOD_ADD: return old + value;
    case WG_MOD_AND: return old & value;
    case WG_MOD_OR: return old | value;
    case WG_MOD_MIN: return (is_signed ? b < a : value < old) ? value : old;
    default: return (is_signed ? b > a : value > old) ? value : old;
    }
}

static bool reduce_lane(surface_access *s)
{
    const wg_insn *i = s->a.i;
    wg_type type = (wg_type)i->type[0];
    unsigned bits = wg_type_bits(type);
    bool fault;
    unsigned char *host = surface_bytes(s, &fault);
    if (!host)
        return !fault;
    if (s->by_texel && wg_texel_bytes(s->a.t) * 8 != bits) {
        wg_fault_set(s->a.w, i, s->a.lane, "reduction of %u bits in a surface whose texels have %u", bits,
                     wg_texel_bytes(s->a.t) * 8);
        return false;
    }
    bool is_signed = s->by_texel ? s->a.t->texel == WG_TEXEL_SINT : wg_type_kind_of(type) == WG_KIND_SINT;
    uint64_t value = 0;
    memcpy(&value, data_of(s->a.w, i, 2, 0, s->a.lane), bits / 8);
    if (bits == 32) {
        uint32_t *word = (uint32_t *)host, old = __atomic_load_n(word, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(word, &old, (uint32_t)reduced((wg_mod)i->action, is_signed, 32, old, value),
                                            true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
    } else {
        uint64_t *word = (uint64_t *)host, old = __atomic_load_n(word, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(word, &old, reduced((wg_mod)i->action, is_signed, 64, old, value), true,
                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
    }
    return true;
}

WG_EXEC(sured)
{
    surface_access s = begin(w, i, 0, false, 2);
    WG_FOR_REQUESTS(&s.a, if (!reduce_lane(&s)) return )
}

WG_EXEC(sured_texel)
{
    surface_access s = begin(w, i, 0, true, 2);
    WG_FOR_REQUESTS(&s.a, if (!reduce_lane(&s)) return )
}

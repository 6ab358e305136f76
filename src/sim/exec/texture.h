/* SPDX-License-Identifier: Apache-2.0 */
/* What texture and surface instructions have in common: finding the object and its texels, and what an access costs.
 *
 * Costs are those of an H200 (read with ncu): four neighbouring lanes make one request, and a request costs the
 * different sectors of 32 bytes its texels lie in. Rows of a pitch-linear texture are plain memory; in a CUDA array a
 * sector holds 16 bytes of two rows. Texels that a filter would weigh with zero are not read. */
#ifndef WG_SIM_EXEC_TEXTURE_H
#define WG_SIM_EXEC_TEXTURE_H

#include "sim/exec/access.h"
#include "sim/exec/numbers.h"
#include "sim/launch.h"
#include "sim/trace.h"

enum { WG_QUAD = 4, WG_FOOTPRINT = 8 }; /* lanes of a request; texels of a trilinear fetch */

/* The sectors of the request being made. */
typedef struct wg_footprint {
    uint64_t sector[WG_QUAD * WG_FOOTPRINT];
    unsigned count;
} wg_footprint;

static inline void wg_footprint_add(wg_footprint *f, uint64_t sector)
{
    for (unsigned n = 0; n < f->count; n++)
        if (f->sector[n] == sector)
            return;
    f->sector[f->count++] = sector;
}

/* One instruction at work for one lane after the other. */
typedef struct wg_texture_access {
    wg_warp *w;
    const wg_insn *i;
    int lane;
    const wg_texture *t;
    wg_texture sampled; /* what t is where the fetch has a sampler of its own */
    wg_footprint footprint;
} wg_texture_access;

static inline uint32_t wg_texel_bytes(const wg_texture *t) { return t->channels * t->channel_bits / 8u; }

/* A channel of a texel from a register that holds an f32 or an integer, whatever the format. */
static inline uint32_t wg_texture_encode(const wg_texture *t, uint32_t bits)
{
    uint32_t most = UINT32_MAX >> (32 - t->channel_bits);
    double number = wg_f32_from(bits), low = t->texel == WG_TEXEL_SINT ? -1 : 0;
    if (t->texel == WG_TEXEL_FLOAT)
        return t->channel_bits == 16 ? wg_f32_to_f16(wg_f32_from(bits)) : bits;
    if (t->normalized_float) {
        number = number > low ? (number < 1 ? number : 1) : low;
        return (uint32_t)(int64_t)ceil(number * (t->texel == WG_TEXEL_SINT ? most >> 1 : most) - 0.5);
    }
    if (t->texel == WG_TEXEL_UINT)
        return bits < most ? bits : most;
    int64_t value = (int32_t)bits, top = most >> 1;
    return (uint32_t)(value > top ? top : value < -top - 1 ? -top - 1 : value);
}

/* Replaces the way the texture is sampled by that of an OpenCL sampler. */
static inline void wg_texture_sample(wg_texture_access *a, unsigned sampler)
{
    static const uint8_t modes[8] = {WG_ADDRESS_CLAMP,  WG_ADDRESS_CLAMP, WG_ADDRESS_BORDER, WG_ADDRESS_WRAP,
                                     WG_ADDRESS_MIRROR, WG_ADDRESS_CLAMP, WG_ADDRESS_CLAMP,  WG_ADDRESS_CLAMP};
    a->sampled = *a->t;
    a->sampled.is_image = true;
    a->sampled.normalized_coords = sampler & WG_SAMPLER_NORMALIZED;
    a->sampled.linear = sampler & WG_SAMPLER_LINEAR;
    memset(a->sampled.mode, modes[sampler >> 1 & 7], sizeof a->sampled.mode);
    memset(a->sampled.border, 0, sizeof a->sampled.border);
    a->t = &a->sampled;
}

/* A handle is the operand itself (an object) or lies where it points to (a .texref or .surfref variable). */
static inline bool wg_texture_find(wg_texture_access *a, int operand)
{
    wg_block *block = a->w->block;
    const wg_textures *textures = block->launch->textures;
    uint64_t value = ((const uint64_t *)wg_row(a->w, a->i->op[operand]))[a->lane], handle = value;
    unsigned sampler = (value ^ WG_TEXTURE_HANDLE) >> 48 ? 0 : value >> WG_SAMPLER_SHIFT & 0xff;
    if (sampler & WG_SAMPLER_GIVEN) {
        handle -= (uint64_t)sampler << WG_SAMPLER_SHIFT;
    } else if (value - WG_TEXTURE_HANDLE >= UINT32_MAX) {
        const unsigned char *host = wg_heap_at(block->heap, value, sizeof handle, &block->cache);
        if (host)
            memcpy(&handle, host, sizeof handle);
    }
    a->t =
        textures && handle - WG_TEXTURE_HANDLE < textures->count ? &textures->items[handle - WG_TEXTURE_HANDLE] : NULL;
    if (a->t && a->t->width && wg_texel_bytes(a->t) && a->t->channel_bits <= 32) {
        if (sampler & WG_SAMPLER_GIVEN)
            wg_texture_sample(a, sampler);
        return true;
    }
    wg_fault_set(a->w, a->i, a->lane,
                 a->t ? "texture object 0x%llx has no texels" : "0x%llx is no texture or surface object of this launch",
                 (unsigned long long)value);
    return false;
}

/* `bytes` of a row, from byte `at` on, in host memory; counted. The place is inside the texture. */
static inline unsigned char *wg_texture_bytes(wg_texture_access *a, uint64_t at, uint32_t y, uint32_t z, uint32_t bytes)
{
    const wg_texture *t = a->t;
    uint64_t line = (uint64_t)z * (t->height ? t->height : 1) + y, address = t->address + line * t->pitch + at;
    unsigned char *host = wg_heap_at(a->w->block->heap, address, bytes, &a->w->block->caches[a->i->tally]);
    if (!host) {
        char where[256];
        wg_heap_describe(a->w->block->heap, address, where, sizeof where);
        wg_fault_set(a->w, a->i, a->lane, "the texture's memory at address 0x%llx is %s", (unsigned long long)address,
                     where);
        return NULL;
    }
    wg_footprint_add(&a->footprint, t->tiled ? t->address / WG_SECTOR + line / 2 * ((t->pitch + 15) / 16) + at / 16
                                             : address / WG_SECTOR);
    a->w->block->tallies[a->i->tally].bytes += bytes;
    return host;
}

/* Ends the request of four lanes. */
static inline void wg_texture_count(wg_texture_access *a)
{
    wg_tally *tally = &a->w->block->tallies[a->i->tally];
    tally->requests++;
    tally->sectors += a->footprint.count;
    wg_trace_texels(a->w, a->footprint.sector, a->footprint.count);
    a->footprint.count = 0;
}

/* Executes the statement for the active lanes, in requests of four; it may `return` after a fault. */
#define WG_FOR_REQUESTS(access, statement)                                                                             \
    for (int first_ = 0; first_ < WG_LANES; first_ += WG_QUAD) {                                                       \
        if (!(mask >> first_ & 0xf))                                                                                   \
            continue;                                                                                                  \
        FOR_LANES_OF(mask & 0xfu << first_, lane)                                                                      \
        {                                                                                                              \
            (access)->lane = lane;                                                                                     \
            statement;                                                                                                 \
        }                                                                                                              \
        wg_texture_count(access);                                                                                      \
    }

/* Coordinate n of operand k; also when it is written without braces. */
static inline void *wg_texture_coordinate(const wg_warp *w, const wg_insn *i, int k, int n)
{
    return wg_row(w, i->length[k] ? i->list[i->op[k] + n] : i->op[k]);
}

static inline int wg_geometry_dimensions(uint8_t geometry)
{
    switch (geometry) {
    case WG_MOD_D1:
    case WG_MOD_A1D: return 1;
    case WG_MOD_D2:
    case WG_MOD_A2D: return 2;
    default: return 3;
    }
}

static inline bool wg_geometry_is_array(uint8_t geometry)
{
    return geometry == WG_MOD_A1D || geometry == WG_MOD_A2D || geometry == WG_MOD_ACUBE;
}

static inline bool wg_geometry_is_cube(uint8_t geometry) { return geometry == WG_MOD_CUBE || geometry == WG_MOD_ACUBE; }

#endif

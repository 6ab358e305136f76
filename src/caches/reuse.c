/* SPDX-License-Identifier: Apache-2.0 */
/* What blocks share because they begin in the same place.
 *
 * A block of a matrix product reads rows of A that all blocks beside it read, and columns of B that all below it do:
 * strips. Blocks that begin to read a region in the same sector read the same strip of it, as long as its addresses
 * depend on nothing that was loaded. Where blocks begin is tried out (sim/preview.h), so it does not matter how they
 * find out.
 *
 * How often memory has to give a strip is decided by when blocks want it. Blocks of a wave begin together. As long as
 * they stay together, those with the same strip read it at the same time: once a wave, and not even that if the cache
 * holds all that a wave wants. Where the blocks of a multiprocessor have come apart, as far as they can, they follow
 * one another as if there were no waves, and one finds what another has read if the cache holds all that the blocks
 * that began between them want. */
#include "base/arena.h"
#include "caches/cache.h"
#include "caches/stream.h"
#include "machine/values.h"
#include "sim/preview.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_BLOCKS = 1 << 18, MOST_REGIONS = 16 };           /* that are looked at */
static const uint64_t MOST_INSTRUCTIONS = (uint64_t)1 << 25; /* to find out where blocks begin */

/* ---- which addresses depend on nothing that was loaded ---- */

static bool is_loaded_value(const wg_values *v, const bool *is_loaded, wg_slot slot)
{
    const wg_vreg *value = wg_vreg_of(v, slot);
    return value && is_loaded[value - v->values];
}

/* Whether anything that it reads was loaded, or computed from that. */
static bool reads_loaded(const wg_values *v, const bool *is_loaded, const wg_insn *i)
{
    const wg_slot *slots;
    for (int k = i->destinations; k < WG_MAX_OPERANDS; k++)
        for (unsigned n = wg_operand_slots(i, k, &slots); n-- > 0;)
            if (is_loaded_value(v, is_loaded, slots[n]))
                return true;
    return is_loaded_value(v, is_loaded, i->guard);
}

static bool spread(const wg_values *v, bool *is_loaded, const wg_insn *i)
{
    bool changed = false;
    const wg_slot *slots;
    if (!i->destinations || !(wg_result_is_loaded(i) || reads_loaded(v, is_loaded, i)))
        return false;
    for (int k = 0; k < i->destinations; k++)
        for (unsigned n = wg_operand_slots(i, k, &slots); n-- > 0;) {
            const wg_vreg *value = wg_vreg_of(v, slots[n]);
            changed |= value && !is_loaded[value - v->values];
            if (value)
                is_loaded[value - v->values] = true;
        }
    return changed;
}

/* By instruction. */
static bool *find_plain_loads(const wg_cache_replay *replay)
{
    const wg_program *program = replay->launch->program;
    bool *is_plain = wg_alloc((program->insn_count + 1) * sizeof *is_plain);
    wg_values v;
    if (!wg_values_find(program, 0, &v))
        return is_plain;
    bool *is_loaded = wg_alloc(v.value_count * sizeof *is_loaded);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = v.first; n < v.end; n++)
            changed |= spread(&v, is_loaded, &program->insns[n]);
    }
    for (uint32_t k = v.first; k < v.end; k++)
        is_plain[k] = replay->insns[k].access == WG_L2_READ && !replay->insns[k].is_texture &&
                      !reads_loaded(&v, is_loaded, &program->insns[k]);
    free(is_loaded);
    wg_values_free(&v);
    return is_plain;
}

/* Regions of which nothing but plain loads want anything: they are not written, either. By region. */
static bool *find_plain_regions(const wg_cache_replay *replay)
{
    const wg_stream *stream = &replay->stream;
    bool *is_plain_load = find_plain_loads(replay), *is_plain = wg_alloc((stream->region_count + 1) * sizeof *is_plain);
    for (size_t k = 0; k < stream->region_count; k++)
        is_plain[k] = stream->regions[k].first != WG_TRACE_LOCAL;
    for (size_t k = 0; k < stream->count; k++)
        is_plain[stream->items[k].region] &= is_plain_load[stream->items[k].insn];
    free(is_plain_load);
    return is_plain;
}

/* ---- where blocks begin ---- */

/* Strips of a region in the order in which blocks come to them: a table of their first sectors, and each block's. */
typedef struct strips {
    const wg_region *region;
    uint64_t *sectors; /* + 1, in slots */
    uint32_t *numbers; /* of those in the slots */
    size_t mask;
    uint32_t count;
    uint32_t *of; /* by block; 0: it does not begin here, else from 1 */
} strips;

static uint32_t number_of(strips *s, uint64_t sector)
{
    size_t at = (sector * 0x9e3779b97f4a7c15u >> 20) & s->mask;
    for (; s->sectors[at]; at = (at + 1) & s->mask)
        if (s->sectors[at] == sector + 1)
            return s->numbers[at];
    s->sectors[at] = sector + 1;
    return s->numbers[at] = ++s->count;
}

static strips new_strips(const wg_cache_replay *replay, const wg_region *r)
{
    strips s = {.region = r, .mask = 1024};
    while (s.mask < 2 * replay->trace->blocks)
        s.mask *= 2;
    s.sectors = wg_alloc(s.mask * sizeof *s.sectors);
    s.numbers = wg_alloc(s.mask * sizeof *s.numbers);
    s.of = wg_alloc(replay->trace->blocks * sizeof *s.of);
    s.mask--;
    return s;
}

struct wg_reuse {
    strips *all;
    size_t count;
    uint64_t blocks;
    uint64_t wave;   /* those that begin together */
    uint64_t window; /* those that follow one another and want as much as the cache holds */
    uint64_t block;  /* the one that is tried out */
};

static bool visit(void *user, const wg_insn *i, uint64_t address)
{
    (void)i;
    wg_reuse *w = user;
    bool seen_all = true;
    for (size_t k = 0; k < w->count; k++) {
        strips *s = &w->all[k];
        uint64_t sector = address / WG_SECTOR_BYTES;
        if (!s->of[w->block] && sector - s->region->first < s->region->size)
            s->of[w->block] = number_of(s, sector);
        seen_all &= s->of[w->block] != 0;
    }
    return seen_all;
}

static void free_table(strips *s)
{
    free(s->sectors);
    free(s->numbers);
    s->sectors = NULL;
    s->numbers = NULL;
}

/* Few blocks begin alone, and all begin somewhere. */
static bool is_shared(const wg_reuse *w, const strips *s)
{
    for (uint64_t b = 0; b < w->blocks; b++)
        if (!s->of[b])
            return false;
    return 2 * (uint64_t)s->count <= w->blocks;
}

static void try_out(wg_reuse *w, const wg_cache_replay *replay)
{
    wg_preview *preview = wg_preview_new(replay->launch);
    uint64_t walked = 0;
    for (w->block = 0; w->block < w->blocks && walked < MOST_INSTRUCTIONS; w->block++)
        walked += wg_preview_block(preview, w->block, visit, w);
    wg_preview_free(preview);
    size_t kept = 0;
    for (size_t k = 0; k < w->count; k++) {
        free_table(&w->all[k]);
        if (is_shared(w, &w->all[k]))
            w->all[kept++] = w->all[k];
        else
            free(w->all[k].of);
    }
    w->count = kept;
}

/* ---- how often memory gives a strip ---- */

static const strips *find(const wg_reuse *w, const wg_region *r)
{
    for (size_t k = 0; k < w->count; k++)
        if (w->all[k].region == r)
            return &w->all[k];
    return NULL;
}

/* How many blocks that follow one another want as much as the cache holds. */
static uint64_t find_window(const wg_reuse *w, const wg_cache_replay *replay)
{
    double bytes = 0, own = 0; /* of a block alone */
    bool **wanted = wg_alloc((w->count + 1) * sizeof *wanted);
    uint64_t window = 0;
    for (size_t k = 0; k < w->count; k++)
        wanted[k] = wg_alloc((w->all[k].count + 1) * sizeof **wanted);
    for (size_t k = 0; k < replay->stream.region_count; k++)
        if (!find(w, &replay->stream.regions[k]))
            own += replay->stream.regions[k].footprint * WG_SECTOR_BYTES / (double)w->blocks;
    for (; window < w->blocks && bytes <= replay->room.held; window++) {
        bytes += own;
        for (size_t k = 0; k < w->count; k++) {
            bool *is_there = &wanted[k][w->all[k].of[window]];
            bytes += *is_there ? 0 : w->all[k].region->footprint * WG_SECTOR_BYTES / w->all[k].count;
            *is_there = true;
        }
    }
    for (size_t k = 0; k < w->count; k++)
        free(wanted[k]);
    free(wanted);
    return window;
}

wg_reuse *wg_reuse_find(const wg_cache_replay *replay)
{
    const wg_stream *stream = &replay->stream;
    wg_reuse *w = wg_alloc(sizeof *w);
    *w = (wg_reuse){.blocks = replay->trace->blocks,
                    .wave = (uint64_t)replay->blocks_per_sm * (replay->trace->deal ? replay->trace->deal : 1),
                    .all = wg_alloc((stream->region_count + 1) * sizeof *w->all)};
    bool *is_plain = find_plain_regions(replay);
    for (size_t k = 0; k < stream->region_count && w->count < MOST_REGIONS && w->blocks <= MOST_BLOCKS; k++)
        if (is_plain[k] && stream->regions[k].footprint * WG_SECTOR_BYTES > replay->room.held / 64)
            w->all[w->count++] = new_strips(replay, &stream->regions[k]);
    free(is_plain);
    if (w->count)
        try_out(w, replay);
    if (w->count)
        w->window = find_window(w, replay);
    return w;
}

void wg_reuse_free(wg_reuse *w)
{
    for (size_t k = 0; k < w->count; k++)
        free(w->all[k].of);
    free(w->all);
    free(w);
}

double wg_reuse_read(const wg_reuse *w, const wg_region *r, bool apart)
{
    const strips *s = find(w, r);
    if (!s)
        return NAN;
    uint64_t *last = wg_alloc((s->count + 1) * sizeof *last), read = 0; /* who wanted it last, from 1 */
    for (uint64_t block = 0; block < w->blocks; block++) {
        uint64_t *before = &last[s->of[block]];
        bool is_held = *before && block + 1 - *before <= w->window,
             comes_with = *before && !apart && (*before - 1) / w->wave == block / w->wave;
        read += !is_held && !comes_with;
        *before = block + 1;
    }
    free(last);
    return r->footprint * (double)read / s->count;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "caches/cache.h"

#include "base/arena.h"

#include <stdlib.h>

void wg_level_init(wg_level *level, uint64_t bytes, uint32_t ways)
{
    uint64_t sets = bytes / WG_LINE_BYTES / ways;
    *level = (wg_level){.sets = sets ? (uint32_t)sets : 1, .ways = ways};
    size_t count = (size_t)level->sets * ways;
    level->tags = wg_alloc(sizeof *level->tags * count);
    level->used = wg_alloc(sizeof *level->used * count);
    level->lines = wg_alloc(sizeof *level->lines * count);
}

void wg_level_free(wg_level *level)
{
    free(level->tags);
    free(level->used);
    free(level->lines);
    *level = (wg_level){0};
}

/* Any power-of-two stride spreads over all sets, as on hardware since Fermi. The tag is the part of the hash that did
 * not choose the set: multiplication is one to one, so no two lines of a terabyte have both in common. */
static size_t set_of(const wg_level *level, uint64_t sector, uint32_t *tag)
{
    uint64_t hash = sector / WG_LINE_SECTORS * 0x9e3779b97f4a7c15u;
    *tag = (uint32_t)hash | 1;
    return (size_t)(((hash >> 32) * level->sets) >> 32) * level->ways;
}

static size_t find(const wg_level *level, size_t set, uint32_t tag)
{
    for (uint32_t k = 0; k < level->ways; k++)
        if (level->tags[set + k] == tag)
            return set + k;
    return SIZE_MAX;
}

static size_t oldest_of(const wg_level *level, size_t set)
{
    size_t oldest = set;
    for (uint32_t k = 1; k < level->ways; k++)
        oldest = level->used[set + k] < level->used[oldest] ? set + k : oldest;
    return oldest;
}

/* The older of two that chance names; the same ones on every run. */
static size_t older_of_two(const wg_level *level, size_t set)
{
    uint32_t dice = level->clock * 2654435761u;
    size_t one = set + (dice >> 16) % level->ways, two = set + (dice >> 24) % level->ways;
    for (uint32_t k = 0; k < level->ways; k++)
        if (!level->tags[set + k])
            return set + k;
    return level->used[one] < level->used[two] ? one : two;
}

wg_level_line *wg_level_peek(const wg_level *level, uint64_t sector)
{
    uint32_t tag;
    size_t set = set_of(level, sector, &tag), at = find(level, set, tag);
    return at == SIZE_MAX ? NULL : &level->lines[at];
}

wg_level_line *wg_level_find(wg_level *level, uint64_t sector)
{
    wg_level_line *line = wg_level_peek(level, sector);
    if (line)
        level->used[line - level->lines] = ++level->clock;
    return line;
}

wg_level_line *wg_level_place(wg_level *level, uint64_t sector, wg_level_line *evicted)
{
    uint32_t tag;
    size_t set = set_of(level, sector, &tag), at = find(level, set, tag);
    *evicted = (wg_level_line){0};
    if (at == SIZE_MAX) {
        at = level->takes_chances ? older_of_two(level, set) : oldest_of(level, set);
        *evicted = level->lines[at];
        level->tags[at] = tag;
        level->lines[at] = (wg_level_line){0};
    }
    level->used[at] = ++level->clock;
    return &level->lines[at];
}

#include "replay/cache.h"

#include "base/arena.h"

#include <stdlib.h>

void wg_level_init(wg_level *cache, uint64_t bytes, uint32_t ways)
{
    uint64_t sets = bytes / WG_LINE_BYTES / ways;
    *cache = (wg_level){.sets = sets ? (uint32_t)sets : 1, .ways = ways};
    cache->lines = wg_alloc(sizeof *cache->lines * cache->sets * ways);
}

void wg_level_free(wg_level *cache)
{
    free(cache->lines);
    *cache = (wg_level){0};
}

/* Any power-of-two stride spreads over all sets, as on hardware since Fermi. */
static wg_level_line *set_of(const wg_level *cache, uint64_t line)
{
    uint64_t hash = line * 0x9e3779b97f4a7c15u;
    return &cache->lines[(size_t)(((hash >> 32) * cache->sets) >> 32) * cache->ways];
}

static wg_level_line *find(wg_level *cache, uint64_t line, wg_level_line **oldest)
{
    wg_level_line *set = set_of(cache, line);
    *oldest = set;
    for (uint32_t k = 0; k < cache->ways; k++) {
        if (set[k].line == line + 1) {
            set[k].used = ++cache->clock;
            return &set[k];
        }
        if (set[k].used < (*oldest)->used)
            *oldest = &set[k];
    }
    return NULL;
}

wg_level_line *wg_level_find(wg_level *cache, uint64_t sector)
{
    wg_level_line *oldest;
    return find(cache, sector / WG_LINE_SECTORS, &oldest);
}

wg_level_line *wg_level_peek(const wg_level *cache, uint64_t sector)
{
    uint64_t line = sector / WG_LINE_SECTORS;
    wg_level_line *set = set_of(cache, line);
    for (uint32_t k = 0; k < cache->ways; k++)
        if (set[k].line == line + 1)
            return &set[k];
    return NULL;
}

wg_level_line *wg_level_place(wg_level *cache, uint64_t sector, wg_level_line *evicted)
{
    wg_level_line *oldest, *found = find(cache, sector / WG_LINE_SECTORS, &oldest);
    *evicted = (wg_level_line){0};
    if (found)
        return found;
    *evicted = *oldest;
    *oldest = (wg_level_line){.line = sector / WG_LINE_SECTORS + 1, .used = ++cache->clock};
    return oldest;
}

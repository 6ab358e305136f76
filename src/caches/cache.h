/* SPDX-License-Identifier: Apache-2.0 */
/* A cache as GPUs have it: lines of 128 bytes, of which each 32-byte sector comes and goes on its own; sets chosen by a
 * hash of the address, least recently used lines evicted first. It holds no data, only what is there and what state it
 * is in. */
#ifndef WG_CACHES_CACHE_H
#define WG_CACHES_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WG_SECTOR_BYTES = 32, WG_LINE_SECTORS = 4, WG_LINE_BYTES = WG_SECTOR_BYTES * WG_LINE_SECTORS };

typedef struct wg_level_line {
    uint8_t valid;    /* a bit a sector: all its bytes are here … */
    uint8_t dirty;    /* … or some of them, written and not yet in memory */
    uint8_t asked;    /* somebody wanted it: it was not just brought along */
    bool is_foreign;  /* of another launch */
    uint32_t written; /* words of sectors that are dirty but not valid: a bit each, eight of a sector */
    uint16_t region;  /* that it belongs to, by its owner's numbers */
    uint32_t bringer[WG_LINE_SECTORS / 2]; /* of each pair of sectors: the access that brought both, by its owner's */
    uint32_t dirtied;                      /* when it became dirty, by a clock of its owner's */
} wg_level_line;

/* Set by set: what a search looks at lies apart from the rest, in one or two of the host's cache lines. */
typedef struct wg_level {
    uint32_t *tags; /* of the line, not 0; 0: empty */
    uint32_t *used; /* when, by the clock */
    wg_level_line *lines;
    uint32_t sets, ways, clock;
    bool takes_chances; /* it is the older of two lines that has to go, not always the oldest of all */
} wg_level;

void wg_level_init(wg_level *cache, uint64_t bytes, uint32_t ways); /* at least one set */
void wg_level_free(wg_level *cache);

/* The line of a sector if it is there, NULL if not. It counts as used. */
wg_level_line *wg_level_find(wg_level *cache, uint64_t sector);

/* The same, and nobody notices. */
wg_level_line *wg_level_peek(const wg_level *cache, uint64_t sector);

/* The line of a sector, making room if it is not there; *evicted is what had to go (all zeros: nothing that matters).
 */
wg_level_line *wg_level_place(wg_level *cache, uint64_t sector, wg_level_line *evicted);

/* Its bit in the masks of its line. */
static inline uint8_t wg_level_bit(uint64_t sector)
{
    return (uint8_t)(1u << sector % WG_LINE_SECTORS);
}

#endif

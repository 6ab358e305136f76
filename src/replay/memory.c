/* The second-level cache and the memory behind it.
 *
 * What the recorded counters show of an H200's:
 * - A read that misses brings its sector, and when that is the first half of 64 bytes the other half with it. The
 *   first read of what was brought along counts as a miss all the same.
 * - A store needs nothing from memory: the sector counts as a hit and is dirty. One that is written only in part stays so until it has to
 *   go; then the rest is read (32 bytes, one more lookup that misses) and the whole is written.
 * - An atomic needs the old value: it is a read and a store.
 * - Dirty data is not kept until its line is evicted: above about a third of the cache the oldest goes, and of sectors
 *   written in part above about a tenth. Copies of 134 and of 268 million bytes both leave 19 million unwritten at their end.
 *   What is dirty at the end of a launch is written later, by nobody's launch. */
#include "base/arena.h"
#include "replay/cache.h"
#include "replay/stream.h"

#include <stdlib.h>

enum { L2_WAYS = 16, FULL = WG_SECTOR_BYTES / 4 };
static const double PARTIAL_SHARE = 0.115; /* of the lines */

/* Lines in the order in which they became dirty. */
typedef struct queue {
    struct entry {
        uint64_t sector; /* any of the line's */
        uint32_t dirtied;
    } * entries;
    size_t size, first, count;
} queue;

typedef struct memory {
    wg_replay *replay;
    wg_level cache;
    queue dirty, partial;
    uint32_t clock;
    wg_l2_state state;
    wg_stream_item now;
} memory;

static wg_traffic_counts *counts_of(memory *m)
{
    return &m->replay->counts[m->now.insn];
}

static double scale_of(const memory *m)
{
    const wg_region *regions = m->replay->stream.regions;
    return !regions ? 1 : m->now.is_first ? regions[m->now.region].scale : regions[m->now.region].again;
}

/* ---- to memory ---- */

static bool is_partial(const wg_level_line *line, int sector)
{
    return line->dirty >> sector & 1 && !(line->valid >> sector & 1);
}

/* These sectors, and those that are moved along because memory moves no less than a burst. */
static uint8_t in_bursts(const memory *m, uint8_t sectors)
{
    uint8_t burst = (uint8_t)((1u << m->replay->burst_sectors) - 1), moved = 0;
    for (uint32_t k = 0; k < WG_LINE_SECTORS; k += m->replay->burst_sectors)
        moved |= sectors >> k & burst ? (uint8_t)(burst << k) : 0;
    return moved;
}

static void write_back(memory *m, wg_level_line *line)
{
    wg_traffic_counts *counts = counts_of(m);
    double scale = scale_of(m);
    uint8_t written = in_bursts(m, line->dirty), filled = in_bursts(m, line->dirty & ~line->valid);
    for (int k = 0; k < WG_LINE_SECTORS; k++) {
        if (written >> k & 1)
            counts->dram_written[m->state] += WG_SECTOR_BYTES * scale;
        if (filled >> k & 1)
            counts->dram_read[m->state] += WG_SECTOR_BYTES * scale;
        if (is_partial(line, k))
            counts->l2_fills[m->state] += scale;
    }
    line->valid |= line->dirty;
    line->dirty = 0;
    line->written = 0;
}

static void push(memory *m, queue *q, const wg_level_line *line)
{
    if (q->count == q->size) {
        struct entry oldest = q->entries[q->first];
        q->first = (q->first + 1) % q->size;
        q->count--;
        wg_level_line *there = wg_level_peek(&m->cache, oldest.sector);
        if (there && there->dirty && there->dirtied == oldest.dirtied &&
            (q == &m->dirty || there->dirty & ~there->valid))
            write_back(m, there);
    }
    q->entries[(q->first + q->count++) % q->size] = (struct entry){m->now.sector, line->dirtied};
}

/* ---- the cache ---- */

static wg_level_line *place(memory *m, uint64_t sector)
{
    wg_level_line evicted, *line = wg_level_place(&m->cache, sector, &evicted);
    if (evicted.dirty)
        write_back(m, &evicted);
    return line;
}

static bool read_sector(memory *m, wg_level_line *line, uint64_t sector)
{
    uint8_t bit = wg_level_bit(sector), pair = bit | wg_level_bit(sector ^ 1);
    bool asked = line->asked & bit;
    line->asked |= bit;
    if (line->valid & bit)
        return asked;
    bool whole = sector % 2 == 0 && !((line->valid | line->dirty) & pair);
    counts_of(m)->dram_read[m->state] += (whole ? 2 : 1) * WG_SECTOR_BYTES * scale_of(m);
    line->valid |= whole ? pair : bit;
    return false;
}

static void write_sector(memory *m, wg_level_line *line, uint64_t sector, uint8_t words)
{
    uint8_t bit = wg_level_bit(sector);
    unsigned at = sector % WG_LINE_SECTORS * 4, written = (line->written >> at & 15u) + words;
    bool was_dirty = line->dirty, was_partial = line->dirty & ~line->valid;
    line->dirty |= bit;
    line->asked |= bit;
    line->written = (uint16_t)((line->written & ~(15u << at)) | (written > FULL ? FULL : written) << at);
    if (written >= FULL)
        line->valid |= bit;
    if (!was_dirty)
        line->dirtied = ++m->clock;
    if (!was_dirty)
        push(m, &m->dirty, line);
    if (!was_partial && line->dirty & ~line->valid)
        push(m, &m->partial, line);
}

static void access_item(memory *m)
{
    const wg_stream_item *item = &m->now;
    wg_level_line *line = place(m, item->sector);
    bool hit = item->access == WG_L2_WRITE || read_sector(m, line, item->sector);
    if (item->access != WG_L2_READ)
        write_sector(m, line, item->sector, item->access == WG_L2_ATOMIC ? FULL : item->words);
    if (!hit)
        counts_of(m)->l2_misses[m->state] += scale_of(m);
}

static queue new_queue(const memory *m, double share)
{
    size_t size = (size_t)(share * m->cache.sets * m->cache.ways) + 1;
    return (queue){.entries = wg_alloc(sizeof(struct entry) * size), .size = size};
}

void wg_replay_memory(wg_replay *replay, double l2_scale)
{
    memory m = {.replay = replay};
    wg_level_init(&m.cache, (uint64_t)((double)replay->l2_bytes * l2_scale), L2_WAYS);
    m.dirty = new_queue(&m, WG_L2_DIRTY_SHARE);
    m.partial = new_queue(&m, PARTIAL_SHARE);
    for (m.state = WG_L2_COLD; m.state < WG_L2_STATES; m.state++)
        for (size_t k = 0; k < replay->stream.count; k++) {
            m.now = replay->stream.items[k];
            access_item(&m);
        }
    free(m.dirty.entries);
    free(m.partial.entries);
    wg_level_free(&m.cache);
}

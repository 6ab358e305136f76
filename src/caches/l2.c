/* SPDX-License-Identifier: Apache-2.0 */
/* The second-level cache and the memory behind it.
 *
 * What the recorded counters show of an H200's:
 * - A read that misses brings 64 bytes, of which its sector is a half, unless the other half is there. What is brought
 * along is a miss for profilers, whether it is ever read or not, and a hit for whoever reads it later. An atomic brings
 * both halves every second time.
 * - A store needs nothing from memory: the sector counts as a hit and is dirty. One that is written only in part stays
 * so until it has to go; then the rest is read (32 bytes, one more lookup that misses) and the whole is written.
 * - An atomic needs the old value: it is a read and a store.
 * - A launch has about three fifths of the capacity (`probe cache`): what its halves keep of each other's lines takes
 * up the rest. A copy leaves half of that dirty, a launch that reads four times what it writes a fifth.
 * - However few sectors of a line are written, memory takes the time of a whole one for it.
 * - Not all of it may be dirty: of launches that only write, 27 million bytes are unwritten at their end, and of
 * sectors written in part above about a seventh of the cache the oldest goes (`probe unwritten`). What is dirty at the
 * end of a launch is written later, by nobody's launch.
 * - Who flushes the caches by writing as much as they hold leaves them as such a launch does. */
#include "base/arena.h"
#include "caches/cache.h"
#include "caches/stream.h"
#include "sim/trace.h"

#include <math.h>
#include <stdlib.h>

enum { ALL_SECTORS = (1 << WG_LINE_SECTORS) - 1 };

/* Lines in the order in which they became dirty. */
typedef struct queue {
    struct entry {
        wg_stream_item item; /* that made it dirty */
        uint32_t dirtied;
    } * entries;
    size_t size, first, count;
} queue;

typedef struct memory {
    wg_cache_replay *replay;
    wg_level cache;
    queue dirty, partial;
    uint32_t clock;
    wg_l2_state state;
    wg_stream_item now;
    uint32_t nth; /* … of the stream */
    double lines; /* of the whole cache, that one of these stands for */
} memory;

static wg_traffic_counts *counts_of(memory *m)
{
    return &m->replay->counts[m->now.insn];
}

/* Sectors of the launch that one of a region stands for … */
static double sectors_of(const memory *m, uint16_t region)
{
    return m->replay->stream.regions ? m->replay->stream.regions[region].scale : 1;
}

/* … and accesses that the one at hand does. */
static double scale_of(const memory *m, uint16_t region)
{
    bool is_again = m->replay->stream.regions && !m->now.is_first;
    return is_again ? m->replay->stream.regions[region].again : sectors_of(m, region);
}

/* ---- to memory ---- */

static uint8_t partial_of(const wg_level_line *line)
{
    return line->dirty & (uint8_t)~line->valid;
}

/* These sectors, and those that are moved along because memory moves no less than a burst. */
static uint8_t in_bursts(const memory *m, uint8_t sectors)
{
    uint8_t burst = (uint8_t)((1u << m->replay->burst_sectors) - 1), moved = 0;
    for (uint32_t k = 0; k < WG_LINE_SECTORS; k += m->replay->burst_sectors)
        moved |= sectors >> k & burst ? (uint8_t)(burst << k) : 0;
    return moved;
}

static double bytes_of(uint8_t sectors)
{
    return WG_SECTOR_BYTES * __builtin_popcount(sectors);
}

static void count_written(memory *m, const wg_level_line *line, double scale)
{
    wg_traffic_counts *counts = counts_of(m);
    double written = bytes_of(in_bursts(m, line->dirty));
    counts->dram_written[m->state] += written * scale;
    if (partial_of(line))
        counts->dram_lost[m->state] += fmax(0, m->replay->model->least_written_bytes - written) * scale;
}

static void write_back(memory *m, wg_level_line *line)
{
    wg_traffic_counts *counts = counts_of(m);
    double scale = line->is_foreign ? m->lines : scale_of(m, line->region);
    count_written(m, line, scale);
    counts->dram_read[m->state] += bytes_of(in_bursts(m, partial_of(line))) * scale;
    counts->l2_fills[m->state] += __builtin_popcount(partial_of(line)) * scale;
    line->valid |= line->dirty;
    line->dirty = 0;
    line->written = 0;
}

static struct entry *entry_of(const queue *q, size_t nth)
{
    return &q->entries[(q->first + nth) % q->size];
}

static void push(memory *m, queue *q, const wg_level_line *line)
{
    if (q->count == q->size) {
        struct entry oldest = *entry_of(q, 0);
        q->first = (q->first + 1) % q->size;
        q->count--;
        wg_level_line *there = wg_level_peek(&m->cache, oldest.item.sector);
        if (there && there->dirty && there->dirtied == oldest.dirtied && (q == &m->dirty || partial_of(there)))
            write_back(m, there);
    }
    *entry_of(q, q->count++) = (struct entry){m->now, line->dirtied};
}

/* ---- the cache ---- */

static wg_level_line *place(memory *m, uint64_t sector)
{
    wg_level_line evicted, *line = wg_level_place(&m->cache, sector, &evicted);
    if (evicted.dirty)
        write_back(m, &evicted);
    return line;
}

static uint32_t *bringer_of(wg_level_line *line, uint64_t sector)
{
    return &line->bringer[sector / 2 % (WG_LINE_SECTORS / 2)];
}

static bool is_same_sm(const memory *m, const wg_stream_item *item)
{
    uint32_t deal = m->replay->trace->deal ? m->replay->trace->deal : 1;
    return item->block % deal == m->now.block % deal;
}

/* Of sectors that were brought along with another: how many of those that are asked for for the first time have come.
 * If it was the same request that brought them, none has. Requests for parts of a line that a multiprocessor makes one
 * right after the other are put together, most of them. Textures have a request for each sector. */
static double part_late(const memory *m, wg_level_line *line)
{
    const wg_stream_item *bringer = &m->replay->stream.items[*bringer_of(line, m->now.sector)];
    if (m->replay->insns[m->now.insn].is_texture || !is_same_sm(m, bringer) || m->now.turn - bringer->turn > 1)
        return 1;
    return m->now.turn == bringer->turn ? 0 : m->replay->model->l2_late_part;
}

static void bring(memory *m, double sectors)
{
    double scale = scale_of(m, m->now.region);
    counts_of(m)->dram_read[m->state] += sectors * WG_SECTOR_BYTES * scale;
    if (!m->replay->stream.regions || m->now.access != WG_L2_READ)
        return;
    wg_region *r = &m->replay->stream.regions[m->now.region];
    r->brought[m->state] += sectors * scale;
    r->brings[m->state] += r->is_whole ? scale / 2 : scale;
}

static bool read_sector(memory *m, wg_level_line *line, uint64_t sector)
{
    uint8_t bit = wg_level_bit(sector), pair = bit | wg_level_bit(sector ^ 1);
    bool asked = line->asked & bit;
    line->asked |= bit;
    bool is_wanted = m->replay->stream.regions && m->replay->stream.regions[m->now.region].is_whole;
    if (line->valid & bit) {
        if (!asked)
            counts_of(m)->l2_late[m->state] += part_late(m, line) * scale_of(m, m->now.region);
        if (!asked && is_wanted)
            bring(m, 1);
        return asked;
    }
    bool by_chance = sector / 2 * 0x9e3779b97f4a7c15u >> 63;
    bool whole = (m->now.access == WG_L2_READ || by_chance) && !((line->valid | line->dirty) & pair);
    bring(m, whole && !is_wanted ? 2 : 1);
    line->valid |= whole ? pair : bit;
    if (whole)
        *bringer_of(line, sector) = m->nth;
    return false;
}

static void write_sector(memory *m, wg_level_line *line, uint64_t sector, uint8_t words)
{
    uint8_t bit = wg_level_bit(sector);
    unsigned at = sector % WG_LINE_SECTORS * 8;
    bool was_dirty = line->dirty, was_partial = partial_of(line);
    line->dirty |= bit;
    line->asked |= bit;
    line->written |= (uint32_t)words << at;
    if ((line->written >> at & WG_ALL_WORDS) == WG_ALL_WORDS)
        line->valid |= bit;
    if (!was_dirty)
        line->dirtied = ++m->clock;
    if (!was_dirty)
        push(m, &m->dirty, line);
    if (!was_partial && partial_of(line))
        push(m, &m->partial, line);
}

static void access_item(memory *m)
{
    const wg_stream_item *item = &m->now;
    wg_level_line *line = place(m, item->sector);
    line->region = item->region;
    bool hit = item->access == WG_L2_WRITE || read_sector(m, line, item->sector);
    if (item->access != WG_L2_READ)
        write_sector(m, line, item->sector, item->access == WG_L2_ATOMIC ? WG_ALL_WORDS : item->words);
    if (!hit)
        counts_of(m)->l2_misses[m->state] += scale_of(m, m->now.region);
}

/* As many lines of others as there are, the last of them dirty. */
static void flush(memory *m)
{
    const uint64_t elsewhere = (uint64_t)1 << 61, lines = (uint64_t)m->cache.sets * m->cache.ways;
    uint64_t dirty = (uint64_t)fmin((double)m->dirty.size, m->replay->foreign / WG_LINE_BYTES / m->lines);
    for (uint64_t k = 0; k < 2 * lines; k++) {
        m->now = (wg_stream_item){.sector = elsewhere + k * WG_LINE_SECTORS};
        wg_level_line evicted, *line = wg_level_place(&m->cache, m->now.sector, &evicted);
        line->is_foreign = true;
        line->valid = line->asked = ALL_SECTORS;
        if (k < 2 * lines - dirty)
            continue;
        line->dirty = ALL_SECTORS;
        line->dirtied = ++m->clock;
        push(m, &m->dirty, line);
    }
}

/* The line that an entry is about, if it is still dirty for the same reason. */
static const wg_level_line *still_dirty(const memory *m, const struct entry *e)
{
    const wg_level_line *line = wg_level_peek(&m->cache, e->item.sector);
    return line && line->dirty && line->dirtied == e->dirtied && !line->is_foreign ? line : NULL;
}

/* If a wave of blocks moves more than the cache holds, what is left was stored by the last blocks: those of the last
 * wave, and of the one before if the last, which may be small, has not moved so much. Lines of the launch; NAN: there
 * are no such waves. */
static double left_by_last_blocks(const memory *m)
{
    double waves = wg_cache_replay_waves(m->replay), last = waves - ceil(waves) + 1, held = m->replay->room.held;
    double stored = 0, moved = 0, moved_last = 0;
    for (size_t k = 0; k < m->replay->stream.region_count; k++) {
        const wg_region *r = &m->replay->stream.regions[k];
        double brought = r->brought[WG_L2_COLD] * WG_SECTOR_BYTES;
        stored += r->is_written ? r->footprint * WG_SECTOR_BYTES : 0;
        moved += brought;
        moved_last +=
            r->is_whole ? brought / ceil(waves) : last * brought / waves; /* few blocks share all of it, too */
    }
    if ((moved + stored) / waves < held)
        return NAN;
    return stored / WG_LINE_BYTES * (moved_last < held ? last + 1 : last) / waves;
}

/* The part of what the sample leaves dirty that the cache has room for, if the launch fills it as the sample does. */
static double part_left(const memory *m)
{
    double used = 0, dirty = 0; /* lines of the launch */
    size_t lines = (size_t)m->cache.sets * m->cache.ways;
    double whole = m->lines * (double)lines, by_last = left_by_last_blocks(m);
    for (size_t k = 0; k < lines; k++) {
        const wg_level_line *line = &m->cache.lines[k];
        double scale = m->cache.tags[k] && !line->is_foreign ? sectors_of(m, line->region) : 0;
        used += scale;
        dirty += line->dirty ? scale : 0;
    }
    double left =
        fmin(isnan(by_last) ? whole * dirty / (used + 1) : by_last, m->replay->room.unwritten / WG_LINE_BYTES);
    return fmin(1, left / (dirty + 1));
}

/* What is left dirty is a part of the cache, not of the launch: of what a line of a sample stands for, the rest has
 * been written. (Of sectors written in part, who knows whether blocks that are not in the sample fill them: nothing is
 * read for them.) */
static void write_the_rest(memory *m)
{
    double written = 1 - part_left(m);
    for (size_t k = 0; k < m->dirty.count; k++) {
        const struct entry *e = entry_of(&m->dirty, k);
        const wg_level_line *line = still_dirty(m, e);
        if (!line)
            continue;
        m->now = e->item;
        count_written(m, line, written * sectors_of(m, line->region));
    }
}

static queue new_queue(double bytes)
{
    size_t size = (size_t)(bytes / WG_LINE_BYTES) + 1;
    return (queue){.entries = wg_alloc(sizeof(struct entry) * size), .size = size};
}

void wg_cache_replay_l2(wg_cache_replay *replay, double l2_scale)
{
    memory m = {.replay = replay, .lines = 1 / l2_scale};
    wg_level_init(&m.cache, (uint64_t)(replay->room.held * l2_scale), (uint32_t)replay->model->l2_ways);
    m.dirty = new_queue(replay->room.unwritten * l2_scale);
    /* What is written in part is in flight: of that each multiprocessor has its share, however little of the launch is
     * replayed. */
    m.partial = new_queue(replay->room.partial * fmax(l2_scale, 1 / wg_cache_replay_more_sms(replay)));
    if (replay->foreign > 0)
        flush(&m);
    for (m.state = WG_L2_COLD; m.state < WG_L2_STATES; m.state++) {
        for (size_t k = 0; k < replay->stream.count && !wg_stopped(replay->launch->interrupted); k++) {
            m.now = replay->stream.items[k];
            m.nth = (uint32_t)k;
            access_item(&m);
        }
        if (m.state == WG_L2_COLD)
            write_the_rest(&m);
    }
    free(m.dirty.entries);
    free(m.partial.entries);
    wg_level_free(&m.cache);
}

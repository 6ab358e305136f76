/* SPDX-License-Identifier: Apache-2.0 */
/* What of each allocation a launch touches, and how often, from what the traced blocks do.
 *
 * What the traced blocks touch, times all sectors by those traced, is too much where blocks share data, so an
 * allocation's size is the most. The second level has to hold as much of its capacity as the replayed accesses touch of
 * what the launch touches, and what it misses is multiplied by that again, allocation by allocation. For data that all
 * blocks share that is 1, for data of their own it is all accesses by those traced. What misses a second time does so
 * again for as long as the launch runs, so that is multiplied by its length, too: all accesses by those traced, of as
 * many multiprocessors.
 *
 * Threads that go over an array again and again look like threads that share it. Where blocks begin tells: in the same
 * places, or each in its own. */
#include "base/arena.h"
#include "caches/cache.h"
#include "caches/stream.h"
#include "sim/trace.h"

#include <math.h>
#include <stdlib.h>

static wg_region find_region(wg_cache_replay *replay, uint64_t sector)
{
    wg_heap_cache found = {0};
    if (sector & WG_TRACE_LOCAL)
        return (wg_region){.first = WG_TRACE_LOCAL, .size = WG_TRACE_LOCAL};
    if (!wg_heap_find(replay->launch->heap, sector * WG_SECTOR_BYTES, 1, &found)) /* freed since */
        return (wg_region){.first = sector, .size = 1};
    return (wg_region){.first = found.address / WG_SECTOR_BYTES,
                       .size = (found.size + WG_SECTOR_BYTES - 1) / WG_SECTOR_BYTES};
}

/* Most often the one before. */
static uint16_t region_of(wg_cache_replay *replay, uint64_t sector, uint16_t before)
{
    enum { MOST_REGIONS = 1024 };
    wg_stream *stream = &replay->stream;
    if (stream->region_count && sector - stream->regions[before].first < stream->regions[before].size)
        return before;
    for (size_t k = 0; k < stream->region_count; k++)
        if (sector - stream->regions[k].first < stream->regions[k].size)
            return (uint16_t)k;
    if (stream->region_count == MOST_REGIONS)
        return 0;
    *WG_PUSH(stream->regions, stream->region_count, stream->region_capacity) = find_region(replay, sector);
    return (uint16_t)(stream->region_count - 1);
}

/* A set of sectors: open addressing in a table at least twice as large. */
typedef struct set {
    uint64_t *slots;
    size_t mask;
} set;

static bool is_new(set *s, uint64_t sector)
{
    size_t at = (sector * 0x9e3779b97f4a7c15u >> 20) & s->mask;
    for (; s->slots[at]; at = (at + 1) & s->mask)
        if (s->slots[at] == sector + 1)
            return false;
    s->slots[at] = sector + 1;
    return true;
}

static void add_item(wg_region *r, const wg_stream_item *item, const wg_cache_replay_insn *insn)
{
    r->asked++;
    r->reads += item->access != WG_L2_WRITE;
    r->sectors += item->is_first;
    r->is_written |= item->access != WG_L2_READ;
    r->growth += insn->growth;
    r->longest = fmax(r->longest, insn->growth);
}

/* Memory gives pairs of sectors. */
static void add_request(wg_region *r, const wg_stream_item *item, const wg_stream_item *before, set *readers)
{
    uint64_t pair = item->sector / 2;
    if (item->access == WG_L2_WRITE)
        return;
    r->requests += !before || before->block != item->block || before->turn != item->turn || before->sector / 2 != pair;
    r->readers += is_new(readers, pair * 0x9e3779b97f4a7c15u + item->block);
}

static void add_visit(wg_region *r, uint64_t pair, uint64_t wave, set *visits)
{
    const uint64_t any = UINT32_MAX;
    r->visits += is_new(visits, pair * 0x9e3779b97f4a7c15u + wave);
    r->pairs += is_new(visits, pair * 0x9e3779b97f4a7c15u + any);
}

static set new_set(size_t count)
{
    set s = {.mask = 1024};
    while (s.mask < count * 2)
        s.mask *= 2;
    s.slots = wg_alloc(sizeof *s.slots * s.mask);
    s.mask--;
    return s;
}

/* Blocks of a wave run at the same time, more or less. */
static uint64_t wave_of(const wg_cache_replay *replay, uint32_t block)
{
    uint64_t blocks = (uint64_t)replay->blocks_per_sm * replay->trace->deal;
    return blocks ? block / blocks : 0;
}

void wg_regions_find(wg_cache_replay *replay)
{
    wg_stream *stream = &replay->stream;
    set seen = new_set(stream->count), readers = new_set(stream->count), visits = new_set(2 * stream->count);
    set waves = new_set(stream->count);
    for (size_t k = 0; k < stream->count; k++) {
        wg_stream_item *item = &stream->items[k], *before = k ? item - 1 : NULL;
        item->region = region_of(replay, item->sector, before ? before->region : 0);
        item->is_first = is_new(&seen, item->sector);
        add_item(&stream->regions[item->region], item, &replay->insns[item->insn]);
        add_request(&stream->regions[item->region], item, before, &readers);
        add_visit(&stream->regions[item->region], item->sector / 2, wave_of(replay, item->block), &visits);
        stream->waves += is_new(&waves, wave_of(replay, item->block));
    }
    for (size_t k = 0; k < stream->region_count; k++)
        stream->regions[k].growth /= (double)stream->regions[k].asked;
    for (size_t k = 0; k < stream->count; k++) {
        const wg_stream_item *item = &stream->items[k];
        double *footprint = &replay->counts[item->insn].footprint;
        *footprint = fmax(*footprint, (double)stream->regions[item->region].sectors);
    }
    free(seen.slots);
    free(readers.slots);
    free(visits.slots);
    free(waves.slots);
}

double wg_cache_replay_more_sms(const wg_cache_replay *replay)
{
    const wg_sample *sample = &replay->launch->sample;
    double all = fmin(replay->trace->deal, (double)replay->trace->blocks), here = wg_trace_dealt(replay->trace);
    return fmax(1, all / (sample->waves ? fmin(here, sample->chosen) : here));
}

/* Local memory is there once for each place on a multiprocessor. */
static double most_sectors(const wg_cache_replay *replay, const wg_region *r)
{
    bool is_local = r->first == WG_TRACE_LOCAL;
    return is_local ? (double)r->sectors * wg_cache_replay_more_sms(replay) : fmax((double)r->size, (double)r->sectors);
}

/* The traced multiprocessors have their share of the cache for what they work on at a time, however little of the
 * launch that is, as long as it does not hold all they touch. */
static double in_flight(const wg_cache_replay *replay, double sectors)
{
    return fmin(replay->room.share / wg_cache_replay_more_sms(replay),
                0.5 * sectors * WG_SECTOR_BYTES / (double)replay->l2_bytes);
}

/* Different sectors of a region that such a part of the launch touches. */
static double sectors_within(const wg_cache_replay *replay, const wg_region *r, double part)
{
    return fmin((double)r->sectors * fmax(1, part * r->growth), most_sectors(replay, r));
}

/* Whether a wave of blocks touches more than the second level holds: then nothing is left for the next one, and it
 * brings again what it shares with the one before. */
static bool waves_start_anew(const wg_cache_replay *replay)
{
    double sectors = 0;
    for (size_t k = 0; k < replay->stream.region_count; k++)
        sectors += sectors_within(replay, &replay->stream.regions[k], 1 / wg_cache_replay_waves(replay));
    return sectors * WG_SECTOR_BYTES > replay->room.held;
}

/* Pairs of sectors that waves of blocks touch in common, by those they would if each took its own at random: 0 where
 * they meet at their edges at most. NAN: not known. */
static double shared_by_waves(const wg_cache_replay *replay, const wg_region *r)
{
    const double few = 64;
    double waves = (double)replay->stream.waves, visits = (double)r->visits, all = most_sectors(replay, r) / 2;
    double at_random = visits - all * (1 - pow(1 - fmin(1, visits / waves / all), waves));
    return r->is_written || at_random < few ? NAN : fmin(1, (visits - (double)r->pairs) / at_random);
}

/* Sectors of the launch that memory brings of a region; `moved`: of all that it moves. What waves have in common comes
 * round again after as much else as there is in between, more or less by chance, and is gone by then or not; if a wave
 * alone is more than there is room for, it is. */
static double sectors_brought(const wg_cache_replay *replay, const wg_region *r, bool anew, double moved)
{
    double shared = shared_by_waves(replay, r), different = sectors_within(replay, r, 1),
           waves = wg_cache_replay_waves(replay);
    if (anew && !(shared < 0.5))
        return fmin(waves * sectors_within(replay, r, 1 / waves), (double)r->sectors * r->growth);
    if (anew || isnan(shared))
        return different;
    double visits = (double)r->visits / (double)r->pairs * (double)r->sectors * r->growth;
    double between = moved * WG_SECTOR_BYTES * different / visits;
    return different + shared * fmax(0, visits - different) * (1 - 1 / r->growth) * exp(-replay->room.held / between);
}

/* What misses a second time does so again for as long as the launch runs; but what comes round again and is not too
 * large stays where the cache is not a sample's. */
static double again_of(const wg_cache_replay *replay, const wg_region *r, double sectors)
{
    double longer = fmax(1, r->longest / wg_cache_replay_more_sms(replay));
    bool stays = sectors * (double)r->sectors * WG_SECTOR_BYTES < replay->room.held / 2;
    return stays ? r->scale : fmin(r->longest, fmax(r->scale, longer * sectors));
}

/* Sectors of a region in which blocks begin, and how many of those are different ones. */
typedef struct beginning {
    size_t all, different;
} beginning;

static beginning look_at_heads(const wg_trace *trace, const wg_region *r)
{
    enum { SLOTS = 4 * WG_TRACE_HEADS * WG_TRACE_HEAD_SECTORS };
    beginning b = {0};
    set seen = {.mask = SLOTS - 1, .slots = wg_alloc(sizeof *seen.slots * SLOTS)};
    for (size_t n = 0; trace->heads && n < WG_TRACE_HEADS; n++)
        for (uint32_t k = 0; k < trace->heads[n].count; k++)
            if (trace->heads[n].sectors[k] - r->first < r->size) {
                b.all++;
                b.different += is_new(&seen, trace->heads[n].sectors[k]);
            }
    free(seen.slots);
    return b;
}

/* Whether blocks that run at the same time, all there are, touch different parts of the region. */
static bool is_dealt_out(const wg_cache_replay *replay, const wg_region *r)
{
    beginning b = look_at_heads(replay->trace, r);
    return wg_cache_replay_waves(replay) <= 1 && b.all > WG_TRACE_HEAD_SECTORS &&
           (double)b.different > 0.75 * (double)b.all;
}

/* Of what is touched again after so much else, the part that is no longer there, if what makes room is chosen at
 * random: between two visits each line survives as many misses as there are. */
static double missed_again(double touched, double held)
{
    double missed = touched > held ? 1 : 0;
    for (int k = 0; k < 40 && missed > 0; k++)
        missed = 1 - exp(-missed * touched / held);
    return missed;
}

/* Sectors that come from memory again and again because blocks go over the region several times, each over the others'
 * part, too. */
static double swept(const wg_cache_replay *replay, const wg_region *r, double touched)
{
    double asked = (double)r->sectors * r->growth;
    if (asked < 1.5 * most_sectors(replay, r) || !is_dealt_out(replay, r))
        return 0;
    return asked * missed_again(touched * WG_SECTOR_BYTES, replay->room.held);
}

/* Blocks that share strips of a region bring each as often as they find it gone: that is all there is to be known. */
static void scale_shared(wg_cache_replay *replay, wg_traffic *traffic)
{
    wg_stream *stream = &replay->stream;
    wg_reuse *strips = wg_reuse_find(replay);
    double together = 0, apart = 0;
    for (size_t k = 0; k < stream->region_count; k++) {
        wg_region *r = &stream->regions[k];
        double read[] = {wg_reuse_read(strips, r, false), wg_reuse_read(strips, r, true)};
        if (isnan(read[false]))
            continue;
        together += read[false];
        apart += read[true];
        r->scale = read[replay->apart] / (double)r->sectors;
        r->again = 0;
        r->is_whole = r->footprint > 0.9 * (double)r->size;
    }
    wg_reuse_free(strips);
    traffic->depends_on_skew = apart > 1.05 * together;
}

double wg_regions_scale(wg_cache_replay *replay, wg_traffic *traffic)
{
    wg_stream *stream = &replay->stream;
    double here = 0, all = 0, loaded = 0, stored = 0, waves = wg_cache_replay_waves(replay);
    bool anew = waves_start_anew(replay);
    traffic->touches = wg_alloc((stream->region_count + 1) * sizeof *traffic->touches);
    for (size_t k = 0; k < stream->region_count; k++)
        all += sectors_within(replay, &stream->regions[k], 1);
    for (size_t k = 0; k < stream->region_count; k++) {
        wg_region *r = &stream->regions[k];
        double sectors = r->footprint = sectors_within(replay, r, 1);
        double brought = sectors_brought(replay, r, anew, all);
        r->scale = fmax(fmax(sectors, brought), swept(replay, r, all)) / (double)r->sectors;
        r->again = again_of(replay, r, sectors / (double)r->sectors);
        here += (double)r->sectors;
        loaded += r->reads ? sectors : 0;
        stored += r->is_written ? sectors : 0;
        traffic->touches[traffic->touch_count++] =
            (wg_touch){.address = r->first * WG_SECTOR_BYTES, .bytes = sectors * WG_SECTOR_BYTES};
    }
    if (waves > 1 && all * WG_SECTOR_BYTES > replay->room.held)
        scale_shared(replay, traffic);
    traffic->footprint = (uint64_t)(all * WG_SECTOR_BYTES);
    traffic->loaded = (uint64_t)(loaded * WG_SECTOR_BYTES);
    traffic->stored = (uint64_t)(stored * WG_SECTOR_BYTES);
    return all > 0 ? fmax(here / all, in_flight(replay, here)) : 1;
}

/* Each half of the cache asks the other for what is at home there and it has no copy of. Of what memory brings, any of
 * its r readers may be anywhere: that one of them is near the half where it is not at home is likely by 1 - 2^-r. If
 * that is not the first, which it is half of the time, the half where it is at home has it: a hit for each sector of
 * the pair, where there would have been one for each that is asked for. What launches before left is in both. */
wg_lookups wg_regions_across(const wg_cache_replay *replay, wg_l2_state state)
{
    wg_lookups across = {0};
    for (size_t k = 0; k < replay->stream.region_count; k++) {
        const wg_region *r = &replay->stream.regions[k];
        double readers = fmax(1, r->growth * r->readers / fmax(r->brings[WG_L2_COLD], 1));
        double asked = r->requests > 0 ? (double)r->reads / r->requests : 0, none = exp2(-readers);
        across.all += r->brought[state] * (1 - none);
        across.hits += (0.5 - none) * (r->brought[state] - asked * r->brings[state]);
    }
    return across;
}

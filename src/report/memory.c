/* SPDX-License-Identifier: Apache-2.0 */
#include "report/memory.h"

#include "analysis/roofline.h"

enum { SECTOR = 32, WAVEFRONT = 128 };

static const struct {
    const char *title;
    wg_memory_space space;
    wg_counter requests, pieces;
    double bytes; /* of a piece */
    bool reads, writes;
} rows[] = {
    {"global loads", WG_SPACE_OF_GLOBAL, WG_COUNTER_global_load_requests, WG_COUNTER_global_load_sectors, SECTOR, true,
     false},
    {"global stores", WG_SPACE_OF_GLOBAL, WG_COUNTER_global_store_requests, WG_COUNTER_global_store_sectors, SECTOR,
     false, true},
    {"global atomics", WG_SPACE_OF_GLOBAL, WG_COUNTER_global_atomic_requests, WG_COUNTER_global_atomic_sectors, SECTOR,
     true, true},
    {"local loads", WG_SPACE_OF_LOCAL, WG_COUNTER_local_load_requests, WG_COUNTER_local_load_sectors, SECTOR, true,
     false},
    {"local stores", WG_SPACE_OF_LOCAL, WG_COUNTER_local_store_requests, WG_COUNTER_local_store_sectors, SECTOR, false,
     true},
    {"texture fetches", WG_SPACE_OF_TEXTURE, WG_COUNTER_texture_requests, WG_COUNTER_texture_sectors, SECTOR, true,
     false},
    {"shared loads", WG_SPACE_OF_SHARED, WG_COUNTER_shared_load_requests, WG_COUNTER_shared_load_wavefronts, WAVEFRONT,
     true, false},
    {"shared stores", WG_SPACE_OF_SHARED, WG_COUNTER_shared_store_requests, WG_COUNTER_shared_store_wavefronts,
     WAVEFRONT, false, true},
    {"shared atomics", WG_SPACE_OF_SHARED, WG_COUNTER_shared_atomic_requests, WG_COUNTER_shared_atomic_wavefronts,
     WAVEFRONT, true, true},
    {"constant loads", WG_SPACE_OF_CONSTANT, WG_COUNTER_constant_load_requests, WG_COUNTER_constant_load_words, 0, true,
     false},
};

static const struct {
    wg_memory_level level;
    const char *pieces;
} spaces[] = {[WG_SPACE_OF_GLOBAL] = {WG_LEVEL_L1, "sectors"},
              [WG_SPACE_OF_LOCAL] = {WG_LEVEL_L1, "sectors"},
              [WG_SPACE_OF_TEXTURE] = {WG_LEVEL_L1, "sectors"},
              [WG_SPACE_OF_SHARED] = {WG_LEVEL_SHARED, "wavefronts"},
              [WG_SPACE_OF_CONSTANT] = {WG_LEVEL_CONSTANT, "words"}};

static const struct {
    const char *title;
    wg_unit unit;
} levels[] = {[WG_LEVEL_L1] = {"L1", WG_UNIT_l1},
              [WG_LEVEL_SHARED] = {"shared memory", WG_UNIT_shared},
              [WG_LEVEL_CONSTANT] = {"constant cache", WG_UNIT_constant},
              [WG_LEVEL_L2] = {"L2", WG_UNIT_l2},
              [WG_LEVEL_DRAM] = {"DRAM", WG_UNIT_dram}};

wg_memory_level wg_memory_level_of(wg_memory_space space)
{
    return spaces[space].level;
}

const char *wg_memory_pieces(wg_memory_space space)
{
    return spaces[space].pieces;
}

static void add_accesses(const wg_record *r, wg_memory_chart *out)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const wg_memory_access a = {.title = rows[k].title,
                                    .space = rows[k].space,
                                    .requests = (double)r->counters.value[rows[k].requests],
                                    .pieces = (double)r->counters.value[rows[k].pieces],
                                    .bytes = rows[k].bytes * (double)r->counters.value[rows[k].pieces],
                                    .reads = rows[k].reads,
                                    .writes = rows[k].writes};
        wg_memory_part *part = &out->parts[spaces[a.space].level];
        if (a.requests == 0)
            continue;
        out->accesses[out->access_count++] = a;
        part->is_used = true;
        part->bytes += a.bytes;
        *(a.writes ? &part->written : &part->read) += a.bytes;
    }
}

/* What gets past L1 is the model's to say. */
static void add_outer(const wg_record *r, wg_memory_chart *out)
{
    const wg_estimate *e = &r->estimate;
    wg_roof_point point; /* the roofline's table has the same */
    wg_roof_point_of(r, &point);
    const struct {
        wg_memory_level level;
        wg_roof roof;
        double read;
    } outer[] = {{WG_LEVEL_L2, WG_ROOF_l2, e->l2_read}, {WG_LEVEL_DRAM, WG_ROOF_dram, e->dram_read}};
    for (int k = 0; k < 2; k++) {
        wg_memory_part *part = &out->parts[outer[k].level];
        double bytes = point.amount[outer[k].roof];
        bool known = outer[k].read >= 0 && outer[k].read <= bytes; /* false of NAN */
        part->bytes = bytes;
        part->is_used = out->parts[WG_LEVEL_L1].is_used && e->seconds > 0;
        part->read = known ? outer[k].read : NAN;
        part->written = known ? bytes - outer[k].read : NAN;
    }
    out->parts[WG_LEVEL_L1].hits = e->seconds > 0 ? e->l1_hits : NAN;
    out->parts[WG_LEVEL_L2].hits = e->seconds > 0 ? e->l2_hits : NAN;
}

void wg_memory_chart_of(const wg_record *r, wg_memory_chart *out)
{
    *out = (wg_memory_chart){0};
    for (int k = 0; k < WG_MEMORY_LEVELS; k++) {
        out->parts[k].title = levels[k].title;
        out->parts[k].hits = NAN;
        out->parts[k].use = r->diagnosis.limiter < WG_LIMITER_COUNT ? r->diagnosis.busy[levels[k].unit] : NAN;
    }
    add_accesses(r, out);
    add_outer(r, out);
    for (int k = 0; k < WG_MEMORY_LEVELS; k++) /* L1 and shared memory are one: its time is said of one of them */
        if (out->parts[k].is_used && out->parts[k].use == 0)
            out->parts[k].use = NAN;
}

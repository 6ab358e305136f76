/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the model: what the first-level caches leave for the second, in the order in which it gets there. */
#ifndef WG_CACHES_STREAM_H
#define WG_CACHES_STREAM_H

#include "caches/traffic.h"

enum { WG_ALL_WORDS = UINT8_MAX }; /* of a sector */

typedef struct wg_stream_item {
    uint64_t sector;
    uint32_t insn;
    uint32_t block;     /* of the warp that asks … */
    uint32_t turn;      /* … in a turn of the multiprocessor: what it asks for of a line then is one request */
    uint16_t region;    /* in wg_stream.regions */
    uint8_t words;      /* a store writes: a bit each */
    uint8_t access : 2; /* wg_l2_access */
    bool is_first : 1;  /* of its sector */
} wg_stream_item;

/* An allocation, or all local memory: what is known of a sample of its sectors. */
typedef struct wg_region {
    uint64_t first, size; /* sectors */
    uint64_t sectors;     /* different ones in the stream */
    uint64_t asked;       /* … and how often any … */
    uint64_t reads;       /* … which is read */
    uint64_t pairs;       /* different ones of 64 bytes, as memory gives them … */
    uint64_t visits;      /* … in each wave of blocks */
    double growth;        /* what the launch asks for, by that … */
    double longest;       /* … of the instruction for which that is most */
    bool is_written;
    bool is_whole;    /* it is shared, and all of it is wanted: of what is brought along, too, if not in the sample */
    double footprint; /* different sectors that the launch touches */
    double scale;     /* those of the launch, by those */
    double again;     /* times that a sector is asked for once more: those of the launch, by those in the stream */
    double requests, readers; /* of pairs of sectors that are read, in the stream; and blocks that do, of each */
    /* Sectors of the launch that memory gives for reads, and how often: most come in pairs. */
    double brought[WG_L2_STATES], brings[WG_L2_STATES];
} wg_region;

typedef struct wg_stream {
    wg_stream_item *items;
    size_t count, capacity;
    wg_region *regions;
    size_t region_count, region_capacity;
    uint64_t waves; /* of blocks that it is of */
} wg_stream;

/* What an instruction does, looked up once. */
typedef struct wg_cache_replay_insn {
    uint8_t access;     /* wg_l2_access */
    bool passes_l1;     /* a load that never looks there */
    uint32_t block;     /* a basic block's number */
    bool follows_loads; /* a store, with loads of its block between it and the one before, where ptxas puts them */
    bool is_texture;    /* whose loads are not counted as those of global memory */
    double growth;      /* sectors of the launch, by those that were replayed */
    double loads;       /* sectors of the first level … */
    double last, last_missed; /* … by the last blocks, and those it does not have */
} wg_cache_replay_insn;

typedef struct wg_cache_replay {
    const wg_model *model;
    const wg_launch *launch;
    wg_trace *trace;
    wg_cache_replay_insn *insns;
    uint64_t l1_bytes, l2_bytes;
    uint32_t l2_slices; /* 0: not known */
    bool l2_is_split;
    uint32_t burst_sectors; /* that memory moves at once: 1, 2 or 4 */
    wg_l2_room room;
    uint32_t blocks_per_sm;
    double foreign;            /* wg_traffic_options … */
    bool apart;                /* … too */
    bool is_ordered;           /* … and has such an order */
    double fences;             /* slices of the second level that a multiprocessor asks, all of them */
    double *sectors;           /* of each instruction, that were replayed */
    wg_traffic_counts *counts; /* one an instruction, as replayed: not scaled */
    wg_stream stream;
} wg_cache_replay;

static inline uint32_t wg_cache_replay_block_warps(const wg_launch *launch)
{
    return (launch->block[0] * launch->block[1] * launch->block[2] + WG_LANES - 1) / WG_LANES;
}

static inline double wg_cache_replay_waves(const wg_cache_replay *replay)
{
    double at_a_time = (double)replay->blocks_per_sm * (replay->trace->deal ? replay->trace->deal : 1);
    return fmax(1, (double)replay->trace->blocks / at_a_time);
}

/* page_locality.c: of each byte that is written to memory, so much more than it would take if pages were written from
 * end to end. */
double wg_page_locality_cost(const wg_cache_replay *replay);

/* l1.c */
void wg_cache_replay_l1(wg_cache_replay *replay);

/* regions.c: which there are in the stream; and how much of the launch's footprint that is. Tells the traffic what it
 * touches. */
void wg_regions_find(wg_cache_replay *replay);
double wg_regions_scale(wg_cache_replay *replay, wg_traffic *traffic);
/* Multiprocessors with blocks, by those whose blocks are in the trace. */
double wg_cache_replay_more_sms(const wg_cache_replay *replay);
/* … after l2.c: lookups of a cache in two halves that go from one to the other because of what is read, and the hits
 * that there are more for that. */
wg_lookups wg_regions_across(const wg_cache_replay *replay, wg_l2_state state);

/* reuse.c: finds the regions that blocks share in strips, given their footprints; and says how many sectors of one
 * memory has to give in all, to blocks that stay together or come apart: NAN, if they do not share it. */
typedef struct wg_reuse wg_reuse;
wg_reuse *wg_reuse_find(const wg_cache_replay *replay);
double wg_reuse_read(const wg_reuse *strips, const wg_region *r, bool apart);
void wg_reuse_free(wg_reuse *strips);

/* l2.c: the stream, with the cache as each wg_l2_state has it; l2_scale: of its capacity. */
void wg_cache_replay_l2(wg_cache_replay *replay, double l2_scale);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What a launch moves between the multiprocessors, the two levels of cache and memory: a model, replayed from a trace
 * of the launch. l1.c holds the first level, l2.c the second and the memory behind it; docs/design/caches.md says what
 * was measured and how far off this is.
 *
 *     wg_trace trace = wg_traffic_trace(&model);
 *     launch.traces[WG_TRACE_OF_MEMORY] = &trace;         // bounded in size; what it costs: docs/design/caches.md
 *     wg_launch_run(&launch, &profile, &err);
 *     wg_traffic_estimate(&launch, &profile, &model, &options, &traffic, &err);
 */
#ifndef WG_CACHES_TRAFFIC_H
#define WG_CACHES_TRAFFIC_H

#include "caches/residency.h"
#include "devices/occupancy.h"
#include "machine/machine.h"
#include "machine/schedule.h"
#include "model/model.h"
#include "sim/launch.h"
#include "sim/trace.h"

#include <math.h>

/* The second-level cache before the launch: without anything of its, or as the same launch before this one left it. */
typedef enum wg_l2_state { WG_L2_COLD, WG_L2_WARM, WG_L2_STATES } wg_l2_state;

typedef enum wg_l2_access { WG_L2_READ, WG_L2_WRITE, WG_L2_ATOMIC, WG_L2_ACCESSES } wg_l2_access;

/* Of the launch, or of one instruction. Sectors are 32 bytes. */
typedef struct wg_traffic_counts {
    double l1_loads, l1_hits;       /* sectors of global loads */
    double l2[WG_L2_ACCESSES];      /* sectors asked of the second level … */
    double l2_misses[WG_L2_STATES]; /* … and not there */
    double l2_late[WG_L2_STATES]; /* … of those, that memory had brought along with another, for an earlier request */
    double l2_fills[WG_L2_STATES];                              /* sectors written in part, whose rest was read */
    double dram_read[WG_L2_STATES], dram_written[WG_L2_STATES]; /* bytes; written: by whom made room … */
    double dram_lost[WG_L2_STATES]; /* … and that could have been moved meanwhile: a line takes its time, however little
                                       of it is written */
    double footprint;               /* different sectors of the allocation it touches, in the trace */
} wg_traffic_counts;

double wg_traffic_l1_hit_rate(const wg_traffic_counts *counts); /* 0 to 1; NAN: no such access */

/* Of sectors, as profilers count them: some requests need two. */
typedef struct wg_lookups {
    double all, hits;
} wg_lookups;

/* Bytes of the second level that a launch's data can have; of those, what may be waiting to be written; and of that, in
 * lines that are written only in part. */
typedef struct wg_l2_room {
    double held, unwritten, partial;
    double share; /* of its part that a multiprocessor finds for what it works on */
} wg_l2_room;
wg_l2_room wg_l2_room_of(const wg_model *model);

typedef struct wg_traffic {
    wg_traffic_counts total;
    wg_traffic_counts *insns; /* one for each program->insns */
    uint32_t insn_count;
    uint64_t l1_bytes, l2_bytes;        /* what the model gave the caches … */
    wg_l2_room room;                    /* … and what a launch's data have of the second */
    bool l2_is_split;                   /* into two halves … */
    wg_lookups l2_across[WG_L2_STATES]; /* … that ask each other for so many sectors which are read */
    double l2_fences; /* lookups by which multiprocessors find out, in the end, that all they stored has arrived */
    uint32_t blocks_per_sm;
    uint64_t footprint; /* bytes of different sectors; an estimate where sampled … */
    uint64_t loaded;    /* … in allocations that are read … */
    uint64_t stored;    /* … and in those that are written to, which may be the same */
    wg_touch *touches;  /* of each allocation; nobody's yet */
    size_t touch_count;
    uint64_t blocks_replayed;
    double written_back;  /* part of the registers that are kept in memory which gets there: spill_traffic.c adds it */
    bool depends_on_skew; /* memory has to give more if the blocks of a wave come apart */
    bool sampled;         /* not all blocks were replayed */
    bool truncated;       /* not even one block was replayed to its end */
} wg_traffic;

wg_lookups wg_traffic_l2_lookups(const wg_traffic *traffic, wg_l2_state state);
double wg_traffic_l2_hit_rate(const wg_traffic *traffic, wg_l2_state state);

typedef struct wg_traffic_options {
    uint32_t registers; /* of a thread, for the number of resident blocks; 0: not known */
    double foreign;     /* bytes of others' data in a cold second-level cache, not yet written; 0: it is empty */
    bool apart; /* the blocks of a multiprocessor end one after another, not together, so that there are no waves */
    const wg_schedule *order; /* in which ptxas has the instructions; NULL: as they are written */
} wg_traffic_options;

#define WG_TRAFFIC_FLUSHED INFINITY /* as many as can be: somebody wrote more than it holds */

/* Of a launch whose threads have so many registers. */
wg_occupancy wg_traffic_occupancy(const wg_launch *launch, const wg_model *model, uint32_t registers);

/* An empty trace with the limits this model wants. */
wg_trace wg_traffic_trace(const wg_model *model);

/* Of what the launch finds in a warm second-level cache, no more than this part is there. */
void wg_traffic_leave(wg_traffic *traffic, double part);

/* The launch has run, with such a trace, and gave this profile. options may be NULL. */
wg_status wg_traffic_estimate(const wg_launch *launch, const wg_profile *profile, const wg_model *model,
                              const wg_traffic_options *options, wg_traffic *traffic, wg_error *err);
void wg_traffic_free(wg_traffic *traffic);

/* spill_traffic.c: adds what registers that ptxas keeps in memory do to the caches, and which part of the stores gets
 * as far as memory. */
void wg_traffic_add_spills(const wg_machine *machine, const wg_launch *launch, const wg_profile *profile, uint32_t sms,
                           wg_traffic *traffic);

#endif

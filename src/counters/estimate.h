/* SPDX-License-Identifier: Apache-2.0 */
/* The time of a launch and what it is made of: the vocabulary that the model fills, that results keep, and that
 * verdicts and reports read. */
#ifndef WG_COUNTERS_ESTIMATE_H
#define WG_COUNTERS_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum wg_limiter {
#define LIMITER(id, title) WG_LIMITER_##id,
#include "counters/estimate.def"
    WG_LIMITER_COUNT
} wg_limiter;

typedef enum wg_unit {
#define UNIT(id, limiter, title) WG_UNIT_##id,
#include "counters/estimate.def"
    WG_UNIT_COUNT
} wg_unit;

typedef enum wg_stall {
#define STALL(id, title, nsight) WG_STALL_##id,
#include "counters/estimate.def"
    WG_STALL_COUNT
} wg_stall;

typedef enum wg_what_if {
#define WHAT_IF(id, limiter, title) WG_WHAT_IF_##id,
#include "counters/estimate.def"
    WG_WHAT_IF_COUNT
} wg_what_if;

typedef struct wg_estimate_info {
    const char *name, *title; /* "l1", "L1: requests and sectors" */
    wg_limiter limiter;       /* of a unit or a what-if; a limiter's own; a stall has none: WG_LIMITER_COUNT */
    const char *nsight;       /* of a stall: what Nsight Compute calls it, "long scoreboard"; "": nothing */
} wg_estimate_info;

extern const wg_estimate_info wg_limiter_infos[WG_LIMITER_COUNT], wg_unit_infos[WG_UNIT_COUNT],
    wg_stall_infos[WG_STALL_COUNT], wg_what_if_infos[WG_WHAT_IF_COUNT];

/* WG_LIMITER_COUNT: there is none of that name. */
wg_limiter wg_limiter_find(const char *name);

/* Of one run: of a launch, or of several one after the other. Times are seconds. */
typedef struct wg_estimate {
    double seconds;                   /* all of it; 0: nothing was estimated */
    double launch;                    /* of it: from one launch to the next, when there is nothing to do */
    double tail;                      /* of it: too few blocks are left for all multiprocessors */
    double busy[WG_UNIT_COUNT];       /* how long each unit works at its full rate; never more than seconds */
    double stalls[WG_STALL_COUNT];    /* shares of the warps' time: they add up to 1 */
    double what_if[WG_WHAT_IF_COUNT]; /* seconds; NAN: not tried, or it would change nothing */
    double minimum; /* what the device needs for the same useful work, whoever does it; NAN: not known */
    double cold;    /* seconds if the second-level cache were empty before; NAN: as long, not asked, or it was */
    double launches;
    double blocks_per_sm, warps_per_sm; /* that run at a time */
    double occupancy;                   /* warps_per_sm of those it could hold: 0 to 1 */
    double waves;                       /* how often all multiprocessors are filled, of a launch */
    double registers;                   /* of a thread */
    double lanes;                       /* active ones, of the issued instructions: 0 to 1 */
    double dram_read, l2_read; /* of dram_bytes and l2_bytes, what comes nearer to the kernel; NAN: not known */
    double l1_hits, l2_hits;   /* 0 to 1; NAN: no such access */
    double dram_bytes, l2_bytes;
    double footprint;        /* bytes of the different sectors it reads, and of those it writes */
    double atomic_bytes;     /* … and that its global atomics update */
    double random_conflicts; /* of the bank conflicts, 0 to 1: those that no stride explains */
    double reuse;            /* how often a block loads a word of global memory; NAN: not known */
    double load_stride;      /* bytes between lanes of the load that wastes most sectors; 0: not the same everywhere */
    unsigned model_own;      /* numbers of the GPU that the time model goes by: those that are the GPU's own … */
    unsigned model_borrowed; /* … and those that are another's, or assumed */
    bool is_cold;            /* the second-level cache was empty before */
    bool registers_are_estimated; /* no ptxas said how many */
    bool is_partial;              /* registers are in memory, where nobody asked for it: their traffic is a guess */
} wg_estimate;

/* What an instruction has of the warps' time: cycles of a replay, or shares. */
typedef struct wg_insn_time {
    double waits;                  /* before and in it, whoever is to blame */
    double stalls[WG_STALL_COUNT]; /* that it is to blame for, wherever warps stand: the result that is missing is its
                                      own, or the queue that is full is the one before it */
} wg_insn_time;

/* One after the other: times and bytes add up, shares are weighted with them. */
void wg_estimate_add(wg_estimate *sum, const wg_estimate *one);

/* Of all launches of a run: the host starts one every so many seconds. Short ones wait for it; long ones queue up, and
 * it is ahead. */
void wg_estimate_wait_for_host(wg_estimate *run, double interval);

#endif

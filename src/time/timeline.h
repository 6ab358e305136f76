/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the replay: what the blocks of a trace do, as a multiprocessor replays it. */
#ifndef WG_TIME_TIMELINE_H
#define WG_TIME_TIMELINE_H

#include "caches/traffic.h"
#include "machine/machine.h"
#include "time/sm.h"

/* Cycles of what does not depend on where data is. */
typedef struct wg_latencies {
    double of[WG_LATENCY_BARRIER + 1];
} wg_latencies;

typedef struct wg_timeline {
    wg_sm_insn *insns;
    uint32_t insn_count, registers;
    wg_sm_op *ops;
    wg_sm_warp *warps;
    wg_sm_block *blocks;
    size_t op_count, block_count;
    double issues; /* machine instructions in it */
} wg_timeline;

typedef struct wg_timeline_source {
    const wg_launch *launch; /* with its trace of time */
    const wg_profile *profile;
    const wg_model *model;
    const wg_machine *machine;
    const wg_traffic *traffic;
    const wg_latencies *latencies;
    wg_l2_state state;
    const wg_schedule *order;
    const struct wg_demand *demand;   /* of each instruction, … */
    const struct wg_insn_role *roles; /* … likewise; both NULL: nobody asks what could be */
} wg_timeline_source;

/* WG_WHAT_IF_COUNT: as it is. */
void wg_timeline_make(const wg_timeline_source *source, wg_what_if what_if, wg_timeline *out);
void wg_timeline_free(wg_timeline *timeline);

/* So many blocks: those there are again and again, if there are fewer. */
void wg_timeline_replay(const wg_sm *sm, const wg_timeline *timeline, size_t blocks, wg_sm_result *result);

/* What becomes one: two blocks; the two halves of each; two iterations of each warp's loops, which is unrolling. */
typedef enum wg_joined { WG_JOINED_BLOCKS, WG_JOINED_WARPS, WG_JOINED_ITERATIONS } wg_joined;

/* Every two become one that does the work of both, side by side. second: a wg_second of each instruction; latches: a
 * wg_latch of each, with room for twice as many. False: there is only one. */
bool wg_timeline_double(wg_timeline *timeline, wg_joined what, const uint8_t *second, uint8_t *latches);
/* Those, for such a launch: insn_count of the timeline. */
void wg_timeline_second(const wg_timeline_source *source, wg_what_if what_if, uint8_t *second);

/* skew.c: whether blocks of a launch of so many waves end one after another in the end. Shortens what the warps do. */
bool wg_blocks_skew(const wg_model *model, const wg_sm *sm, wg_timeline *timeline, uint32_t resident, double waves);

/* multiprocessor.c: the model's numbers, for a launch whose blocks keep so many multiprocessors busy. */
typedef struct wg_sm_moved {
    double read, written; /* bytes of memory … */
    double requests;      /* … and requests for those that are read */
} wg_sm_moved;
void wg_sm_mix(const wg_model *model, const wg_sm_moved *moved, wg_sm *sm);
wg_status wg_sm_from_model(const wg_model *model, uint32_t active, wg_sm *sm, wg_latencies *latencies, wg_error *err);
/* Hz; products of matrices may lower it. */
double wg_sm_clock(const wg_model *model, bool multiplies_matrices);

#endif

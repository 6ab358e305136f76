/* SPDX-License-Identifier: Apache-2.0 */
/* Private to the estimate: what its files share. sampling.c chooses what of a launch is run and traced, waves.c makes
 * the time of a multiprocessor's blocks from that of those that are replayed, what_if.c replays the launch as it is and
 * as it could be, breakdown.c says what the time is made of, estimate.c puts them together. */
#ifndef WG_TIME_ESTIMATOR_H
#define WG_TIME_ESTIMATOR_H

#include "time/estimate.h"
#include "time/timeline.h"

enum { WG_REPLAYED_OPERATIONS = 150000 }; /* of a trace of time, about */

struct wg_estimator {
    const wg_program *program;
    wg_model model;
    wg_estimator_options options;
    wg_machine *machine;
    wg_schedule order;
    uint32_t resident;
    wg_sample sample; /* of the last launch that was looked at */
    size_t skip;      /* operations of a warp, before those that are traced */
    wg_trace memory, time;
    wg_touch *touches; /* of the last launch that was looked at */
    size_t touch_count;
};

uint32_t wg_estimator_registers(const wg_estimator *estimator); /* of a thread */
/* What was touched last is what others find. */
void wg_estimator_remember(wg_estimator *estimator);

static inline uint32_t wg_warps_of(const wg_launch *launch)
{
    return (launch->block[0] * launch->block[1] * launch->block[2] + WG_LANES - 1) / WG_LANES;
}

static inline uint64_t wg_blocks_of(const wg_launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

/* What a multiprocessor has to do. */
typedef struct wg_sm_work {
    double blocks; /* of the multiprocessor, in all */
    double traced; /* part of a block's operations that are in the trace */
    double more;   /* what a block does, by what those of the trace do */
    uint32_t resident;
} wg_sm_work;

typedef struct wg_sm_time {
    double cycles;
    wg_sm_result result; /* of what was replayed */
} wg_sm_time;

/* One launch that is being estimated. */
typedef struct wg_estimation {
    wg_estimator *e;
    const wg_launch *launch;
    const wg_profile *profile;
    wg_traffic traffic;
    wg_timeline_source source;
    wg_latencies latencies;
    wg_sm sm;
    wg_sm_work work;
    double clock;    /* of the multiprocessors, Hz */
    double overhead; /* seconds of a launch with nothing to do */
} wg_estimation;

static inline double wg_estimation_seconds(const wg_estimation *m, double cycles)
{
    return cycles / m->clock;
}

/* waves.c */
wg_sm_work wg_work_of(const wg_estimation *m);
wg_sm_time wg_sm_time_of(const wg_sm *sm, const wg_timeline *timeline, const wg_sm_work *work);
/* Leaves out blocks that found no work. */
void wg_timeline_drop_idle(const wg_estimation *m, wg_timeline *timeline);

/* what_if.c: the launch as it is, whose result is the caller's to free, and the seconds of each what-if. */
wg_sm_time wg_what_if_replay(const wg_estimation *m, double seconds[WG_WHAT_IF_COUNT]);

/* breakdown.c */
void wg_estimate_break_down(const wg_estimation *m, const wg_sm_time *time, wg_estimate *out, wg_insn_time *insn_times);

#endif

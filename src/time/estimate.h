/* SPDX-License-Identifier: Apache-2.0 */
/* How long a launch takes, by replaying what one multiprocessor does.
 *
 *     wg_estimator *e = wg_estimator_new(program, device, &options);
 *     wg_estimator_begin(e, &launch, true, &err); // its traces; before wg_launch_run
 *     wg_launch_run(&launch, &profile, &err);
 *     wg_estimator_end(e, &launch, &profile, &estimate, insn_times, &err);
 *
 * docs/design/time.md says how, and docs/results/accuracy.md how far off it is. */
#ifndef WG_TIME_ESTIMATE_H
#define WG_TIME_ESTIMATE_H

#include "caches/traffic.h"
#include "counters/estimate.h"
#include "devices/device.h"
#include "sim/launch.h"

typedef struct wg_estimator wg_estimator;

typedef struct wg_estimator_options {
    uint32_t registers;                      /* of a thread, as ptxas said; 0: they are estimated */
    double spill_stores, spill_loads, frame; /* bytes of those it keeps in memory, as ptxas said: spills.h */
    bool cold;             /* the caches were flushed before the launch, else they are as the same launch left them */
    bool what_if;          /* estimate also what else could be */
    bool samples;          /* a launch may run as few blocks as are replayed */
    bool may_sample;       /* … if it is large and its blocks are alike: sampling.c says when that is certain */
    wg_residency *history; /* what else runs in between; NULL: nothing does */
} wg_estimator_options;

/* The program and the device must outlive it. */
wg_estimator *wg_estimator_new(const wg_program *program, const wg_device *device, const wg_estimator_options *options);
void wg_estimator_free(wg_estimator *estimator); /* NULL is fine */

/* Grid, block and dynamic shared memory are set; gives it traces, and a sample where that is allowed. One that is not
 * new is as the last: it gets the same sample and no traces, and needs no end. */
wg_status wg_estimator_begin(wg_estimator *estimator, wg_launch *launch, bool is_new, wg_error *err);

/* insn_times: of each of the program's instructions its shares of the warps' time; may be NULL.
 * WG_ERR_MISSING: the device's file does not say enough. */
wg_status wg_estimator_end(wg_estimator *estimator, const wg_launch *launch, const wg_profile *profile,
                           wg_estimate *out, wg_insn_time *insn_times, wg_error *err);

/* What a launch moves, whose traces some wg_estimator_begin() made: as wg_traffic_estimate() says, but with its blocks
 * as far apart as they come to be. wg_traffic_free() it. */
wg_status wg_estimator_traffic(wg_estimator *estimator, const wg_launch *launch, const wg_profile *profile,
                               const wg_traffic_options *options, wg_traffic *traffic, wg_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder, climbed: each rung built, run, compared with the reference, timed where there is a clock, counted by the
 * simulator. A rung that cannot run, or is wrong, says why and does not stop the others. */
#ifndef WG_RUN_CLIMB_H
#define WG_RUN_CLIMB_H

#include "results/record.h"
#include "run/ablation.h"
#include "spec/ladder.h"

typedef struct wg_climb_options {
    const char *device;    /* NULL: sim:h200 */
    wg_engine *opened;     /* the device, if the caller has it open already */
    wg_contents *contents; /* of the arguments, kept from climb to climb; NULL: made for this one */
    wg_engine_options engine;
    wg_timing_options timing;
    const char *const *methods; /* names of rungs, in any order; none: all */
    size_t method_count;
    bool no_counters; /* of the simulator, where another device measures */
    bool no_check;
    const wg_ladder *checks; /* the same ladder at other sizes: results are compared there; NULL: where they are made */
    bool ablate;             /* kernels in PTX are taken apart */
    bool no_time;            /* each rung runs once */
    void (*begin_rung)(void *user, const wg_rung *rung, size_t number, size_t count); /* may be NULL */
    void *user;
} wg_climb_options;

/* Fails only for reasons that concern all rungs: no such device or method, an interrupt. */
wg_status wg_climb_run(const wg_ladder *ladder, const wg_climb_options *options, wg_results **out, wg_error *err);

/* The same for several sizes of one ladder, whose records go one behind the other into one set of results; the device
 * is opened once. Records come without ladder's name, title and sizes: those are the caller's to add. */
wg_status wg_climb_add(const wg_ladder *ladder, const wg_climb_options *options, wg_results *results,
                       wg_record *records, wg_error *err);
/* How many rungs the options choose. */
wg_status wg_climb_count(const wg_ladder *ladder, const wg_climb_options *options, size_t *count, wg_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder, climbed: each rung built, run, compared with the reference, timed where there is a clock, counted by the
 * simulator. A rung that cannot run, or is wrong, says why and does not stop the others. */
#ifndef WG_RUN_CLIMB_H
#define WG_RUN_CLIMB_H

#include "run/ablation.h"
#include "spec/ladder.h"

typedef enum wg_verdict {
    WG_VERDICT_LEFT_OUT, /* this rung does not run here, or not at this size */
    WG_VERDICT_RIGHT,
    WG_VERDICT_UNCHECKED, /* it ran; there is nothing to compare with */
    WG_VERDICT_WRONG,
    WG_VERDICT_FAILED, /* it could not be built or run */
} wg_verdict;

typedef struct wg_rung_result {
    const wg_rung *rung;
    wg_verdict verdict;
    char reason[1024]; /* unless it is right */
    char device[64];   /* where it ran */
    char kernel[128], compiler[64];
    bool has_time, has_counters, sampled;
    wg_timing timing;
    wg_counters counters;
    wg_estimate estimate; /* of the model; seconds 0: none */
    double simulation_seconds;
    double flops, bytes, items;
    double bound; /* the least seconds the device needs for that; NAN: not known */
    uint32_t grid[3], block[3];
    uint64_t launches;
    int registers, local_bytes, blocks_per_sm; /* -1: not known */
    wg_ablation_result *ablation;              /* NULL: nobody asked, or it cannot be taken apart */
} wg_rung_result;

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
    bool ablate;  /* kernels in PTX are taken apart */
    bool no_time; /* each rung runs once */
    void (*begin_rung)(void *user, const wg_rung *rung, size_t number, size_t count); /* may be NULL */
    void *user;
} wg_climb_options;

typedef struct wg_climb {
    const wg_ladder *ladder;
    char device[64], title[128];
    wg_rung_result *results;
    size_t count;
} wg_climb;

/* Fails only for reasons that concern all rungs: no such device or method, an interrupt. */
wg_status wg_climb_run(const wg_ladder *ladder, const wg_climb_options *options, wg_climb **out, wg_error *err);
void wg_climb_free(wg_climb *climb); /* NULL is fine */

/* Thousand millions a second: of flops, bytes or items, as the rung's unit says; NAN: no time. */
double wg_rung_rate(const wg_rung_result *result, const char **unit);

#endif

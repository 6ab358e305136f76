/* SPDX-License-Identifier: Apache-2.0 */
/* A run, taken apart: variants of its kernels (ptx/ablate.h) on the same engine and the same memory, as many blocks on
 * a multiprocessor as before, each timed where there is a clock, counted and estimated where it is simulated. */
#ifndef WG_RUN_ABLATION_H
#define WG_RUN_ABLATION_H

#include "results/ablation.h"
#include "run/timing.h"

typedef struct wg_ablation_options {
    wg_engine_options
        engine; /* of the simulator that says which accesses are not ideal, where another device measures */
    wg_timing_options timing;
    const wg_timing *full; /* of the kernel as it is, if it is known already; may be NULL */
} wg_ablation_options;

/* The run must have been launched, and been opened with WG_IDEAL_SLACK; it has its own kernels again afterwards, and
 * whatever the variants left in memory. A variant that is not possible says why: that is no failure. */
wg_status wg_ablation_run(wg_run *run, const wg_ablation_options *options, wg_ablation_result *out, wg_error *err);

/* Opens the device and the spec for it. */
wg_status wg_ablation_of(const wg_spec *spec, const char *device, const wg_ablation_options *options,
                         wg_ablation_result *out, wg_error *err);

#endif

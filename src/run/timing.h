/* SPDX-License-Identifier: Apache-2.0 */
/* How long a run takes: medians, and how much the samples differ. */
#ifndef WG_RUN_TIMING_H
#define WG_RUN_TIMING_H

#include "results/timing.h"
#include "run/run.h"

typedef struct wg_timing_options {
    bool cold;            /* caches are flushed before each sample */
    double patience;      /* seconds to spend on samples; 0: a default */
    wg_stop *interrupted; /* may be NULL */
} wg_timing_options;

/* WG_ERR_UNSUPPORTED where the back end has no clock. */
wg_status wg_run_time(wg_run *run, const wg_timing_options *options, wg_timing *out, wg_error *err);

/* WG_ERR_INTERRUPTED once it is set; NULL never is. */
wg_status wg_check_interrupt(wg_stop *interrupted, wg_error *err);

#endif

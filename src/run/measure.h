/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel's time on a real device, for the report that the simulator's counters make. */
#ifndef WG_RUN_MEASURE_H
#define WG_RUN_MEASURE_H

#include "run/timing.h"

typedef struct wg_measurement {
    wg_run *run; /* after the last launch: its memory can be read */
    wg_timing timing;
} wg_measurement;

/* Opens the device, runs the spec once from its initial contents and keeps that result's memory; then times it.
 * WG_ERR_UNSUPPORTED for a device without a clock. */
wg_status wg_measure(const wg_spec *spec, const char *device, const wg_engine_options *options,
                     const wg_timing_options *timing, wg_measurement *out, wg_error *err);
void wg_measurement_free(wg_measurement *measurement);

#endif

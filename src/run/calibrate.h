/* SPDX-License-Identifier: Apache-2.0 */
/* A device file from the device itself: what its driver says, what goes with its compute capability, and what the
 * probes measure. calibrate.def says which value comes from where. */
#ifndef WG_RUN_CALIBRATE_H
#define WG_RUN_CALIBRATE_H

#include "run/climb.h"

typedef struct wg_calibrate_options {
    const char *device;
    wg_engine_options engine;
    wg_timing_options timing;
    void (*begin)(void *user, const char *value, size_t number, size_t count); /* may be NULL */
    void (*leave_out)(void *user, const char *value, const char *why);         /* may be NULL */
    void *user;
} wg_calibrate_options;

/* WG_ERR_UNSUPPORTED for a device without a clock, or one whose driver tells nothing. A probe that does not run there
 * leaves its values out. */
wg_status wg_calibrate(const wg_calibrate_options *options, wg_device **out, wg_error *err);

#endif

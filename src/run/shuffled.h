/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a run's results depend on the order of blocks and warps. */
#ifndef WG_RUN_SHUFFLED_H
#define WG_RUN_SHUFFLED_H

#include "run/checked.h"

typedef struct wg_orders {
    uint64_t run;    /* so many other orders ran … */
    bool differ;     /* … and gave other results … */
    const char *why; /* … and why none did; NULL: they did */
} wg_orders;

/* Runs the spec of a run that was checked once more, unchecked, and then in `orders` other orders, with the seeds from
 * 1 on. Buffers that differ bit by bit, and orders in which the launch fails, become findings of the check. */
wg_status wg_run_shuffled(wg_run *checked, const char *device, const wg_engine_options *options, uint64_t orders,
                          wg_check *check, wg_orders *out, wg_error *err);

#endif

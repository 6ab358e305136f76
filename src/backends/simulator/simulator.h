/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_BACKENDS_SIMULATOR_SIMULATOR_H
#define WG_BACKENDS_SIMULATOR_SIMULATOR_H

#include "backends/ptx_kernel.h"
#include "time/estimate.h"

typedef struct wg_sim_kernel {
    wg_engine_kernel base;
    wg_ptx_kernel ptx;
    wg_loaded *loaded;
    wg_program *program;
    wg_profile profile;
    /* The model's: of all launches, of the last one, and the shape that had; launches of one shape take as long. */
    wg_estimator *estimator;
    wg_estimate estimate, last;
    wg_insn_time *insn_times, *last_times; /* shares of each instruction */
    uint32_t grid[3], block[3];
    uint64_t scalars; /* a hash of the arguments that are numbers */
} wg_sim_kernel;

/* Launch shapes the device would refuse: limits.c. `shared` is all that is dynamic. */
wg_status wg_sim_check_limits(const wg_device *device, const wg_sim_kernel *kernel, const wg_kernel_call *call,
                              uint64_t shared, wg_error *err);

#endif

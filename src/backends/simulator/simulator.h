#ifndef WG_BACKENDS_SIMULATOR_SIMULATOR_H
#define WG_BACKENDS_SIMULATOR_SIMULATOR_H

#include "backends/ptx_kernel.h"

typedef struct wg_sim_kernel {
    wg_engine_kernel base;
    wg_ptx_kernel ptx;
    wg_loaded *loaded;
    wg_program *program;
    wg_profile profile;
} wg_sim_kernel;

/* Launch shapes the device would refuse: limits.c. `shared` is all that is dynamic. */
wg_status wg_sim_check_limits(const wg_device *device, const wg_sim_kernel *kernel, const wg_kernel_call *call,
                              uint64_t shared, wg_error *err);

#endif

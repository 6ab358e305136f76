/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel needs of a multiprocessor, before it runs: registers from ptxas where it is there, else an estimate. */
#ifndef WG_RUN_RESOURCES_H
#define WG_RUN_RESOURCES_H

#include "backends/backend.h"

typedef struct wg_resources {
    char *kernel;   /* as in the source */
    char from[128]; /* "ptxas 13.0 for sm_90" */
    bool is_estimate;
    uint64_t threads; /* of a block, from the spec */
    uint64_t registers;
    uint64_t static_shared, dynamic_shared;
    uint64_t barriers;                         /* 0: not known */
    uint64_t stack, spill_stores, spill_loads; /* bytes of local memory of a thread; not known in an estimate */
} wg_resources;

/* Compiles the spec's first kernel for the device. The spec must be complete; a grid is not needed. */
wg_status wg_resources_find(wg_spec *spec, const wg_device *device, const wg_compile_options *options,
                            wg_resources *out, wg_error *err);
void wg_resources_free(wg_resources *resources);

#endif

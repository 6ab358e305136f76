/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel needs of a multiprocessor, before it runs: registers from ptxas where it is there, else an estimate. */
#ifndef WG_RUN_RESOURCES_H
#define WG_RUN_RESOURCES_H

#include "backends/backend.h"
#include "results/resources.h"

/* Compiles the spec's first kernel for the device. The spec must be complete; a grid is not needed. */
wg_status wg_resources_find(wg_spec *spec, const wg_device *device, const wg_compile_options *options,
                            wg_resources *out, wg_error *err);
void wg_resources_free(wg_resources *resources);

#endif

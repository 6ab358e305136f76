/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the public face share: the insides of its handles. */
#ifndef WG_API_API_H
#define WG_API_API_H

#include "backends/backend.h"
#include "base/guard.h"
#include "results/record.h"
#include "spec/ladder.h"
#include "warpgrind/warpgrind.h"

struct wg_kernel {
    wg_spec *spec;
    wg_ladder *ladder;           /* whose rung it is; NULL: the spec is its own */
    char path[512];              /* LADDER/RUNG */
    wg_arena arena;              /* of the settings below */
    wg_ladder_setting *settings; /* its sizes and macros, where they are not the ladder's */
    size_t setting_count, setting_capacity;
};

wg_engine_options wg_api_engine_options(const wg_options *options);
bool wg_api_is_real(const char *device); /* not the simulator's */

/* Of the request's device, which must have a clock; all that is in `out` was measured. */
wg_status wg_api_measure_ceilings(const wg_roofline_request *request, wg_ceilings *out, wg_error *err);
/* The probes and curves it asks, for a test that there are such; NULL after the last. */
const char *wg_api_ceiling_curve(size_t index, size_t curve, const char **probe);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the public face share: the insides of its handles. */
#ifndef WG_API_API_H
#define WG_API_API_H

#include "analysis/roofline.h"
#include "report/table.h"
#include "run/ablation.h"
#include "run/measure.h"
#include "run/probe.h"
#include "sim/trace.h"
#include "warpgrind/warpgrind.h"

struct wg_kernel {
    wg_spec *spec;
    wg_ladder *ladder;           /* whose rung it is; NULL: the spec is its own */
    char path[512];              /* LADDER/RUNG */
    wg_arena arena;              /* of the settings below */
    wg_ladder_setting *settings; /* its sizes and macros, where they are not the ladder's */
    size_t setting_count, setting_capacity;
};

struct wg_result {
    wg_run *run;             /* the simulator's */
    wg_measurement measured; /* on a real device; run NULL: there was none */
    wg_trace watched;        /* the line whose addresses are to be shown; watched_line 0: none */
    char *watched_file;
    wg_ablation_result *ablation; /* NULL: nobody asked */
};

struct wg_ladder_result {
    wg_ladder *ladder;
    wg_climb *climb;
};

struct wg_probe_result {
    wg_probe *probe;
};

/* The forms that are tables; those that are not, are WG_TABLE_TEXT. */
extern const wg_table_form wg_api_table_forms[];

/* Of the request's device, which must have a clock; all that is in `out` was measured. */
wg_status wg_api_measure_ceilings(const wg_roofline_request *request, wg_ceilings *out, wg_error *err);
/* The probes and curves it asks, for a test that there are such; NULL after the last. */
const char *wg_api_ceiling_curve(size_t index, size_t curve, const char **probe);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Another kernel on the same arguments: are the results the same? */
#ifndef WG_RUN_AGAINST_H
#define WG_RUN_AGAINST_H

#include "results/record.h"
#include "run/run.h"
#include "spec/ladder.h"

typedef struct wg_against_options {
    const char *what;         /* FILE[:KERNEL], FILE.json, LADDER/RUNG, LADDER/reference, or reference */
    const char *tolerance;    /* a number; NULL: the ladder's rule, or one for the type */
    bool trust;               /* C code of a ladder that is none of ours may run */
    const wg_rung *rung;      /* that ran; NULL: it was none */
    wg_engine_options engine; /* of the simulator, whose model is that of the run */
} wg_against_options;

/* Whether a text can be a tolerance; NULL can. */
wg_status wg_against_check_tolerance(const char *tolerance, wg_error *err);

/* The run has been launched, from its initial contents. A difference is no error. */
wg_status wg_against_run(wg_run *run, const wg_against_options *options, wg_results *results, wg_against **out,
                         wg_error *err);

#endif

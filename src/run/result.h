/* SPDX-License-Identifier: Apache-2.0 */
/* The figure that a ladder makes of a rung's outputs, as pi of a count. */
#ifndef WG_RUN_RESULT_H
#define WG_RUN_RESULT_H

#include "run/run.h"
#include "spec/ladder.h"

/* The rung's `result` over its sizes and macros and the first elements of its outputs, by their names, as they are now.
 * NAN: it has none. */
wg_status wg_run_result(wg_run *run, const wg_rung *rung, double *value, wg_error *err);

#endif

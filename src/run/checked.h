/* SPDX-License-Identifier: Apache-2.0 */
/* A run that is looked at: src/check sees every access. */
#ifndef WG_RUN_CHECKED_H
#define WG_RUN_CHECKED_H

#include "check/check.h"
#include "results/checked.h"
#include "run/run.h"

/* As wg_run_once, on the simulator alone, without an estimate. A fault of which the check has a finding is none of the
 * run: the finding tells it. The check must outlive the run. */
wg_status wg_run_checked(const wg_spec *spec, const char *device, const wg_engine_options *options, wg_check *check,
                         wg_run **out, wg_error *err);

/* What the check found in that run, with names as in the source and the text of the lines. It needs neither any more.
 */
wg_check_report *wg_run_check_report(const wg_run *run, const wg_check *check);

/* "file.cu:12: race in global memory", of the first error, or "clean"; and how many there are. */
const char *wg_checked_summary(const wg_check *check, wg_arena *arena, uint64_t *errors);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WG_RUN_ASSERT_H
#define WG_RUN_ASSERT_H

#include "run/run.h"

/* A counter or metric by name; a metric that does not apply is NAN. False: there is none of that name. */
bool wg_counters_find(const wg_counters *counters, const char *name, wg_value *value);
bool wg_run_value(const wg_run *run, const char *name, wg_value *value);

/* WG_ERR_FAILED, with the values of its names, when the expression is not true; / divides exactly. */
wg_status wg_run_assert(const wg_run *run, const char *expression, wg_error *err);

/* WG_OK when the expression is well-formed and its names exist. */
wg_status wg_run_assert_check(const char *expression, wg_error *err);

#endif

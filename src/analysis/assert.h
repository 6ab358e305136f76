/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions over counters and metrics: --assert 'shared_conflicts == 0'. */
#ifndef WG_ANALYSIS_ASSERT_H
#define WG_ANALYSIS_ASSERT_H

#include "counters/counters.h"
#include "warpgrind/status.h"

/* A counter or metric by name; a metric that does not apply is NAN. False: there is none of that name. */
bool wg_counters_value(const wg_counters *counters, const char *name, double *value);

/* WG_ERR_FAILED, with the values of its names, when the expression is not true; / divides exactly. */
wg_status wg_counters_assert(const wg_counters *counters, const char *expression, wg_error *err);

/* WG_OK when the expression is well-formed and its names exist. */
wg_status wg_assertion_try(const char *expression, wg_error *err);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions over quantities: --assert 'shared_conflicts == 0', --assert 'padded: occupancy >= 50'.
 *
 * An assertion is an expression, with the rungs it is about in front of it or none: then it is about all that ran. Its
 * names are those of quantities.h; ns, us and ms are seconds. Shares are per cent: what compares one with a number that
 * only makes sense from 0 to 1 is an error. */
#ifndef WG_ANALYSIS_ASSERT_H
#define WG_ANALYSIS_ASSERT_H

#include "results/record.h"
#include "warpgrind/status.h"

/* WG_OK when the assertion is well-formed and its names exist. */
wg_status wg_assertion_try(const char *assertion, wg_error *err);

/* WG_ERR_FAILED, with the values of its names, when it is not true of some record; / divides exactly. What came of it
 * for each record is added to the results. */
wg_status wg_assert(wg_results *results, const char *assertion, wg_error *err);

#endif

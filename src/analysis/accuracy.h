/* SPDX-License-Identifier: Apache-2.0 */
/* How far off an estimate may be: as far as those of kernels with the same limiter were that were measured
 * (docs/results/accuracy.md). */
#ifndef WG_ANALYSIS_ACCURACY_H
#define WG_ANALYSIS_ACCURACY_H

#include "results/record.h"

/* Of a record with a verdict; the sentence lives in the arena of the results. */
wg_expected_error wg_expected_error_of(wg_results *results, const wg_record *record);

#endif

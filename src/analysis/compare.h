/* SPDX-License-Identifier: Apache-2.0 */
/* What became of results: benchmark by benchmark faster, slower or the same; quantity by quantity better or worse. */
#ifndef WG_ANALYSIS_COMPARE_H
#define WG_ANALYSIS_COMPARE_H

#include "results/compare.h"
#include "warpgrind/status.h"

/* Measured times that differ by up to this are the same, however quiet the machine. */
#define WG_LEAST_CHANGE 0.005
/* Times of the model that differ by up to this are the same. The model repeats exactly, but differences below this say
 * nothing about a GPU: docs/use/compare.md has the figures. Its other amounts are the same up to this, too, … */
#define WG_MODEL_CHANGE 0.02
/* … and its shares up to so many percentage points. */
#define WG_MODEL_POINTS 1.0
/* Counters are compared exactly. Metrics follow from them: what changes less is not worth a line of its own. */
#define WG_METRIC_CHANGE 0.001

/* Both must have been analysed, and stay while the comparison is used. Results of different devices, sizes or caches,
 * or without a benchmark in common, cannot be compared, unless it is by force: then two kernels are compared, whatever
 * they are called. `files` are what before and after are called. */
wg_status wg_compare(const wg_results *before, const wg_results *after, const char *const files[2], bool by_force,
                     wg_comparison **out, wg_error *err);

#endif

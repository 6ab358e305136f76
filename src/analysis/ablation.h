/* SPDX-License-Identifier: Apache-2.0 */
/* What the times of a kernel's variants prove: the lectures' rows C15, E8 and E9, as a table. */
#ifndef WG_ANALYSIS_ABLATION_H
#define WG_ANALYSIS_ABLATION_H

#include "counters/estimate.h"
#include "results/ablation.h"

/* Seconds; NAN: there is no such variant. */
typedef struct wg_ablation_times {
    double full, memory_only, compute_only, ideal_access, conflict_free;
    bool compute_has_loads;     /* compute_only still loads what control flow or addresses depend on */
    bool memory_has_arithmetic; /* memory_only still computes what it stores, as others depend on that */
    bool has_textures;          /* texture units work where memory does */
    bool has_local;             /* local memory is used, by the compiler's spills too, where there is arithmetic */
} wg_ablation_times;

wg_ablation_verdict wg_ablation_read(const wg_ablation_times *times);

/* Adds to a kernel that was taken apart what each variant is a part of, and what they show together. */
void wg_ablation_judge(wg_ablation_result *ablation);

bool wg_ablation_allows(const wg_ablation_verdict *verdict, wg_limiter limiter);

#endif

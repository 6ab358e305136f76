/* SPDX-License-Identifier: Apache-2.0 */
/* A kernel taken apart: its variants (ptx/ablate.h), what each of them took, and what that shows. */
#ifndef WG_RESULTS_ABLATION_H
#define WG_RESULTS_ABLATION_H

#include "counters/counters.h"
#include "ptx/ablate.h"
#include "results/timing.h"

typedef struct wg_variant_result {
    bool has_run;
    bool is_same;   /* there is nothing to change: it would be the full kernel again */
    char note[256]; /* why it did not run, or what to know about it; may be empty */
    double seconds; /* measured, else estimated; NAN: neither */
    bool has_time, has_counters;
    wg_timing timing;
    wg_counters counters;
    wg_ablation_notes notes;
    int registers, blocks_per_sm; /* -1: not known */
    bool occupancy_differs;       /* in spite of everything */
    double percent; /* of the full kernel's time, or of its instructions, sectors or passes; NAN: no such variant;
                       analysis/ablation.c */
} wg_variant_result;

/* What the times of the variants prove; analysis/ablation.c finds it. */
typedef struct wg_ablation_verdict {
    const char *word;     /* "memory" */
    const char *sentence; /* what was seen, and what it means */
    const char *open;     /* what it cannot tell apart; "" where that is nothing */
    unsigned limiters;    /* a bit for each wg_limiter that fits; 0: nothing is known */
} wg_ablation_verdict;

typedef struct wg_ablation_result {
    wg_variant_result of[WG_VARIANT_COUNT];
    char device[64];
    bool is_measured;
    bool has_local; /* the kernel as it is uses local memory */
    wg_ablation_verdict verdict;
} wg_ablation_result;

/* Measured or estimated; else variants are compared by what they did. */
bool wg_ablation_has_times(const wg_ablation_result *ablation);

#endif

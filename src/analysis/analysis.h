/* SPDX-License-Identifier: Apache-2.0 */
/* What follows from results: the verdict on each record, advice for a kernel, what variants show, the ceilings of the
 * device. It sees results alone, so that those that were read from a file are judged like those that were just made. */
#ifndef WG_ANALYSIS_ANALYSIS_H
#define WG_ANALYSIS_ANALYSIS_H

#include "results/record.h"

/* Adds all of it. Never fails: what cannot be judged says why. */
void wg_analyse(wg_results *results);

/* How much faster `after` is: as measured, or by the model where neither was; NAN: they cannot be compared. A kernel is
 * compared with kernels, C with C. */
double wg_record_speed_up(const wg_record *before, const wg_record *after);

/* From a rung to the next: what advice promises, and what the next rung gains. */
typedef struct wg_rung_step {
    const char *advice;    /* title of the one that the next rung follows, if the ladder says which, else of the first;
                              NULL: none, or no gain was predicted */
    bool is_followed;      /* the next rung does what it says */
    double promised;       /* how much faster the rung would be with it: 1 where the next rung follows an advice that is
                              not given; NAN: not known */
    const wg_record *next; /* the first rung above that can be compared with it; NULL: none */
    double gain, model_gain; /* how much faster that is: as measured, else by the model; and by the model; NAN */
} wg_rung_step;

wg_rung_step wg_rung_step_from(const wg_results *ladder, size_t index);

#endif

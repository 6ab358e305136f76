/* SPDX-License-Identifier: Apache-2.0 */
/* From a rung to the next: what would be gained without what holds it, and what the next rung gains. */
#ifndef WG_REPORT_STEP_H
#define WG_REPORT_STEP_H

#include "report/ladder.h"

typedef struct wg_rung_step {
    const char *what_if; /* the best one that is without its limiter; NULL: none was tried, or none gains anything */
    double without;      /* how much faster the rung would be then; NAN */
    const wg_rung_result *next; /* the first rung above that can be compared with it; NULL: none */
    double gain, model_gain;    /* how much faster that is: as measured, else by the model; and by the model; NAN */
} wg_rung_step;

/* verdict: on the rung's estimate. */
wg_rung_step wg_rung_step_from(const wg_climb *climb, size_t index, const wg_diagnosis *verdict);

#endif

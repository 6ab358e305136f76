/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict: what holds a launch back, the numbers that say so, what the time is made of, and what would be gained
 * without each of it. The rules are a table in diagnosis.c; docs/use/explain.md tells them. */
#ifndef WG_ANALYSIS_DIAGNOSIS_H
#define WG_ANALYSIS_DIAGNOSIS_H

#include "analysis/facts.h"
#include "base/arena.h"
#include "results/diagnosis.h"

/* Begins the subject, and names its limiter there too, for advice. Never fails: what cannot be judged has no limiter
 * and says why. What it says lives in the arena. */
void wg_diagnose(wg_subject *subject, wg_arena *arena, wg_diagnosis *out);

/* The rules, for the documentation and for a test that each is well-formed; NULL after the last. */
typedef struct wg_limiter_rule {
    const char *name;
    const char *when;  /* over facts; the first that holds counts */
    const char *names; /* a limiter; "busiest": that of the busiest unit; "best": that of the best what-if */
    const char *because;
} wg_limiter_rule;

typedef struct wg_evidence_rule {
    const char *limiter; /* NULL: whatever it is */
    const char *when, *sentence;
} wg_evidence_rule;

const wg_limiter_rule *wg_limiter_rule_at(size_t index);
const wg_evidence_rule *wg_evidence_rule_at(size_t index);

#endif

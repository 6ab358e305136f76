/* SPDX-License-Identifier: Apache-2.0 */
/* The verdict: what holds a launch back, the numbers that say so, what the time is made of, and what would be gained
 * without each of it. The rules are a table in diagnosis.c; docs/use/explain.md tells them. */
#ifndef WG_ANALYSIS_DIAGNOSIS_H
#define WG_ANALYSIS_DIAGNOSIS_H

#include "analysis/facts.h"
#include "base/arena.h"

/* A part of the time above the minimum, or of all of it where there is none. */
typedef struct wg_overhead {
    const char *title;
    double seconds;
} wg_overhead;

typedef struct wg_prospect {
    wg_what_if what;
    double seconds; /* predicted */
    double factor;  /* how much faster that is */
    double gain;    /* of the time, 0 to 1; negative: it would be slower */
} wg_prospect;

enum { WG_MOST_EVIDENCE = 8, WG_MOST_OVERHEADS = 16 };

typedef struct wg_diagnosis {
    wg_limiter limiter;                   /* WG_LIMITER_COUNT: no verdict; `evidence` says why */
    const char *rule;                     /* that named it, for those who ask */
    wg_unit unit;                         /* the busiest, or the pipe that holds it; WG_UNIT_COUNT: none works */
    double utilisation;                   /* … of the time between launch and end */
    double seconds;                       /* all of it */
    double minimum;                       /* what the device needs for the same useful work; NAN: not known */
    double part_of_limit;                 /* minimum of seconds: 0 to 1; NAN */
    double overhead;                      /* above the minimum; all of it where there is none */
    wg_overhead parts[WG_MOST_OVERHEADS]; /* of it, largest first; they add up to it */
    size_t part_count;
    wg_prospect prospects[WG_WHAT_IF_COUNT]; /* those that were tried, largest gain first */
    size_t prospect_count, worth_count;      /* … the first of them gain enough to speak of */
    const char *evidence[WG_MOST_EVIDENCE];  /* sentences */
    size_t evidence_count;
    wg_arena arena;
} wg_diagnosis;

/* A what-if that gains less than this part of the time is not worth a line. */
#define WG_WORTHWHILE 0.02

/* Begins the subject, and names its limiter there too, for advice. Never fails: what cannot be judged has no limiter
 * and says why. */
void wg_diagnose(wg_subject *subject, wg_diagnosis *out);
void wg_diagnosis_free(wg_diagnosis *diagnosis);

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

/* SPDX-License-Identifier: Apache-2.0 */
/* What analysis adds to a record: the verdict with its evidence, what the time is made of, what would be gained without
 * each part of it, and advice. Plain data; the strings live in the arena of the results. */
#ifndef WG_RESULTS_DIAGNOSIS_H
#define WG_RESULTS_DIAGNOSIS_H

#include "counters/estimate.h"

#include <stdint.h>

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

/* How far off such estimates were, of kernels that were measured. */
typedef struct wg_expected_error {
    unsigned kernels;     /* that were compared; 0: it is outside of what was validated */
    double median, most;  /* half of them, and nine in ten, were no farther off: parts of the measured time */
    const char *sentence; /* that says so, or why nothing is known */
} wg_expected_error;

enum { WG_MOST_EVIDENCE = 8, WG_MOST_OVERHEADS = 24 };

typedef struct wg_diagnosis {
    wg_limiter limiter;                   /* WG_LIMITER_COUNT: no verdict; `evidence` says why */
    const char *rule;                     /* that named it, for those who ask */
    wg_unit unit;                         /* the busiest, or the pipe that holds it; WG_UNIT_COUNT: none works */
    double utilisation;                   /* … of the time between launch and end */
    double busy[WG_UNIT_COUNT];           /* the same of each unit: 0 to 1 */
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
    wg_expected_error error;
} wg_diagnosis;

/* A what-if that gains less than this part of the time is not worth a line. */
#define WG_WORTHWHILE 0.02

#define WG_NO_LINE SIZE_MAX

typedef struct wg_advice {
    const char *name, *title; /* "uncoalesced_loads", "Uncoalesced loads" */
    const char *evidence;     /* the numbers that say so */
    const char *change;       /* what to do, in words */
    const char *see;          /* LADDER/RUNG that shows it */
    double gain;              /* of the time; NAN: not known */
    double order;             /* what counts then */
    bool relieves;            /* the limiter that was named */
    size_t line;              /* index into the record's lines; WG_NO_LINE */
} wg_advice;

#endif

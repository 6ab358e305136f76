/* SPDX-License-Identifier: Apache-2.0 */
/* What verdicts and advice are drawn from: numbers with names. Rules are expressions over them, sentences have them in
 * braces. Besides those of facts.def, every counter, metric and property of a device is one, and
 *
 *     busy_UNIT            of the time between launch and end: how much the unit works at its full rate
 *     stall_REASON         of the warps' time
 *     gain_WHAT_IF         of the time: what would be saved; 0 where it would change nothing
 *     limited_by_LIMITER   1 or 0: the verdict; all 0 where there is none
 *     busiest_is_LIMITER   1 or 0: what the busiest unit would be named
 *     blocks_by_RESOURCE   blocks of a multiprocessor that threads, blocks, registers or shared memory allow
 *     device_PROPERTY      of data/devices */
#ifndef WG_ANALYSIS_FACTS_H
#define WG_ANALYSIS_FACTS_H

#include "base/text.h"
#include "counters/counters.h"
#include "counters/estimate.h"
#include "devices/occupancy.h"

/* What is talked about: a run, or one source line of it. */
typedef struct wg_subject {
    const wg_estimate *estimate; /* NULL, or seconds 0: there is none */
    const wg_counters *counters; /* NULL: none */
    const wg_device *device;     /* NULL: none */
    uint64_t threads, shared;    /* of a block; threads 0: not known */
    double line_time;            /* of a line; else NAN */
    double math_share;           /* math_calls.h; NAN: not known */
    /* Filled by wg_subject_begin: */
    double busiest, second_busiest, busiest_pipe, longest_wait, best_gain, in_flight_gain;
    wg_unit busiest_unit, second_unit, pipe; /* WG_UNIT_COUNT: none works at all */
    wg_stall wait;                           /* behind longest_wait; WG_STALL_COUNT: none waits */
    wg_what_if best;                         /* behind best_gain; WG_WHAT_IF_COUNT: none */
    wg_limiter limiter;                      /* the verdict, once there is one; WG_LIMITER_COUNT before */
    wg_occupancy resident;                   /* where threads and the device are known */
    bool has_resident;
} wg_subject;

/* Computes what the facts share. An estimate without a sensible time counts as none. */
void wg_subject_begin(wg_subject *subject);

/* Of the time between launch and end: how much a unit works at its full rate; 0 without an estimate. */
double wg_subject_busy(const wg_subject *subject, wg_unit unit);

/* False: there is none of that name. NAN: it is not known, or does not apply. */
bool wg_fact_find(const wg_subject *subject, const char *name, double *value);

/* An expression over facts; NAN where it cannot be computed. */
double wg_fact_evaluate(const wg_subject *subject, const char *expression);
bool wg_fact_holds(const wg_subject *subject, const char *expression);
/* Whether it is well-formed and its names exist. */
wg_status wg_fact_check(const char *expression, wg_error *err);

#endif

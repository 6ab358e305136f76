/* SPDX-License-Identifier: Apache-2.0 */
/* Results of before and results of after, benchmark by benchmark: plain data that analysis/compare.h makes. */
#ifndef WG_RESULTS_COMPARE_H
#define WG_RESULTS_COMPARE_H

#include "results/record.h"

typedef enum wg_change_kind {
    WG_CHANGE_BETTER,
    WG_CHANGE_WORSE,
    WG_CHANGE_NEITHER, /* it differs, and that is neither good nor bad */
    WG_CHANGE_KINDS
} wg_change_kind;

/* "better", "worse", "" */
const char *wg_change_word(wg_change_kind kind);

/* A quantity that differs. */
typedef struct wg_change {
    const char *name, *unit; /* of analysis/quantities.def */
    double before, after;    /* NAN: it has none there */
    wg_change_kind kind;
    bool is_regression; /* it is worse, and that counts */
} wg_change;

#define WG_NO_RECORD SIZE_MAX

/* A benchmark. */
typedef struct wg_compared {
    const char *name;
    size_t record;           /* in the results of after; WG_NO_RECORD: it is not there */
    double before, after;    /* seconds; NAN: none that can be compared */
    double noise;            /* of both together, as a part of the time; NAN: they are the model's, which has none */
    bool is_model;           /* the times are */
    const char *verdict;     /* "SLOWER", "SAME", "only before", … */
    bool is_regression;      /* it is slower, wrong, or worse */
    const char *reason;      /* … a sentence that says so; "" */
    const char *limiters[2]; /* before and after; NULL: not known */
    wg_change *changes;      /* everything else that differs, the most important first */
    size_t change_count;
} wg_compared;

typedef struct wg_comparison {
    const char *files[2]; /* what before and after are called */
    wg_results *sides[2]; /* the results, where nobody else has them; NULL */
    wg_compared *rows;
    size_t count;
    size_t regressions;
    wg_arena arena;
} wg_comparison;

void wg_comparison_free(wg_comparison *comparison); /* NULL is fine */

/* The row of a record of after; NULL: there is none, or no comparison. */
const wg_compared *wg_comparison_find(const wg_comparison *comparison, size_t record);
/* What changed of a quantity; NULL: nothing did, or there is no row. */
const wg_change *wg_compared_find(const wg_compared *row, const char *quantity);
/* As a part of the time before; NAN: there are no two times. What only rounding makes different is 0. */
double wg_compared_change(const wg_compared *row);

#endif

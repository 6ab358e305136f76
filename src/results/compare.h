/* SPDX-License-Identifier: Apache-2.0 */
/* Two files of results, benchmark by benchmark: what got faster, what slower, what only looks so. */
#ifndef WG_RESULTS_COMPARE_H
#define WG_RESULTS_COMPARE_H

#include "warpgrind/status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct wg_compared_entry {
    const char *name;
    double seconds, noise; /* NAN: it has no time */
    bool is_median;        /* of repetitions, by whoever wrote the file */
    bool broken;           /* it was verified, and was wrong */
} wg_compared_entry;

typedef struct wg_compared {
    const char *name;
    wg_compared_entry before, after; /* seconds NAN: it is not there, or has no time */
    const char *verdict;             /* "SLOWER", "SAME", "only before", … */
} wg_compared;

typedef struct wg_comparison {
    wg_compared *rows;
    size_t count, capacity;
    size_t worse;         /* what got slower, and what was right before and is wrong now */
    json_t *documents[2]; /* that the names are in */
} wg_comparison;

wg_status wg_comparison_read(const char *before, const char *after, wg_comparison **out, wg_error *err);
void wg_comparison_free(wg_comparison *comparison); /* NULL is fine */

#endif

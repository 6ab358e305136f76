/* SPDX-License-Identifier: Apache-2.0 */
/* What other launches, and whoever fills memory, leave in the second-level cache of what a launch has there: the same
 * launch before this one is not the only one that ran. A run's steps follow one another again and again, so what came
 * before a launch's first time counts as what comes between two of them. */
#ifndef WG_CACHES_RESIDENCY_H
#define WG_CACHES_RESIDENCY_H

#include <stddef.h>
#include <stdint.h>

/* A part of memory that somebody went over. */
typedef struct wg_touch {
    const void *who; /* a kernel; NULL: nobody's */
    uint64_t address;
    double bytes;
} wg_touch;

typedef struct wg_residency {
    wg_touch *touches; /* in the order in which they came */
    size_t count, capacity;
} wg_residency;

void wg_residency_add(wg_residency *history, const wg_touch *touches, size_t count);
void wg_residency_free(wg_residency *history);

/* Of what one launch touches, all by the same, the part that is in a cache of so many bytes, if all was when it ended
 * last: 0 to 1. */
double wg_residency_left(const wg_residency *history, const wg_touch *touches, size_t count, double held);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What a thread knows of others: which of their accesses happened before it. Sets are never changed, so that they can
 * be shared, and live as long as their arena.
 *
 * A set has intervals of threads, numbered through the whole launch, each with a time: all that these threads did
 * before it is known. Blocks that do alike one after another make one interval. */
#ifndef WG_CHECK_KNOWN_H
#define WG_CHECK_KNOWN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct wg_known_interval {
    uint32_t first, last; /* threads */
    uint16_t until;       /* what they did before this is known */
} wg_known_interval;

typedef struct wg_known {
    uint32_t count;
    wg_known_interval at[];
} wg_known;

/* NULL is the empty set. */
bool wg_known_has(const wg_known *known, uint32_t thread, uint16_t time);
const wg_known *wg_known_join(wg_arena *arena, const wg_known *a, const wg_known *b);
/* The part of a set that is about threads first to last. */
const wg_known *wg_known_within(wg_arena *arena, const wg_known *known, uint32_t first, uint32_t last);
/* Intervals in ascending order; those with time 0 say nothing. */
const wg_known *wg_known_new(wg_arena *arena, const wg_known_interval *at, uint32_t count);

#endif

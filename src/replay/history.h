/* What other launches, and whoever fills memory, leave in the second-level cache of what a launch has there: the same launch before this one
 * is not the only one that ran. A run's steps follow one another again and again, so what came before a launch's first time counts
 * as what comes between two of them. */
#ifndef WG_REPLAY_HISTORY_H
#define WG_REPLAY_HISTORY_H

#include <stddef.h>
#include <stdint.h>

/* A part of memory that somebody went over. */
typedef struct wg_touch {
    const void *who; /* a kernel; NULL: nobody's */
    uint64_t address;
    double bytes;
} wg_touch;

typedef struct wg_history {
    wg_touch *touches; /* in the order in which they came */
    size_t count, capacity;
} wg_history;

void wg_history_add(wg_history *history, const wg_touch *touches, size_t count);
void wg_history_free(wg_history *history);

/* Of what one launch touches, all by the same, the part that is in a cache of so many bytes, if all was when it ended last: 0 to 1. */
double wg_history_left(const wg_history *history, const wg_touch *touches, size_t count, double held);

#endif

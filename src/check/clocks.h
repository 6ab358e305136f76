/* SPDX-License-Identifier: Apache-2.0 */
/* What happened before what, in one block and as far as its threads know of others.
 *
 * A warp has a clock that goes on at each of its barriers, fences and meetings; an access is stamped with the thread
 * and the time on its warp's clock. An access happened before a thread's next one if the thread knows of that time:
 *
 *   - of its own accesses, always;
 *   - of lanes of its warp, by __syncwarp: since `full` for all of them, by `lanes` where only some met;
 *   - of other warps of the block, by barriers: `know`;
 *   - of whoever released a flag that it read: `others` (known.h). */
#ifndef WG_CHECK_CLOCKS_H
#define WG_CHECK_CLOCKS_H

#include "check/known.h"

enum { WG_CLOCK_LANES = 32, WG_CLOCK_BARRIERS = 16 };
#define WG_TIME_MAX UINT16_MAX

typedef uint16_t wg_lane_times[WG_CLOCK_LANES][WG_CLOCK_LANES];

/* Who has to see what is published: only the block, or all. */
typedef enum wg_scope { WG_SCOPE_BLOCK, WG_SCOPE_DEVICE, WG_SCOPES } wg_scope;

typedef struct wg_warp_clock {
    uint16_t now;
    uint16_t full;                              /* all its lanes met: what they did before is known to each */
    wg_lane_times *lanes;                       /* row: who knows; NULL: since full nothing but that */
    uint16_t fenced[WG_SCOPES][WG_CLOCK_LANES]; /* a lane's accesses before this may be published; 0: none */
    uint16_t fenced_full[WG_SCOPES];            /* … and those of its warp … */
    uint16_t *fenced_know[WG_SCOPES];           /* … and of other warps that were known then */
    const wg_known *others[WG_CLOCK_LANES];
} wg_warp_clock;

typedef struct wg_barrier_clock {
    uint16_t *know; /* by warp: what those who arrived know */
    const wg_known *others;
} wg_barrier_clock;

typedef struct wg_clocks {
    wg_arena *arena;         /* of the launch: where sets of knowledge live */
    uint32_t warps, threads; /* in whole warps */
    uint32_t first;          /* number of the block's first thread in the launch, from 1 */
    wg_warp_clock *warp;
    uint16_t *know; /* [who][of whom] */
    wg_barrier_clock barriers[WG_CLOCK_BARRIERS];
} wg_clocks;

void wg_clocks_init(wg_clocks *c, uint32_t threads);
void wg_clocks_free(wg_clocks *c);
/* For a block of which `first` is the first thread. */
void wg_clocks_begin(wg_clocks *c, wg_arena *arena, uint32_t first);

void wg_clocks_meet(wg_clocks *c, uint32_t warp, uint32_t lanes, bool all);
/* A shuffle or a vote: what one lane learned from a flag, all of them know. It orders nothing else. */
void wg_clocks_pass_on(wg_clocks *c, uint32_t warp, uint32_t lanes);
void wg_clocks_arrive(wg_clocks *c, uint32_t warp, uint32_t barrier);
void wg_clocks_release(wg_clocks *c, uint32_t warp, uint32_t barrier);
void wg_clocks_complete(wg_clocks *c, uint32_t barrier);
void wg_clocks_fence(wg_clocks *c, uint32_t warp, uint32_t lanes, wg_scope scope);

/* What a lane publishes with a flag; NULL: it has not fenced. */
const wg_known *wg_clocks_published(const wg_clocks *c, uint32_t warp, uint32_t lane, wg_scope scope);
void wg_clocks_learn(wg_clocks *c, uint32_t warp, uint32_t lane, const wg_known *known);

/* Whether what `thread` did at `time` happened before what this lane does now. */
static inline bool wg_clocks_ordered(const wg_clocks *c, uint32_t warp, uint32_t lane, uint32_t thread, uint16_t time)
{
    uint32_t other = thread - c->first;
    const wg_warp_clock *mine = &c->warp[warp];
    if (time == WG_TIME_MAX) /* the clock went no further: nobody can tell */
        return true;
    if (other < c->threads) {
        uint32_t its_warp = other / WG_CLOCK_LANES, its_lane = other % WG_CLOCK_LANES;
        if (its_warp != warp) {
            if (time < c->know[warp * c->warps + its_warp])
                return true;
        } else if (its_lane == lane || time < mine->full || (mine->lanes && time < (*mine->lanes)[lane][its_lane])) {
            return true;
        }
    }
    return mine->others[lane] && wg_known_has(mine->others[lane], thread, time);
}

#endif

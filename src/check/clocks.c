/* SPDX-License-Identifier: Apache-2.0 */
#include "check/clocks.h"

#include <stdlib.h>
#include <string.h>

static uint16_t later(uint16_t a, uint16_t b)
{
    return a > b ? a : b;
}

static uint16_t tick(wg_warp_clock *w)
{
    w->now += w->now < WG_TIME_MAX;
    return w->now;
}

void wg_clocks_init(wg_clocks *c, uint32_t threads)
{
    c->warps = (threads + WG_CLOCK_LANES - 1) / WG_CLOCK_LANES;
    c->threads = c->warps * WG_CLOCK_LANES;
    c->warp = wg_alloc(c->warps * sizeof *c->warp);
    c->know = wg_alloc((size_t)c->warps * c->warps * sizeof *c->know);
    for (uint32_t w = 0; w < c->warps; w++)
        for (int s = 0; s < WG_SCOPES; s++)
            c->warp[w].fenced_know[s] = wg_alloc(c->warps * sizeof *c->know);
    for (int b = 0; b < WG_CLOCK_BARRIERS; b++)
        c->barriers[b].know = wg_alloc(c->warps * sizeof *c->know);
}

void wg_clocks_free(wg_clocks *c)
{
    for (uint32_t w = 0; w < c->warps; w++) {
        for (int s = 0; s < WG_SCOPES; s++)
            free(c->warp[w].fenced_know[s]);
        free(c->warp[w].lanes);
    }
    for (int b = 0; b < WG_CLOCK_BARRIERS; b++)
        free(c->barriers[b].know);
    free(c->warp);
    free(c->know);
}

static void clear_barrier(const wg_clocks *c, wg_barrier_clock *b)
{
    memset(b->know, 0, c->warps * sizeof *b->know);
    b->others = NULL;
}

void wg_clocks_begin(wg_clocks *c, wg_arena *arena, uint32_t first)
{
    c->arena = arena;
    c->first = first;
    memset(c->know, 0, (size_t)c->warps * c->warps * sizeof *c->know);
    for (uint32_t n = 0; n < c->warps; n++) {
        wg_warp_clock *w = &c->warp[n];
        free(w->lanes);
        w->lanes = NULL;
        w->now = w->full = 0;
        memset(w->fenced, 0, sizeof w->fenced);
        memset(w->fenced_full, 0, sizeof w->fenced_full);
        memset(w->others, 0, sizeof w->others);
        for (int s = 0; s < WG_SCOPES; s++)
            memset(w->fenced_know[s], 0, c->warps * sizeof *c->know);
    }
    for (int b = 0; b < WG_CLOCK_BARRIERS; b++)
        clear_barrier(c, &c->barriers[b]);
}

/* What the lanes did before now may be published from now on. */
static void set_fence(const wg_clocks *c, uint32_t warp, uint32_t lanes, wg_scope scope)
{
    wg_warp_clock *w = &c->warp[warp];
    for (uint32_t left = lanes; left; left &= left - 1)
        w->fenced[scope][__builtin_ctz(left)] = w->now;
    w->fenced_full[scope] = w->full;
    memcpy(w->fenced_know[scope], &c->know[warp * c->warps], c->warps * sizeof *c->know);
}

/* ---- within a warp ---- */

/* What each of the lanes knows of others, all of them know. */
static const wg_known *share_others(const wg_clocks *c, wg_warp_clock *w, uint32_t lanes)
{
    const wg_known *all = NULL;
    for (uint32_t left = lanes; left; left &= left - 1)
        all = wg_known_join(c->arena, all, w->others[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left && all; left &= left - 1)
        w->others[__builtin_ctz(left)] = all;
    return all;
}

static void meet_all(wg_warp_clock *w, uint16_t time)
{
    w->full = time;
    free(w->lanes);
    w->lanes = NULL;
}

static void meet_some(wg_warp_clock *w, uint32_t lanes, uint16_t time)
{
    uint16_t joined[WG_CLOCK_LANES] = {0};
    if (!w->lanes) {
        w->lanes = wg_alloc(sizeof *w->lanes);
        for (int l = 0; l < WG_CLOCK_LANES; l++)
            for (int other = 0; other < WG_CLOCK_LANES; other++)
                (*w->lanes)[l][other] = w->full;
    }
    for (uint32_t left = lanes; left; left &= left - 1)
        for (int other = 0; other < WG_CLOCK_LANES; other++)
            joined[other] = later(joined[other], (*w->lanes)[__builtin_ctz(left)][other]);
    for (uint32_t left = lanes; left; left &= left - 1)
        joined[__builtin_ctz(left)] = time;
    for (uint32_t left = lanes; left; left &= left - 1)
        memcpy((*w->lanes)[__builtin_ctz(left)], joined, sizeof joined);
}

void wg_clocks_meet(wg_clocks *c, uint32_t warp, uint32_t lanes, bool all)
{
    wg_warp_clock *w = &c->warp[warp];
    uint16_t time = tick(w);
    if (all)
        meet_all(w, time);
    else
        meet_some(w, lanes, time);
    share_others(c, w, lanes);
    set_fence(c, warp, lanes, WG_SCOPE_BLOCK);
}

void wg_clocks_pass_on(wg_clocks *c, uint32_t warp, uint32_t lanes)
{
    share_others(c, &c->warp[warp], lanes);
}

/* ---- barriers ---- */

/* A barrier is a fence for its block, too. */
void wg_clocks_arrive(wg_clocks *c, uint32_t warp, uint32_t barrier)
{
    wg_warp_clock *w = &c->warp[warp];
    wg_barrier_clock *b = &c->barriers[barrier];
    uint16_t time = tick(w);
    meet_all(w, time);
    for (uint32_t n = 0; n < c->warps; n++)
        b->know[n] = later(b->know[n], c->know[warp * c->warps + n]);
    b->know[warp] = time;
    b->others = wg_known_join(c->arena, b->others, share_others(c, w, UINT32_MAX));
}

void wg_clocks_release(wg_clocks *c, uint32_t warp, uint32_t barrier)
{
    wg_warp_clock *w = &c->warp[warp];
    const wg_barrier_clock *b = &c->barriers[barrier];
    for (uint32_t n = 0; n < c->warps; n++)
        c->know[warp * c->warps + n] = later(c->know[warp * c->warps + n], b->know[n]);
    for (int l = 0; l < WG_CLOCK_LANES && b->others; l++)
        w->others[l] = wg_known_join(c->arena, w->others[l], b->others);
    set_fence(c, warp, UINT32_MAX, WG_SCOPE_BLOCK);
}

void wg_clocks_complete(wg_clocks *c, uint32_t barrier)
{
    clear_barrier(c, &c->barriers[barrier]);
}

/* ---- fences and flags ---- */

void wg_clocks_fence(wg_clocks *c, uint32_t warp, uint32_t lanes, wg_scope scope)
{
    tick(&c->warp[warp]);
    for (int s = WG_SCOPE_BLOCK; s <= (int)scope; s++)
        set_fence(c, warp, lanes, (wg_scope)s);
}

/* Of the lanes of its warp: what a lane knows of each. */
static uint32_t add_warp(const wg_clocks *c, uint32_t warp, uint32_t lane, wg_scope scope, wg_known_interval *at)
{
    const wg_warp_clock *w = &c->warp[warp];
    for (uint32_t l = 0; l < WG_CLOCK_LANES; l++) {
        uint32_t thread = c->first + warp * WG_CLOCK_LANES + l;
        uint16_t until = w->fenced_full[scope];
        if (w->lanes)
            until = later(until, (*w->lanes)[lane][l]);
        at[l] = (wg_known_interval){thread, thread, l == lane ? w->fenced[scope][lane] : until};
    }
    return WG_CLOCK_LANES;
}

const wg_known *wg_clocks_published(const wg_clocks *c, uint32_t warp, uint32_t lane, wg_scope scope)
{
    const wg_warp_clock *w = &c->warp[warp];
    if (!w->fenced[scope][lane])
        return NULL;
    wg_known_interval *at = wg_alloc((c->warps + WG_CLOCK_LANES) * sizeof *at);
    uint32_t count = 0;
    for (uint32_t n = 0; n < c->warps; n++) {
        uint32_t first = c->first + n * WG_CLOCK_LANES;
        if (n == warp)
            count += add_warp(c, warp, lane, scope, at + count);
        else
            at[count++] = (wg_known_interval){first, first + WG_CLOCK_LANES - 1, w->fenced_know[scope][n]};
    }
    const wg_known *own = wg_known_new(c->arena, at, count);
    free(at);
    return wg_known_join(c->arena, own, w->others[lane]);
}

void wg_clocks_learn(wg_clocks *c, uint32_t warp, uint32_t lane, const wg_known *known)
{
    const wg_known **mine = &c->warp[warp].others[lane];
    *mine = wg_known_join(c->arena, *mine, known);
}

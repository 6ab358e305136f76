/* SPDX-License-Identifier: Apache-2.0 */
/* The launch as it is, and as it could be: replays that do not depend on one another.
 *
 * Warps that meet or miss each other by a cycle make a difference of a few per cent. So the launch is replayed several
 * times as it is, with different noise, and the one in the middle counts. */
#include "base/arena.h"
#include "base/parallel.h"
#include "time/changes.h"
#include "time/estimator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 5 };

typedef struct questions {
    const wg_estimation *m;
    wg_timeline as_is;
    wg_sm_time tries[TRIES], answers[WG_WHAT_IF_COUNT];
} questions;

/* As many blocks as threads and places allow, whatever else they need. */
static uint32_t most_resident(const wg_estimation *m)
{
    const wg_device *device = m->e->model.device;
    uint64_t threads = (uint64_t)wg_warps_of(m->launch) * WG_LANES;
    uint64_t most = wg_device_integer(device, WG_DEVICE_max_threads_per_sm) / threads;
    uint64_t limit = wg_device_integer(device, WG_DEVICE_max_blocks_per_sm);
    return (uint32_t)(most < limit ? most : limit);
}

static wg_joined joined_by(const wg_estimation *m, wg_what_if what)
{
    return wg_change_joined(what, m->work.blocks < wg_change_threads(what) * m->work.resident);
}

/* The work that is left to do, in such a launch; false: it would be the same launch. */
static bool change_work(const wg_estimation *m, wg_what_if what, wg_sm_work *w)
{
    unsigned threads = wg_change_threads(what);
    *w = m->work;
    if (what == WG_WHAT_IF_full_occupancy) {
        w->resident = most_resident(m);
        return w->resident > m->work.resident && w->blocks > m->work.resident;
    }
    if (threads > 1 && joined_by(m, what) == WG_JOINED_BLOCKS)
        w->blocks = ceil(w->blocks / threads);
    return true;
}

/* Whether what the second does less is the point of it. */
static bool is_worth_joining(const wg_timeline *t, wg_what_if what, const uint8_t *second)
{
    bool is_worth = what == WG_WHAT_IF_double_work || what == WG_WHAT_IF_unrolled;
    for (uint32_t n = 0; n < t->insn_count && !is_worth; n++)
        is_worth = what == WG_WHAT_IF_vector ? second[n] == WG_SECOND_JOINS
                                             : second[n] == WG_SECOND_GONE && t->insns[n].action != WG_SM_COMPUTE;
    return is_worth;
}

/* False: there is nothing that they would have to do only once, or nothing to join. */
static bool join_threads(const wg_estimation *m, wg_what_if what, wg_timeline *t)
{
    uint32_t count = t->insn_count;
    uint8_t *second = wg_alloc(2 * (size_t)count + 1);
    uint8_t *latches = wg_alloc(4 * (size_t)count + 1);
    wg_timeline_second(&m->source, what, second);
    for (uint32_t n = 0; n < m->e->program->insn_count; n++)
        latches[n] = (uint8_t)m->source.roles[n].latch;
    bool is_joined = is_worth_joining(t, what, second);
    memcpy(second + count, second, count);
    for (unsigned k = wg_change_threads(what); is_joined && k > 1; k /= 2)
        is_joined = wg_timeline_double(t, joined_by(m, what), second, latches);
    free(latches);
    free(second);
    return is_joined;
}

static bool same_timeline(const wg_timeline *a, const wg_timeline *b)
{
    return a->op_count == b->op_count && a->block_count == b->block_count &&
           !memcmp(a->insns, b->insns, a->insn_count * sizeof *a->insns) &&
           !memcmp(a->ops, b->ops, a->op_count * sizeof *a->ops);
}

static void answer_what_if(questions *q, wg_what_if what)
{
    const wg_estimation *m = q->m;
    wg_timeline t;
    wg_sm_work w;
    q->answers[what].cycles = NAN;
    if (!change_work(m, what, &w))
        return;
    wg_timeline_make(&m->source, what, &t);
    wg_timeline_drop_idle(m, &t);
    bool is_joined = wg_change_threads(what) > 1, is_changed = !is_joined || join_threads(m, what, &t);
    bool same_work = w.blocks == m->work.blocks && w.resident == m->work.resident;
    bool is_same = !is_changed || (!is_joined && same_work && same_timeline(&t, &q->as_is));
    if (!is_same)
        q->answers[what] = wg_sm_time_of(&m->sm, &t, &w);
    wg_timeline_free(&t);
    wg_sm_result_free(&q->answers[what].result);
}

/* The longest first. */
static void answer_one(void *user, size_t nth)
{
    questions *q = user;
    wg_sm sm = q->m->sm;
    sm.noise = (uint32_t)nth;
    if (nth < TRIES)
        q->tries[nth] = wg_sm_time_of(&sm, &q->as_is, &q->m->work);
    else
        answer_what_if(q, (wg_what_if)(nth - TRIES));
}

static int by_cycles(const void *a, const void *b)
{
    double x = ((const wg_sm_time *)a)->cycles, y = ((const wg_sm_time *)b)->cycles;
    return (x > y) - (x < y);
}

static wg_sm_time take_middle(wg_sm_time *tries)
{
    qsort(tries, TRIES, sizeof *tries, by_cycles);
    wg_sm_time middle = tries[TRIES / 2];
    tries[TRIES / 2] = (wg_sm_time){0};
    for (int k = 0; k < TRIES; k++)
        wg_sm_result_free(&tries[k].result);
    return middle;
}

wg_sm_time wg_what_if_replay(const wg_estimation *m, double seconds[WG_WHAT_IF_COUNT])
{
    questions q = {.m = m};
    bool is_wanted = m->e->options.what_if;
    wg_timeline_make(&m->source, WG_WHAT_IF_COUNT, &q.as_is);
    wg_timeline_drop_idle(m, &q.as_is);
    wg_parallel_run(m->launch->host_threads, TRIES + (is_wanted ? WG_WHAT_IF_COUNT : 0), answer_one, &q);
    wg_sm_time as_is = take_middle(q.tries);
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        seconds[k] = is_wanted ? wg_estimation_seconds(m, q.answers[k].cycles) + m->overhead : NAN;
    wg_timeline_free(&q.as_is);
    return as_is;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "time/sm_stalls.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

/* ---- reasons ---- */

/* Nsight Compute tells full queues apart by where the instruction goes. Local and global memory have a queue, textures
 * have one, and shared memory, shuffles and constants share one. */
static wg_stall queue_of(const wg_sm_insn *i)
{
    for (int k = 0; k < i->use_count; k++)
        if (i->uses[k].pipe == WG_SM_TEXTURE)
            return WG_STALL_tex;
    switch ((wg_sm_action)i->action) {
    case WG_SM_LOAD:
    case WG_SM_STORE:
    case WG_SM_ATOMIC:
    case WG_SM_COPY: return WG_STALL_lg;
    default: return WG_STALL_mio;
    }
}

static wg_stall result_of(const wg_sm_insn *i)
{
    switch ((wg_sm_action)i->action) {
    case WG_SM_SHARED: return WG_STALL_shared;
    case WG_SM_LOAD:
    case WG_SM_STORE:
    case WG_SM_ATOMIC:
    case WG_SM_COPY: return WG_STALL_memory;
    default: return i->waits_as ? (wg_stall)i->waits_as : WG_STALL_data;
    }
}

wg_noted *wg_noted_new(const wg_sm_insn *insns, size_t count)
{
    wg_noted *noted = wg_alloc((count + 1) * sizeof *noted);
    for (size_t k = 0; k < count; k++) {
        noted[k].queue = (uint8_t)queue_of(&insns[k]);
        noted[k].result = (uint8_t)result_of(&insns[k]);
    }
    return noted;
}

/* ---- blame that is shared ---- */

typedef struct books {
    wg_sm_result *out;
    const wg_noted *noted;
    size_t count;
    double *weights; /* of each instruction: its part of what is shared next */
} books;

static double sum_of_weights(const books *b)
{
    double sum = 0;
    for (size_t k = 0; k < b->count; k++)
        sum += b->weights[k];
    return sum;
}

/* So many cycles among all, each under its own reason. */
static void share_out(const books *b, double cycles, wg_stall (*reason)(const wg_noted *))
{
    double all = sum_of_weights(b);
    for (size_t k = 0; k < b->count && all > 0; k++)
        b->out->insns[k].stalls[reason(&b->noted[k])] += cycles * b->weights[k] / all;
}

static wg_stall by_queue(const wg_noted *noted)
{
    return (wg_stall)noted->queue;
}

static wg_stall by_result(const wg_noted *noted)
{
    return (wg_stall)noted->result;
}

static wg_stall by_pipe(const wg_noted *noted)
{
    (void)noted;
    return WG_STALL_pipe;
}

/* Of what was taken for waiting for a turn, so much was waiting for a full queue or pipe. */
static void correct_turns(const books *b)
{
    double at_queues = 0, at_pipes = 0;
    for (size_t k = 0; k < b->count; k++) {
        const wg_noted *n = &b->noted[k];
        double *stalls = b->out->insns[k].stalls, each = n->passed_over ? stalls[WG_STALL_turn] / n->passed_over : 0;
        double queue = each * n->at_queue, pipe = each * n->at_pipe;
        stalls[WG_STALL_turn] -= queue + pipe;
        b->out->stalls[WG_STALL_turn] -= queue + pipe;
        b->out->stalls[n->queue] += queue;
        b->out->stalls[WG_STALL_pipe] += pipe;
        at_queues += queue;
        at_pipes += pipe;
    }
    for (size_t k = 0; k < b->count; k++)
        b->weights[k] = b->noted[k].filled_queue;
    share_out(b, at_queues, by_queue);
    for (size_t k = 0; k < b->count; k++)
        b->weights[k] = b->noted[k].filled_pipe;
    share_out(b, at_pipes, by_pipe);
}

/* Of what was waited for a result, so much it was in the queue; who fills that is to blame. */
static void share_queue(const books *b, wg_queue queue)
{
    double cycles = 0;
    for (size_t k = 0; k < b->count; k++)
        b->weights[k] = b->noted[k].work[queue];
    if (sum_of_weights(b) <= 0)
        return;
    for (size_t k = 0; k < b->count; k++) {
        const wg_noted *n = &b->noted[k];
        double late = n->latency > 0 ? fmin(n->queued[queue] / n->latency, 1) : 0;
        cycles += late * b->weights[b->count + k];
        b->out->insns[k].stalls[n->result] -= late * b->weights[b->count + k];
    }
    share_out(b, cycles, by_result);
}

/* What each caused before any of it was shared lies behind the weights. */
static void share_queues(const books *b)
{
    for (size_t k = 0; k < b->count; k++)
        b->weights[b->count + k] = b->out->insns[k].stalls[b->noted[k].result];
    for (int queue = 0; queue < WG_QUEUES; queue++)
        share_queue(b, (wg_queue)queue);
}

void wg_stalls_settle(wg_sm_result *out, const wg_noted *noted, size_t count)
{
    books b = {out, noted, count, wg_alloc((2 * count + 1) * sizeof *b.weights)};
    correct_turns(&b);
    share_queues(&b);
    free(b.weights);
}

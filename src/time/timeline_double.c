/* SPDX-License-Identifier: Apache-2.0 */
/* A timeline in which each thread does the work of two: independent chains, twice as much on its way. What both need
 * only once, the second leaves out. */
#include "time/timeline.h"

#include "base/arena.h"
#include "time/changes.h"

#include <stdlib.h>
#include <string.h>

static void join(wg_sm_insn *i)
{
    i->issues = i->more = 0;
    for (int k = 0; k < i->use_count; k++)
        i->uses[k].count = 0; /* of its passes none is less */
}

/* Its results are there with the first one's. */
static void leave_out(wg_sm_insn *i, const wg_sm_insn *first)
{
    i->action = WG_SM_COMPUTE;
    i->issues = i->more = i->latency = 0;
    i->use_count = i->hidden = 0;
    i->ports = 0;
    memset(i->sources, 0xff, sizeof i->sources);
    memcpy(i->sources, first->results, sizeof first->results);
}

/* The same instructions on registers of their own. */
static void copy_insns(wg_timeline *t, const uint8_t *second)
{
    uint32_t count = t->insn_count;
    wg_sm_insn *all = wg_alloc((2 * (size_t)count + 1) * sizeof *all);
    memcpy(all, t->insns, count * sizeof *all);
    memcpy(all + count, t->insns, count * sizeof *all);
    for (uint32_t n = count; n < 2 * count; n++) {
        if (second[n - count] == WG_SECOND_FOLLOWS)
            continue;
        for (int k = 0; k < WG_SM_SOURCES; k++)
            all[n].sources[k] += all[n].sources[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
        for (int k = 0; k < WG_SM_RESULTS; k++)
            all[n].results[k] += all[n].results[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
        if (second[n - count] == WG_SECOND_JOINS)
            join(&all[n]);
        if (second[n - count] == WG_SECOND_GONE)
            leave_out(&all[n], &t->insns[n - count]);
    }
    free(t->insns);
    t->insns = all;
    t->insn_count *= 2;
    t->registers *= 2;
}

/* One of each in turn; a barrier counts once. */
static size_t interleave(const wg_timeline *t, const wg_sm_warp *one, const wg_sm_warp *other, wg_sm_op *out)
{
    size_t count = 0;
    for (size_t k = 0; k < one->count || k < other->count; k++) {
        if (k < one->count)
            out[count++] = one->ops[k];
        if (k >= other->count || t->insns[other->ops[k].insn].action == WG_SM_BARRIER)
            continue;
        out[count] = other->ops[k];
        out[count++].insn += t->insn_count / 2;
    }
    return count;
}

/* The two warps that become the given one: of two blocks, or of the two halves of one. */
static void find_pair(const wg_timeline *t, bool within, size_t block, uint32_t warp, const wg_sm_warp *pair[2])
{
    const wg_sm_block *from = &t->blocks[within ? block : 2 * block];
    pair[0] = &from->warps[warp];
    pair[1] = within ? &from->warps[warp + from->warp_count / 2] : &from[1].warps[warp];
}

/* ---- iterations ---- */

/* Operations up to the end of an iteration, or of the warp. */
static wg_sm_warp iteration_at(const wg_sm_warp *warp, size_t first, const uint8_t *latches)
{
    size_t end = first;
    while (end < warp->count && !latches[warp->ops[end].insn])
        end++;
    return (wg_sm_warp){warp->ops + first, end + (end < warp->count) - first};
}

static bool may_join(const wg_timeline *t, const wg_sm_warp *one, const wg_sm_warp *other)
{
    if (!other->count || one->count != other->count || one->ops[0].insn != other->ops[0].insn)
        return false;
    for (size_t k = 0; k < one->count; k++)
        if (t->insns[one->ops[k].insn].action == WG_SM_BARRIER)
            return false;
    return true;
}

static size_t unroll(const wg_timeline *t, const wg_sm_warp *warp, const uint8_t *latches, wg_sm_op *out, bool *any)
{
    size_t count = 0;
    for (size_t at = 0; at < warp->count;) {
        wg_sm_warp one = iteration_at(warp, at, latches);
        wg_sm_warp other = iteration_at(warp, at + one.count, latches), nothing = {0};
        bool joins = may_join(t, &one, &other);
        bool is_serial = joins && latches[one.ops[one.count - 1].insn] == WG_LATCH_SERIAL;
        count += interleave(t, &one, joins && !is_serial ? &other : &nothing, out + count);
        if (is_serial)
            count += interleave(t, &nothing, &other, out + count);
        at += one.count + (joins ? other.count : 0);
        *any |= joins;
    }
    return count;
}

/* Two iterations end where the second one does. */
static void move_latches(uint8_t *latches, uint32_t count)
{
    memcpy(latches + count, latches, count * sizeof *latches);
    memset(latches, 0, count * sizeof *latches);
}

/* ---- the whole ---- */

static size_t blocks_left(const wg_timeline *t, wg_joined what)
{
    return what == WG_JOINED_BLOCKS ? t->block_count / 2 : t->block_count;
}

static uint32_t warps_left(const wg_timeline *t, wg_joined what)
{
    uint32_t warps = t->block_count ? t->blocks[0].warp_count : 0;
    return what != WG_JOINED_WARPS ? warps : warps % 2 ? 0 : warps / 2;
}

bool wg_timeline_double(wg_timeline *t, wg_joined what, const uint8_t *second, uint8_t *latches)
{
    uint32_t warps = warps_left(t, what);
    size_t blocks = blocks_left(t, what), count = 0;
    bool any = what != WG_JOINED_ITERATIONS;
    if (!blocks || !warps || t->registers > WG_SM_NO_REGISTER / 2 - 1)
        return false;
    wg_sm_op *ops = wg_alloc((t->op_count + 1) * sizeof *ops);
    wg_sm_warp *joined = wg_alloc((blocks * warps + 1) * sizeof *joined);
    copy_insns(t, second);
    for (size_t b = 0; b < blocks; b++)
        for (uint32_t w = 0; w < warps; w++) {
            const wg_sm_warp *pair[2];
            wg_sm_warp *to = &joined[b * warps + w];
            if (what != WG_JOINED_ITERATIONS)
                find_pair(t, what == WG_JOINED_WARPS, b, w, pair);
            *to = (wg_sm_warp){ops + count, what == WG_JOINED_ITERATIONS
                                                ? unroll(t, &t->blocks[b].warps[w], latches, ops + count, &any)
                                                : interleave(t, pair[0], pair[1], ops + count)};
            count += to->count;
        }
    for (size_t b = 0; b < blocks; b++)
        t->blocks[b] = (wg_sm_block){&joined[b * warps], warps};
    move_latches(latches, t->insn_count / 2);
    free(t->ops);
    free(t->warps);
    t->ops = ops;
    t->warps = joined;
    t->op_count = count;
    t->block_count = blocks;
    return any;
}

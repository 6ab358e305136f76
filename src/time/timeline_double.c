/* SPDX-License-Identifier: Apache-2.0 */
/* A timeline in which each thread does the work of two: independent chains, twice as much on its way. */
#include "time/timeline.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* The same instructions on registers of their own. */
static void copy_insns(wg_timeline *t)
{
    uint32_t count = t->insn_count;
    wg_sm_insn *all = wg_alloc((2 * (size_t)count + 1) * sizeof *all);
    memcpy(all, t->insns, count * sizeof *all);
    memcpy(all + count, t->insns, count * sizeof *all);
    for (uint32_t n = count; n < 2 * count; n++) {
        for (int k = 0; k < WG_SM_SOURCES; k++)
            all[n].sources[k] += all[n].sources[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
        for (int k = 0; k < WG_SM_RESULTS; k++)
            all[n].results[k] += all[n].results[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
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

void wg_timeline_double(wg_timeline *t)
{
    if (t->block_count < 2 || t->registers > WG_SM_NO_REGISTER / 2 - 1)
        return;
    uint32_t warps = t->blocks[0].warp_count;
    wg_sm_op *ops = wg_alloc((t->op_count + 1) * sizeof *ops);
    wg_sm_warp *joined = wg_alloc((t->block_count / 2 * warps + 1) * sizeof *joined);
    size_t count = 0;
    copy_insns(t);
    for (size_t b = 0; b < t->block_count / 2; b++) {
        for (uint32_t w = 0; w < warps; w++) {
            wg_sm_warp *to = &joined[b * warps + w];
            *to = (wg_sm_warp){ops + count,
                               interleave(t, &t->blocks[2 * b].warps[w], &t->blocks[2 * b + 1].warps[w], ops + count)};
            count += to->count;
        }
        t->blocks[b] = (wg_sm_block){&joined[b * warps], warps};
    }
    free(t->ops);
    free(t->warps);
    t->ops = ops;
    t->warps = joined;
    t->op_count = count;
    t->block_count /= 2;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the blocks of a multiprocessor stay together.
 *
 * They begin together. Where the scheduler's preference for older warps decides who computes, the oldest block ends
 * first, the one that takes its place is the youngest, and after a few waves blocks end one after another, evenly
 * spread. Where all wait for the same queue they go on as they began. On an H200 the starts of the blocks of
 * matmul/tiled are half a block's time apart after four waves, and those of matmul/naive a twentieth. The replay
 * overdoes both: evenly spread, and half of that. In few waves it has not been seen to matter. */
#include "time/timeline.h"

#include <math.h>

enum { SETTLED = 7, TRIES = 7 };      /* waves until blocks are as far apart as they come to be; replays */
static const double OPERATIONS = 4e5; /* of a replay, about */

/* Only the beginnings of warps are replayed: what counts is who is ahead, in parts of the whole. */
static void shorten(wg_timeline *t, double part)
{
    for (size_t b = 0; b < t->block_count; b++)
        for (uint32_t k = 0; k < t->blocks[b].warp_count; k++) {
            wg_sm_warp *w = &t->warps[t->blocks[b].warps - t->warps + k];
            w->count = (size_t)ceil(part * (double)w->count);
        }
}

/* By how much the first block of a wave ends before the last, by what it would be if they were evenly spread. */
static double spread_of(const double *ends, size_t resident, size_t waves)
{
    double sum = 0, seen = (double)(waves - 1 - SETTLED);
    double wave = (ends[(waves - 1) * resident - 1] - ends[SETTLED * resident - 1]) / seen;
    for (size_t w = SETTLED; w < waves - 1; w++)
        sum += ends[(w + 1) * resident - 1] - ends[w * resident];
    return sum / seen / wave * (double)resident / (double)(resident - 1);
}

/* Who is ahead hangs on little: of several replays with different noise most decide. */
bool wg_blocks_skew(const wg_model *model, const wg_sm *base, wg_timeline *t, uint32_t resident, double waves)
{
    if (waves < model->skew_waves || resident < 2 || !t->block_count)
        return false;
    size_t replayed = (size_t)model->skew_waves, count = replayed * resident;
    wg_sm sm = *base;
    int apart = 0;
    sm.resident_blocks = resident;
    shorten(t, fmin(1, OPERATIONS / ((double)t->op_count / (double)t->block_count * (double)count)));
    for (uint32_t k = 0; k < TRIES; k++) {
        wg_sm_result result;
        sm.noise = base->noise + k;
        wg_timeline_replay(&sm, t, count, &result);
        apart += spread_of(result.ends, resident, replayed) > model->skew_spread;
        wg_sm_result_free(&result);
    }
    return apart > TRIES / 2;
}

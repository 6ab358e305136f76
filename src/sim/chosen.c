/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chosen.h"

#include "sim/order.h"

static uint64_t part(uint64_t nth, uint64_t all, uint64_t parts)
{
    return (uint64_t)((__uint128_t)nth * all / parts);
}

/* Waves that are whole, as far apart as can be; of each the blocks of the first multiprocessors. */
static uint64_t in_waves(const wg_sample *s, uint64_t blocks, uint64_t nth)
{
    uint64_t chosen = (uint64_t)s->chosen * s->taken, all = (uint64_t)s->multiprocessors * s->resident;
    uint64_t wave =
        part(2 * (nth / chosen) + 1, blocks / all, 2 * s->waves); /* what lies at the edges is not like the rest */
    nth %= chosen;
    return wave * all + nth / s->chosen * s->multiprocessors + nth % s->chosen;
}

uint64_t wg_chosen_count(const wg_launch *launch, uint64_t blocks)
{
    const wg_sample *s = &launch->sample;
    if (s->waves)
        return s->waves * s->chosen * s->taken;
    return launch->sample_blocks && launch->sample_blocks < blocks ? launch->sample_blocks : blocks;
}

uint64_t wg_chosen_block(const wg_launch *launch, uint64_t blocks, uint64_t nth)
{
    uint64_t count = wg_chosen_count(launch, blocks);
    if (count == blocks)
        return launch->shuffle ? wg_order_nth(launch->shuffle, nth, blocks) : nth;
    return launch->sample.waves ? in_waves(&launch->sample, blocks, nth)
                                : launch->sample_from + part(nth, blocks, count);
}

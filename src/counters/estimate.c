/* SPDX-License-Identifier: Apache-2.0 */
#include "counters/estimate.h"

#include <math.h>
#include <string.h>

const wg_estimate_info wg_limiter_infos[WG_LIMITER_COUNT] = {
#define LIMITER(id, title) [WG_LIMITER_##id] = {#id, title, WG_LIMITER_##id, ""},
#include "counters/estimate.def"
};

const wg_estimate_info wg_unit_infos[WG_UNIT_COUNT] = {
#define UNIT(id, limiter, title) [WG_UNIT_##id] = {#id, title, WG_LIMITER_##limiter, ""},
#include "counters/estimate.def"
};

const wg_estimate_info wg_stall_infos[WG_STALL_COUNT] = {
#define STALL(id, title, nsight) [WG_STALL_##id] = {#id, title, WG_LIMITER_COUNT, nsight},
#include "counters/estimate.def"
};

const wg_estimate_info wg_what_if_infos[WG_WHAT_IF_COUNT] = {
#define WHAT_IF(id, limiter, title) [WG_WHAT_IF_##id] = {#id, title, WG_LIMITER_##limiter, ""},
#include "counters/estimate.def"
};

wg_limiter wg_limiter_find(const char *name)
{
    int k = 0;
    while (k < WG_LIMITER_COUNT && strcmp(name, wg_limiter_infos[k].name) != 0)
        k++;
    return (wg_limiter)k;
}

/* A mean over two runs of known weights; one that does not know leaves the other's. */
static void blend(double *sum, double sum_weight, double one, double one_weight)
{
    if (isnan(*sum) || sum_weight == 0)
        *sum = one;
    else if (!isnan(one) && sum_weight + one_weight > 0)
        *sum = (*sum * sum_weight + one * one_weight) / (sum_weight + one_weight);
}

/* Where a what-if means nothing to one of them, that one takes as long as it does. */
static double or_as_it_is(double what_if, double seconds)
{
    return isnan(what_if) ? seconds : what_if;
}

void wg_estimate_add(wg_estimate *sum, const wg_estimate *one)
{
    double before = sum->seconds, more = one->seconds;
    if (sum->launches == 0) {
        *sum = *one;
        return;
    }
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        sum->busy[k] += one->busy[k];
    for (int k = 0; k < WG_STALL_COUNT; k++)
        blend(&sum->stalls[k], before, one->stalls[k], more);
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        if (!isnan(sum->what_if[k]) || !isnan(one->what_if[k]))
            sum->what_if[k] = or_as_it_is(sum->what_if[k], before) + or_as_it_is(one->what_if[k], more);
    if (!isnan(sum->cold)) /* what comes after finds the caches warm */
        sum->cold += more;
    double *const means[] = {&sum->blocks_per_sm, &sum->warps_per_sm, &sum->occupancy, &sum->waves, &sum->registers,
                             &sum->lanes,         &sum->l1_hits,      &sum->l2_hits,   &sum->reuse};
    const double others[] = {one->blocks_per_sm, one->warps_per_sm, one->occupancy, one->waves, one->registers,
                             one->lanes,         one->l1_hits,      one->l2_hits,   one->reuse};
    for (size_t k = 0; k < sizeof means / sizeof *means; k++)
        blend(means[k], before, others[k], more);
    if (one->seconds > before) /* the longest launch's, as an average means nothing */
        sum->load_stride = one->load_stride;
    sum->seconds += more;
    sum->launch += one->launch;
    sum->tail += one->tail;
    if (!isnan(one->minimum)) /* one whose work is of another kind adds nothing to what the others need */
        sum->minimum = (isnan(sum->minimum) ? 0 : sum->minimum) + one->minimum;
    sum->launches += one->launches;
    sum->dram_bytes += one->dram_bytes;
    sum->l2_bytes += one->l2_bytes;
    sum->footprint = fmax(sum->footprint, one->footprint);
    sum->atomic_bytes = fmax(sum->atomic_bytes, one->atomic_bytes);
    sum->random_conflicts = fmax(sum->random_conflicts, one->random_conflicts);
    sum->dram_read += one->dram_read;
    sum->l2_read += one->l2_read;
    sum->registers_are_estimated |= one->registers_are_estimated;
    sum->is_partial |= one->is_partial;
}

void wg_estimate_wait_for_host(wg_estimate *run, double interval)
{
    double least = run->launches > 1 ? run->launches * interval : 0;
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        run->what_if[k] = isnan(run->what_if[k]) ? NAN : fmax(run->what_if[k], least);
    run->cold = isnan(run->cold) ? NAN : fmax(run->cold, least);
    if (run->seconds >= least)
        return;
    run->launch += least - run->seconds;
    run->seconds = least;
}

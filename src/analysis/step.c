/* SPDX-License-Identifier: Apache-2.0 */
/* What a rung would gain without what holds it, and what the next one gains. */
#include "analysis/analysis.h"

/* Limiters that no what-if is about: the estimate says how long they take. */
typedef struct part {
    wg_limiter limiter;
    size_t offset;
    const char *without;
} part;

static const part parts[] = {
    {WG_LIMITER_launch, offsetof(wg_estimate, launch), "launches that cost nothing"},
    {WG_LIMITER_tail, offsetof(wg_estimate, tail), "a last wave that is full"},
};

/* Prospects come with the largest gain first. */
static void find_what_if(const wg_estimate *estimate, const wg_diagnosis *v, wg_rung_step *out)
{
    for (size_t k = 0; k < v->prospect_count; k++) {
        const wg_estimate_info *info = &wg_what_if_infos[v->prospects[k].what];
        if (info->limiter == v->limiter && v->prospects[k].factor > 1) {
            out->what_if = info->title;
            out->without = v->prospects[k].factor;
            return;
        }
    }
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        double rest = v->seconds - *(const double *)((const char *)estimate + parts[k].offset);
        if (parts[k].limiter == v->limiter && rest > 0) {
            out->what_if = parts[k].without;
            out->without = v->seconds / rest;
        }
    }
}

/* A vendor's function, which launches what it likes, is no step of ours: its grid is not known. */
static bool is_kernel(const wg_record *r)
{
    return wg_record_launch_first(r)->grid[0] > 0;
}

static void find_next(const wg_results *ladder, size_t index, wg_rung_step *out)
{
    const wg_record *r = &ladder->records[index];
    for (size_t k = index + 1; k < ladder->count && !out->next; k++) {
        const wg_record *above = &ladder->records[k];
        double gain = wg_record_speed_up(r, above);
        if (isnan(gain) || is_kernel(above) != is_kernel(r))
            continue;
        out->next = above;
        out->gain = gain;
        if (r->estimate.seconds > 0 && above->estimate.seconds > 0)
            out->model_gain = r->estimate.seconds / above->estimate.seconds;
    }
}

wg_rung_step wg_rung_step_from(const wg_results *ladder, size_t index)
{
    wg_rung_step step = {.without = NAN, .gain = NAN, .model_gain = NAN};
    const wg_record *r = &ladder->records[index];
    if (r->diagnosis.limiter < WG_LIMITER_COUNT)
        find_what_if(&r->estimate, &r->diagnosis, &step);
    find_next(ladder, index, &step);
    return step;
}

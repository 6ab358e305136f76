/* SPDX-License-Identifier: Apache-2.0 */
/* What the advice for a rung promises, and what the next rung gains. */
#include "analysis/analysis.h"

#include <math.h>
#include <string.h>

static double factor_of(const wg_advice *advice)
{
    return advice->gain < 1 ? 1 / (1 - advice->gain) : NAN;
}

/* The largest gain comes first. Advice that is not given, though the next rung follows it, promises nothing. */
static void find_advice(const wg_record *r, wg_rung_step *out)
{
    out->is_followed = r->next_advice;
    if (!r->advice_count && r->diagnosis.prospect_count == 0) /* nobody asked */
        return;
    out->promised = r->next_advice ? 1 : NAN;
    for (size_t k = 0; k < r->advice_count && !out->advice; k++) {
        if ((r->next_advice && strcmp(r->next_advice, r->advice[k].name)) || isnan(r->advice[k].gain))
            continue;
        out->advice = r->advice[k].title;
        out->promised = factor_of(&r->advice[k]);
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
    wg_rung_step step = {.promised = NAN, .gain = NAN, .model_gain = NAN};
    find_advice(&ladder->records[index], &step);
    find_next(ladder, index, &step);
    return step;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/analysis.h"

#include "analysis/ablation.h"
#include "analysis/accuracy.h"
#include "analysis/advice.h"
#include "analysis/diagnosis.h"
#include "analysis/math_calls.h"
#include "analysis/roofline.h"

#include <math.h>
#include <string.h>

static wg_subject subject_of(const wg_record *r, const wg_device *device)
{
    const wg_record_launch *launch = wg_record_launch_first(r);
    return (wg_subject){.estimate = &r->estimate,
                        .counters = r->has_counters ? &r->counters : NULL,
                        .device = device,
                        .threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2],
                        .shared = launch->static_shared + launch->dynamic_shared,
                        .line_time = NAN,
                        .math_share = wg_math_share(&r->lines)};
}

/* Advice goes by what would be gained; a ladder is often climbed without asking. */
static bool has_what_ifs(const wg_record *r)
{
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        if (!isnan(r->estimate.what_if[k]) && r->estimate.what_if[k] > 0)
            return true;
    return false;
}

/* Each is judged with what is known of its device; a kernel that was run alone also line by line. */
static void analyse(wg_results *results, wg_record *r, const wg_advice_book *book)
{
    wg_device *device = NULL;
    if (strncmp(r->device.name, "sim:", 4) || wg_device_load(r->device.name + 4, &device, NULL) != WG_OK)
        device = NULL;
    wg_subject subject = subject_of(r, device);
    wg_diagnose(&subject, &results->arena, &r->diagnosis);
    if (r->diagnosis.limiter < WG_LIMITER_COUNT)
        r->diagnosis.error = wg_expected_error_of(results, r);
    bool is_wanted = book && (results->kind == WG_RESULTS_KERNEL || has_what_ifs(r));
    r->advice_count = is_wanted ? wg_advice_give(book, &subject, &r->lines, &results->arena, &r->advice) : 0;
    wg_device_free(device);
}

void wg_analyse(wg_results *results)
{
    bool has_ceilings = results->kind == WG_RESULTS_KERNEL || results->kind == WG_RESULTS_LADDER;
    if (has_ceilings && !wg_ceilings_known(&results->ceilings))
        wg_ceilings_find(&results->device, &results->ceilings);
    wg_advice_book *book = NULL;
    if (wg_advice_open(NULL, &book, NULL) == WG_OK)
        results->trouble = wg_results_keep(results, wg_text_get(&book->trouble));
    for (size_t k = 0; k < results->count; k++) {
        analyse(results, &results->records[k], book);
        if (results->records[k].ablation)
            wg_ablation_judge(results->records[k].ablation);
    }
    wg_advice_close(book);
}

double wg_record_speed_up(const wg_record *before, const wg_record *after)
{
    bool alike = before->has_time == after->has_time && !strcmp(before->device.name, after->device.name);
    double a = wg_record_seconds(before), b = wg_record_seconds(after);
    return alike && a > 0 && b > 0 ? a / b : NAN;
}

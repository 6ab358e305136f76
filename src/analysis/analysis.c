/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/analysis.h"

#include "analysis/ablation.h"
#include "analysis/advice.h"
#include "analysis/diagnosis.h"
#include "analysis/roofline.h"

#include <string.h>

static wg_subject subject_of(const wg_record *r, const wg_device *device)
{
    const wg_record_launch *launch = wg_record_launch_first(r);
    return (wg_subject){.estimate = &r->estimate,
                        .counters = r->has_counters ? &r->counters : NULL,
                        .device = device,
                        .threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2],
                        .shared = launch->static_shared + launch->dynamic_shared,
                        .line_time = NAN};
}

static void advise(wg_results *results, wg_record *r, const wg_subject *subject)
{
    wg_advice_book *book;
    if (wg_advice_open(NULL, &book, NULL) != WG_OK)
        return;
    r->advice_count = wg_advice_give(book, subject, &r->lines, &results->arena, &r->advice);
    results->trouble = wg_results_keep(results, wg_text_get(&book->trouble));
    wg_advice_close(book);
}

/* A kernel is judged with what is known of its device, line by line. */
static void analyse_kernel(wg_results *results, wg_record *r)
{
    wg_device *device = NULL;
    if (strncmp(r->device.name, "sim:", 4) || wg_device_load(r->device.name + 4, &device, NULL) != WG_OK)
        device = NULL;
    wg_subject subject = subject_of(r, device);
    wg_diagnose(&subject, &results->arena, &r->diagnosis);
    advise(results, r, &subject);
    wg_device_free(device);
}

static void analyse_rung(wg_results *results, wg_record *r)
{
    wg_subject subject = subject_of(r, NULL);
    wg_diagnose(&subject, &results->arena, &r->diagnosis);
}

void wg_analyse(wg_results *results)
{
    bool has_ceilings = results->kind == WG_RESULTS_KERNEL || results->kind == WG_RESULTS_LADDER;
    if (has_ceilings && !wg_ceilings_known(&results->ceilings))
        wg_ceilings_find(&results->device, &results->ceilings);
    for (size_t k = 0; k < results->count; k++) {
        wg_record *r = &results->records[k];
        if (results->kind == WG_RESULTS_KERNEL)
            analyse_kernel(results, r);
        else
            analyse_rung(results, r);
        if (r->ablation)
            wg_ablation_judge(r->ablation);
    }
}

double wg_record_speed_up(const wg_record *before, const wg_record *after)
{
    bool alike = before->has_time == after->has_time && !strcmp(before->device.name, after->device.name);
    double a = wg_record_seconds(before), b = wg_record_seconds(after);
    return alike && a > 0 && b > 0 ? a / b : NAN;
}

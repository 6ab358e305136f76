/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/accuracy.h"

#include "analysis/sentence.h"

#include <string.h>

/* Fewer say nothing about a limiter of their own. */
enum { FEWEST = 10 };

typedef struct accuracy {
    const char *limiter; /* NULL: all of them */
    unsigned kernels;
    double median, most;
} accuracy;

static const accuracy classes[] = {
#define CLASS(limiter, kernels, median, most) {#limiter, kernels, median, most},
#include "analysis/accuracy.def"
};

static const accuracy everything = {
#define EVERYTHING(kernels, median, most) NULL, kernels, median, most
#include "analysis/accuracy.def"
};

static const accuracy cold_caches = {
#define COLD(kernels, median, most) NULL, kernels, median, most
#include "analysis/accuracy.def"
};

static const double SHORTEST =
#define SHORTEST_US(us) 1e-6 * (us)
#include "analysis/accuracy.def"
    ;

static const accuracy *class_of(const wg_record *r)
{
    if (r->estimate.is_cold)
        return &cold_caches;
    for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
        if (!strcmp(classes[k].limiter, wg_limiter_infos[r->diagnosis.limiter].name) && classes[k].kernels >= FEWEST)
            return &classes[k];
    return &everything;
}

/* NULL: it is like what was measured. */
static const char *outside(const wg_results *results, const wg_record *r)
{
    const wg_estimate *e = &r->estimate;
    bool is_simulated = !strncmp(r->device.name, "sim:", 4), is_same = !strcmp(r->device.name, results->device.name);
    bool is_h200 =
        is_simulated ? !strcmp(r->device.name, "sim:h200") : is_same && !strcmp(results->device.title, "NVIDIA H200");
    if (!is_h200)
        return "on this GPU no estimate was compared with a measurement";
    if (e->is_partial)
        return "too few kernels whose registers ptxas spills were measured";
    if (e->registers_are_estimated)
        return "what was measured was estimated with ptxas at hand";
    if (e->seconds < SHORTEST)
        return "kernels as short as this one were not measured";
    return NULL;
}

wg_expected_error wg_expected_error_of(wg_results *results, const wg_record *r)
{
    const char *why = outside(results, r);
    const accuracy *known = class_of(r);
    wg_text words = {0};
    if (why) {
        return (wg_expected_error){.median = NAN,
                                   .most = NAN,
                                   .sentence =
                                       wg_arena_format(&results->arena, "Outside what was validated: %s.", why)};
    }
    wg_text_addf(&words, "Of %u kernels", known->kernels);
    if (known->limiter)
        wg_text_addf(&words, " limited by %s", wg_limiter_infos[r->diagnosis.limiter].title);
    wg_text_addf(&words, "%s, half were within ", r->estimate.is_cold ? " with cold caches" : "");
    wg_quantity_add(&words, known->median, '%');
    wg_text_addf(&words, " of the measured time, nine in ten within ");
    wg_quantity_add(&words, known->most, '%');
    wg_text_addf(&words, ".");
    wg_expected_error error = {known->kernels, known->median, known->most,
                               wg_arena_copy(&results->arena, words.bytes, words.length)};
    wg_text_free(&words);
    return error;
}

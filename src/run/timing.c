/* SPDX-License-Identifier: Apache-2.0 */
/* A first run warms up and says how long the rest will take; one that outlasts the patience is the only sample. Short
 * runs are put into batches, since a clock's tick and the gap before a launch are a few microseconds; a batch of
 * several finds the caches as the run before left them, so cold runs stand alone, and so do those that something has to
 * be done before. Samples are taken until their quartiles lie close together, or patience ends. */
#include "run/timing.h"

#include <math.h>
#include <stdlib.h>

enum { FEWEST = 7, FEWEST_ALONE = 31, MOST = 400, LARGEST_BATCH = 64 }; /* samples of a batch, or of one run each */
static const double SHORT = 100e-6;                                     /* a batch takes at least this long */
static const double QUIET = 0.005;                                      /* noise that is low enough */
static const double PATIENCE = 0.5;

wg_status wg_check_interrupt(wg_stop *interrupted, wg_error *err)
{
    return wg_stopped(interrupted) ? wg_error_set(err, WG_ERR_INTERRUPTED, "interrupted") : WG_OK;
}

static wg_status sample(wg_run *run, const wg_timing_options *options, uint32_t batch, double *seconds, wg_error *err)
{
    wg_engine *engine = run->engine;
    wg_status status = wg_check_interrupt(options->interrupted, err);
    *seconds = 0;
    if (status == WG_OK && options->cold && engine->backend->flush_caches)
        status = engine->backend->flush_caches(engine, err);
    if (status == WG_OK)
        status = wg_run_prepare(run, err);
    if (status == WG_OK)
        status = engine->backend->start_clock(engine, err);
    for (uint32_t k = 0; k < batch && status == WG_OK; k++)
        status = wg_run_submit(run, err);
    if (status == WG_OK)
        status = engine->backend->stop_clock(engine, seconds, err);
    *seconds /= batch;
    return status;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double quantile(const double *sorted, size_t count, double part)
{
    double place = part * (double)(count - 1);
    size_t low = (size_t)place;
    size_t high = low + 1 < count ? low + 1 : low;
    return sorted[low] + (place - (double)low) * (sorted[high] - sorted[low]);
}

static void summarise(const double *samples, size_t count, wg_timing *out)
{
    double sorted[MOST];
    for (size_t k = 0; k < count; k++)
        sorted[k] = samples[k];
    qsort(sorted, count, sizeof *sorted, by_size);
    out->low = quantile(sorted, count, 0.25);
    out->median = quantile(sorted, count, 0.5);
    out->high = quantile(sorted, count, 0.75);
    out->samples = (uint32_t)count;
}

wg_status wg_run_time(wg_run *run, const wg_timing_options *options, wg_timing *out, wg_error *err)
{
    double samples[MOST], spent = 0, first = 0;
    double patience = options->patience > 0 ? options->patience : PATIENCE;
    *out = (wg_timing){.cold = options->cold, .batch = 1};
    if (!run->engine->backend->start_clock)
        return wg_error_set(err, WG_ERR_UNSUPPORTED, "%s has no clock", run->engine->name);
    wg_status status = sample(run, options, 1, &first, err);
    if (status == WG_OK && first > patience) { /* what takes so long needs no warming up */
        summarise(&first, 1, out);
        return WG_OK;
    }
    if (status == WG_OK)
        status = sample(run, options, 1, &first, err);
    if (!options->cold && !wg_run_prepares(run) && first < SHORT)
        out->batch = first > SHORT / LARGEST_BATCH ? (uint32_t)ceil(SHORT / first) : LARGEST_BATCH;
    size_t fewest = wg_run_prepares(run) ? FEWEST_ALONE : FEWEST;
    for (size_t k = 0; k < MOST && status == WG_OK; k++) {
        status = sample(run, options, out->batch, &samples[k], err);
        spent += samples[k] * out->batch;
        if (status != WG_OK)
            break;
        summarise(samples, k + 1, out);
        if ((k + 1 >= fewest && wg_timing_noise(out) < QUIET) || spent > patience)
            break;
    }
    return status;
}

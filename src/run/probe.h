/* SPDX-License-Identifier: Apache-2.0 */
/* A probe: a ladder climbed once for each value of the size it sweeps. Its rungs are the curves of a figure. */
#ifndef WG_RUN_PROBE_H
#define WG_RUN_PROBE_H

#include "run/climb.h"

typedef struct wg_probe_point {
    double x, y; /* NAN: not there */
    const wg_rung_result *result;
} wg_probe_point;

typedef struct wg_probe {
    wg_ladder **ladders; /* one for each value */
    wg_climb **climbs;
    size_t point_count, series_count;
    wg_probe_point *points; /* of the first series, then of the second, … */
    bool is_measured;       /* else counted, or … */
    bool is_predicted;      /* … what the model of the GPU says would be measured */
    char device[64], title[128];
} wg_probe;

/* options->methods names series. ladder_options->kind is WG_PROBES. */
wg_status wg_probe_run(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                       wg_probe **out, wg_error *err);
void wg_probe_free(wg_probe *probe); /* NULL is fine */

/* "measured", "predicted" or "counted" */
const char *wg_probe_how(const wg_probe *probe);

/* One point of one series, options->methods[0], with the swept size set to `value`. A setting of a size that the probe
 * does not have is left out. Measured on options->opened; without one, predicted. label becomes "GB/s at stride=8".
 * Fails where the series does not run, or nothing is measured. */
wg_status wg_probe_measure(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                           const char *value, double *x, double *y, char *label, size_t label_size, wg_error *err);

const wg_rung *wg_probe_series(const wg_probe *probe, size_t series);
const wg_probe_point *wg_probe_at(const wg_probe *probe, size_t series, size_t point);
/* What the y axis shows; of the first series that has one. */
const char *wg_probe_y_label(const wg_probe *probe);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* A probe: a ladder climbed once for each value of the size it sweeps. Its rungs are the curves of a figure. */
#ifndef WG_RUN_PROBE_H
#define WG_RUN_PROBE_H

#include "run/climb.h"

/* options->methods names series. ladder_options->kind is WG_PROBES. Records are the points, curve by curve. */
wg_status wg_probe_run(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                       wg_results **out, wg_error *err);

/* One point of one series, options->methods[0], with the swept size set to `value`. A setting of a size that the probe
 * does not have is left out. Measured on options->opened; without one, predicted. label becomes "GB/s at stride=8".
 * Fails where the series does not run, or nothing is measured. */
wg_status wg_probe_measure(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                           const char *value, double *x, double *y, char *label, size_t label_size, wg_error *err);

#endif

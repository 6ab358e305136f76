/* SPDX-License-Identifier: Apache-2.0 */
#include "run/measure.h"

wg_status wg_measure(const wg_spec *spec, const char *device, const wg_engine_options *options,
                     const wg_timing_options *timing, wg_measurement *out, wg_error *err)
{
    *out = (wg_measurement){0};
    wg_status status = wg_run_once(spec, device, options, &out->run, err);
    if (status == WG_OK)
        status = wg_run_time(out->run, timing, &out->timing, err);
    /* What the kernel does to its own results does not show: they are those of one run. */
    if (status == WG_OK)
        status = wg_run_reset(out->run, NULL, 0, err);
    if (status == WG_OK)
        status = wg_run_launch(out->run, err);
    if (status != WG_OK)
        wg_measurement_free(out);
    return status;
}

void wg_measurement_free(wg_measurement *measurement)
{
    wg_run_close(measurement->run);
    *measurement = (wg_measurement){0};
}

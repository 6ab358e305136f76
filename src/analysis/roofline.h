/* SPDX-License-Identifier: Apache-2.0 */
/* The roofline: what a device can move and compute in a second at most, and how near to that a kernel comes:
 * docs/use/roofline.md. */
#ifndef WG_ANALYSIS_ROOFLINE_H
#define WG_ANALYSIS_ROOFLINE_H

#include "counters/counters.h"
#include "counters/estimate.h"
#include "devices/device.h"
#include "results/record.h"

/* Those of a device's file: as measured where it says so, else as its clocks and widths allow. NULL: none are known. */
void wg_ceilings_of(const wg_device *device, wg_ceilings *out);
/* Those that data/devices gives a simulated or real device, if it knows it: by its name or its title. */
void wg_ceilings_find(const wg_place *place, wg_ceilings *out);

/* A record as a kernel under the roofs. Its estimate says what DRAM and L2 moved, and the time unless it was measured.
 */
void wg_roof_point_of(const wg_record *record, wg_roof_point *out);
/* Those of the records that ran and were counted; added to the points, which are the caller's to free. */
void wg_roofline_add(const wg_results *results, wg_roofline *out);

/* `estimate` says what DRAM and L2 moved, and the time unless `measured` is one; its seconds may be 0: nothing is
 * known. */
void wg_roof_point_make(const wg_counters *counters, const wg_estimate *estimate, double measured, wg_roof_point *out);

double wg_roof_flops(const wg_roof_point *point); /* of all kinds */
/* Operations for each byte that a memory moved; NAN: it moved none, or that is not known. */
double wg_roof_intensity(const wg_roof_point *point, wg_roof memory);
/* Bytes or operations a second; NAN without a time. */
double wg_roof_rate(const wg_roof_point *point, wg_roof roof);
/* The rate as a part of the ceiling. */
double wg_roof_share(const wg_ceilings *ceilings, const wg_roof_point *point, wg_roof roof);
/* The roof that is used most; WG_ROOF_COUNT: nothing is known. */
wg_roof wg_roof_nearest(const wg_ceilings *ceilings, const wg_roof_point *point);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* The roofline: what a device can move and compute in a second at most, and how near to that a kernel comes:
 * docs/use/roofline.md. */
#ifndef WG_ANALYSIS_ROOFLINE_H
#define WG_ANALYSIS_ROOFLINE_H

#include "counters/counters.h"
#include "counters/estimate.h"
#include "devices/device.h"

typedef enum wg_roof {
#define ROOF(id, is_memory, title) WG_ROOF_##id,
#include "analysis/roofs.def"
#undef ROOF
    WG_ROOF_COUNT
} wg_roof;

typedef struct wg_roof_info {
    const char *name, *title;
    bool is_memory;
} wg_roof_info;

extern const wg_roof_info wg_roof_infos[WG_ROOF_COUNT];

typedef struct wg_ceiling {
    double rate;    /* bytes or operations a second; NAN: not known */
    char from[200]; /* where that is from; why it is not known, or nothing */
} wg_ceiling;

typedef struct wg_ceilings {
    wg_ceiling items[WG_ROOF_COUNT];
} wg_ceilings;

/* Those of a device's file: as measured where it says so, else as its clocks and widths allow. NULL: none are known. */
void wg_ceilings_of(const wg_device *device, wg_ceilings *out);
bool wg_ceilings_known(const wg_ceilings *ceilings);

/* A kernel under the roofs. */
typedef struct wg_roof_point {
    char name[160];
    double seconds;               /* NAN: not known */
    bool is_measured;             /* else estimated */
    double amount[WG_ROOF_COUNT]; /* NAN: not known */
} wg_roof_point;

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

/* A device's roofs with kernels under them. */
typedef struct wg_roofline {
    char device[64], title[128];
    wg_ceilings ceilings;
    wg_roof_point *points;
    size_t count, capacity;
} wg_roofline;

#endif

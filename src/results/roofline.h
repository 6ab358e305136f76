/* SPDX-License-Identifier: Apache-2.0 */
/* The vocabulary of rooflines: what a device can move and compute in a second at most, and what a kernel moved and
 * computed. analysis/roofline.h has what follows from them. */
#ifndef WG_RESULTS_ROOFLINE_H
#define WG_RESULTS_ROOFLINE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum wg_roof {
#define ROOF(id, is_memory, title) WG_ROOF_##id,
#include "results/roofs.def"
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

wg_ceilings wg_ceilings_unknown(void);
bool wg_ceilings_known(const wg_ceilings *ceilings); /* at least one */

/* A kernel under the roofs. */
typedef struct wg_roof_point {
    char name[160];
    double seconds;               /* NAN: not known */
    bool is_measured;             /* else estimated */
    double limit;                 /* the least seconds the device needs (model/limit.h); NAN: not known */
    double amount[WG_ROOF_COUNT]; /* NAN: not known */
} wg_roof_point;

/* A device's roofs with kernels under them. */
typedef struct wg_roofline {
    char device[64], title[128];
    wg_ceilings ceilings;
    wg_roof_point *points;
    size_t count, capacity;
} wg_roofline;

#endif

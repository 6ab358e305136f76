/* SPDX-License-Identifier: Apache-2.0 */
/* How long something took: the median of samples, and how much they differ. */
#ifndef WG_RESULTS_TIMING_H
#define WG_RESULTS_TIMING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wg_timing {
    double median, low, high; /* seconds; quartiles */
    uint32_t samples;
    uint32_t batch; /* runs a sample, one behind the other: 1 unless they are short */
    bool cold;      /* caches were flushed before each sample */
} wg_timing;

/* Half the distance of the quartiles, as a part of the median: differences below it mean nothing. */
double wg_timing_noise(const wg_timing *timing);

#endif

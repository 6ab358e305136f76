/* SPDX-License-Identifier: Apache-2.0 */
/* The memory chart: what passes between a kernel, its caches and DRAM, as Nsight Compute draws it. The numbers are
 * those of the counters and of the roofline of the same report; nothing is counted again. */
#ifndef WG_REPORT_MEMORY_H
#define WG_REPORT_MEMORY_H

#include "results/record.h"

/* What a kernel can ask, in the order it is drawn. */
typedef enum wg_memory_space {
    WG_SPACE_OF_GLOBAL,
    WG_SPACE_OF_LOCAL,
    WG_SPACE_OF_TEXTURE,
    WG_SPACE_OF_SHARED,
    WG_SPACE_OF_CONSTANT,
    WG_MEMORY_SPACES
} wg_memory_space;

/* Loads, stores or atomics of one space. */
typedef struct wg_memory_access {
    const char *title; /* "global loads" */
    wg_memory_space space;
    double requests;
    double pieces; /* sectors, wavefronts or words */
    double bytes;  /* those of the pieces; 0: they are not bytes that move */
    bool reads, writes;
} wg_memory_access;

/* Where requests end up. */
typedef enum wg_memory_level {
    WG_LEVEL_L1,
    WG_LEVEL_SHARED,
    WG_LEVEL_CONSTANT,
    WG_LEVEL_L2,
    WG_LEVEL_DRAM,
    WG_MEMORY_LEVELS
} wg_memory_level;

typedef struct wg_memory_part {
    const char *title;
    bool is_used;
    double bytes;         /* that it gives and takes on the side of the kernel; NAN: not known */
    double read, written; /* of those; NAN: not known */
    double hits;          /* 0 to 1; NAN: not known, or it has none */
    double use;           /* of the peak rate, 0 to 1; NAN: not known */
} wg_memory_part;

enum { WG_MOST_ACCESSES = 12 };

typedef struct wg_memory_chart {
    wg_memory_access accesses[WG_MOST_ACCESSES]; /* those that happen */
    size_t access_count;
    wg_memory_part parts[WG_MEMORY_LEVELS];
} wg_memory_chart;

void wg_memory_chart_of(const wg_record *record, wg_memory_chart *out);

wg_memory_level wg_memory_level_of(wg_memory_space space);
const char *wg_memory_pieces(wg_memory_space space); /* "sectors", "wavefronts", "words" */

#endif

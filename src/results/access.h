/* SPDX-License-Identifier: Apache-2.0 */
/* A warp's addresses at one access, kept to be drawn (explain --show-addresses). */
#ifndef WG_RESULTS_ACCESS_H
#define WG_RESULTS_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WG_ACCESS_LANES = 32 };

typedef struct wg_access {
    const char *spelling; /* "ld.global.f32" */
    const char *space;    /* "global", "shared", "local"; "" */
    bool is_shared;
    uint32_t warp;
    uint64_t block;
    uint32_t mask;  /* lanes that take part */
    uint32_t bytes; /* a lane */
    uint64_t address[WG_ACCESS_LANES];
    unsigned banks; /* of shared memory */
    /* GPUs that join accesses by rules of their own (sim/joining.h): */
    bool is_joined;
    uint64_t *sectors; /* of an access to global memory: those that move, some perhaps several times */
    size_t sector_count;
    unsigned passes, ideal_passes; /* of one to shared memory: through the banks, and without conflicts */
} wg_access;

/* The accesses of one source line. */
typedef struct wg_accesses {
    uint32_t line; /* 0: nobody asked */
    wg_access *items;
    size_t count;
} wg_accesses;

#endif

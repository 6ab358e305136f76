/* SPDX-License-Identifier: Apache-2.0 */
/* What a kernel needs of a multiprocessor. */
#ifndef WG_RESULTS_RESOURCES_H
#define WG_RESULTS_RESOURCES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct wg_resources {
    char *kernel;   /* as in the source */
    char from[128]; /* "ptxas 13.0 for sm_90" */
    bool is_estimate;
    uint64_t threads; /* of a block, from the spec */
    uint64_t registers;
    uint64_t static_shared, dynamic_shared;
    uint64_t barriers;                         /* 0: not known */
    uint64_t stack, spill_stores, spill_loads; /* bytes of local memory of a thread; not known in an estimate */
} wg_resources;

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* How many blocks of a kernel a multiprocessor holds at once: docs/use/occupancy.md. The rules are CUDA's for every
 * generation; what differs between them is in the device's file. */
#ifndef WG_DEVICES_OCCUPANCY_H
#define WG_DEVICES_OCCUPANCY_H

#include "devices/device.h"

typedef enum wg_resource {
    WG_RESOURCE_THREADS,
    WG_RESOURCE_BLOCKS,
    WG_RESOURCE_REGISTERS,
    WG_RESOURCE_SHARED,
    WG_RESOURCE_BARRIERS, /* since compute capability 9.0 */
    WG_RESOURCE_COUNT
} wg_resource;

extern const char *const wg_resource_names[WG_RESOURCE_COUNT];

typedef struct wg_occupancy_request {
    uint64_t threads;   /* of a block */
    uint64_t registers; /* of a thread; 0: none */
    uint64_t shared;    /* bytes of a block, static and dynamic */
    uint64_t barriers;  /* of a block; 0: not known, taken for one */
    int carveout;       /* per cent of the largest shared memory the driver was asked for; negative: nothing asked */
} wg_occupancy_request;

#define WG_NO_LIMIT UINT64_MAX

/* One resource: what a multiprocessor has of it, what it gives to a block, and the blocks that this allows. */
typedef struct wg_occupancy_limit {
    uint64_t available, given;
    uint64_t blocks; /* WG_NO_LIMIT: none is used; 0: a block asks for more than it may have */
} wg_occupancy_limit;

typedef struct wg_occupancy {
    uint64_t blocks, warps; /* of a multiprocessor */
    double share;           /* of the warps it could hold: 0 to 1 */
    wg_occupancy_limit limits[WG_RESOURCE_COUNT];
} wg_occupancy;

wg_occupancy wg_occupancy_compute(const wg_device *device, const wg_occupancy_request *request);

/* The smallest shared memory that a multiprocessor can be set to and that holds so much. */
uint64_t wg_occupancy_config(const wg_device *device, uint64_t bytes);

/* Whether a resource is one of those that allow the fewest blocks. */
bool wg_occupancy_is_limit(const wg_occupancy *occupancy, wg_resource resource);

/* The nearest value of one thing, all else the same, at which the number of blocks is another. */
typedef struct wg_occupancy_step {
    const char *what;   /* "registers" */
    const char *change; /* "fewer registers" */
    uint64_t from, to;
    wg_occupancy_request request;
    wg_occupancy then;
} wg_occupancy_step;

enum { WG_OCCUPANCY_STEPS = 6 };

/* Returns how many of the steps there are: down and up of registers, shared memory and block size. */
size_t wg_occupancy_find_steps(const wg_device *device, const wg_occupancy_request *request,
                               wg_occupancy_step steps[WG_OCCUPANCY_STEPS]);

#endif

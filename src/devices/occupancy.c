/* SPDX-License-Identifier: Apache-2.0 */
/* A multiprocessor takes blocks until one of its resources is used up. Each resource is given out in units: registers
 * to warps (to whole blocks on compute capability 1.x), and from the part of the file the warp is in, so that what is
 * left in one part is of no use to a warp in another; shared memory to blocks, with what the system keeps of each. */
#include "devices/occupancy.h"

#include <stddef.h>

const char *const wg_resource_names[WG_RESOURCE_COUNT] = {
    [WG_RESOURCE_THREADS] = "threads",      [WG_RESOURCE_BLOCKS] = "blocks",     [WG_RESOURCE_REGISTERS] = "registers",
    [WG_RESOURCE_SHARED] = "shared memory", [WG_RESOURCE_BARRIERS] = "barriers",
};

#define GET(field) wg_device_integer(d, WG_DEVICE_##field)

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t warps_of(const wg_device *d, uint64_t threads)
{
    return round_up((threads + GET(warp_size) - 1) / GET(warp_size), GET(warp_unit));
}

/* ---- the resources ---- */

static wg_occupancy_limit limit_threads(const wg_device *d, const wg_occupancy_request *r)
{
    uint64_t warps = warps_of(d, r->threads);
    bool fits = r->threads <= GET(max_threads_per_block);
    return (wg_occupancy_limit){.available = GET(max_warps_per_sm) * GET(warp_size),
                                .given = warps * GET(warp_size),
                                .blocks = fits ? GET(max_warps_per_sm) / warps : 0};
}

static wg_occupancy_limit limit_blocks(const wg_device *d, const wg_occupancy_request *r)
{
    (void)r;
    return (wg_occupancy_limit){.available = GET(max_blocks_per_sm), .given = 1, .blocks = GET(max_blocks_per_sm)};
}

/* Some counts of Fermi's are given out in twice the unit. */
static uint64_t register_unit(const wg_device *d, uint64_t registers)
{
    for (uint64_t k = 0; k < GET(register_unit_doubled); k++)
        if ((uint64_t)d->list[WG_DEVICE_register_unit_doubled][k] == registers)
            return 2 * GET(register_unit);
    return GET(register_unit);
}

static wg_occupancy_limit limit_registers(const wg_device *d, const wg_occupancy_request *r)
{
    wg_occupancy_limit limit = {.available = GET(registers_per_sm), .blocks = WG_NO_LIMIT};
    uint64_t warps = warps_of(d, r->threads), unit = register_unit(d, r->registers), fit, asked;
    if (!r->registers)
        return limit;
    if (wg_device_is(d, WG_DEVICE_register_allocation, "block")) {
        limit.given = asked = round_up(r->registers * GET(warp_size) * warps, unit);
        fit = GET(registers_per_sm) / limit.given;
    } else {
        uint64_t of_warp = round_up(r->registers * GET(warp_size), unit), parts = GET(register_partitions);
        /* The check of a launch assumes that every part of the file gets as many warps. */
        uint64_t assumed = d->known[WG_DEVICE_launch_partitions] ? GET(launch_partitions) : parts;
        limit.given = of_warp * warps;
        asked = of_warp * round_up(warps, assumed ? assumed : 1);
        fit = GET(registers_per_sm) / parts / of_warp * parts / warps;
    }
    bool allowed = asked <= GET(registers_per_block) && r->registers <= GET(max_registers_per_thread);
    limit.blocks = allowed ? fit : 0;
    return limit;
}

uint64_t wg_occupancy_config(const wg_device *d, uint64_t bytes)
{
    for (uint64_t k = 0; k < GET(shared_configs); k++)
        if (1024 * d->list[WG_DEVICE_shared_configs][k] >= (double)bytes)
            return (uint64_t)(1024 * d->list[WG_DEVICE_shared_configs][k]);
    return GET(shared_per_sm);
}

/* A wish is followed unless not even one block would fit. It is one of these sizes since Volta only. */
static uint64_t shared_available(const wg_device *d, int carveout, uint64_t given)
{
    if (carveout < 0 || d->major < 7)
        return GET(shared_per_sm);
    uint64_t wished = wg_occupancy_config(d, GET(shared_per_sm) * (uint64_t)carveout / 100);
    return wished >= given ? wished : wg_occupancy_config(d, given);
}

static wg_occupancy_limit limit_shared(const wg_device *d, const wg_occupancy_request *r)
{
    uint64_t reserved = GET(shared_reserved_per_block), given = round_up(r->shared + reserved, GET(shared_unit));
    wg_occupancy_limit limit = {.available = shared_available(d, r->carveout, given), .given = given};
    bool allowed = given <= GET(shared_per_block_optin) + reserved;
    limit.blocks = !allowed ? 0 : given ? limit.available / given : WG_NO_LIMIT;
    return limit;
}

static wg_occupancy_limit limit_barriers(const wg_device *d, const wg_occupancy_request *r)
{
    uint64_t available = GET(barriers_per_sm);
    return (wg_occupancy_limit){.available = available,
                                .given = r->barriers,
                                .blocks = available && r->barriers ? available / r->barriers : WG_NO_LIMIT};
}

static wg_occupancy_limit (*const limiters[WG_RESOURCE_COUNT])(const wg_device *, const wg_occupancy_request *) = {
    [WG_RESOURCE_THREADS] = limit_threads,     [WG_RESOURCE_BLOCKS] = limit_blocks,
    [WG_RESOURCE_REGISTERS] = limit_registers, [WG_RESOURCE_SHARED] = limit_shared,
    [WG_RESOURCE_BARRIERS] = limit_barriers,
};

/* ---- together ---- */

wg_occupancy wg_occupancy_compute(const wg_device *device, const wg_occupancy_request *request)
{
    wg_occupancy result = {.blocks = WG_NO_LIMIT};
    const wg_device *d = device;
    /* Far above what any device has, and far below where products overflow. */
    const wg_occupancy_request r = {.threads = smaller(request->threads ? request->threads : 1, 1 << 20),
                                    .registers = smaller(request->registers, 1 << 16),
                                    .shared = smaller(request->shared, (uint64_t)1 << 40),
                                    .barriers = smaller(request->barriers, 1 << 16),
                                    .carveout = request->carveout > 100 ? 100 : request->carveout};
    for (int k = 0; k < WG_RESOURCE_COUNT; k++) {
        result.limits[k] = limiters[k](d, &r);
        result.blocks = smaller(result.blocks, result.limits[k].blocks);
    }
    /* Warps that exist: those that only round a block up do not count. */
    result.warps = result.blocks * ((r.threads + GET(warp_size) - 1) / GET(warp_size));
    result.share = (double)result.warps / (double)GET(max_warps_per_sm);
    return result;
}

bool wg_occupancy_is_limit(const wg_occupancy *occupancy, wg_resource resource)
{
    return occupancy->limits[resource].blocks == occupancy->blocks;
}

/* ---- what a little more or less would change ---- */

/* Something to turn: where it is in a request, and between which values. */
typedef struct knob {
    const char *what, *change[2]; /* down and up */
    size_t offset;
    uint64_t least, most, unit;
} knob;

static uint64_t *value_of(wg_occupancy_request *request, const knob *k)
{
    return (uint64_t *)((char *)request + k->offset);
}

/* The next value in that direction; false: there is none. */
static bool turn(const knob *k, bool up, uint64_t *value)
{
    if (up ? *value >= k->most : *value <= k->least)
        return false;
    *value = up ? (*value / k->unit + 1) * k->unit : (*value - 1) / k->unit * k->unit;
    return *value >= k->least && *value <= k->most;
}

static bool find_step(const wg_device *d, const wg_occupancy_request *request, const knob *k, bool up,
                      wg_occupancy_step *step)
{
    uint64_t blocks = wg_occupancy_compute(d, request).blocks;
    *step = (wg_occupancy_step){.what = k->what, .change = k->change[up], .request = *request};
    uint64_t *value = value_of(&step->request, k);
    step->from = *value;
    if (*value > k->most)
        *value = k->most + 1;
    while (turn(k, up, value)) {
        step->then = wg_occupancy_compute(d, &step->request);
        step->to = *value;
        if (step->then.blocks != blocks)
            return true;
    }
    return false;
}

size_t wg_occupancy_find_steps(const wg_device *device, const wg_occupancy_request *request,
                               wg_occupancy_step steps[WG_OCCUPANCY_STEPS])
{
    const wg_device *d = device;
    const knob knobs[] = {
        {"registers",
         {"fewer registers", "more registers"},
         offsetof(wg_occupancy_request, registers),
         1,
         GET(max_registers_per_thread),
         1},
        {"shared memory",
         {"less shared memory", "more shared memory"},
         offsetof(wg_occupancy_request, shared),
         0,
         GET(shared_per_block_optin),
         1},
        {"block size",
         {"smaller blocks", "larger blocks"},
         offsetof(wg_occupancy_request, threads),
         GET(warp_size),
         GET(max_threads_per_block),
         GET(warp_size)},
    };
    size_t count = 0;
    for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
        for (int up = 0; up < 2; up++)
            count += find_step(d, request, &knobs[k], up, &steps[count]);
    return count;
}

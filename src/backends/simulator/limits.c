/* SPDX-License-Identifier: Apache-2.0 */
/* Launch shapes the device would refuse. */
#include "backends/simulator/simulator.h"

#include <stdio.h>

static void format_shape(const uint32_t shape[3], char *text, size_t size)
{
    snprintf(text, size, "%u x %u x %u", shape[0], shape[1], shape[2]);
}

/* A launch that is looked at. */
typedef struct launch {
    const wg_device *device;
    const wg_sim_kernel *kernel;
    const wg_kernel_call *call;
    uint64_t shared;
} launch;

static wg_status check_axes(const launch *l, const char *what, const uint32_t shape[3], const wg_device_field most[3],
                            wg_error *err)
{
    for (int k = 0; k < 3; k++) {
        uint64_t limit = wg_device_integer(l->device, most[k]);
        if (shape[k] > limit)
            return wg_error_set(err, WG_ERR_LIMIT, "kernel %s: a %s of %u along %c is more than the %llu of an %s",
                                l->kernel->ptx.name, what, shape[k], 'x' + k, (unsigned long long)limit,
                                l->device->title);
    }
    return WG_OK;
}

static uint64_t product(const uint32_t shape[3])
{
    return (uint64_t)shape[0] * shape[1] * shape[2];
}

/* .reqntid fixes the block's shape; .maxntid bounds the number of its threads. Dimensions left out are 1. */
static wg_status check_declared(const launch *l, wg_error *err)
{
    const uint32_t *block = l->call->block;
    char given[64], declared[64];
    uint32_t required[3], most[3];
    for (int k = 0; k < 3; k++) {
        required[k] = l->kernel->ptx.function->reqntid[k] ? l->kernel->ptx.function->reqntid[k] : 1;
        most[k] = l->kernel->ptx.function->maxntid[k] ? l->kernel->ptx.function->maxntid[k] : 1;
    }
    format_shape(block, given, sizeof given);
    if (l->kernel->ptx.function->reqntid[0] &&
        (required[0] != block[0] || required[1] != block[1] || required[2] != block[2])) {
        format_shape(required, declared, sizeof declared);
        return wg_error_set(
            err, WG_ERR_INPUT,
            "kernel %s must be launched with blocks of %s (.reqntid, in OpenCL C reqd_work_group_size), not %s",
            l->kernel->ptx.name, declared, given);
    }
    if (l->kernel->ptx.function->maxntid[0] && product(block) > product(most))
        return wg_error_set(err, WG_ERR_INPUT,
                            "kernel %s: a block of %s has more than the %llu threads of its launch bounds (.maxntid)",
                            l->kernel->ptx.name, given, (unsigned long long)product(most));
    return WG_OK;
}

static wg_status check_shared(const launch *l, wg_error *err)
{
    uint64_t limit = wg_device_integer(l->device, WG_DEVICE_shared_per_block_optin);
    uint64_t fixed = l->kernel->program->shared_bytes;
    if (fixed + l->shared <= limit)
        return WG_OK;
    return wg_error_set(
        err, WG_ERR_LIMIT,
        "kernel %s: %llu + %llu bytes of static and dynamic shared memory are more than the %llu a block "
        "of an %s may have",
        l->kernel->ptx.name, (unsigned long long)fixed, (unsigned long long)l->shared, (unsigned long long)limit,
        l->device->title);
}

wg_status wg_sim_check_limits(const wg_device *device, const wg_sim_kernel *kernel, const wg_kernel_call *call,
                              uint64_t shared, wg_error *err)
{
    static const wg_device_field block_limits[] = {WG_DEVICE_max_block_x, WG_DEVICE_max_block_y, WG_DEVICE_max_block_z};
    static const wg_device_field grid_limits[] = {WG_DEVICE_max_grid_x, WG_DEVICE_max_grid_y, WG_DEVICE_max_grid_z};
    const launch l = {device, kernel, call, shared};
    uint64_t threads = product(call->block);
    uint64_t most = wg_device_integer(device, WG_DEVICE_max_threads_per_block);
    wg_status status = check_axes(&l, "block", call->block, block_limits, err);
    if (status == WG_OK)
        status = check_axes(&l, "grid", call->grid, grid_limits, err);
    if (status == WG_OK && threads > most) {
        char shape[64];
        format_shape(call->block, shape, sizeof shape);
        status =
            wg_error_set(err, WG_ERR_LIMIT, "kernel %s: a block of %s = %llu threads is more than the %llu of an %s",
                         kernel->ptx.name, shape, (unsigned long long)threads, (unsigned long long)most, device->title);
    }
    if (status == WG_OK)
        status = check_declared(&l, err);
    return status == WG_OK ? check_shared(&l, err) : status;
}

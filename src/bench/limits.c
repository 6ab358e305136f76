/* Launch shapes the device would refuse. */
#include "bench/run.h"

#include <stdio.h>

static void format_shape(const uint32_t shape[3], char *text, size_t size)
{
    snprintf(text, size, "%u x %u x %u", shape[0], shape[1], shape[2]);
}

static wg_status check_axes(const wg_run *run, const char *what, const uint32_t shape[3], const wg_device_field most[3],
                            wg_error *err)
{
    for (int k = 0; k < 3; k++) {
        uint64_t limit = wg_device_integer(run->device, most[k]);
        if (shape[k] > limit)
            return wg_error_set(err, WG_ERR_INPUT, "kernel %s: a %s of %u along %c is more than the %llu of an %s",
                                run->kernel_name, what, shape[k], 'x' + k, (unsigned long long)limit,
                                run->device->title);
    }
    return WG_OK;
}

static uint64_t product(const uint32_t shape[3])
{
    return (uint64_t)shape[0] * shape[1] * shape[2];
}

/* .reqntid fixes the block's shape; .maxntid bounds the number of its threads. Dimensions left out are 1. */
static wg_status check_declared(const wg_run *run, wg_error *err)
{
    const uint32_t *block = run->plan->block;
    char given[64], declared[64];
    uint32_t required[3], most[3];
    for (int k = 0; k < 3; k++) {
        required[k] = run->kernel->reqntid[k] ? run->kernel->reqntid[k] : 1;
        most[k] = run->kernel->maxntid[k] ? run->kernel->maxntid[k] : 1;
    }
    format_shape(block, given, sizeof given);
    if (run->kernel->reqntid[0] && (required[0] != block[0] || required[1] != block[1] || required[2] != block[2])) {
        format_shape(required, declared, sizeof declared);
        return wg_error_set(err, WG_ERR_INPUT, "kernel %s must be launched with blocks of %s (.reqntid), not %s",
                            run->kernel_name, declared, given);
    }
    if (run->kernel->maxntid[0] && product(block) > product(most))
        return wg_error_set(err, WG_ERR_INPUT,
                            "kernel %s: a block of %s has more than the %llu threads of its launch bounds (.maxntid)",
                            run->kernel_name, given, (unsigned long long)product(most));
    return WG_OK;
}

static wg_status check_shared(const wg_run *run, wg_error *err)
{
    uint64_t limit = wg_device_integer(run->device, WG_DEVICE_shared_per_block_optin);
    uint64_t fixed = run->program->shared_bytes;
    if (fixed + run->dynamic_shared <= limit)
        return WG_OK;
    return wg_error_set(
        err, WG_ERR_INPUT,
        "kernel %s: %llu + %llu bytes of static and dynamic shared memory are more than the %llu a block "
        "of an %s may have",
        run->kernel_name, (unsigned long long)fixed, (unsigned long long)run->dynamic_shared, (unsigned long long)limit,
        run->device->title);
}

wg_status wg_run_check_limits(const wg_run *run, wg_error *err)
{
    static const wg_device_field block_limits[] = {WG_DEVICE_max_block_x, WG_DEVICE_max_block_y, WG_DEVICE_max_block_z};
    static const wg_device_field grid_limits[] = {WG_DEVICE_max_grid_x, WG_DEVICE_max_grid_y, WG_DEVICE_max_grid_z};
    uint64_t threads = product(run->plan->block);
    uint64_t most = wg_device_integer(run->device, WG_DEVICE_max_threads_per_block);
    wg_status status = check_axes(run, "block", run->plan->block, block_limits, err);
    if (status == WG_OK)
        status = check_axes(run, "grid", run->plan->grid, grid_limits, err);
    if (status == WG_OK && threads > most) {
        char shape[64];
        format_shape(run->plan->block, shape, sizeof shape);
        status = wg_error_set(
            err, WG_ERR_INPUT, "kernel %s: a block of %s = %llu threads is more than the %llu of an %s",
            run->kernel_name, shape, (unsigned long long)threads, (unsigned long long)most, run->device->title);
    }
    if (status == WG_OK)
        status = check_declared(run, err);
    return status == WG_OK ? check_shared(run, err) : status;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The least time a device needs: by what was measured of it. */
#include "model/limit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static wg_device *device;
static wg_model model;

static int begin(void **state)
{
    (void)state;
    wg_error err;
    if (wg_device_load("h200", &device, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_model_resolve(device, &model);
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_device_free(device);
    return 0;
}

static void expect(const wg_work *work, double seconds)
{
    double found = wg_limit_seconds(&model, work);
    if (!(fabs(found / seconds - 1) < 1e-3))
        fail_msg("%g s, expected %g s", found, seconds);
}

static void memory_has_the_bandwidth_of_the_mix(void **state)
{
    (void)state;
    expect(&(wg_work){.read = 1e9, .dram_read = 1e9}, 1 / model.measured_read_bandwidth);
    expect(&(wg_work){.written = 1e9, .dram_written = 1e9}, 1 / model.measured_write_bandwidth);
    expect(&(wg_work){.read = 1e9, .written = 1e9, .dram_read = 1e9, .dram_written = 1e9},
           2 / model.measured_copy_bandwidth);
    expect(&(wg_work){.dram_any = 1e9}, 1 / model.measured_read_bandwidth); /* nobody knows: the fastest */
}

static void what_is_in_the_cache_comes_from_there(void **state)
{
    (void)state;
    expect(&(wg_work){.read = 1e9}, 1 / model.measured_l2_bandwidth);
    expect(&(wg_work){.written = 1e9}, 1 / model.measured_l2_write_bandwidth);
    expect(&(wg_work){.read = 1e9, .dram_read = 1e6}, 1 / model.measured_l2_bandwidth);
}

static void arithmetic_runs_at_full_rate(void **state)
{
    (void)state;
    double fma = 2 * model.sm_count * 1e6 * model.measured_clock;
    expect(&(wg_work){.f32_flops = 1e12}, 1 / device->value[WG_DEVICE_measured_f32_rate]);
    expect(&(wg_work){.f64_flops = 1e12}, 1e12 / (fma * model.f64_lanes));
    expect(&(wg_work){.f32_flops = 1, .read = 1e9, .dram_read = 1e9}, 1 / model.measured_read_bandwidth);
    assert_true(isnan(wg_limit_seconds(&model, &(wg_work){0})));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_has_the_bandwidth_of_the_mix),
        cmocka_unit_test(what_is_in_the_cache_comes_from_there),
        cmocka_unit_test(arithmetic_runs_at_full_rate),
    };
    return cmocka_run_group_tests(tests, begin, end);
}

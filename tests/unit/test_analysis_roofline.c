/* SPDX-License-Identifier: Apache-2.0 */
/* Ceilings of a device and kernels below them, from numbers that can be checked by hand. */
#include "analysis/roofline.h"

#include "api/api.h"
#include "report/table/roofline.h"
#include "results/json.h"

#include "handmade.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_device *load(const char *name)
{
    wg_device *device;
    wg_error err = {0};
    assert_int_equal(wg_device_load(name, &device, &err), WG_OK);
    return device;
}

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-9 * fabs(want)))
        fail_msg("%.12g, expected %.12g", got, want);
}

static void ceilings_come_from_the_device_file(void **state)
{
    wg_device *h200 = load("h200"), *a100 = load("a100");
    wg_ceilings c;
    (void)state;
    wg_ceilings_of(h200, &c);
    near(c.items[WG_ROOF_dram].rate, 1e9 * h200->value[WG_DEVICE_measured_read_bandwidth]);
    assert_contains(c.items[WG_ROOF_dram].from, "measured_read_bandwidth: `probe bandwidth` on an H200");
    near(c.items[WG_ROOF_f64].rate, 2 * 64 * 132 * 1980e6);
    near(c.items[WG_ROOF_l1].rate, 128 * 132 * 1980e6);
    wg_ceilings_of(a100, &c);
    near(c.items[WG_ROOF_dram].rate, 1e9 * a100->value[WG_DEVICE_measured_read_bandwidth]);
    a100->known[WG_DEVICE_measured_read_bandwidth] = a100->known[WG_DEVICE_measured_copy_bandwidth] = false;
    a100->known[WG_DEVICE_measured_l2_bandwidth] = false;
    wg_ceilings_of(a100, &c); /* had nothing been measured there */
    near(c.items[WG_ROOF_dram].rate, 1e9 * a100->value[WG_DEVICE_memory_bandwidth]);
    near(c.items[WG_ROOF_l2].rate, 5120e6 * a100->value[WG_DEVICE_sm_clock]);
    assert_contains(c.items[WG_ROOF_f32].from, "f32_lanes: ");
    wg_ceilings_of(NULL, &c);
    assert_false(wg_ceilings_known(&c));
    wg_device_free(h200);
    wg_device_free(a100);
}

/* saxpy of 2^20 elements: 2 flops, 12 bytes each. */
static wg_roof_point saxpy(double measured)
{
    const double n = 1 << 20;
    wg_counters counters = {0};
    wg_estimate estimate = {.seconds = 10e-6, .dram_bytes = 12 * n, .l2_bytes = 16 * n};
    wg_roof_point point;
    counters.value[WG_COUNTER_flops_f32] = (uint64_t)(2 * n);
    counters.value[WG_COUNTER_global_load_sectors] = (uint64_t)(8 * n / 32);
    counters.value[WG_COUNTER_global_store_sectors] = (uint64_t)(4 * n / 32);
    wg_roof_point_make(&counters, &estimate, measured, &point);
    strcpy(point.name, "saxpy");
    return point;
}

static wg_ceilings simple_ceilings(void)
{
    wg_ceilings c;
    wg_ceilings_of(NULL, &c);
    c.items[WG_ROOF_dram].rate = 2e12;
    c.items[WG_ROOF_l1].rate = 20e12;
    c.items[WG_ROOF_f32].rate = 50e12;
    return c;
}

static void intensity_rate_and_share(void **state)
{
    wg_roof_point p = saxpy(NAN), faster = saxpy(8e-6);
    wg_ceilings c = simple_ceilings();
    (void)state;
    near(wg_roof_intensity(&p, WG_ROOF_dram), 2.0 / 12);
    near(wg_roof_intensity(&p, WG_ROOF_l2), 2.0 / 16);
    near(wg_roof_intensity(&p, WG_ROOF_l1), 2.0 / 12);
    assert_true(isnan(wg_roof_intensity(&p, WG_ROOF_shared))); /* it moves nothing there */
    near(wg_roof_rate(&p, WG_ROOF_f32), 2 * (1 << 20) / 10e-6);
    near(wg_roof_share(&c, &p, WG_ROOF_dram), 12 * (1 << 20) / 10e-6 / 2e12);
    assert_true(isnan(wg_roof_share(&c, &p, WG_ROOF_l2))); /* that ceiling is not known */
    assert_int_equal(wg_roof_nearest(&c, &p), WG_ROOF_dram);
    assert_false(p.is_measured);
    assert_true(faster.is_measured);
    near(wg_roof_rate(&faster, WG_ROOF_dram), 12 * (1 << 20) / 8e-6);
}

static void assert_said(const wg_counters *counters, const wg_estimate *estimate, const char *words)
{
    wg_roof_point point;
    wg_text out = {0};
    wg_ceilings c = simple_ceilings();
    wg_roof_point_make(counters, estimate, NAN, &point);
    wg_roofline_say(&c, &point, &out);
    assert_string_equal(wg_text_get(&out), words);
    wg_text_free(&out);
}

static void kernels_that_miss_something(void **state)
{
    wg_counters nothing = {0}, computes = {0}, moves = {0};
    wg_estimate estimate = {.seconds = 1e-5, .dram_bytes = 1e7, .l2_bytes = 1e7}, none = {0};
    (void)state;
    computes.value[WG_COUNTER_flops_f32] = 100000000;
    moves.value[WG_COUNTER_global_load_sectors] = 10000;
    assert_said(&nothing, &estimate,
                "it neither computes in floating point nor accesses memory: a roofline does not apply");
    assert_said(&computes, &estimate,
                "it accesses no memory: only the arithmetic ceilings apply; closest to the f32 ceiling: 20 % of it");
    assert_said(&moves, &estimate,
                "it has no floating-point operations: only the memory ceilings apply; closest to the "
                "DRAM ceiling: 50 % of it");
    assert_said(&moves, &none,
                "it has no floating-point operations: only the memory ceilings apply; no time was "
                "measured or estimated");
}

static void every_figure_is_drawn(void **state)
{
    wg_roof_point points[5] = {saxpy(NAN), saxpy(8e-6), saxpy(NAN), saxpy(NAN), saxpy(NAN)};
    wg_counters nothing = {0};
    (void)state;
    strcpy(points[0].name, "<saxpy> & \xff");
    points[2].seconds = 1e-300;
    points[1].seconds = 5e-324;
    points[3].amount[WG_ROOF_dram] = 1e29;
    points[3].amount[WG_ROOF_l2] = 5e-324;
    wg_roof_point_make(&nothing, NULL, NAN, &points[4]);
    for (size_t count = 0; count <= 5; count++) {
        for (int known = 0; known < 2; known++) {
            wg_results r = {.kind = WG_RESULTS_ROOFLINE,
                            .roofline = {.title = "a \"GPU\"", .points = points, .count = count}};
            r.roofline.ceilings = known ? simple_ceilings() : wg_ceilings_unknown();
            char *svg = wg_report_write(&r, WG_FORM_SVG, NULL);
            assert_lacks(svg, "nan");
            assert_lacks(svg, "inf");
            assert_lacks(svg, "<saxpy>");
            assert_xml(svg);
            free(svg);
        }
    }
}

static void json_comes_back(void **state)
{
    wg_ceilings c = simple_ceilings(), read;
    wg_roof_point p = saxpy(NAN), again;
    wg_error err = {0};
    c.items[WG_ROOF_tensor] = (wg_ceiling){.rate = NAN, .from = "not measured: as there is none"};
    json_t *ceilings = wg_ceilings_to_json(&c), *point = wg_roof_point_to_json(&p);
    (void)state;
    wg_json a = wg_json_root("a", ceilings), b = wg_json_root("b", point);
    assert_int_equal(wg_ceilings_from_json(&a, &read, &err), WG_OK);
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        assert_true(isnan(read.items[k].rate) ? isnan(c.items[k].rate) : read.items[k].rate == c.items[k].rate);
    assert_string_equal(read.items[WG_ROOF_tensor].from, c.items[WG_ROOF_tensor].from);
    wg_results none = {.kind = WG_RESULTS_ROOFLINE, .roofline = {.ceilings = read}};
    char *text = wg_report_write(&none, WG_FORM_TEXT, NULL);
    assert_contains(text, "-  not measured: as there is none");
    free(text);
    assert_int_equal(wg_roof_point_from_json(&b, &again, &err), WG_OK);
    assert_memory_equal(again.amount, p.amount, sizeof p.amount);
    near(again.seconds, p.seconds);
    json_object_set_new(json_object_get(point, "amounts"), "l1", json_string("much"));
    assert_int_equal(wg_roof_point_from_json(&b, &again, &err), WG_ERR_INPUT);
    assert_says(&err, "b: amounts.l1: expected a number, zero or more");
    json_decref(ceilings);
    json_decref(point);
}

static void ceilings_are_asked_of_curves_that_exist(void **state)
{
    const wg_ladder_options options = {.kind = WG_PROBES, .sizes = WG_SIZES_LARGE};
    const char *name, *curve;
    size_t curves = 0;
    (void)state;
    for (size_t m = 0; wg_api_ceiling_curve(m, 0, &name); m++) {
        wg_ladder *probe;
        wg_error err = {0};
        if (wg_ladder_open(name, &options, &probe, &err) != WG_OK)
            fail_msg("%s", err.text);
        for (size_t c = 0; (curve = wg_api_ceiling_curve(m, c, &name)); c++, curves++) {
            bool found = false;
            for (size_t k = 0; k < probe->rung_count; k++)
                found |= !strcmp(probe->rungs[k].name, curve);
            if (!found)
                fail_msg("probe %s has no curve %s", name, curve);
        }
        wg_ladder_close(probe);
    }
    assert_true(curves > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ceilings_are_asked_of_curves_that_exist),
        cmocka_unit_test(ceilings_come_from_the_device_file),
        cmocka_unit_test(intensity_rate_and_share),
        cmocka_unit_test(kernels_that_miss_something),
        cmocka_unit_test(every_figure_is_drawn),
        cmocka_unit_test(json_comes_back),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* What writing here and there costs more than writing from end to end, seen in two blocks that follow one another. */
#include "caches/cache.h"
#include "caches/stream.h"

#include "sim_harness.h"

enum { LINES = 64, MOST_LINES = 256 };

/* Two blocks of a warp each, that write these lines. */
static double cost_of(const wg_device *device, const uint64_t *first, const uint64_t *second, size_t count,
                      uint64_t second_block)
{
    uint64_t sectors[2][MOST_LINES * WG_LINE_SECTORS];
    wg_trace_op op[2];
    wg_trace_warp warps[2];
    const uint64_t *lines[2] = {first, second};
    for (int b = 0; b < 2; b++) {
        for (size_t k = 0; k < count * WG_LINE_SECTORS; k++)
            sectors[b][k] = lines[b][k / WG_LINE_SECTORS] * WG_LINE_SECTORS + k % WG_LINE_SECTORS;
        op[b] = (wg_trace_op){.mask = 1, .sector_count = (uint16_t)(count * WG_LINE_SECTORS)};
        warps[b] = (wg_trace_warp){
            .block = b ? second_block : 0, .ops = &op[b], .op_count = 1, .sectors = sectors[b], .sector_count = LINES};
    }
    wg_trace trace = {.warps = warps, .warp_count = 2};
    wg_cache_replay_insn store = {.access = WG_L2_WRITE};
    wg_launch launch = {.block = {32, 1, 1}};
    wg_model model;
    wg_model_resolve(device, &model);
    wg_cache_replay replay = {.model = &model, .launch = &launch, .trace = &trace, .insns = &store};
    return wg_page_locality_cost(&replay);
}

static wg_device *device_of(const char *name)
{
    wg_device *device;
    assert_int_equal(wg_device_load(name, &device, NULL), WG_OK);
    return device;
}

/* Runs of `run` lines a thousand apart; the second block's begin `shift` lines later. */
static double cost_of_runs(const wg_device *device, uint64_t run, uint64_t shift)
{
    uint64_t first[LINES], second[LINES];
    for (uint64_t k = 0; k < LINES; k++) {
        first[k] = 5000 + k / run * 1000 + k % run;
        second[k] = first[k] + shift;
    }
    return cost_of(device, first, second, LINES, 1);
}

static void test_the_shorter_the_dearer(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    double straight = cost_of_runs(device, LINES, LINES), pieces = cost_of_runs(device, LINES, 5 * LINES),
           many = cost_of_runs(device, 2, 2), lone = cost_of_runs(device, 1, 300);
    assert_true(straight == 0);
    assert_true(pieces > 0 && pieces < 0.06);
    assert_true(many > 0.03); /* they go on, but in 32 places */
    assert_true(lone > 0.15 + many && lone < 0.3);
    wg_device_free(device);
}

/* Eight runs that go on: of 1 KB they cost what the probe measured of such, of 4 KB less. */
static void test_many_places(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    uint64_t first[MOST_LINES], second[MOST_LINES];
    double cost[2];
    for (int k = 0; k < 2; k++) {
        uint64_t run = k ? 32 : 8;
        for (uint64_t n = 0; n < 8 * run; n++) {
            first[n] = n / run * 1000 + n % run;
            second[n] = first[n] + run;
        }
        cost[k] = cost_of(device, first, second, 8 * run, 1);
    }
    assert_true(fabs(cost[0] - device->value[WG_DEVICE_memory_short_places_cost]) < 1e-9); /* twice four */
    assert_true(fabs(cost[1] - device->value[WG_DEVICE_memory_places_cost]) < 1e-9);
    wg_device_free(device);
}

/* A copy into lone lines costs what the probe measured: 32 of them a block, as there. */
static void test_as_measured(void **state)
{
    (void)state;
    wg_device *device = device_of("h200");
    const double *v = device->value;
    uint64_t first[32], second[32];
    for (uint64_t k = 0; k < 32; k++) {
        first[k] = 1000 * k;
        second[k] = 1000 * (k + 32);
    }
    double cost = cost_of(device, first, second, 32, 1) / v[WG_DEVICE_measured_write_bandwidth];
    double slower = 2 / v[WG_DEVICE_measured_lines_copy_bandwidth] - 2 / v[WG_DEVICE_measured_straight_copy_bandwidth];
    assert_true(fabs(cost / slower - 1) < 1e-6);
    wg_device_free(device);
}

/* Two lines are a piece already: as many pieces of two cost a byte what those of three do, and less than lone lines. */
static void test_two_lines_are_a_piece(void **state)
{
    (void)state;
    enum { PIECES = 16 };
    wg_device *device = device_of("h200");
    double cost[4];
    for (uint64_t run = 1; run < 4; run++) {
        uint64_t first[LINES], second[LINES];
        for (uint64_t k = 0; k < PIECES * run; k++) {
            first[k] = 5000 + k / run * 1000 + k % run;
            second[k] = first[k] + 500;
        }
        cost[run] = cost_of(device, first, second, PIECES * run, 1);
    }
    assert_true(fabs(cost[2] - cost[3]) < 1e-9);
    assert_true(cost[2] > 0 && cost[2] < 0.6 * cost[1]);
    wg_device_free(device);
}

static void test_where_nothing_is_known(void **state)
{
    (void)state;
    wg_device *rows = device_of("gtx280"), *plain = device_of("p100");
    assert_true(cost_of_runs(rows, 1, 300) == 0); /* its rows are in the model */
    assert_true(cost_of_runs(plain, 1, 300) > 0.1);
    uint64_t lines[LINES] = {0};
    assert_true(cost_of(plain, lines, lines, 0, 1) == 0);   /* nothing is written */
    assert_true(cost_of(plain, lines, lines, 1, 132) == 0); /* they are no neighbours */
    wg_device_free(rows);
    wg_device_free(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_shorter_the_dearer),
        cmocka_unit_test(test_many_places),
        cmocka_unit_test(test_as_measured),
        cmocka_unit_test(test_two_lines_are_a_piece),
        cmocka_unit_test(test_where_nothing_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Which lines are hot, and why. */
#include "results/lines.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static const wg_counters total = {
    .value = {[WG_COUNTER_warp_instructions] = 100, [WG_COUNTER_global_load_sectors] = 8}};

static wg_line line(uint32_t number, uint64_t instructions, double time, double waits)
{
    wg_line one = {.number = number, .time = time, .waits = waits, .text = ""};
    one.counters.value[WG_COUNTER_warp_instructions] = instructions;
    wg_line_find_heat(&total, &one);
    return one;
}

static void a_line_is_as_hot_as_the_time_it_causes(void **state)
{
    (void)state;
    wg_line lines[] = {line(1, 60, 0.1, 0.7), line(2, 20, 0.6, 0.1), line(3, 20, 0.3, 0.2)};
    const wg_lines all = {.items = lines, .count = 3, .has_times = true, .has_waits = true};
    size_t count;
    const wg_line **hottest = wg_lines_hottest(&all, 1, &count);
    assert_true(count == 1 && hottest[0] == &lines[1]);
    assert_ptr_equal(wg_lines_slowest(&all), &lines[1]);
    free(hottest);
}

/* Nobody can look at the instructions that have no line. */
static void no_line_is_never_the_slowest(void **state)
{
    (void)state;
    wg_line lines[] = {line(0, 60, 0.6, 0.7), line(2, 20, 0.1, 0.1), line(3, 20, 0.3, 0.2)};
    const wg_lines all = {.items = lines, .count = 3, .has_times = true, .has_waits = true};
    assert_ptr_equal(wg_lines_slowest(&all), &lines[2]);
}

static void without_times_it_is_the_largest_share(void **state)
{
    (void)state;
    wg_line lines[] = {line(1, 60, NAN, NAN), line(2, 40, NAN, NAN)};
    lines[1].counters.value[WG_COUNTER_global_load_sectors] = 7;
    wg_line_find_heat(&total, &lines[1]);
    const wg_lines all = {.items = lines, .count = 2};
    assert_true(fabs(lines[0].heat - 0.6) < 1e-12 && fabs(lines[1].heat - 7 / 8.0) < 1e-12);
    assert_null(wg_lines_slowest(&all));
}

static void the_reason_is_the_largest_stall(void **state)
{
    (void)state;
    wg_line one = line(1, 1, 0.5, 0.5);
    assert_int_equal(wg_line_reason(&one), WG_STALL_COUNT);
    one.stalls[WG_STALL_memory] = 0.2;
    one.stalls[WG_STALL_lg] = 0.3;
    assert_int_equal(wg_line_reason(&one), WG_STALL_lg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_as_hot_as_the_time_it_causes),
        cmocka_unit_test(no_line_is_never_the_slowest),
        cmocka_unit_test(without_times_it_is_the_largest_share),
        cmocka_unit_test(the_reason_is_the_largest_stall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

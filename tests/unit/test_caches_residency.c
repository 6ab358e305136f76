/* SPDX-License-Identifier: Apache-2.0 */
/* What other launches leave of a launch's data in the second-level cache. */
#include "caches/residency.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static const double HELD = 40e6;
static const char me, other;

static double left_after(const wg_touch *touches, size_t count, double own)
{
    wg_residency history = {0};
    wg_touch mine = {&me, 0x1000, own};
    wg_residency_add(&history, touches, count);
    double left = wg_residency_left(&history, &mine, 1, HELD);
    wg_residency_free(&history);
    return left;
}

static bool is_about(double value, double wanted)
{
    return fabs(value - wanted) < 1e-9;
}

static void test_alone_it_finds_all(void **state)
{
    (void)state;
    assert_true(is_about(left_after(NULL, 0, 10e6), 1));
    assert_true(is_about(left_after(&(wg_touch){&me, 0x9000, 500e6}, 1, 10e6), 1)); /* what it did itself */
}

static void test_others_take_its_place(void **state)
{
    (void)state;
    assert_true(is_about(left_after(&(wg_touch){&other, 0x9000, 20e6}, 1, 10e6), 1)); /* both fit */
    assert_true(is_about(left_after(&(wg_touch){&other, 0x9000, 35e6}, 1, 10e6), 0.5));
    assert_true(is_about(left_after(&(wg_touch){NULL, 0x9000, 500e6}, 1, 10e6), 0));
}

/* Before the first launch counts as in between: the steps of a run come again and again. Before the last one of its own
 * does not. */
static void test_only_what_came_since_counts(void **state)
{
    (void)state;
    const wg_touch before[] = {{&other, 0x9000, 500e6}, {&me, 0x1000, 10e6}};
    assert_true(is_about(left_after(before, 2, 10e6), 1));
}

/* Of a large array that somebody wrote, the part that fits is there, wherever one looks. */
static void test_others_bring_it(void **state)
{
    (void)state;
    const wg_touch written[] = {{&other, 0x9000, 500e6}, {&other, 0x1000, 80e6}};
    assert_true(is_about(left_after(written, 2, 10e6), 0.5));
    const wg_touch evicted[] = {{&other, 0x1000, 80e6}, {NULL, 0x9000, 500e6}};
    assert_true(is_about(left_after(evicted, 2, 10e6), 0));
}

static void test_allocations_are_weighted(void **state)
{
    (void)state;
    wg_residency history = {0};
    const wg_touch mine[] = {{&me, 0x1000, 30e6}, {&me, 0x2000, 10e6}};
    wg_residency_add(&history, &(wg_touch){&other, 0x1000, 60e6}, 1);
    /* two thirds of the first; the second has no room left */
    assert_true(is_about(wg_residency_left(&history, mine, 2, HELD), 0.5));
    assert_true(is_about(wg_residency_left(&history, mine, 0, HELD), 1));
    wg_residency_free(&history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone_it_finds_all),          cmocka_unit_test(test_others_take_its_place),
        cmocka_unit_test(test_only_what_came_since_counts), cmocka_unit_test(test_others_bring_it),
        cmocka_unit_test(test_allocations_are_weighted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* How much of what moves is asked for: the textbook's table of a warp that reads 32 words. */
#include "report/text/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_access access_of(uint64_t (*address)(int lane))
{
    wg_access a = {.mask = UINT32_MAX, .bytes = 4, .space = "global"};
    for (int lane = 0; lane < WG_ACCESS_LANES; lane++)
        a.address[lane] = 0x700000000000 + address(lane);
    return a;
}

static uint64_t aligned(int lane)
{
    return 4u * (unsigned)lane;
}

static uint64_t permuted(int lane)
{
    return 4u * (unsigned)(lane * 7 % 32);
}

static uint64_t misaligned(int lane)
{
    return 4u * (unsigned)lane + 64 + 4;
}

static uint64_t one_word(int lane)
{
    (void)lane;
    return 40;
}

static uint64_t scattered(int lane)
{
    return 512u * (unsigned)lane;
}

static void test_bus_use(void **state)
{
    static const struct {
        uint64_t (*address)(int lane);
        double lines, sectors;
    } rows[] = {{aligned, 1, 1},
                {permuted, 1, 1},
                {misaligned, 0.5, 0.8},
                {one_word, 0.03125, 0.125},
                {scattered, 128.0 / (32 * 128), 128.0 / (32 * 32)}};
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        wg_access a = access_of(rows[k].address);
        double lines, sectors;
        wg_access_bus_use(&a, &lines, &sectors);
        assert_true(fabs(lines - rows[k].lines) < 1e-12);
        assert_true(fabs(sectors - rows[k].sectors) < 1e-12);
    }
}

static void test_wide_lanes(void **state)
{
    (void)state;
    wg_access a = access_of(aligned);
    a.bytes = 16;
    for (int lane = 0; lane < WG_ACCESS_LANES; lane++)
        a.address[lane] = 16u * (unsigned)lane;
    double lines, sectors;
    wg_access_bus_use(&a, &lines, &sectors);
    assert_true(lines == 1 && sectors == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bus_use), cmocka_unit_test(test_wide_lanes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

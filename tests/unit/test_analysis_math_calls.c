/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/math_calls.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void functions_are_told_from_other_words(void **state)
{
    (void)state;
    assert_true(wg_line_calls_math("re += x * cosf(angle);"));
    assert_true(wg_line_calls_math("y = pow (x, 2.2);"));
    assert_true(wg_line_calls_math("return std::exp(-x);"));
    assert_false(wg_line_calls_math("y = __cosf(x);"));
    assert_false(wg_line_calls_math("float cosf = 1;"));
    assert_false(wg_line_calls_math("y = fabsf(x) + sqrtf(x) + mysin(x) + sin_table(3);"));
    assert_false(wg_line_calls_math(""));
}

static void the_share_is_of_instructions(void **state)
{
    (void)state;
    wg_line items[2] = {{.text = "y = sinf(x);"}, {.text = "y += 1;"}};
    items[0].counters.value[WG_COUNTER_warp_instructions] = 30;
    items[1].counters.value[WG_COUNTER_warp_instructions] = 10;
    wg_lines lines = {.items = items, .count = 2};
    assert_true(wg_math_share(&lines) == 0.75);
    lines.count = 0;
    assert_true(isnan(wg_math_share(&lines)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(functions_are_told_from_other_words),
                                       cmocka_unit_test(the_share_is_of_instructions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

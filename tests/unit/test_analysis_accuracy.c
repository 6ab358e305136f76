/* SPDX-License-Identifier: Apache-2.0 */
/* How far off an estimate may be: only where something like it was measured. */
#include "analysis/analysis.h"
#include "estimates.h"
#include "handmade.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const wg_expected_error *judged(wg_results *results)
{
    wg_analyse(results);
    return &results->records[0].diagnosis.error;
}

static void kernels_of_the_same_limiter_say_it(void **state)
{
    (void)state;
    wg_results *results = handmade_results(WG_RESULTS_KERNEL, "sim:h200", 1);
    wg_estimate *e = &results->records[0].estimate;
    *e = idle_estimate();
    e->busy[WG_UNIT_dram] = 0.95 * e->seconds;
    const wg_expected_error *error = judged(results);
    unsigned of_dram = error->kernels;
    assert_true(of_dram >= 10 && error->median > 0 && error->most >= error->median && error->most < 1);
    assert_contains(error->sentence, "kernels limited by DRAM bandwidth, half were within ");
    e->busy[WG_UNIT_dram] = 0;
    e->launch = 0.9 * e->seconds; /* nobody measured one of those: all of them speak */
    assert_true(judged(results)->kernels > of_dram);
    assert_lacks(judged(results)->sentence, "limited by");
    e->is_cold = true;
    assert_contains(judged(results)->sentence, "with cold caches");
    wg_results_free(results);
}

static void nothing_is_said_of_what_nobody_measured(void **state)
{
    (void)state;
    const struct {
        const char *device, *why;
        double seconds;
        bool is_partial, without_ptxas;
    } cases[] = {{"sim:h200", "as short as this one", 5e-6, false, false},
                 {"sim:h200", "ptxas spills", 100e-6, true, false},
                 {"sim:h200", "ptxas at hand", 100e-6, false, true},
                 {"sim:a100", "on this GPU", 100e-6, false, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_results *results = handmade_results(WG_RESULTS_KERNEL, cases[k].device, 1);
        wg_estimate *e = &results->records[0].estimate;
        *e = idle_estimate();
        e->seconds = cases[k].seconds;
        e->is_partial = cases[k].is_partial;
        e->registers_are_estimated = cases[k].without_ptxas;
        const wg_expected_error *error = judged(results);
        assert_int_equal(error->kernels, 0);
        assert_contains(error->sentence, "Outside what was validated: ");
        assert_contains(error->sentence, cases[k].why);
        wg_results_free(results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_of_the_same_limiter_say_it),
        cmocka_unit_test(nothing_is_said_of_what_nobody_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions over counters, metrics and estimates, of kernels and of rungs. */
#include "analysis/analysis.h"
#include "analysis/assert.h"
#include "analysis/quantities.h"
#include "handmade.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;
static wg_results *results;

static void estimate(wg_record *r)
{
    r->has_counters = true;
    r->counters.value[WG_COUNTER_warp_instructions] = 100;
    r->counters.value[WG_COUNTER_thread_instructions] = 1600;
    r->estimate = (wg_estimate){.seconds = 2e-5,
                                .launch = 2e-6,
                                .minimum = 5e-6,
                                .launches = 1,
                                .occupancy = 0.75,
                                .registers = 40,
                                .l1_hits = 0.5,
                                .l2_hits = NAN,
                                .lanes = 1};
    r->estimate.busy[WG_UNIT_dram] = 1.7e-5;
    for (int k = 0; k < WG_WHAT_IF_COUNT; k++)
        r->estimate.what_if[k] = NAN;
}

static int begin(void **state)
{
    (void)state;
    setenv("WARPGRIND_DATA", "data", 1);
    results = handmade_results(WG_RESULTS_KERNEL, "sim:h200", 1);
    results->records[0].name = "k";
    estimate(&results->records[0]);
    wg_analyse(results);
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(results);
    return 0;
}

static wg_status check(const char *assertion)
{
    err = (wg_error){0};
    return wg_assert(results, assertion, &err);
}

static void assert_true_of(const char *assertion)
{
    if (check(assertion) != WG_OK)
        fail_msg("%s", err.text);
}

static void assert_false_of(const char *assertion, const char *words)
{
    assert_int_equal(check(assertion), WG_ERR_FAILED);
    assert_says(&err, words);
}

static void assert_no_assertion(const char *assertion, const char *words)
{
    assert_int_equal(check(assertion), WG_ERR_INPUT);
    assert_says(&err, words);
    err = (wg_error){0};
    assert_int_equal(wg_assertion_try(assertion, &err), WG_ERR_INPUT);
    assert_says(&err, words);
}

static void everything_has_a_name(void **state)
{
    (void)state;
    assert_true_of("warp_instructions == 100 and lane_utilisation == 50");
    assert_true_of("19*us < time < 21*us && model_time == time && minimum < 5001 * ns && time < 1*ms");
    assert_false_of("time > 1*ms or time == 0", "(time = 2e-05 s)");
    assert_true_of("occupancy == 75 and registers == 40 and l1_hits == 50 and part_of_limit == 25");
    assert_true_of("limited_by_dram and not limited_by_l2");
    assert_true_of("busy_dram > 94 and busy_dram < 95 and stall_barrier == 0");
    assert_false_of("occupancy < 50", "assertion failed: occupancy < 50 (occupancy = 75 %)");
    assert_false_of("limited_by_l2", "limited_by_l2 = 0");
    assert_no_assertion("ocupancy > 50", "'ocupancy' is no counter, metric or estimate; did you mean occupancy?");
    assert_no_assertion("limited_by_nobody", "limited_by_nobody");
    assert_no_assertion("occupancy >", "assertion: ");
}

/* What is not known neither holds nor passes silently. */
static void what_is_not_known(void **state)
{
    (void)state;
    assert_false_of("l2_hits > 10", "l2_hits has no value for this kernel: it does not apply");
    assert_false_of("measured_time < 1", "nothing was measured");
    assert_false_of("gain_coalesced < 10", "no what-if was estimated");
    assert_false_of("global_load_sectors_per_request <= 4",
                    "global_load_sectors / global_load_requests divides by zero");
    results->records[0].estimate.what_if[WG_WHAT_IF_conflict_free] = 1.5e-5;
    assert_true_of("gain_coalesced == 0 and gain_conflict_free == 25");
    results->records[0].estimate = (wg_estimate){0};
    wg_analyse(results);
    assert_false_of("not limited_by_dram", "no time was estimated");
    assert_false_of("time < 1", "no time was estimated");
    assert_false_of("occupancy > 50", "no time was estimated");
    results->records[0].has_counters = false;
    assert_false_of("warp_instructions > 0", "nothing was counted");
}

/* As measured where it was; the driver knows about registers. */
static void on_a_real_device(void **state)
{
    wg_record *r = &results->records[0];
    (void)state;
    r->has_time = true;
    r->timing = (wg_timing){.median = 3e-5, .low = 3e-5, .high = 3e-5, .samples = 9};
    r->registers = 44;
    r->blocks_per_sm = 3;
    assert_true_of("29*us < time < 31*us and measured_time == time and model_time < 21*us");
    assert_true_of("registers == 44 and blocks_per_sm == 3");
}

static void shares_are_per_cent(void **state)
{
    (void)state;
    assert_no_assertion("occupancy >= 0.5", "occupancy is in per cent, from 0 to 100: did you mean 50?");
    assert_no_assertion("registers < 99 and (l1_hits > 0.9)",
                        "l1_hits is in per cent, from 0 to 100: did you mean 90?");
    assert_no_assertion("1 <= lane_utilisation", "did you mean 100?");
    assert_no_assertion("busy_dram > 0.2 or barriers", "did you mean 20?");
    assert_false_of("lane_utilisation < 0.9", "0.9 is 0.9 %, not 90 %");
    assert_true_of("occupancy > 0 and tail_share < 0.5 and occupancy / 100 > 0.5 and 100 - occupancy > 0.1");
    assert_true_of("warp_instructions > 0.5 and global_load_sectors < 1");
}

/* ---- rungs ---- */

static int begin_ladder(void **state)
{
    begin(state);
    wg_results_free(results);
    results = handmade_results(WG_RESULTS_LADDER, "sim:h200", 4);
    static const char *const names[] = {"naive", "tiled", "broken", "gpu_only"};
    for (size_t k = 0; k < 4; k++) {
        results->records[k].name = names[k];
        estimate(&results->records[k]);
    }
    results->records[1].estimate.occupancy = 0.25;
    results->records[2].verification = WG_FAILED;
    results->records[3].verification = WG_LEFT_OUT;
    results->records[3].reason = "needs -d cuda";
    wg_analyse(results);
    return 0;
}

static void of_all_rungs_that_ran(void **state)
{
    (void)state;
    assert_true_of("occupancy >= 25");
    assert_int_equal(results->asserted_count, 4);
    assert_null(results->asserted[1].failure);
    assert_false_of("occupancy >= 50", "tiled: assertion failed: occupancy >= 50 (occupancy = 25 %)");
    assert_int_equal(results->asserted_count, 8);
    assert_null(results->asserted[4].failure);
    assert_int_equal(results->asserted[5].record, 1);
    assert_string_equal(results->asserted[5].failure, "assertion failed: occupancy >= 50 (occupancy = 25 %)");
    assert_false_of("occupancy > 90", "naive: assertion failed: occupancy > 90 (occupancy = 75 %); also for tiled");
}

static void of_some_rungs(void **state)
{
    (void)state;
    assert_true_of("naive: occupancy >= 50");
    assert_int_equal(results->asserted_count, 1);
    assert_false_of("naive,tiled: occupancy >= 50", "tiled: ");
    assert_false_of("naive, tiled : occupancy >= 50", "tiled: ");
    assert_false_of("gpu_only: occupancy >= 50", "gpu_only: occupancy >= 50: the rung was left out (needs -d cuda)");
    assert_int_equal(check("naiv: occupancy >= 50"), WG_ERR_INPUT);
    assert_says(&err, "there is no rung 'naiv' in these results");
    assert_true_of("naive: registers > 0 ? occupancy > 50 : barriers > 0"); /* its colon is another */
    assert_true_of("tiled: 1 ? occupancy < 50 : barriers > 0");
}

static void what_has_no_rungs(void **state)
{
    (void)state;
    assert_int_equal(check("naive: occupancy >= 50"), WG_ERR_INPUT);
    assert_says(&err, "'naive:' names rungs, and this is one kernel");
    results->kind = WG_RESULTS_ROOFLINE;
    assert_int_equal(check("occupancy >= 50"), WG_ERR_INPUT);
    assert_says(&err, "not about rooflines");
    results->kind = WG_RESULTS_KERNEL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everything_has_a_name, begin, end),
        cmocka_unit_test_setup_teardown(what_is_not_known, begin, end),
        cmocka_unit_test_setup_teardown(on_a_real_device, begin, end),
        cmocka_unit_test_setup_teardown(shares_are_per_cent, begin, end),
        cmocka_unit_test_setup_teardown(of_all_rungs_that_ran, begin_ladder, end),
        cmocka_unit_test_setup_teardown(of_some_rungs, begin_ladder, end),
        cmocka_unit_test_setup_teardown(what_has_no_rungs, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder told, without climbing one. */
#include "report/story.h"

#include "estimates.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNGS = 4 };

static wg_rung rungs[RUNGS];
static wg_rung_result results[RUNGS];
static wg_ladder ladder;
static wg_climb climb;

/* Three rungs the model knows, and one that is left out. */
static int begin(void **state)
{
    (void)state;
    static const wg_rung names[RUNGS] = {
        {.name = "naive", .limiter = "l1", .next = "Coalesce."},
        {.name = "coalesced", .limiter = "shared", .next = "Pad the tile.", .note = "It is no faster on old GPUs."},
        {.name = "padded", .limiter = "latency"},
        {.name = "library"}};
    memcpy(rungs, names, sizeof rungs);
    memset(results, 0, sizeof results);
    for (size_t k = 0; k < RUNGS; k++)
        results[k] = (wg_rung_result){
            .rung = &rungs[k], .verdict = WG_VERDICT_RIGHT, .device = "sim:h200", .estimate = idle_estimate()};
    wg_estimate *naive = &results[0].estimate, *coalesced = &results[1].estimate;
    naive->seconds = 400e-6;
    naive->minimum = 40e-6;
    naive->busy[WG_UNIT_l1] = 380e-6;
    naive->what_if[WG_WHAT_IF_coalesced] = 100e-6;
    coalesced->busy[WG_UNIT_dram] = 90e-6;
    results[2].estimate.seconds = 80e-6;
    results[3] = (wg_rung_result){.rung = &rungs[3], .verdict = WG_VERDICT_LEFT_OUT, .reason = "needs -d cuda"};
    ladder = (wg_ladder){.name = "test", .title = "Testing", .text = "Why it is there."};
    climb =
        (wg_climb){.ladder = &ladder, .device = "sim:h200", .title = "NVIDIA H200", .results = results, .count = RUNGS};
    return 0;
}

static void it_is_told_rung_by_rung(void **state)
{
    (void)state;
    char *text = wg_report_story(&climb, WG_TABLE_TEXT);
    assert_contains(text, "test: Testing, on sim:h200 (NVIDIA H200)\n\nWhy it is there.\n");
    assert_contains(text,
                    "\nnaive\n    400 µs by the model, 10 % of the limit.\n"
                    "    What holds it is L1: requests and sectors. Busiest is L1: 95 % of the time at its full rate.");
    assert_contains(text, "    Next: Coalesce.\n    Predicted without what holds it (perfect coalescing): 4 x as fast. "
                          "Seen: coalesced is 4 x as\n    fast, by the model.\n");
    assert_contains(text, "(The ladder\n    says shared memory.)"); /* the model said another */
    assert_contains(text, "Seen: padded is 1.25 x as fast, by the model.");
    assert_contains(text, "Note: It is no faster on old GPUs.");
    assert_contains(text, "left out (needs -d cuda): library");
    assert_contains(text, "is an estimate");
    free(text);
}

static void measured_gains_stand_before_predicted_ones(void **state)
{
    (void)state;
    static const double times[] = {500e-6, 625e-6, 50e-6};
    for (size_t k = 0; k < 3; k++) {
        results[k].has_time = true;
        results[k].timing.median = times[k];
        strcpy(results[k].device, "cuda:0");
    }
    char *text = wg_report_story(&climb, WG_TABLE_TEXT);
    assert_contains(text, "500 µs measured on cuda:0, 400 µs by the model, 10 % of the limit.");
    assert_contains(text, "Seen: coalesced takes 1.25 x\n    as long, measured (4 x as fast by the model).");
    assert_contains(text, "Seen: padded is 12.5 x as fast, measured (1.25 x as fast by the model).");
    free(text);
}

/* Who knows what a library launches: it is no step of ours. */
static void a_vendors_function_is_not_the_next_rung(void **state)
{
    (void)state;
    for (size_t k = 0; k < RUNGS; k++)
        results[k].grid[0] = 1;
    results[1].grid[0] = 0;
    char *text = wg_report_story(&climb, WG_TABLE_TEXT);
    assert_contains(text, "Seen: padded is 5 x as fast,"); /* from naive */
    assert_lacks(text, "Seen: coalesced");
    free(text);
}

static void markdown_has_headings_and_lists(void **state)
{
    (void)state;
    char *text = wg_report_story(&climb, WG_TABLE_MARKDOWN);
    assert_contains(text, "## test: Testing, on sim:h200 (NVIDIA H200)\n");
    assert_contains(text, "\n### naive\n\n- 400 µs by the model, 10 % of the limit.\n- What holds it is L1");
    free(text);
}

static void without_a_model_the_manifest_speaks(void **state)
{
    (void)state;
    for (size_t k = 0; k < RUNGS; k++)
        results[k].estimate.seconds = 0;
    results[1].verdict = WG_VERDICT_WRONG;
    strcpy(results[1].reason, "y: element 3 differs");
    char *text = wg_report_story(&climb, WG_TABLE_TEXT);
    assert_contains(text,
                    "naive\n    What holds it, the ladder says, is L1: requests and sectors.\n    Next: Coalesce.\n\n");
    assert_contains(text, "Its result is wrong: y: element 3 differs");
    assert_lacks(text, "model");
    free(text);
}

/* NaN times are as if there were none. */
static void times_that_are_no_numbers_are_not_told(void **state)
{
    (void)state;
    results[0].estimate.seconds = NAN;
    results[1].has_time = true;
    results[1].timing.median = NAN;
    char *text = wg_report_story(&climb, WG_TABLE_TEXT);
    assert_lacks(text, "nan");
    assert_lacks(text, "?");
    assert_contains(text, "naive\n    What holds it, the ladder says, is L1");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(it_is_told_rung_by_rung, begin),
        cmocka_unit_test_setup(measured_gains_stand_before_predicted_ones, begin),
        cmocka_unit_test_setup(a_vendors_function_is_not_the_next_rung, begin),
        cmocka_unit_test_setup(markdown_has_headings_and_lists, begin),
        cmocka_unit_test_setup(without_a_model_the_manifest_speaks, begin),
        cmocka_unit_test_setup(times_that_are_no_numbers_are_not_told, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

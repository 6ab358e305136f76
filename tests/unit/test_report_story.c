/* SPDX-License-Identifier: Apache-2.0 */
/* A ladder told, without climbing one. */
#include "estimates.h"
#include "handmade.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RUNGS = 4 };

static wg_results *ladder;
static wg_record *records; /* its own */

/* Three rungs the model knows, and one that is left out. */
static int begin(void **state)
{
    (void)state;
    static const struct {
        const char *name, *limiter, *next, *note;
    } rungs[RUNGS] = {{"naive", "l1", "Coalesce.", NULL},
                      {"coalesced", "shared", "Pad the tile.", "It is no faster on old GPUs."},
                      {"padded", "latency", NULL, NULL},
                      {"library", NULL, NULL, NULL}};
    ladder = handmade_results(WG_RESULTS_LADDER, "sim:h200", RUNGS);
    ladder->name = "test";
    ladder->title = "Testing";
    ladder->text = "Why it is there.";
    records = ladder->records;
    for (size_t k = 0; k < RUNGS; k++) {
        records[k].name = rungs[k].name;
        records[k].limiter = rungs[k].limiter;
        records[k].next = rungs[k].next;
        records[k].note = rungs[k].note;
        records[k].estimate = idle_estimate();
    }
    wg_estimate *naive = &records[0].estimate, *coalesced = &records[1].estimate;
    naive->seconds = 400e-6;
    naive->minimum = 40e-6;
    naive->busy[WG_UNIT_l1] = 380e-6;
    naive->what_if[WG_WHAT_IF_coalesced] = 100e-6;
    naive->load_stride = 4096;
    records[0].has_counters = true;
    records[0].counters.value[WG_COUNTER_global_load_requests] = 1000;
    records[0].counters.value[WG_COUNTER_global_load_sectors] = 32000;
    records[0].counters.value[WG_COUNTER_global_load_bytes] = 128000;
    records[0].next_advice = "uncoalesced_loads";
    coalesced->busy[WG_UNIT_dram] = 90e-6;
    records[2].estimate.seconds = 80e-6;
    records[3].estimate = (wg_estimate){0};
    records[3].verification = WG_LEFT_OUT;
    records[3].reason = "needs -d cuda";
    records[3].device.name[0] = 0;
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(ladder);
    return 0;
}

static char *tell(wg_report_form form)
{
    return handmade_write_with(ladder, form, &(wg_write_options){.story = true});
}

static void it_is_told_rung_by_rung(void **state)
{
    (void)state;
    char *text = tell(WG_FORM_TEXT);
    assert_contains(text, "test: Testing, on sim:h200 (NVIDIA H200)\n\nWhy it is there.\n");
    assert_contains(text,
                    "\nnaive\n    400 µs by the model ± 18 %, 10 % of the limit.\n"
                    "    Its limiter is L1: requests and sectors. The busiest unit is L1: 95 % of its peak rate.");
    assert_contains(text, "    Next: Coalesce.\n    Advice: Uncoalesced loads; predicted 4 x as fast. "
                          "Seen: coalesced is 4 x as fast, by the model.\n");
    assert_contains(text, "(The ladder\n    declares shared memory.)"); /* the model said another */
    assert_contains(text, "Seen: padded is 1.25 x as fast, by the model.");
    assert_contains(text, "Note: It is no faster on old GPUs.");
    assert_contains(text, "left out (needs -d cuda): library");
    assert_contains(text, "are estimates");
    free(text);
}

static void measured_gains_stand_before_predicted_ones(void **state)
{
    (void)state;
    static const double times[] = {500e-6, 625e-6, 50e-6};
    for (size_t k = 0; k < 3; k++) {
        records[k].has_time = true;
        records[k].timing.median = times[k];
        strcpy(records[k].device.name, "cuda:0");
    }
    char *text = tell(WG_FORM_TEXT);
    assert_contains(text, "500 µs measured on cuda:0, 400 µs by the model, 10 % of the limit.");
    assert_contains(text, "Seen: coalesced takes 1.25 x as long, measured\n    (4 x as fast by the model).");
    assert_contains(text, "Seen: padded is 12.5 x as fast, measured (1.25 x as fast by the model).");
    free(text);
}

/* Who knows what a library launches: it is no step of ours. */
static void a_vendors_function_is_not_the_next_rung(void **state)
{
    (void)state;
    for (size_t k = 0; k < RUNGS; k++)
        handmade_launches(ladder, &records[k], 1);
    records[1].launch_count = 0;
    char *text = tell(WG_FORM_TEXT);
    assert_contains(text, "Seen: padded is 5 x as fast,"); /* from naive */
    assert_lacks(text, "Seen: coalesced");
    free(text);
}

static void markdown_has_headings_and_lists(void **state)
{
    (void)state;
    char *text = tell(WG_FORM_MARKDOWN);
    assert_contains(text, "## test: Testing, on sim:h200 (NVIDIA H200)\n");
    assert_contains(text, "\n### naive\n\n- 400 µs by the model ± 18 %, 10 % of the limit.\n- Its limiter is L1");
    free(text);
}

static void without_a_model_the_manifest_speaks(void **state)
{
    (void)state;
    for (size_t k = 0; k < RUNGS; k++)
        records[k].estimate.seconds = 0;
    records[1].verification = WG_WRONG;
    records[1].reason = "y: element 3 differs";
    char *text = tell(WG_FORM_TEXT);
    assert_contains(
        text, "naive\n    Its limiter, as the ladder declares, is L1: requests and sectors.\n    Next: Coalesce.\n\n");
    assert_contains(text, "Its result is wrong: y: element 3 differs");
    assert_lacks(text, "model");
    free(text);
}

/* NaN times are as if there were none. */
static void times_that_are_no_numbers_are_not_told(void **state)
{
    (void)state;
    records[0].estimate.seconds = NAN;
    records[1].has_time = true;
    records[1].timing.median = NAN;
    char *text = tell(WG_FORM_TEXT);
    assert_lacks(text, "nan");
    assert_lacks(text, "?");
    assert_contains(text, "naive\n    Its limiter, as the ladder declares, is L1");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_is_told_rung_by_rung, begin, end),
        cmocka_unit_test_setup_teardown(measured_gains_stand_before_predicted_ones, begin, end),
        cmocka_unit_test_setup_teardown(a_vendors_function_is_not_the_next_rung, begin, end),
        cmocka_unit_test_setup_teardown(markdown_has_headings_and_lists, begin, end),
        cmocka_unit_test_setup_teardown(without_a_model_the_manifest_speaks, begin, end),
        cmocka_unit_test_setup_teardown(times_that_are_no_numbers_are_not_told, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

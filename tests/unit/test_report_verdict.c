/* SPDX-License-Identifier: Apache-2.0 */
/* The screen `explain` begins with, from a hand-made estimate. */
#include "analysis/analysis.h"
#include "estimates.h"
#include "handmade.h"
#include "report/text/parts.h"
#include "scratch.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_results *results;
static wg_estimate *estimate; /* of its record */
static uint64_t *counters;

/* A transposition with bank conflicts in line 32. */
static int begin(void **state)
{
    static const char *files[] = {"tile.cu"};
    (void)state;
    results = handmade_results(WG_RESULTS_KERNEL, "sim:h200", 1);
    wg_record *r = &results->records[0];
    estimate = &r->estimate;
    *estimate = idle_estimate();
    estimate->minimum = 25e-6;
    estimate->busy[WG_UNIT_shared] = 93.1e-6;
    estimate->busy[WG_UNIT_dram] = 24.5e-6;
    estimate->busy[WG_UNIT_alu] = 0.1e-6;
    estimate->stalls[WG_STALL_memory] = 0.2;
    estimate->stalls[WG_STALL_shared] = 0.6;
    estimate->what_if[WG_WHAT_IF_conflict_free] = 40e-6;
    estimate->what_if[WG_WHAT_IF_no_barriers] = 99e-6;
    estimate->what_if[WG_WHAT_IF_unrolled] = 99.9e-6;
    r->has_counters = true;
    counters = r->counters.value;
    counters[WG_COUNTER_warp_instructions] = 100000;
    counters[WG_COUNTER_thread_instructions] = 3200000;
    counters[WG_COUNTER_global_load_requests] = 3000;
    counters[WG_COUNTER_global_load_sectors] = 12000;
    counters[WG_COUNTER_global_load_bytes] = 384000;
    counters[WG_COUNTER_shared_load_requests] = 3000;
    counters[WG_COUNTER_shared_load_wavefronts] = 96000;
    counters[WG_COUNTER_shared_conflicts] = 93000;
    r->lines = (wg_lines){.items = WG_NEW(&results->arena, wg_line), .count = 1, .files = files, .file_count = 1};
    r->lines.items[0] =
        (wg_line){.number = 32, .counters = r->counters, .time = 0.7, .text = "    out[x] = tile[x][y];"};
    r->lines.items[0].stalls[WG_STALL_issued] = 0.1;
    r->lines.items[0].stalls[WG_STALL_mio] = 0.6;
    r->lines.has_waits = true;
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(results);
    return 0;
}

/* What is in the results now; the caller frees it. */
static char *write_screen(void)
{
    wg_text text = {0};
    wg_text_verdict(&(wg_pen){&text, 100, "", "", "", "", "", "", NULL}, results);
    return text.bytes ? text.bytes : strdup("");
}

static char *write_page(void)
{
    wg_analyse(results);
    return write_screen();
}

static void one_screen_tells_it(void **state)
{
    (void)state;
    char *text = write_page();
    assert_contains(text,
                    "\nverdict  estimated with the model of an NVIDIA H200, warm caches; not measured\n"
                    "  100 µs ± 11 %, 25 % of the limit; limited by shared memory\n"
                    "  The busiest unit is shared memory: 95 % of its peak rate. Bank conflicts cause 97 % of the\n"
                    "  wavefronts: without them it would take 60 % less time. Of 14 kernels limited by shared memory,\n"
                    "  half were within 3.7 % of the measured time, nine in ten within 11 %.\n");
    assert_contains(text, "  shared memory          ████████████████████████████··   95 %\n");
    assert_lacks(text, "ALU pipe"); /* hardly works */
    assert_contains(text, "  minimum for this work on this GPU               25 µs     25 %\n"
                          "  bank conflicts                                  60 µs     60 %\n");
    assert_contains(text, "  waiting for shared memory (short scoreboard)                     60 %\n"
                          "  waiting for global memory (long scoreboard)                      20 %\n"
                          "  issuing (selected)                                               10 %\n"
                          "  ready, not selected                                              10 %\n");
    assert_contains(text, "     70 %  tile.cu:32  queueing for shared memory or constants (MIO throttle)\n");
    assert_contains(text, "\nwhat if\n"
                          "  no bank conflicts                               40 µs   2.50 x\n"
                          "  less than 2 % faster: no barriers, loops unrolled four times\n");
    assert_contains(text, "  1. Bank conflicts  tile.cu:32\n       out[x] = tile[x][y];\n");
    assert_contains(text, "\n     Predicted speedup: about 2.50 x. Example: warpgrind explain transpose/padded\n");
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_true(lines <= 45); /* one screen */
    free(text);
}

static void colour_only_where_it_is_wanted(void **state)
{
    (void)state;
    char *text = handmade_write(results, WG_FORM_TEXT);
    assert_contains(text, "\nverdict  estimated");
    assert_lacks(text, "\033");
    free(text);
    text = handmade_write_with(results, WG_FORM_TEXT, &(wg_write_options){.color = true});
    assert_contains(text, "\033[1mverdict\033[0m");
    free(text);
}

static void doubts_are_told(void **state)
{
    (void)state;
    estimate->is_partial = estimate->registers_are_estimated = true;
    estimate->minimum = NAN;
    estimate->cold = 2 * estimate->seconds;
    char *text = write_page();
    assert_contains(text, "With an empty L2 it would take 200 µs");
    assert_contains(text, "Outside what was validated: ");
    assert_contains(text, "spills registers");
    assert_contains(text, "is a guess");
    assert_contains(text, "  100 µs; limited by shared memory\n");
    assert_contains(text, "  shared memory: work                           33.1 µs     33 %\n");
    assert_lacks(text, "minimum for this work");
    free(text);
}

/* Without a time there is no verdict, but what counters say is said. */
static void no_time_no_verdict(void **state)
{
    (void)state;
    estimate->seconds = 0;
    char *text = write_page();
    assert_lacks(text, "verdict");
    assert_lacks(text, "Predicted");
    assert_contains(text, "1. Bank conflicts");
    free(text);
    estimate->seconds = NAN;
    counters[WG_COUNTER_shared_conflicts] = 0;
    text = write_page();
    assert_string_equal(text, "");
    free(text);
}

static void broken_rules_are_shown(void **state)
{
    (void)state;
    wg_analyse(results);
    assert_string_equal(results->trouble, "");
    results->trouble = "mine.json: when: there is no fact 'x'\n";
    char *text = write_screen();
    assert_contains(text, "\nadvice that cannot be used:\nmine.json: when: there is no fact 'x'\n");
    free(text);
}

static void json_has_it_all(void **state)
{
    (void)state;
    char *text = handmade_write(results, WG_FORM_JSON);
    json_t *root = json_loads(text, 0, NULL), *benchmark = json_array_get(json_object_get(root, "benchmarks"), 0);
    json_t *d = json_object_get(benchmark, "diagnosis"),
           *advice = json_array_get(json_object_get(benchmark, "advice"), 0);
    assert_string_equal(json_string_value(json_object_get(d, "limiter")), "shared");
    assert_string_equal(json_string_value(json_object_get(d, "busiest_unit")), "shared");
    assert_float_equal(json_number_value(json_object_get(d, "part_of_limit")), 0.25, 1e-9);
    assert_int_equal(json_array_size(json_object_get(d, "what_if")), 3);
    assert_true(json_array_size(json_object_get(d, "evidence")) >= 2);
    assert_float_equal(json_number_value(json_object_get(json_object_get(benchmark, "estimate"), "seconds")), 1e-4,
                       1e-12);
    assert_string_equal(json_string_value(json_object_get(advice, "name")), "bank_conflicts");
    assert_string_equal(json_string_value(json_object_get(advice, "see")), "transpose/padded");
    assert_string_equal(json_string_value(json_object_get(advice, "file")), "tile.cu");
    assert_int_equal(json_integer_value(json_object_get(advice, "line")), 32);
    json_decref(root);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_screen_tells_it, begin, end),
        cmocka_unit_test_setup_teardown(colour_only_where_it_is_wanted, begin, end),
        cmocka_unit_test_setup_teardown(doubts_are_told, begin, end),
        cmocka_unit_test_setup_teardown(no_time_no_verdict, begin, end),
        cmocka_unit_test_setup_teardown(broken_rules_are_shown, begin, end),
        cmocka_unit_test_setup_teardown(json_has_it_all, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

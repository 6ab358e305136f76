/* SPDX-License-Identifier: Apache-2.0 */
/* The screen `explain` begins with, from a hand-made estimate. */
#include "report/diagnosis.h"

#include "estimates.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_estimate estimate;
static wg_counters counters;
static wg_line line;
static const char *files[] = {"tile.cu"};
static wg_report_diagnosis page;

/* A transposition with bank conflicts in line 32. */
static int begin(void **state)
{
    (void)state;
    estimate = idle_estimate();
    estimate.minimum = 25e-6;
    estimate.busy[WG_UNIT_shared] = 93.1e-6;
    estimate.busy[WG_UNIT_dram] = 24.5e-6;
    estimate.busy[WG_UNIT_alu] = 0.1e-6;
    estimate.stalls[WG_STALL_memory] = 0.2;
    estimate.stalls[WG_STALL_shared] = 0.6;
    estimate.what_if[WG_WHAT_IF_conflict_free] = 40e-6;
    estimate.what_if[WG_WHAT_IF_no_barriers] = 99e-6;
    estimate.what_if[WG_WHAT_IF_all_hits] = 99.9e-6;
    memset(&counters, 0, sizeof counters);
    counters.value[WG_COUNTER_warp_instructions] = 100000;
    counters.value[WG_COUNTER_thread_instructions] = 3200000;
    counters.value[WG_COUNTER_global_load_requests] = 3000;
    counters.value[WG_COUNTER_global_load_sectors] = 12000;
    counters.value[WG_COUNTER_global_load_bytes] = 384000;
    counters.value[WG_COUNTER_shared_load_requests] = 3000;
    counters.value[WG_COUNTER_shared_load_wavefronts] = 96000;
    counters.value[WG_COUNTER_shared_conflicts] = 93000;
    line = (wg_line){.number = 32, .counters = counters, .time = 0.7, .text = "    out[x] = tile[x][y];"};
    return 0;
}

static void make(void)
{
    page = (wg_report_diagnosis){.subject = {.estimate = &estimate, .counters = &counters, .line_time = NAN},
                                 .lines = {.items = &line, .count = 1, .files = files, .file_count = 1}};
    const wg_advice_line lines[] = {{&counters, 0.7}};
    wg_diagnose(&page.subject, &page.verdict);
    assert_int_equal(wg_advice_open(NULL, &page.book, NULL), WG_OK);
    page.advice_count = wg_advice_give(page.book, &page.subject, lines, 1, &page.advice);
}

static char *write_page(bool color)
{
    wg_text text = {0};
    make();
    wg_report_diagnosis_text(&page, "NVIDIA H200", NULL, color, &text);
    return text.bytes ? text.bytes : strdup("");
}

static void end_page(char *text)
{
    free(text);
    page.lines = (wg_lines){0}; /* not ours to free */
    wg_report_diagnosis_free(&page);
}

static void one_screen_tells_it(void **state)
{
    (void)state;
    char *text = write_page(false);
    assert_contains(text,
                    "\nverdict  of the model of an NVIDIA H200, caches warm before: estimated, not measured\n"
                    "  100 µs, 25 % of the limit, held by shared memory\n"
                    "  Busiest is shared memory: 95 % of the time at its full rate. Bank conflicts are 97 % of the\n"
                    "  passes: 60 % of the time would go with them.\n");
    assert_contains(text, "  shared memory          ████████████████████████████··   95 %\n");
    assert_lacks(text, "ALU pipe"); /* hardly works */
    assert_contains(text, "  the least this GPU needs for the work           25 µs     25 %\n"
                          "  bank conflicts                                  60 µs     60 %\n");
    assert_contains(text, "\nwhat if\n"
                          "  no bank conflicts                               40 µs   2.50 x\n"
                          "  less than 2 %: no barriers, every load hits L1\n");
    assert_contains(text, "  1. Bank conflicts  tile.cu:32\n       out[x] = tile[x][y];\n");
    assert_contains(text, "\n     Predicted: 2.50 x as fast at best. An example: warpgrind explain transpose/padded\n");
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_true(lines <= 45); /* one screen */
    end_page(text);
}

static void colour_only_where_it_is_wanted(void **state)
{
    (void)state;
    char *text = write_page(false);
    assert_lacks(text, "\033");
    end_page(text);
    text = write_page(true);
    assert_contains(text, "\033[1mverdict\033[0m");
    end_page(text);
}

static void doubts_are_told(void **state)
{
    (void)state;
    estimate.is_partial = estimate.registers_are_estimated = true;
    estimate.minimum = NAN;
    char *text = write_page(false);
    assert_contains(text, "keeps in memory");
    assert_contains(text, "is a guess");
    assert_contains(text, "  100 µs, held by shared memory\n");
    assert_contains(text, "  shared memory: its work                       33.1 µs     33 %\n");
    assert_lacks(text, "the least this GPU needs");
    end_page(text);
}

/* Without a time there is no verdict, but what counters say is said. */
static void no_time_no_verdict(void **state)
{
    (void)state;
    estimate.seconds = 0;
    char *text = write_page(false);
    assert_lacks(text, "verdict");
    assert_lacks(text, "Predicted");
    assert_contains(text, "1. Bank conflicts");
    end_page(text);
    estimate.seconds = NAN;
    counters.value[WG_COUNTER_shared_conflicts] = 0;
    text = write_page(false);
    assert_string_equal(text, "");
    end_page(text);
}

static void broken_rules_are_shown(void **state)
{
    (void)state;
    wg_text text = {0};
    make();
    wg_text_addf(&page.book->trouble, "mine.json: when: there is no fact 'x'\n");
    wg_report_diagnosis_text(&page, "NVIDIA H200", NULL, false, &text);
    assert_contains(text.bytes, "\nadvice that cannot be used:\nmine.json: when: there is no fact 'x'\n");
    end_page(text.bytes);
}

static void json_has_it_all(void **state)
{
    (void)state;
    json_t *benchmark = json_object();
    make();
    wg_report_diagnosis_json(&page, benchmark);
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
    json_decref(benchmark);
    end_page(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_screen_tells_it, begin),
        cmocka_unit_test_setup(colour_only_where_it_is_wanted, begin),
        cmocka_unit_test_setup(doubts_are_told, begin),
        cmocka_unit_test_setup(no_time_no_verdict, begin),
        cmocka_unit_test_setup(broken_rules_are_shown, begin),
        cmocka_unit_test_setup(json_has_it_all, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

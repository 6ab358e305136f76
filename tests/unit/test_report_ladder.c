/* SPDX-License-Identifier: Apache-2.0 */
/* A climbed ladder as a table, without climbing one. */
#include "estimates.h"
#include "handmade.h"
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

enum { RUNGS = 5 };

static wg_results *ladder;
static wg_record *records; /* its own */

/* Two rungs with times and counters, a C rung, one that is wrong, one that is left out. */
static int begin(void **state)
{
    static const char *const names[RUNGS] = {"naive", "a_long_name_of_one", "c_simple", "wrong", "library"};
    (void)state;
    ladder = handmade_results(WG_RESULTS_LADDER, "cuda:0", RUNGS);
    ladder->name = "test";
    ladder->title = "Testing";
    records = ladder->records;
    for (size_t k = 0; k < RUNGS; k++) {
        records[k].name = names[k];
        records[k].bytes = 1e9;
        records[k].bound = 1e-9;
    }
    for (size_t k = 0; k < 3; k++) {
        records[k].has_time = true;
        records[k].timing = (wg_timing){.median = 1e-3 / (double)(k + 1), .low = 0.9e-3, .high = 1.1e-3, .samples = 9};
    }
    for (size_t k = 0; k < 2; k++) {
        records[k].has_counters = true;
        for (int c = 0; c < WG_COUNTER_COUNT; c++)
            records[k].counters.value[c] = 999999999;
    }
    strcpy(records[2].device.name, "cpu");
    records[2].bound = NAN;
    records[3].verification = WG_WRONG;
    records[3].reason = "y: element 3 is 1 where the reference has 2; 1 of 4 differ";
    records[4].verification = WG_LEFT_OUT;
    records[4].reason = "needs -d cuda";
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(ladder);
    return 0;
}

static size_t widest_line(const char *text)
{
    size_t widest = 0, width = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + (((unsigned char)*text & 0xc0) != 0x80);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void a_table_for_a_terminal(void **state)
{
    (void)state;
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_true(widest_line(text) <= 120);
    assert_contains(text, "test: Testing, on cuda:0 (NVIDIA H200)\n");
    assert_contains(text, "  rung                   time    ±%  GB/s  % limit  x first  x prev");
    assert_contains(text, "  naive               1.00 ms  10.0  1000    <0.01        -       -");
    assert_contains(text, "  a_long_name_of_one   500 µs  20.0  2000    <0.01     2.00    2.00");
    assert_contains(text, "\nwrong: y: element 3 is 1 where the reference has 2; 1 of 4 differ\n");
    assert_contains(text, "\nleft out (needs -d cuda): library\n");
    assert_lacks(text, "  library "); /* no row */
    free(text);
}

static void units_that_differ_have_a_column(void **state)
{
    (void)state;
    records[1].unit = "Gitems/s";
    records[1].items = 5e8;
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "rate            % limit");
    assert_contains(text, "1000  GB/s      ");
    assert_contains(text, "1000  Gitems/s  ");
    if (widest_line(text) > 120)
        fail_msg("%zu columns:\n%s", widest_line(text), text);
    free(text);
}

static void columns_without_numbers_go(void **state)
{
    (void)state;
    for (size_t k = 0; k < RUNGS; k++)
        records[k].has_time = false;
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "\n  rung                 instr  sect/req  conflicts  lanes  right\n");
    assert_lacks(text, "x first");
    assert_lacks(text, "limit:");
    free(text);
    for (size_t k = 0; k < RUNGS; k++)
        records[k].has_counters = false;
    text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "\n  rung                right\n");
    assert_lacks(text, "sect/req");
    free(text);
}

/* Two rungs of which the model says something: the second is twice as fast. */
static void estimate_two(void)
{
    records[0].estimate = records[1].estimate = idle_estimate();
    records[0].estimate.busy[WG_UNIT_l1] = 90e-6;
    records[1].estimate.seconds = 50e-6;
    records[0].estimate.minimum = records[1].estimate.minimum = 25e-6; /* what was counted, not what is declared */
    records[1].estimate.busy[WG_UNIT_dram] = 45e-6;
}

static void the_model_stands_beside_the_measured_time(void **state)
{
    (void)state;
    estimate_two();
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "GB/s    model  limiter  % limit");
    assert_contains(text, "1.00 ms  10.0  1000   100 µs  l1           2.5        -       -");
    assert_contains(text, "500 µs  20.0  2000  50.0 µs  dram         5.0     2.00    2.00");
    assert_contains(text, "not measured");
    assert_lacks(text, "lanes"); /* the limiter tells more, and a terminal is 120 columns wide */
    if (widest_line(text) > 120)
        fail_msg("%zu columns:\n%s", widest_line(text), text);
    free(text);
}

static void the_model_alone_is_labelled(void **state)
{
    (void)state;
    estimate_two();
    for (size_t k = 0; k < RUNGS; k++)
        records[k].has_time = false;
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "\n  rung                  model  limiter  % limit  x first  x prev   instr");
    assert_contains(text, "50.0 µs  dram        50.0     2.00    2.00");
    assert_contains(text, "else modelled");
    free(text);
}

/* How long the bar number `index` of the figure is. */
static double bar_length(const char *figure, size_t index)
{
    const char *at = figure;
    double length = 0;
    for (size_t k = 0; k <= index; k++) {
        at = strstr(at + 1, "class=\"bar\"");
        assert_non_null(at);
        assert_int_equal(sscanf(at, "class=\"bar\" d=\"M%*f %*fh%lf", &length), 1);
    }
    return length;
}

/* Limits that differ do not change it; one far above all bars is beyond the edge. */
static void bars_have_one_scale(void **state)
{
    (void)state;
    records[0].bound = 0.9e-3;
    records[1].bound = 0.1e-3;
    char *figure = handmade_write(ladder, WG_FORM_SVG);
    assert_float_equal(bar_length(figure, 1) / bar_length(figure, 0), 2, 0.01);
    assert_float_equal(bar_length(figure, 2) / bar_length(figure, 0), 3, 0.01);
    assert_contains(figure, ">3k GB/s</text>");
    assert_contains(figure, "l5 5.0l-5 5.0"); /* the arrow of the second */
    free(figure);
    records[1].unit = "Gitems/s"; /* another unit: as parts of what is possible, which the third does not know */
    records[1].items = 1e6;
    figure = handmade_write(ladder, WG_FORM_SVG);
    assert_float_equal(bar_length(figure, 0) / bar_length(figure, 1), 0.9 / 0.2, 0.01);
    assert_float_equal(bar_length(figure, 2), 0, 0);
    assert_contains(figure, "100 % of the limit</text>");
    free(figure);
}

static void a_page_tells_the_story(void **state)
{
    (void)state;
    estimate_two();
    ladder->text = "Why <it> is there.";
    records[0].next = "Coalesce.";
    char *page = handmade_write(ladder, WG_FORM_HTML);
    assert_well_formed(page);
    assert_contains(page, "Why &lt;it&gt; is there.</p>");
    assert_contains(page, "<li><h3>naive</h3>\n<p>1 ms measured on cuda:0, 100 µs by the model");
    assert_contains(page, "<p>Next: Coalesce.</p>");
    assert_contains(page, "Seen: a_long_name_of_one is 2 x as fast, measured");
    assert_contains(page, "<h3>wrong</h3>\n<p>Its result is wrong: y: element 3");
    assert_lacks(page, "<h3>library</h3>");
    free(page);
}

static void times_that_are_no_numbers_are_not_shown(void **state)
{
    (void)state;
    estimate_two();
    records[0].timing = (wg_timing){.median = NAN, .low = NAN, .high = NAN, .samples = 9};
    records[1].estimate.seconds = NAN;
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "  naive                    -     -     -  100 µs  l1             -      1.00  yes");
    assert_contains(text, "  a_long_name_of_one  500 µs  20.0  2000       -  -          <0.01      1.00  yes");
    assert_lacks(text, "nan");
    free(text);
    text = handmade_write_with(ladder, WG_FORM_JSON, &(wg_write_options){.executable = "test"});
    assert_lacks(text, "nan");
    json_t *root = json_loads(text, 0, NULL), *list = json_object_get(root, "benchmarks");
    const char *source = json_string_value(json_object_get(json_array_get(list, 0), "time_source"));
    assert_string_equal(source, "model"); /* what was not measured is estimated */
    assert_float_equal(json_number_value(json_object_get(json_array_get(list, 0), "real_time")), 100, 1e-9);
    assert_non_null(json_object_get(json_array_get(list, 0), "diagnosis"));
    assert_null(json_object_get(json_array_get(list, 1), "diagnosis"));
    json_decref(root);
    free(text);
}

static void csv_has_every_row_and_column(void **state)
{
    (void)state;
    char *text = handmade_write(ladder, WG_FORM_CSV);
    assert_contains(text, "rung,seconds,noise_percent,rate,unit,model_seconds,model_limiter,declared_limiter,percent_"
                          "of_bound,x_first,x_previous,");
    assert_contains(
        text, "\nnaive,0.001,10,1000,GB/s,,,,0.0001,,,999999999,1,999999999,3.125,yes,,,,a_long_name_of_one,2,,,,,,\n");
    assert_contains(text, "\nlibrary,,,,,,,,,,,,,,,-,needs -d cuda,,,,,,,,,,\n");
    free(text);
}

/* A figure of the outputs is a column, unless rungs show different ones. */
static void results_of_rungs(void **state)
{
    (void)state;
    records[0].result = records[1].result = 3.14159265358979;
    records[0].result_label = records[1].result_label = "pi";
    char *text = handmade_write(ladder, WG_FORM_TEXT);
    assert_contains(text, "          pi  right");
    assert_contains(text, "  3.14159265  yes");
    free(text);
    text = handmade_write(ladder, WG_FORM_CSV);
    assert_contains(text, "a_long_name_of_one,2,,,,,3.14159265,pi\n");
    free(text);
    records[1].result_label = "e";
    text = handmade_write(ladder, WG_FORM_TEXT);
    assert_lacks(text, "3.14159265");
    free(text);
}

static void json_has_what_there_is(void **state)
{
    (void)state;
    records[1].timing.samples = 1;
    records[3].device.name[0] = 0; /* it did not even start */
    records[3].reason = "\xe2\x80 is no character";
    char *text = handmade_write_with(ladder, WG_FORM_JSON, &(wg_write_options){.executable = "test"});
    json_t *root = json_loads(text, 0, NULL), *list = json_object_get(root, "benchmarks");
    assert_int_equal(json_array_size(list), RUNGS);
    json_t *naive = json_array_get(list, 0), *wrong = json_array_get(list, 3), *library = json_array_get(list, 4);
    assert_string_equal(json_string_value(json_object_get(naive, "name")), "test/naive");
    assert_float_equal(json_number_value(json_object_get(naive, "real_time")), 1000, 1e-6);
    assert_string_equal(json_string_value(json_object_get(naive, "rate_unit")), "GB/s");
    assert_non_null(json_object_get(naive, "real_time_low"));
    assert_null(json_object_get(json_array_get(list, 1), "real_time_low")); /* one sample: nothing is known of it */
    assert_null(json_object_get(json_array_get(list, 2), "bound_time"));    /* not known */
    assert_string_equal(json_string_value(json_object_get(wrong, "verified")), "WRONG");
    assert_string_equal(json_string_value(json_object_get(wrong, "reason")), "?? is no character");
    assert_null(json_object_get(wrong, "grid"));
    assert_string_equal(json_string_value(json_object_get(library, "verified")), "-");
    assert_null(json_object_get(library, "flops"));
    json_decref(root);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_table_for_a_terminal, begin, end),
        cmocka_unit_test_setup_teardown(units_that_differ_have_a_column, begin, end),
        cmocka_unit_test_setup_teardown(columns_without_numbers_go, begin, end),
        cmocka_unit_test_setup_teardown(the_model_stands_beside_the_measured_time, begin, end),
        cmocka_unit_test_setup_teardown(the_model_alone_is_labelled, begin, end),
        cmocka_unit_test_setup_teardown(bars_have_one_scale, begin, end),
        cmocka_unit_test_setup_teardown(a_page_tells_the_story, begin, end),
        cmocka_unit_test_setup_teardown(times_that_are_no_numbers_are_not_shown, begin, end),
        cmocka_unit_test_setup_teardown(csv_has_every_row_and_column, begin, end),
        cmocka_unit_test_setup_teardown(results_of_rungs, begin, end),
        cmocka_unit_test_setup_teardown(json_has_what_there_is, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing two files of results. */
#include "report/table/compare.h"

#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;
static size_t slower;

/* The two as a table; NULL: refused. */
static wg_status tabulate(const char *before, const char *after, wg_table_form form, char **out)
{
    wg_comparison *comparison;
    wg_status status = wg_comparison_read(before, after, &comparison, &err);
    if (status == WG_OK) {
        *out = wg_report_comparison(comparison, form);
        slower = comparison->worse;
    } else {
        assert_null(comparison);
    }
    wg_comparison_free(comparison);
    return status;
}

/* The CSV without its heading; NULL: refused. */
static char *compare(const char *before, const char *after)
{
    char a[4096], b[4096], *text = NULL;
    snprintf(a, sizeof a, "{\"benchmarks\": [%s]}", before);
    snprintf(b, sizeof b, "{\"benchmarks\": [%s]}", after);
    const char *first = scratch_write("a.json", a), *second = scratch_write("b.json", b);
    err = (wg_error){0};
    tabulate(first, second, WG_TABLE_CSV, &text);
    if (text)
        memmove(text, strchr(text, '\n') + 1, strlen(strchr(text, '\n') + 1) + 1);
    return text;
}

static void assert_compared(const char *before, const char *after, size_t worse, const char *expected)
{
    char *text = compare(before, after);
    if (!text)
        fail_msg("%s", err.text);
    assert_string_equal(text, expected);
    assert_int_equal(slower, worse);
    free(text);
}

static void assert_refused(const char *before, const char *after, const char *words)
{
    char *text = compare(before, after);
    assert_null(text);
    assert_says(&err, words);
}

/* Ours: microseconds, with quartiles. */
#define OURS(name, time, low, high)                                                                                    \
    "{\"name\": \"" name "\", \"real_time\": " #time ", \"real_time_low\": " #low ", \"real_time_high\": " #high       \
    ", \"time_unit\": \"us\", \"verified\": \"yes\"}"

static void within_the_noise(void **state)
{
    (void)state;
    /* Noise of 1 % each is 1.41 % together: twice that is the border. */
    assert_compared(OURS("a", 100, 99, 101), OURS("a", 102.8, 101.772, 103.828), 0,
                    "a,0.0001,0.0001028,2.8,1.41421356,SAME\n");
    assert_compared(OURS("a", 100, 99, 101), OURS("a", 102.9, 101.871, 103.929), 1,
                    "a,0.0001,0.0001029,2.9,1.41421356,SLOWER\n");
    assert_compared(OURS("a", 100, 99, 101), OURS("a", 90, 89.1, 90.9), 0, "a,0.0001,9e-05,-10,1.41421356,FASTER\n");
    /* No noise at all: half a percent is never anything. */
    assert_compared(OURS("a", 100, 100, 100), OURS("a", 100.4, 100.4, 100.4), 0, "a,0.0001,0.0001004,0.4,0,SAME\n");
    assert_compared(OURS("a", 100, 100, 100), OURS("a", 101, 101, 101), 1, "a,0.0001,0.000101,1,0,SLOWER\n");
}

static void some_are_in_one_file_only(void **state)
{
    (void)state;
    assert_compared(OURS("a", 1, 1, 1) "," OURS("b", 1, 1, 1), OURS("b", 1, 1, 1) "," OURS("c", 2, 2, 2), 0,
                    "a,1e-06,,,,only before\nb,1e-06,1e-06,0,0,SAME\nc,,2e-06,,,only after\n");
}

static void what_went_wrong(void **state)
{
    static const char wrong[] = "{\"name\": \"a\", \"verified\": \"WRONG\"}";
    static const char aside[] = "{\"name\": \"a\", \"verified\": \"-\"}";
    (void)state;
#define MORE "," OURS("z", 1, 1, 1)
#define SAME_Z "z,1e-06,1e-06,0,0,SAME\n"
    assert_compared(OURS("a", 1, 1, 1) MORE, "{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE, 1,
                    "a,1e-06,,,,BROKEN\n" SAME_Z);
    assert_compared("{\"name\": \"a\", \"verified\": \"FAILED\"}" MORE, OURS("a", 1, 1, 1) MORE, 0,
                    "a,,1e-06,,,REPAIRED\n" SAME_Z);
    assert_compared("{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE,
                    "{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE, 0, "a,,,,,still wrong\n" SAME_Z);
    /* Left out is not wrong. */
    assert_compared(OURS("a", 1, 1, 1) MORE, "{\"name\": \"a\", \"verified\": \"-\"}" MORE, 0,
                    "a,1e-06,,,,only before\n" SAME_Z);
    assert_refused(wrong, OURS("a", 1, 1, 1), "a.json: no benchmark in it has a time");
    assert_refused(aside, OURS("a", 1, 1, 1), "a.json: no benchmark in it has a time");
}

static void times_that_are_none(void **state)
{
    static const char *const times[] = {"0", "-1", "\"NaN\"", "null", "[]", "1e400"};
    char text[128];
    (void)state;
    for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
        snprintf(text, sizeof text, "{\"name\": \"a\", \"real_time\": %s}", times[k]);
        assert_refused(OURS("a", 1, 1, 1), text, "b.json");
    }
    assert_refused("{\"name\": \"a\", \"real_time\": -1}", OURS("a", 1, 1, 1),
                   "a.json: benchmarks[0]: real_time is not a time");
    assert_refused("{\"real_time\": 1}", OURS("a", 1, 1, 1), "a.json: benchmarks[0]: has no name");
    assert_refused("3", OURS("a", 1, 1, 1), "a.json: benchmarks[0]: has no name");
    assert_refused("{\"name\": \"a\", \"real_time\": 1, \"time_unit\": \"weeks\"}", "", "expected ns, us, ms or s");
    assert_refused("", OURS("a", 1, 1, 1), "a.json: no benchmark in it has a time");
    char *out = NULL;
    const char *whole = scratch_write("a.json", "{}"), *none = scratch_path("none.json");
    assert_int_equal(tabulate(whole, whole, WG_TABLE_TEXT, &out), WG_ERR_INPUT);
    assert_says(&err, "a.json: benchmarks: is missing");
    assert_int_equal(tabulate(none, whole, WG_TABLE_TEXT, &out), WG_ERR_MISSING);
    assert_null(out);
}

/* google-benchmark's: nanoseconds unless it says otherwise, repetitions, aggregates, errors. */
#define RUN(name, time)                                                                                                \
    "{\"name\": \"" name "\", \"run_name\": \"" name "\", \"run_type\": \"iteration\", \"real_time\": " #time "}"
#define AGGREGATE(name, kind, time)                                                                                    \
    "{\"name\": \"" name "_" kind "\", \"run_name\": \"" name "\", \"run_type\": \"aggregate\", "                      \
    "\"aggregate_name\": \"" kind "\", \"real_time\": " #time "}"

static void files_of_google_benchmark(void **state)
{
    (void)state;
    /* Nothing is known of the noise: 5 % each. */
    assert_compared(RUN("a", 100), RUN("a", 113), 0, "a,1e-07,1.13e-07,13,7.07106781,SAME\n");
    assert_compared(RUN("a", 100), RUN("a", 115), 1, "a,1e-07,1.15e-07,15,7.07106781,SLOWER\n");
    assert_compared("{\"name\": \"a\", \"real_time\": 2, \"time_unit\": \"ms\"}",
                    "{\"name\": \"a\", \"real_time\": 0.001, \"time_unit\": \"s\"}", 0,
                    "a,0.002,0.001,-50,7.07106781,FASTER\n");
    /* Repetitions are samples: the median counts, not the first. */
    assert_compared(RUN("a", 300) "," RUN("a", 100) "," RUN("a", 100), RUN("a", 100) "," RUN("a", 100), 0,
                    "a,1e-07,1e-07,0,100,SAME\n");
    /* One of many that is far off is no noise: the middle half of them counts. */
#define OF_FIVE(last) RUN("a", 100) "," RUN("a", 98) "," RUN("a", 102) "," RUN("a", 99) "," RUN("a", last)
    assert_compared(OF_FIVE(900), OF_FIVE(101), 0, "a,1e-07,1e-07,0,1.80277564,SAME\n");
    /* Aggregates alone, and beside their repetitions. */
    assert_compared(AGGREGATE("a", "mean", 900) "," AGGREGATE("a", "median", 100) "," AGGREGATE("a", "stddev", 0.1),
                    AGGREGATE("a", "mean", 1) "," AGGREGATE("a", "median", 200), 1,
                    "a,1e-07,2e-07,100,7.07106781,SLOWER\n");
    assert_compared(RUN("a", 99) "," RUN("a", 99) "," AGGREGATE("a", "median", 100), RUN("a", 100), 0,
                    "a,1e-07,1e-07,0,5,SAME\n");
    assert_compared(RUN("a", 100) ",{\"name\": \"a_BigO\", \"aggregate_name\": \"BigO\", \"real_coefficient\": 1}",
                    RUN("a", 100) ",{\"name\": \"b\", \"error_occurred\": true, \"real_time\": 0}", 0,
                    "a,1e-07,1e-07,0,7.07106781,SAME\nb,,,,,only after\n");
}

static void the_forms(void **state)
{
    char *text = NULL;
    const char *file = scratch_write("a.json", "{\"benchmarks\": [" OURS("a", 1500, 1500, 1500) "]}");
    (void)state;
    assert_int_equal(tabulate(file, file, WG_TABLE_TEXT, &text), WG_OK);
    assert_string_equal(text, "  benchmark   before    after  change %    ±%  verdict\n"
                              "  a          1.50 ms  1.50 ms      +0.0  0.00  SAME\n");
    free(text);
    assert_int_equal(tabulate(file, file, WG_TABLE_MARKDOWN, &text), WG_OK);
    assert_contains(text, "| a | 1.50 ms | 1.50 ms | +0.0 | 0.00 | SAME |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_the_noise),          cmocka_unit_test(some_are_in_one_file_only),
        cmocka_unit_test(what_went_wrong),           cmocka_unit_test(times_that_are_none),
        cmocka_unit_test(files_of_google_benchmark), cmocka_unit_test(the_forms),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

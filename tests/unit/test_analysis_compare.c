/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing two files of results. */
#include "analysis/analysis.h"
#include "analysis/compare.h"
#include "analysis/quantities.h"
#include "base/file.h"
#include "handmade.h"
#include "report/table/compare.h"
#include "results/json.h"

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

/* Two files; NULL: refused. */
static wg_status compare_files(const char *before, const char *after, bool by_force, wg_comparison **out)
{
    const char *const files[2] = {before, after};
    wg_results *sides[2] = {NULL, NULL};
    *out = NULL;
    err = (wg_error){0};
    wg_status status = wg_benchmarks_from_file(before, &sides[0], &err);
    if (status == WG_OK)
        status = wg_benchmarks_from_file(after, &sides[1], &err);
    for (int k = 0; k < 2 && status == WG_OK; k++)
        wg_analyse(sides[k]);
    if (status == WG_OK)
        status = wg_compare(sides[0], sides[1], files, by_force, out, &err);
    for (int k = 0; k < 2; k++)
        if (*out)
            (*out)->sides[k] = sides[k];
        else
            wg_results_free(sides[k]);
    return status;
}

/* The two as a table; NULL: refused. */
static wg_status tabulate(const char *before, const char *after, wg_table_form form, char **out)
{
    wg_comparison *comparison;
    wg_status status = compare_files(before, after, false, &comparison);
    if (status == WG_OK) {
        *out = wg_report_comparison(comparison, form, false);
        slower = comparison->regressions;
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
                    "a,time,0.0001,0.0001028,2.8,1.41421356,SAME\n");
    assert_compared(OURS("a", 100, 99, 101), OURS("a", 102.9, 101.871, 103.929), 1,
                    "a,time,0.0001,0.0001029,2.9,1.41421356,SLOWER\n");
    assert_compared(OURS("a", 100, 99, 101), OURS("a", 90, 89.1, 90.9), 0,
                    "a,time,0.0001,9e-05,-10,1.41421356,FASTER\n");
    /* No noise at all: half a percent is never anything. */
    assert_compared(OURS("a", 100, 100, 100), OURS("a", 100.4, 100.4, 100.4), 0,
                    "a,time,0.0001,0.0001004,0.4,0,SAME\n");
    assert_compared(OURS("a", 100, 100, 100), OURS("a", 101, 101, 101), 1, "a,time,0.0001,0.000101,1,0,SLOWER\n");
}

static void some_are_in_one_file_only(void **state)
{
    (void)state;
    assert_compared(OURS("a", 1, 1, 1) "," OURS("b", 1, 1, 1), OURS("b", 1, 1, 1) "," OURS("c", 2, 2, 2), 0,
                    "a,time,1e-06,,,,only before\nb,time,1e-06,1e-06,0,0,SAME\nc,time,,2e-06,,,only after\n");
}

static void what_went_wrong(void **state)
{
    static const char wrong[] = "{\"name\": \"a\", \"verified\": \"WRONG\"}";
    static const char aside[] = "{\"name\": \"a\", \"verified\": \"-\"}";
    (void)state;
#define MORE "," OURS("z", 1, 1, 1)
#define SAME_Z "z,time,1e-06,1e-06,0,0,SAME\n"
    assert_compared(OURS("a", 1, 1, 1) MORE, "{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE, 1,
                    "a,time,1e-06,,,,BROKEN\n" SAME_Z);
    assert_compared("{\"name\": \"a\", \"verified\": \"FAILED\"}" MORE, OURS("a", 1, 1, 1) MORE, 0,
                    "a,time,,1e-06,,,REPAIRED\n" SAME_Z);
    assert_compared("{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE,
                    "{\"name\": \"a\", \"verified\": \"WRONG\"}" MORE, 0, "a,time,,,,,still wrong\n" SAME_Z);
    /* Left out is not wrong. */
    assert_compared(OURS("a", 1, 1, 1) MORE, "{\"name\": \"a\", \"verified\": \"-\"}" MORE, 0,
                    "a,time,1e-06,,,,only before\n" SAME_Z);
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
    assert_compared(RUN("a", 100), RUN("a", 113), 0, "a,time,1e-07,1.13e-07,13,7.07106781,SAME\n");
    assert_compared(RUN("a", 100), RUN("a", 115), 1, "a,time,1e-07,1.15e-07,15,7.07106781,SLOWER\n");
    assert_compared("{\"name\": \"a\", \"real_time\": 2, \"time_unit\": \"ms\"}",
                    "{\"name\": \"a\", \"real_time\": 0.001, \"time_unit\": \"s\"}", 0,
                    "a,time,0.002,0.001,-50,7.07106781,FASTER\n");
    /* Repetitions are samples: the median counts, not the first. */
    assert_compared(RUN("a", 300) "," RUN("a", 100) "," RUN("a", 100), RUN("a", 100) "," RUN("a", 100), 0,
                    "a,time,1e-07,1e-07,0,100,SAME\n");
    /* One of many that is far off is no noise: the middle half of them counts. */
#define OF_FIVE(last) RUN("a", 100) "," RUN("a", 98) "," RUN("a", 102) "," RUN("a", 99) "," RUN("a", last)
    assert_compared(OF_FIVE(900), OF_FIVE(101), 0, "a,time,1e-07,1e-07,0,1.80277564,SAME\n");
    /* Aggregates alone, and beside their repetitions. */
    assert_compared(AGGREGATE("a", "mean", 900) "," AGGREGATE("a", "median", 100) "," AGGREGATE("a", "stddev", 0.1),
                    AGGREGATE("a", "mean", 1) "," AGGREGATE("a", "median", 200), 1,
                    "a,time,1e-07,2e-07,100,7.07106781,SLOWER\n");
    assert_compared(RUN("a", 99) "," RUN("a", 99) "," AGGREGATE("a", "median", 100), RUN("a", 100), 0,
                    "a,time,1e-07,1e-07,0,5,SAME\n");
    assert_compared(RUN("a", 100) ",{\"name\": \"a_BigO\", \"aggregate_name\": \"BigO\", \"real_coefficient\": 1}",
                    RUN("a", 100) ",{\"name\": \"b\", \"error_occurred\": true, \"real_time\": 0}", 0,
                    "a,time,1e-07,1e-07,0,7.07106781,SAME\nb,time,,,,,only after\n");
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

/* ---- results of the simulator ---- */

/* A ladder of two rungs, counted and estimated. */
static wg_results *simulated(void)
{
    wg_results *results = handmade_results(WG_RESULTS_LADDER, "sim:h200", 2);
    results->name = "l";
    results->records[0].name = "a";
    results->records[1].name = "b";
    for (int k = 0; k < 2; k++) {
        wg_record *r = &results->records[k];
        r->has_counters = true;
        r->counters.value[WG_COUNTER_warp_instructions] = 1000;
        r->counters.value[WG_COUNTER_thread_instructions] = 32000;
        r->estimate = (wg_estimate){.seconds = 1e-4,
                                    .launch = 1e-6,
                                    .minimum = 5e-5,
                                    .launches = 1,
                                    .occupancy = 1,
                                    .registers = 32,
                                    .l1_hits = 0.5,
                                    .l2_hits = NAN,
                                    .lanes = 1};
        r->estimate.busy[WG_UNIT_dram] = 9e-5;
        for (int j = 0; j < WG_WHAT_IF_COUNT; j++)
            r->estimate.what_if[j] = NAN;
    }
    return results;
}

/* Both are given back. */
static wg_comparison *compared(wg_results *before, wg_results *after)
{
    static const char *const files[2] = {"old.json", "new.json"};
    wg_comparison *c;
    wg_analyse(before);
    wg_analyse(after);
    err = (wg_error){0};
    wg_status status = wg_compare(before, after, files, false, &c, &err);
    assert_int_equal(status == WG_OK, c != NULL);
    if (c) {
        c->sides[0] = before;
        c->sides[1] = after;
    } else {
        wg_results_free(before);
        wg_results_free(after);
    }
    return c;
}

static void assert_verdict(wg_results *after, const char *verdict, bool is_regression)
{
    wg_comparison *c = compared(simulated(), after);
    if (!c)
        fail_msg("%s", err.text);
    assert_string_equal(c->rows[0].verdict, verdict);
    assert_int_equal(c->rows[0].is_regression, is_regression);
    assert_int_equal(c->regressions, is_regression);
    assert_string_equal(c->rows[1].verdict, "SAME");
    assert_int_equal(c->rows[1].change_count, 0);
    wg_comparison_free(c);
}

static void the_models_time(void **state)
{
    static const struct {
        double seconds;
        const char *verdict;
        bool is_regression;
    } cases[] = {{1e-4, "SAME", false},
                 {1.0199e-4, "SAME", false},
                 {1.0201e-4, "SLOWER", true},
                 {0.9801e-4, "SAME", false},
                 {0.9799e-4, "FASTER", false}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_results *after = simulated();
        after->records[0].estimate.seconds = cases[k].seconds;
        assert_verdict(after, cases[k].verdict, cases[k].is_regression);
    }
}

/* More conflicts are a regression unless it is faster; more instructions only where there is no time. */
static void waste_and_work(void **state)
{
    (void)state;
    wg_results *after = simulated();
    after->records[0].counters.value[WG_COUNTER_shared_conflicts] = 1;
    assert_verdict(after, "WORSE", true);
    after = simulated();
    after->records[0].counters.value[WG_COUNTER_shared_conflicts] = 1;
    after->records[0].estimate.seconds = 5e-5;
    assert_verdict(after, "FASTER", false);
    after = simulated();
    after->records[0].counters.value[WG_COUNTER_warp_instructions]++;
    assert_verdict(after, "SAME", false);
    after = simulated();
    after->records[0].counters.value[WG_COUNTER_warp_instructions]++;
    after->records[0].estimate = (wg_estimate){0};
    assert_verdict(after, "WORSE", true);
    after = simulated();
    after->records[0].counters.value[WG_COUNTER_warp_instructions]--;
    after->records[0].estimate = (wg_estimate){0};
    assert_verdict(after, "BETTER", false);
}

/* Exactly: also where a double could not tell. */
static void counters_exactly(void **state)
{
    wg_results *before = simulated(), *after = simulated();
    (void)state;
    before->records[0].counters.value[WG_COUNTER_int_ops] = ((uint64_t)1 << 60) + 1;
    after->records[0].counters.value[WG_COUNTER_int_ops] = ((uint64_t)1 << 60) + 2;
    wg_comparison *c = compared(before, after);
    assert_int_equal(c->rows[0].change_count, 1);
    assert_string_equal(c->rows[0].changes[0].name, "int_ops");
    assert_int_equal(c->rows[0].changes[0].kind, WG_CHANGE_NEITHER);
    wg_comparison_free(c);
}

static void directions(void **state)
{
    wg_results *after = simulated();
    wg_estimate *e = &after->records[0].estimate;
    (void)state;
    e->occupancy = 0.5;
    e->registers = 24;
    e->l1_hits = 0.505; /* half a point */
    e->l2_hits = 0.9;   /* which had none before */
    e->busy[WG_UNIT_dram] = 1e-6;
    wg_comparison *c = compared(simulated(), after);
    const wg_compared *row = &c->rows[0];
    assert_int_equal(row->change_count, 2);
    assert_int_equal(wg_compared_find(row, "occupancy")->kind, WG_CHANGE_WORSE);
    assert_true(wg_compared_find(row, "occupancy")->before == 100);
    assert_int_equal(wg_compared_find(row, "registers")->kind, WG_CHANGE_BETTER);
    assert_null(wg_compared_find(row, "l1_hits"));
    assert_string_equal(row->limiters[0], "dram");
    assert_string_not_equal(row->limiters[1], "dram");
    assert_false(row->is_regression);
    wg_comparison_free(c);
}

/* Rungs of the host beside a simulated GPU: how busy the host was is no regression. */
static void rungs_of_the_host(void **state)
{
    wg_results *sides[2] = {simulated(), simulated()};
    (void)state;
    for (int k = 0; k < 2; k++) {
        wg_record *r = &sides[k]->records[0];
        r->device = (wg_place){.name = "cpu"};
        r->has_time = true;
        r->timing = (wg_timing){.median = 1 + k, .low = 1 + k, .high = 1 + k, .samples = 9};
    }
    wg_comparison *c = compared(sides[0], sides[1]);
    assert_string_equal(c->rows[0].verdict, "SLOWER");
    assert_int_equal(c->regressions, 0);
    wg_comparison_free(c);
}

static void what_cannot_be_compared(void **state)
{
    static wg_record_size small = {"n", false, 64, 0}, large = {"n", false, 128, 0};
    wg_results *sides[2];
    (void)state;
#define FRESH() (sides[0] = simulated(), sides[1] = simulated())
    FRESH();
    strcpy(sides[1]->device.name, "sim:a100");
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "old.json is of sim:h200 (NVIDIA H200), new.json of sim:a100");
    FRESH();
    sides[0]->sizes = &small;
    sides[1]->sizes = &large;
    sides[0]->size_count = sides[1]->size_count = 1;
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "old.json was run with n=64, new.json with n=128");
    FRESH();
    sides[1]->name = "other";
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "no benchmark is in both files: old.json has l/a, …, new.json has other/a, …");
    FRESH();
    sides[1]->records[1].estimate.is_cold = true;
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "b: old.json is of warm caches, new.json of cold ones");
    FRESH();
    sides[0]->records[1].blocks = 100;
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "b: old.json is of a sample of the blocks");
    FRESH();
    sides[1]->count = 0;
    assert_null(compared(sides[0], sides[1]));
    assert_says(&err, "new.json has nothing");
}

/* Whatever is counted, derived or estimated has a row, once, and a direction. */
static void the_table_is_complete(void **state)
{
    int counters[WG_COUNTER_COUNT] = {0}, metrics[WG_METRIC_COUNT] = {0};
    (void)state;
    for (int k = 0; k < WG_QUANTITY_COUNT; k++) {
        const wg_quantity_info *info = &wg_quantity_infos[k];
        if (info->counter < WG_COUNTER_COUNT)
            counters[info->counter]++;
        if (info->metric < WG_METRIC_COUNT)
            metrics[info->metric]++;
        assert_true(info->counts == WG_COUNTS_NEVER || info->worse != WG_WORSE_NEITHER);
    }
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        if (counters[k] != 1)
            fail_msg("analysis/quantities.def: %s stands there %d times", wg_counter_infos[k].name, counters[k]);
    for (int k = 0; k < WG_METRIC_COUNT; k++)
        if (metrics[k] != 1)
            fail_msg("analysis/quantities.def: %s stands there %d times", wg_metric_infos[k].name, metrics[k]);
}

/* The page that explains verdicts has the same table. */
static void the_page_has_the_table(void **state)
{
    static const char *const worse[] = {"", "more", "less"}, *const counts[] = {"", "waste", "work"};
    char *page, row[200];
    size_t length;
    (void)state;
    assert_int_equal(wg_file_read("docs/use/compare.md", &page, &length, &err), WG_OK);
    for (int k = 0; k < WG_QUANTITY_COUNT; k++) {
        const wg_quantity_info *info = &wg_quantity_infos[k];
        snprintf(row, sizeof row, "\n| `%s` | %s | %s | %s |\n", info->name, wg_quantity_unit(info->name),
                 worse[info->worse], counts[info->counts]);
        assert_contains(page, row);
    }
    free(page);
}

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    return scratch_begin(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_the_noise),          cmocka_unit_test(some_are_in_one_file_only),
        cmocka_unit_test(what_went_wrong),           cmocka_unit_test(times_that_are_none),
        cmocka_unit_test(files_of_google_benchmark), cmocka_unit_test(the_forms),
        cmocka_unit_test(the_models_time),           cmocka_unit_test(waste_and_work),
        cmocka_unit_test(counters_exactly),          cmocka_unit_test(directions),
        cmocka_unit_test(rungs_of_the_host),         cmocka_unit_test(what_cannot_be_compared),
        cmocka_unit_test(the_table_is_complete),     cmocka_unit_test(the_page_has_the_table),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}

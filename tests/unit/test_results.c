/* SPDX-License-Identifier: Apache-2.0 */
/* Results that were written come back as they were; what was not written by us says where it is wrong. */
#include "report/results.h"

#include "report/ladder.h"
#include "report/page.h"
#include "report/probe.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_results *read_text(const char *text)
{
    wg_results *results;
    wg_error err = {0};
    if (wg_results_read("results.json", text, strlen(text), &results, &err) != WG_OK)
        fail_msg("%s", err.text);
    return results;
}

static void assert_well_formed(const char *page)
{
    assert_lacks(page, "nan%");
    assert_lacks(page, "http"); /* it needs nothing from anywhere */
    if (system("command -v xmllint >/dev/null 2>&1") == 0) {
        char command[700];
        snprintf(command, sizeof command, "xmllint --noout '%s'", scratch_write("page.html", page));
        assert_int_equal(system(command), 0);
    }
}

/* ---- ladders ---- */

static wg_rung rungs[4];
static wg_rung_result results[4];
static wg_ladder ladder;
static wg_climb climb;
static wg_ablation_result timed_apart, counted_apart;

/* One kernel taken apart on a GPU, with a variant of each fate; one that was counted only. */
static void take_apart(void)
{
    timed_apart = (wg_ablation_result){.device = "cuda:0", .is_measured = true, .has_local = true};
    counted_apart = (wg_ablation_result){.device = "cuda:0"};
    for (int k = 0; k < WG_VARIANT_COUNT; k++) {
        timed_apart.of[k] = (wg_variant_result){.seconds = NAN, .registers = -1, .blocks_per_sm = -1};
        counted_apart.of[k] = timed_apart.of[k];
        counted_apart.of[k].has_run = counted_apart.of[k].has_counters = true;
        counted_apart.of[k].counters.value[WG_COUNTER_warp_instructions] = 1000 - 100 * (uint64_t)k;
    }
    for (int k = WG_VARIANT_FULL; k <= WG_VARIANT_COMPUTE_ONLY; k++) {
        wg_variant_result *v = &timed_apart.of[k];
        *v = (wg_variant_result){.has_run = true, .has_time = true, .registers = 32, .blocks_per_sm = 8 - k};
        v->timing = (wg_timing){.median = 1e-3 - 4e-4 * k, .low = 1e-4, .high = 1e-3, .samples = 5};
        v->seconds = v->timing.median;
        v->occupancy_differs = k > 0;
    }
    timed_apart.of[WG_VARIANT_MEMORY_ONLY].notes.fetches = 2;
    timed_apart.of[WG_VARIANT_IDEAL_ACCESS].is_same = true;
    strcpy(timed_apart.of[WG_VARIANT_CONFLICT_FREE].note, "not possible: <generic> accesses");
}

static void make_climb(void)
{
    static wg_size size = {"n", {.integer = 4096}};
    static const char *const names[] = {"naive", "tiled", "wrong", "library"};
    memset(results, 0, sizeof results);
    for (size_t k = 0; k < 4; k++) {
        rungs[k] = (wg_rung){.name = names[k], .unit = k == 1 ? "Gitems/s" : NULL, .limiter = "l1"};
        results[k] = (wg_rung_result){.rung = &rungs[k],
                                      .verdict = WG_VERDICT_RIGHT,
                                      .device = "cuda:0",
                                      .kernel = "k<float>",
                                      .compiler = "nvrtc 13.0",
                                      .bytes = 1e9,
                                      .bound = 2e-4,
                                      .grid = {7, 1, 1},
                                      .block = {256, 1, 1},
                                      .launches = 1,
                                      .registers = 32,
                                      .local_bytes = -1,
                                      .blocks_per_sm = -1};
    }
    for (size_t k = 0; k < 2; k++) {
        results[k].has_time = results[k].has_counters = true;
        results[k].timing = (wg_timing){.median = 1e-3 / (double)(k + 1), .low = 0.9e-3, .high = 1.1e-3, .samples = 9};
        results[k].counters.value[WG_COUNTER_warp_instructions] = 1000;
        results[k].counters.value[WG_COUNTER_global_load_requests] = 100;
        results[k].counters.value[WG_COUNTER_global_load_sectors] = 800;
        results[k].counters.value[WG_COUNTER_flops_f32] = 64000;
    }
    take_apart();
    results[0].ablation = &timed_apart;
    results[1].ablation = &counted_apart;
    results[1].items = 5e8;
    results[1].estimate =
        (wg_estimate){.seconds = 4e-4, .launches = 1, .minimum = NAN, .dram_bytes = 25000, .l2_bytes = 25600};
    results[2].verdict = WG_VERDICT_WRONG;
    strcpy(results[2].reason, "y: element 3 is <b>1</b> where the reference has 2");
    results[3].verdict = WG_VERDICT_LEFT_OUT;
    strcpy(results[3].reason, "needs -d cuda");
    ladder = (wg_ladder){.name = "test", .title = "Testing", .sizes = &size, .size_count = 1};
    climb = (wg_climb){.ladder = &ladder, .device = "cuda:0", .title = "NVIDIA H200", .results = results, .count = 4};
}

static void a_ladder_comes_back(void **state)
{
    (void)state;
    make_climb();
    char *json = wg_report_climb_json(&climb, NULL);
    wg_results *r = read_text(json);
    assert_int_equal(r->kind, WG_RESULTS_LADDER);
    for (wg_table_form form = WG_TABLE_TEXT; form <= WG_TABLE_CSV; form++) {
        char *before = wg_report_climb(&climb, form), *after = wg_report_climb(r->climb, form);
        assert_string_equal(after, before);
        free(before);
        free(after);
    }
    char *svg[] = {wg_report_climb_svg(&climb), wg_report_climb_svg(r->climb)};
    char *page[] = {wg_report_climb_html(&climb, NULL), wg_report_climb_html(r->climb, &r->ceilings)};
    assert_string_equal(svg[1], svg[0]);
    assert_string_equal(page[1], page[0]);
    assert_contains(page[0], "element 3 is &lt;b&gt;1&lt;/b&gt;");
    assert_contains(page[0], "neither part alone takes nearly as long as both");
    assert_contains(page[0], "style=\"--part:0.600\">60</td>");
    assert_well_formed(page[0]);
    for (int k = 0; k < 2; k++) {
        free(svg[k]);
        free(page[k]);
    }
    wg_results_free(r);
    free(json);
}

/* ---- probes ---- */

static void a_probe_comes_back(void **state)
{
    static const char *values[] = {"1", "2", "4"};
    static wg_rung curves[2] = {{.name = "read", .counted = {.label = "sectors"}},
                                {.name = "write", .counted = {.label = "sectors"}}};
    wg_rung_result done[6] = {0};
    wg_probe_point points[6];
    wg_climb climbs[3];
    wg_climb *climb_list[] = {&climbs[0], &climbs[1], &climbs[2]};
    wg_ladder manifest = {.name = "stride",
                          .title = "Sectors against <stride>",
                          .text = "More & more.",
                          .sweep = "stride",
                          .sweep_values = values,
                          .sweep_count = 3,
                          .x = {.label = "stride"},
                          .log_x = true};
    wg_ladder *ladders[] = {&manifest, &manifest, &manifest};
    wg_probe probe = {.ladders = ladders,
                      .climbs = climb_list,
                      .point_count = 3,
                      .series_count = 2,
                      .points = points,
                      .device = "sim:h200",
                      .title = "NVIDIA H200"};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        climbs[k] = (wg_climb){.ladder = &manifest, .results = &done[2 * k], .count = 2};
        for (size_t s = 0; s < 2; s++) {
            done[2 * k + s] = (wg_rung_result){.rung = &curves[s],
                                               .verdict = WG_VERDICT_RIGHT,
                                               .device = "sim:h200",
                                               .registers = -1,
                                               .local_bytes = -1,
                                               .blocks_per_sm = -1};
            points[3 * s + k] =
                (wg_probe_point){.x = 1 << k, .y = s && k == 1 ? NAN : 4.5 * (1 << k), .result = &done[2 * k + s]};
        }
    }
    char *json = wg_report_probe_json(&probe, NULL);
    wg_results *r = read_text(json);
    assert_int_equal(r->kind, WG_RESULTS_PROBE);
    char *before[] = {wg_report_probe(&probe, WG_TABLE_TEXT), wg_report_probe_svg(&probe),
                      wg_report_probe_html(&probe)};
    char *after[] = {wg_report_probe(r->probe, WG_TABLE_TEXT), wg_report_probe_svg(r->probe),
                     wg_report_probe_html(r->probe)};
    assert_well_formed(before[2]);
    assert_contains(before[2], "Sectors against &lt;stride&gt;");
    for (int k = 0; k < 3; k++) {
        assert_string_equal(after[k], before[k]);
        free(before[k]);
        free(after[k]);
    }
    wg_results_free(r);
    free(json);
}

/* ---- explain ---- */

#define RUN_BEGIN                                                                                                      \
    "{\"context\": {\"device\": \"sim:h200\", \"device_title\": \"NVIDIA H200\"}, \"benchmarks\": [{\"name\": \"k\", " \
    "\"file\": \"k.cu\", \"compiler\": \"nvrtc\", \"grid\": [4, 1, 1], \"block\": [256, 1, 1], "
#define RUN_END "}]}"

static void a_hostile_run_stays_in_its_place(void **state)
{
    static const char text[] =
        "{\"context\": {\"device\": \"sim:<img src=x onerror=alert(1)>\", \"device_title\": \"</style><script>\"}, "
        "\"benchmarks\": [{\"name\": \"</title><script>alert(1)</script>\", \"file\": \"a\\\"b\", \"compiler\": \"&\", "
        "\"parameters\": {\"<i>\": \"<u>\"}, \"warp_instructions\": 100, \"thread_instructions\": 3200, "
        "\"flops_f32\": 10, \"global_load_requests\": 5, \"global_load_sectors\": 50, \"lines\": ["
        "{\"file\": \"<script>.cu\", \"line\": 3, \"text\": \"x = \\\"</td><script>alert(2)</script>\\\";\\u0001\", "
        "\"warp_instructions\": 100}]}]}";
    (void)state;
    wg_results *r = read_text(text);
    const wg_report_options options = {.recorded = &r->lines};
    char *page = wg_report_html(r->run, &options, NULL);
    assert_lacks(page, "<script");
    assert_lacks(page, "<img");
    assert_lacks(page, "\x01");
    assert_contains(page, "&lt;/td&gt;&lt;script&gt;alert(2)&lt;/script&gt;");
    assert_well_formed(page);
    free(page);
    wg_results_free(r);
}

/* As long as a source can get. */
static void a_page_stays_below_a_megabyte(void **state)
{
    wg_text text = {0};
    (void)state;
    wg_text_addf(&text, RUN_BEGIN "\"warp_instructions\": 20000, \"lines\": [");
    for (int k = 1; k <= 20000; k++) {
        wg_text_addf(&text, "%s{\"file\": \"k.cu\", \"line\": %d, \"warp_instructions\": 1, \"text\": \"",
                     k > 1 ? "," : "", k);
        for (int c = 0; c < 500; c++)
            wg_text_addf(&text, "<");
        wg_text_addf(&text, "\"}");
    }
    wg_text_addf(&text, "]" RUN_END);
    wg_results *r = read_text(text.bytes);
    char *page = wg_report_html(r->run, &(wg_report_options){.recorded = &r->lines}, NULL);
    assert_true(strlen(page) < 1000000);
    assert_contains(page, "more lines are left out");
    assert_well_formed(page);
    free(page);
    wg_results_free(r);
    wg_text_free(&text);
}

static void a_run_with_an_estimate(void **state)
{
    static const char text[] = RUN_BEGIN
        "\"warp_instructions\": 1000, \"thread_instructions\": 32000, \"flops_f32\": 2048, "
        "\"global_load_requests\": 50, \"global_load_sectors\": 200, \"real_time\": 30, \"time_unit\": "
        "\"us\", \"estimate\": {\"seconds\": 2e-5, \"launches\": 1, \"dram_bytes\": 6400, \"l2_bytes\": 6400, "
        "\"occupancy\": 0.5, \"lanes\": 1, \"busy\": {\"dram\": 1.9e-5}, \"stalls\": {\"memory\": 1}, "
        "\"what_if\": {\"all_hits\": 1e-5}}, \"lines\": [{\"file\": \"k.cu\", \"line\": 3, \"text\": \"y\", "
        "\"warp_instructions\": 1000, \"time_share\": 0.75}]" RUN_END;
    (void)state;
    wg_results *r = read_text(text);
    char *page = wg_report_html(r->run, &(wg_report_options){.recorded = &r->lines, .measured = &r->measured}, NULL);
    assert_contains(page, "Held by DRAM bandwidth");
    assert_contains(page, "time, measured");
    assert_contains(page, "every load hits L1");
    assert_contains(page, "75.0 %"); /* of the line */
    assert_contains(page, "<svg");
    assert_well_formed(page);
    free(page);
    wg_results_free(r);
}

/* ---- what is not ours ---- */

static void foreign_files(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "results.json:1:0"},
        {"[]", "expected an object with context and benchmarks"},
        {"{}", "context: is missing"},
        {"{\"context\": {}, \"benchmarks\": 3}", "benchmarks: expected an array"},
        {"{\"context\": {}, \"benchmarks\": []}", "these are not results of explain, ladder, probe or roofline"},
        {"{\"context\": {\"ladder\": 3}, \"benchmarks\": []}", "context.ladder: expected a string"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [7]}", "benchmarks[0]: expected an object"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{}]}", "benchmarks[0].name: is missing"},
        {"{\"context\": {\"ladder\": \"l\", \"sizes\": {\"n\": \"x\"}}, \"benchmarks\": []}", "n is not a number"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"verified\": \"perhaps\"}]}",
         "verified is 'perhaps'"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"real_time\": -1}]}",
         "real_time is not a time"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"time_unit\": \"weeks\"}]}",
         "time_unit is none of"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"warp_instructions\": -4}]}",
         "warp_instructions: expected a whole number"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"grid\": [1, 2]}]}",
         "grid: expected three sizes"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"estimate\": {\"busy\": 3}}]}",
         "estimate.busy: expected an object"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"ablation\": 3}]}",
         "ablation: expected an object of variants"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"ablation\": {\"full\": []}}]}",
         "ablation.full: expected an object"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"ablation\": "
         "{\"memory_only\": {\"estimated_time\": 0}}}]}",
         "estimated_time is not a time"},
        {"{\"context\": {\"ladder\": \"l\"}, \"benchmarks\": [{\"name\": \"l/a\", \"ablation\": "
         "{\"memory_only\": {\"note\": 0}}}]}",
         "note: expected a string"},
        {"{\"context\": {\"probe\": \"p\"}, \"benchmarks\": []}", "the curves are not of the same length"},
        {"{\"context\": {\"probe\": \"p\"}, \"benchmarks\": [{\"name\": \"p/a/n:1\", \"series\": \"a\"}, "
         "{\"name\": \"p/a/n:2\", \"series\": \"a\"}, {\"name\": \"p/b/n:1\", \"series\": \"b\"}]}",
         "the curves are not of the same length"},
        {"{\"context\": {\"roofline\": true, \"ceilings\": {\"dram\": {\"rate\": -1}}}, \"benchmarks\": []}",
         "context.ceilings.dram.rate: expected a number, zero or more"},
        {"{\"context\": {\"device\": 3}, \"benchmarks\": [{\"lines\": []}]}", "context.device: expected a string"},
        {RUN_BEGIN "\"lines\": 4" RUN_END, "lines: expected an array"},
        {RUN_BEGIN "\"lines\": [{\"line\": 99999999999}]" RUN_END, "there is no such line"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_results *r;
        wg_error err = {0};
        assert_int_equal(wg_results_read("results.json", cases[k].text, strlen(cases[k].text), &r, &err), WG_ERR_INPUT);
        assert_null(r);
        assert_says(&err, cases[k].says);
        assert_says(&err, "results.json");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ladder_comes_back),
        cmocka_unit_test(a_probe_comes_back),
        cmocka_unit_test(a_hostile_run_stays_in_its_place),
        cmocka_unit_test(a_page_stays_below_a_megabyte),
        cmocka_unit_test(a_run_with_an_estimate),
        cmocka_unit_test(foreign_files),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

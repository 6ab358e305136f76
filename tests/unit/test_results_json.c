/* SPDX-License-Identifier: Apache-2.0 */
/* Results that were written come back as they were; what was not written by us says where it is wrong. */
#include "results/json.h"

#include "analysis/analysis.h"
#include "analysis/roofline.h"
#include "estimates.h"
#include "handmade.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Read and judged, as wg_results_open does it. */
static wg_results *read_text(const char *text)
{
    wg_results *results;
    wg_error err = {0};
    if (wg_results_from_json("results.json", text, strlen(text), &results, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_analyse(results);
    return results;
}

/* ---- there and back ---- */

/* All numbers to nine digits, which is what any form shows; the file has twelve. */
static void assert_same_json(const json_t *a, const json_t *b, const char *where)
{
    const char *key;
    json_t *member;
    size_t k;
    if (json_is_real(a) && json_is_real(b)) {
        if (fabs(json_real_value(a) - json_real_value(b)) > 1e-9 * fabs(json_real_value(a)))
            fail_msg("%s is %.12g and comes back as %.12g", where, json_real_value(a), json_real_value(b));
    } else if (json_is_object(a) && json_is_object(b)) {
        json_object_foreach((json_t *)a, key, member) assert_same_json(member, json_object_get(b, key), key);
        json_object_foreach((json_t *)b, key, member) if (!json_object_get(a, key))
            fail_msg("%s comes back with %s", where, key);
    } else if (json_is_array(a) && json_is_array(b)) {
        json_array_foreach(a, k, member) assert_same_json(member, json_array_get(b, k), where);
        assert_int_equal(json_array_size(a), json_array_size(b));
    } else if (!json_equal(a, b)) {
        fail_msg("%s comes back as another", where);
    }
}

/* When it was written is no part of the results. */
static json_t *without_date(const char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_int_equal(json_object_del(json_object_get(root, "context"), "date"), 0);
    return root;
}

/* What tools/compare.py of google-benchmark takes for granted of every benchmark, whether it has a time or not: it
 * reads these members without asking, multiplies the times by the unit, and takes all for runs but aggregates. Where
 * the time is from stands beside it. */
static void assert_for_google_benchmark(const json_t *root)
{
    json_t *b;
    size_t k;
    json_array_foreach(json_object_get(root, "benchmarks"), k, b)
    {
        double time = json_number_value(json_object_get(b, "real_time"));
        const char *source = json_string_value(json_object_get(b, "time_source"));
        assert_true(json_is_string(json_object_get(b, "name")));
        assert_true(json_equal(json_object_get(b, "run_name"), json_object_get(b, "name")));
        assert_string_equal(json_string_value(json_object_get(b, "run_type")), "iteration");
        assert_true(json_is_number(json_object_get(b, "real_time")) && time >= 0);
        assert_true(json_equal(json_object_get(b, "cpu_time"), json_object_get(b, "real_time")));
        assert_string_equal(json_string_value(json_object_get(b, "time_unit")), "us");
        assert_int_equal(time > 0, source != NULL);
        assert_true(!source || !strcmp(source, "model") || !strcmp(source, "measured"));
        assert_int_equal(json_integer_value(json_object_get(b, "iterations")) > 0, time > 0);
    }
}

static void assert_same_form(const wg_results *before, const wg_results *after, wg_report_form form, bool story)
{
    const wg_write_options options = {.story = story, .color = !story};
    char *a = wg_report_write(before, form, &options), *b = wg_report_write(after, form, &options);
    if (form == WG_FORM_JSON) {
        json_t *first = without_date(a), *second = without_date(b);
        assert_same_json(first, second, "the document");
        assert_for_google_benchmark(first);
        json_decref(first);
        json_decref(second);
    } else {
        assert_string_equal(b, a);
    }
    free(a);
    free(b);
}

/* Results that were written and read are those that were made, in every form. What is not in the file, and so not in
 * what is compared here: the addresses of --show-addresses (docs/use/report.md), the memory of arguments that a caller
 * asked for, and how many blocks of a ladder's rung are a sample (only that they are). */
static wg_results *assert_comes_back(wg_results *before)
{
    char *json = handmade_write(before, WG_FORM_JSON);
    wg_results *after = read_text(json);
    assert_int_equal(after->kind, before->kind);
    for (int form = 0; form < WG_FORM_COUNT; form++)
        for (int story = 0; story < 2; story++)
            assert_same_form(before, after, (wg_report_form)form, story);
    free(json);
    return after;
}

/* ---- ladders ---- */

/* One kernel taken apart on a GPU, with a variant of each fate. */
static wg_ablation_result *timed_apart(wg_results *results)
{
    wg_ablation_result *apart = WG_NEW(&results->arena, wg_ablation_result);
    *apart = (wg_ablation_result){.device = "cuda:0", .is_measured = true, .has_local = true};
    for (int k = 0; k < WG_VARIANT_COUNT; k++)
        apart->of[k] = (wg_variant_result){.seconds = NAN, .registers = -1, .blocks_per_sm = -1};
    for (int k = WG_VARIANT_FULL; k <= WG_VARIANT_COMPUTE_ONLY; k++) {
        wg_variant_result *v = &apart->of[k];
        *v = (wg_variant_result){.has_run = true, .has_time = true, .registers = 32, .blocks_per_sm = 8 - k};
        v->timing = (wg_timing){.median = 1e-3 - 4e-4 * k, .low = 1e-4, .high = 1e-3, .samples = 5};
        v->seconds = v->timing.median;
        v->occupancy_differs = k > 0;
    }
    apart->of[WG_VARIANT_MEMORY_ONLY].notes.fetches = 2;
    apart->of[WG_VARIANT_IDEAL_ACCESS].is_same = true;
    strcpy(apart->of[WG_VARIANT_CONFLICT_FREE].note, "not possible: <generic> accesses");
    return apart;
}

/* One that was counted only. */
static wg_ablation_result *counted_apart(wg_results *results)
{
    wg_ablation_result *apart = WG_NEW(&results->arena, wg_ablation_result);
    strcpy(apart->device, "cuda:0");
    for (int k = 0; k < WG_VARIANT_COUNT; k++) {
        apart->of[k] = (wg_variant_result){
            .seconds = NAN, .registers = -1, .blocks_per_sm = -1, .has_run = true, .has_counters = true};
        apart->of[k].counters.value[WG_COUNTER_warp_instructions] = 1000 - 100 * (uint64_t)k;
    }
    return apart;
}

static wg_results *make_ladder(void)
{
    static wg_record_size sizes[] = {{"n", false, 4096, 0}, {"part", true, 0, 0.5}};
    static const char *const names[] = {"naive", "tiled", "wrong", "library"};
    wg_results *ladder = handmade_results(WG_RESULTS_LADDER, "cuda:0", 4);
    wg_record *r = ladder->records;
    ladder->name = "test";
    ladder->title = "Testing";
    ladder->text = "Why it is there.";
    ladder->sizes = sizes;
    ladder->size_count = 2;
    for (size_t k = 0; k < 4; k++) {
        wg_record_launch *launch = handmade_launches(ladder, &r[k], 1);
        launch->grid[0] = 7;
        launch->block[0] = 256;
        r[k].name = names[k];
        r[k].kernel = "k<float>";
        r[k].compiler = "nvrtc 13.0";
        r[k].limiter = "l1";
        r[k].bytes = 1e9;
        r[k].bound = 2e-4;
        r[k].registers = 32;
    }
    for (size_t k = 0; k < 2; k++) {
        r[k].has_time = r[k].has_counters = true;
        r[k].timing = (wg_timing){.median = 1e-3 / (double)(k + 1), .low = 0.9e-3, .high = 1.1e-3, .samples = 9};
        r[k].counters.value[WG_COUNTER_warp_instructions] = 1000;
        r[k].counters.value[WG_COUNTER_global_load_requests] = 100;
        r[k].counters.value[WG_COUNTER_global_load_sectors] = 800;
        r[k].counters.value[WG_COUNTER_flops_f32] = 64000;
    }
    r[0].ablation = timed_apart(ladder);
    r[0].next = "Tile it.";
    r[0].note = "Not on old GPUs.";
    r[0].row = "A1";
    r[1].ablation = counted_apart(ladder);
    r[1].unit = "Gitems/s";
    r[1].items = 5e8;
    r[1].blocks = 8; /* of which none ran: a sample */
    r[1].estimate =
        (wg_estimate){.seconds = 4e-4, .launches = 1, .minimum = NAN, .dram_bytes = 25000, .l2_bytes = 25600};
    r[2].verification = WG_WRONG;
    r[2].reason = "y: element 3 is <b>1</b> where the reference has 2";
    r[3].verification = WG_LEFT_OUT;
    r[3].reason = "needs -d cuda";
    return ladder;
}

static void a_ladder_comes_back(void **state)
{
    (void)state;
    wg_results *ladder = make_ladder(), *after = assert_comes_back(ladder);
    char *page = wg_report_write(after, WG_FORM_HTML, NULL);
    assert_contains(page, "element 3 is &lt;b&gt;1&lt;/b&gt;");
    assert_contains(page, "neither part alone takes nearly as long as both");
    assert_contains(page, "style=\"--part:0.600\">60</td>");
    assert_well_formed(page);
    free(page);
    assert_true(wg_record_is_sampled(&after->records[1]) && !wg_record_is_sampled(&after->records[0]));
    wg_results_free(after);
    wg_results_free(ladder);
}

/* ---- probes ---- */

static wg_results *make_probe(void)
{
    static const char *values[] = {"1", "2", "4"};
    wg_results *probe = handmade_results(WG_RESULTS_PROBE, "sim:h200", 6);
    probe->name = "stride";
    probe->title = "Sectors against <stride>";
    probe->text = "More & more.";
    probe->curves = (wg_curves){.point_count = 3,
                                .series_count = 2,
                                .sweep = "stride",
                                .sweep_values = values,
                                .x_label = "stride",
                                .y_label = "sectors",
                                .log_x = true};
    for (size_t s = 0; s < 2; s++)
        for (size_t k = 0; k < 3; k++) {
            wg_record *point = &probe->records[3 * s + k];
            point->name = s ? "write" : "read";
            point->x = 1 << k;
            point->y = s && k == 1 ? NAN : 4.5 * (1 << k);
        }
    return probe;
}

static void a_probe_comes_back(void **state)
{
    (void)state;
    wg_results *probe = make_probe(), *after = assert_comes_back(probe);
    char *page = wg_report_write(after, WG_FORM_HTML, NULL);
    assert_well_formed(page);
    assert_contains(page, "Sectors against &lt;stride&gt;");
    free(page);
    wg_results_free(after);
    for (size_t k = 3; k < 6; k++) { /* a curve that does not run here */
        probe->records[k].verification = WG_LEFT_OUT;
        probe->records[k].reason = "needs -d cuda";
        probe->records[k].y = NAN;
    }
    probe->curves.is_predicted = probe->curves.log_y = true;
    wg_results_free(assert_comes_back(probe));
    wg_results_free(probe);
}

/* ---- kernels ---- */

/* Everything a kernel's report can have but addresses: two launches, parameters, a sample, lines of two files. */
static wg_results *make_kernel(void)
{
    static const char *files[] = {"k.cu", "more.h"};
    static wg_record_parameter parameters[] = {{"TILE", "32"}, {"T", "float"}};
    static wg_line_ptx ptx[] = {{"ld.global.f32 %f1, [%rd4];", 200}, {"@%p1 bra $L__BB0_2;", 50}};
    wg_results *kernel = handmade_results(WG_RESULTS_KERNEL, "sim:h200", 1);
    wg_record *r = &kernel->records[0];
    wg_record_launch *launches = handmade_launches(kernel, r, 2);
    launches[0] = (wg_record_launch){"k<float>", {64, 2, 1}, {32, 8, 1}, 1024, 512, 3};
    launches[1] = (wg_record_launch){"end", {1, 1, 1}, {256, 1, 1}, 0, 64, 1};
    kernel->command = "warpgrind explain k.cu -k 'k<float>'";
    r->verification = WG_UNCHECKED; /* nobody compares it with anything */
    r->name = r->kernel = "k<float>";
    r->file = "k.cu";
    r->compiler = "nvrtc 13.0";
    r->parameters = parameters;
    r->parameter_count = 2;
    r->blocks = 385;
    r->blocks_run = 16;
    r->simulation_seconds = 0.25;
    r->host_threads = 2;
    r->has_counters = true;
    r->counters.value[WG_COUNTER_warp_instructions] = 1000;
    r->counters.value[WG_COUNTER_thread_instructions] = 32000;
    r->counters.value[WG_COUNTER_global_load_requests] = 100;
    r->counters.value[WG_COUNTER_global_load_sectors] = 3200;
    r->counters.value[WG_COUNTER_global_load_bytes] = 12800;
    r->counters.value[WG_COUNTER_shared_load_wavefronts] = 320;
    r->counters.value[WG_COUNTER_shared_conflicts] = 310;
    r->counters.value[WG_COUNTER_flops_f32] = 64000;
    r->estimate = idle_estimate();
    r->estimate.dram_bytes = 102400;
    r->estimate.l2_bytes = 102400;
    r->estimate.minimum = 30e-6;
    r->estimate.what_if[WG_WHAT_IF_coalesced] = 50e-6;
    r->lines = (wg_lines){.items = WG_NEW_ARRAY(&kernel->arena, wg_line, 3),
                          .count = 3,
                          .files = files,
                          .file_count = 2,
                          .has_times = true,
                          .has_waits = true};
    for (uint32_t k = 0; k < 3; k++) {
        wg_line *line = &r->lines.items[k];
        *line = (wg_line){.file = k / 2, .number = 5 * k, .counters = r->counters, .time = 0.25, .text = "x < y;"};
        line->waits = 0.125 * k;
        line->stalls[WG_STALL_lg] = 0.2;
        line->stalls[WG_STALL_issued] = 0.05;
        line->counters.value[WG_COUNTER_warp_instructions] = 250;
        line->ptx = k ? ptx : NULL;
        line->ptx_count = k ? 2 : 0;
        wg_line_find_heat(&r->counters, line);
    }
    return kernel;
}

static void a_kernel_comes_back(void **state)
{
    (void)state;
    wg_results *kernel = make_kernel();
    wg_results_free(assert_comes_back(kernel));
    kernel->records[0].has_time = true; /* on a GPU of which the simulator has a model */
    kernel->records[0].timing = (wg_timing){.median = 1.1e-4, .low = 1.0e-4, .high = 1.3e-4, .samples = 9, .batch = 3};
    kernel->records[0].measured_on = (wg_place){"cuda:0", "NVIDIA H200"};
    kernel->records[0].registers = 40;
    kernel->records[0].local_bytes = 16;
    kernel->records[0].ablation = timed_apart(kernel);
    wg_results_free(assert_comes_back(kernel));
    wg_results_free(kernel);
}

/* What was not judged yet has its numbers all the same. */
static void an_estimate_needs_no_verdict(void **state)
{
    (void)state;
    wg_results *kernel = make_kernel();
    char *json = wg_results_to_json(kernel, NULL, NULL);
    assert_contains(json, "\"estimate\"");
    assert_lacks(json, "\"diagnosis\"");
    wg_results *after = read_text(json);
    assert_float_equal(after->records[0].estimate.seconds, 100e-6, 1e-12);
    assert_true(after->records[0].diagnosis.limiter < WG_LIMITER_COUNT);
    free(json);
    wg_results_free(after);
    wg_results_free(kernel);
}

static void all_launches_come_back(void **state)
{
    (void)state;
    wg_results *kernel = make_kernel(), *after = assert_comes_back(kernel);
    const wg_record *a = &kernel->records[0], *b = &after->records[0];
    assert_int_equal(b->launch_count, 2);
    assert_int_equal(wg_record_launches(b), 4);
    for (size_t k = 0; k < 2; k++) {
        assert_string_equal(b->launches[k].kernel, a->launches[k].kernel);
        assert_memory_equal(b->launches[k].grid, a->launches[k].grid, sizeof a->launches[k].grid);
        assert_memory_equal(b->launches[k].block, a->launches[k].block, sizeof a->launches[k].block);
        assert_int_equal(b->launches[k].dynamic_shared, a->launches[k].dynamic_shared);
        assert_int_equal(b->launches[k].static_shared, a->launches[k].static_shared);
        assert_int_equal(b->launches[k].repeat, a->launches[k].repeat);
    }
    char *text = wg_report_write(after, WG_FORM_TEXT, NULL);
    assert_contains(text, "  64 x 2 blocks of 32 x 8 threads, 1024 bytes of dynamic shared memory, 3 times, simulated");
    assert_contains(text, "\n  1 block of 256 threads, kernel end\n");
    free(text);
    wg_results_free(after);
    kernel->records[0].launch_count = 1; /* one alone is not listed */
    after = assert_comes_back(kernel);
    assert_int_equal(after->records[0].launch_count, 1);
    assert_int_equal(after->records[0].launches[0].repeat, 3);
    assert_string_equal(after->records[0].launches[0].kernel, "k<float>");
    text = wg_report_write(after, WG_FORM_JSON, NULL);
    assert_lacks(text, "\"launched\"");
    free(text);
    wg_results_free(after);
    wg_results_free(kernel);
}

/* ---- rooflines ---- */

static void a_roofline_comes_back(void **state)
{
    wg_roof_point point;
    (void)state;
    wg_results *kernel = make_kernel(), *roofline = handmade_results(WG_RESULTS_ROOFLINE, "sim:h200", 0);
    wg_roof_point_of(&kernel->records[0], &point);
    wg_roofline *r = &roofline->roofline;
    wg_ceilings_find(&roofline->device, &r->ceilings);
    strcpy(r->device, "sim:h200");
    strcpy(r->title, "NVIDIA H200");
    *WG_PUSH(r->points, r->count, r->capacity) = point;
    point.is_measured = true;
    strcpy(point.name, "<measured>");
    *WG_PUSH(r->points, r->count, r->capacity) = point;
    wg_results_free(assert_comes_back(roofline));
    wg_results_free(roofline);
    wg_results_free(kernel);
}

/* ---- kernels by others ---- */

#define RUN_BEGIN                                                                                                      \
    "{\"context\": {\"device\": \"sim:h200\", \"device_title\": \"NVIDIA H200\"}, \"benchmarks\": [{\"name\": \"k\", " \
    "\"file\": \"k.cu\", \"compiler\": \"nvrtc\", \"grid\": [4, 1, 1], \"block\": [256, 1, 1], "
#define RUN_END "}]}"

static void a_hostile_run_stays_in_its_place(void **state)
{
    static const char text[] =
        "{\"context\": {\"device\": \"sim:<img src=x onerror=alert(1)>\", \"device_title\": \"</style><script>\", "
        "\"command\": \"</section><b>\"}, "
        "\"benchmarks\": [{\"name\": \"</title><script>alert(1)</script>\", \"file\": \"a\\\"b\", \"compiler\": \"&\", "
        "\"parameters\": {\"<i>\": \"<u>\"}, \"warp_instructions\": 100, \"thread_instructions\": 3200, "
        "\"flops_f32\": 10, \"global_load_requests\": 5, \"global_load_sectors\": 50, \"lines\": ["
        "{\"file\": \"<script>.cu\", \"line\": 3, \"text\": \"x = \\\"</td><script>alert(2)</script>\\\";\\u0001\", "
        "\"warp_instructions\": 100, \"ptx\": [\"100 </pre><script>alert(3)</script>\"]}]}]}";
    (void)state;
    wg_results *r = read_text(text);
    char *page = wg_report_write(r, WG_FORM_HTML, &(wg_write_options){.command = "</pre><script>alert(4)</script>"});
    const char *script = strstr(page, "<script"); /* ours is the only one */
    assert_memory_equal(script, "<script>\"use strict\";", 21);
    assert_null(strstr(script + 1, "<script"));
    assert_lacks(page, "<img");
    assert_lacks(page, "\x01");
    for (char number = '2'; number <= '4'; number++) {
        char part[] = "&lt;script&gt;alert(?)&lt;/script&gt;";
        *strchr(part, '?') = number;
        assert_contains(page, part);
    }
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
    char *page = wg_report_write(r, WG_FORM_HTML, NULL);
    assert_true(strlen(page) < 1000000);
    assert_contains(page, "more lines are not shown");
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
        "\"what_if\": {\"tiled\": 1e-5}}, \"lines\": [{\"file\": \"k.cu\", \"line\": 3, \"text\": \"y\", "
        "\"warp_instructions\": 1000, \"time_share\": 0.75}]" RUN_END;
    (void)state;
    wg_results *r = read_text(text);
    char *page = wg_report_write(r, WG_FORM_HTML, NULL);
    assert_contains(page, "Limited by DRAM bandwidth");
    assert_contains(page, "time, measured");
    assert_contains(page, "each value loaded once per block, into shared memory");
    assert_contains(page, "75.0 %"); /* of the line */
    assert_lacks(page, "waits");     /* an older file does not tell them apart */
    assert_true(isnan(r->records[0].lines.items[0].waits) && !r->records[0].lines.has_waits);
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
         "benchmarks[0].time_unit: expected ns, us, ms or s"},
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
        {RUN_BEGIN "\"lines\": [], \"launched\": 3" RUN_END, "launched: expected an array of launches"},
        {RUN_BEGIN "\"lines\": [], \"launched\": [{\"grid\": [1, 2]}]" RUN_END,
         "launched[0].grid: expected three sizes"},
        {RUN_BEGIN "\"lines\": 4" RUN_END, "lines: expected an array"},
        {RUN_BEGIN "\"lines\": [{\"ptx\": 4}]" RUN_END, "ptx: expected an array"},
        {RUN_BEGIN "\"lines\": [{\"ptx\": [4]}]" RUN_END, "ptx[0]: expected a string"},
        {RUN_BEGIN "\"lines\": [{\"ptx\": [\"ret;\"]}]" RUN_END, "ptx[0]: expected how often"},
        {RUN_BEGIN "\"lines\": [{\"line\": 99999999999}]" RUN_END, "there is no such line"},
        {RUN_BEGIN "\"lines\": [{\"line\": 1, \"wait_share\": \"x\"}]" RUN_END,
         "lines[0].wait_share: expected a number"},
        {RUN_BEGIN "\"lines\": [{\"line\": 1, \"stalls\": {\"lg\": 2}}]" RUN_END,
         "lines[0].stalls.lg: expected a number from 0 to 1"},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wg_results *r;
        wg_error err = {0};
        assert_int_equal(wg_results_from_json("results.json", cases[k].text, strlen(cases[k].text), &r, &err),
                         WG_ERR_INPUT);
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
        cmocka_unit_test(a_kernel_comes_back),
        cmocka_unit_test(an_estimate_needs_no_verdict),
        cmocka_unit_test(all_launches_come_back),
        cmocka_unit_test(a_roofline_comes_back),
        cmocka_unit_test(a_hostile_run_stays_in_its_place),
        cmocka_unit_test(a_page_stays_below_a_megabyte),
        cmocka_unit_test(a_run_with_an_estimate),
        cmocka_unit_test(foreign_files),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Results through the public header: made by a run, they need nothing of it any more; written and opened again, they
 * are the same in every form. */
#include "warpgrind/warpgrind.h"

#include "api/api.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;

#define PTX_HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"

/* Line 10 loads and stores. */
static const char copy_ptx[] =
    PTX_HEAD ".visible .entry copy(.param .u64 x, .param .u64 y)\n{\n"
             "    .reg .b32 %r<4>; .reg .b64 %d<6>; .reg .f32 %f<2>;\n"
             "    ld.param.u64 %d1, [x]; ld.param.u64 %d2, [y];\n"
             "    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.u32 %r3, %r1, 32, %r2;\n"
             "    mul.wide.u32 %d3, %r3, 4; add.u64 %d4, %d1, %d3; add.u64 %d5, %d2, %d3;\n"
             "    ld.global.f32 %f1, [%d4]; st.global.f32 [%d5], %f1;\n    ret;\n}\n";

static const char manifest[] =
    "{\"title\": \"T\", \"text\": \"Why.\", \"sizes\": {\"n\": 128}, \"arguments\": [\"x:f32[n]=i\", \"y:f32[n]\"], "
    "\"outputs\": {\"y\": 0}, \"grid\": \"n/32\", \"block\": 32, \"bytes\": \"8*n\"%s, \"rungs\": ["
    "{\"name\": \"twice\", \"file\": \"copy.ptx\", \"kernel\": \"copy\", \"launches\": [{\"clear\": \"y\"}, {}, "
    "{\"grid\": 2, \"repeat\": 2}]}, "
    "{\"name\": \"copy\", \"file\": \"copy.ptx\", \"kernel\": \"copy\", \"next\": \"Nothing.\"}, "
    "{\"name\": \"never\", \"file\": \"copy.ptx\", \"kernel\": \"copy\", \"when\": 0}]}";

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    int result = scratch_begin(state);
    scratch_write("copy.ptx", copy_ptx);
    return result;
}

static void expect(wg_status status)
{
    if (status != WG_OK)
        fail_msg("%s", err.text);
}

static void set(wg_kernel *kernel, const char *option, const char *value)
{
    expect(wg_kernel_set(kernel, option, value, NULL, &err));
}

/* The kernel is closed when this returns: what reports say of it is the results' own. */
static wg_results *run_copy(const wg_options *options)
{
    wg_kernel *kernel;
    wg_results *results;
    expect(wg_kernel_open(scratch_path("copy.ptx"), &kernel, &err));
    set(kernel, "grid", "4");
    set(kernel, "block", "32");
    set(kernel, "arg", "x:f32[128]=i");
    set(kernel, "arg", "y:f32[128]");
    expect(wg_kernel_run(kernel, options, &results, &err));
    wg_kernel_close(kernel);
    return results;
}

static wg_results *climb(void)
{
    char text[2048];
    wg_results *results;
    snprintf(text, sizeof text, manifest, "");
    expect(wg_ladder_climb(&(wg_climb_request){.ladder = scratch_write("ladder.json", text)}, &results, &err));
    return results;
}

static wg_results *draw(bool predicted)
{
    char text[2048];
    wg_results *results;
    snprintf(text, sizeof text, manifest,
             ", \"sweep\": {\"n\": [64, 128]}, \"counted\": {\"label\": \"sectors\", \"value\": "
             "\"global_load_sectors\"}, \"measured\": {\"label\": \"GB/s\", \"value\": \"bytes/seconds/1e9\"}");
    const wg_climb_request request = {.ladder = scratch_write("probe.json", text), .sample = predicted};
    expect(wg_probe_draw(&request, &results, &err));
    return results;
}

/* ---- there and back ---- */

/* Byte for byte. Nothing here has what the file does not keep: addresses (docs/use/report.md). */
static void assert_comes_back(wg_results *before)
{
    const wg_write_options story = {.story = true};
    wg_results *after;
    char *json = wg_results_write(before, WG_FORM_JSON, NULL);
    expect(wg_results_open(scratch_write("results.json", json), &after, &err));
    for (int form = 0; form < WG_FORM_COUNT; form++)
        for (int told = 0; told < 2 && form != WG_FORM_JSON; told++) {
            const wg_write_options *options = told ? &story : NULL;
            char *a = wg_results_write(before, (wg_report_form)form, options);
            char *b = wg_results_write(after, (wg_report_form)form, options);
            assert_non_null(a);
            assert_string_equal(b, a);
            free(a);
            free(b);
        }
    free(json);
    wg_results_close(after);
    wg_results_close(before);
}

static void results_come_back(void **state)
{
    (void)state;
    assert_comes_back(run_copy(NULL));
    assert_comes_back(run_copy(&(wg_options){.what_if = true, .ablate = true}));
    assert_comes_back(run_copy(&(wg_options){.no_estimate = true, .sample_blocks = 2}));
    assert_comes_back(climb());
    assert_comes_back(draw(false));
    assert_comes_back(draw(true));
}

/* What is not in a file: the addresses of a line. */
static void addresses_do_not(void **state)
{
    wg_results *after, *before = run_copy(&(wg_options){.show_addresses = "10"});
    (void)state;
    char *json = wg_results_write(before, WG_FORM_JSON, NULL), *text = wg_results_write(before, WG_FORM_TEXT, NULL);
    const char *part = strstr(text, "\naddresses of line 10");
    assert_non_null(part);
    assert_contains(part, "ld.global.f32");
    expect(wg_results_open(scratch_write("results.json", json), &after, &err));
    char *again = wg_results_write(after, WG_FORM_TEXT, NULL);
    assert_lacks(again, "addresses of line");
    assert_memory_equal(again, text, (size_t)(part - text));
    free(again);
    free(text);
    free(json);
    wg_results_close(after);
    wg_results_close(before);
}

/* ---- what outlives the kernel ---- */

static void memory_that_was_asked_for(void **state)
{
    static const char *const keep[] = {"y", "nobody", "x"};
    wg_results *results = run_copy(&(wg_options){.keep = keep, .keep_count = 3});
    size_t size = 0;
    (void)state;
    const float *x = wg_results_memory(results, "x", &size), *y = wg_results_memory(results, "y", &size);
    assert_true(x && y && x != y);
    assert_int_equal(size, 128 * sizeof *y);
    for (int k = 0; k < 128; k++)
        assert_true(x[k] == (float)k && y[k] == (float)k);
    assert_null(wg_results_memory(results, "nobody", &size));
    double value;
    assert_true(wg_results_value(results, "global_load_sectors", &value) && value == 16);
    assert_false(wg_results_value(results, "no_such_counter", &value));
    assert_int_equal(wg_results_assert(results, "global_store_sectors == 16", &err), WG_OK);
    assert_int_equal(wg_results_assert(results, "global_store_sectors == 17", &err), WG_ERR_FAILED);
    wg_results_close(results);
}

/* ---- against a baseline ---- */

/* The same against itself is the same in every form; what got worse shows. */
static void results_and_a_baseline(void **state)
{
    wg_results *results = climb();
    char *json = wg_results_write(results, WG_FORM_JSON, NULL);
    (void)state;
    const char *path = scratch_write("baseline.json", json);
    expect(wg_results_set_baseline(results, path, &err));
    assert_int_equal(wg_results_regressed(results), 0);
    for (int form = 0; form < WG_FORM_COUNT; form++) {
        char *text = wg_results_write(results, (wg_report_form)form, NULL);
        assert_non_null(text);
        assert_lacks(text, "SLOWER");
        assert_lacks(text, "WORSE");
        free(text);
    }
    results->records[1].counters.value[WG_COUNTER_shared_conflicts] += 3;
    expect(wg_results_set_baseline(results, path, &err)); /* instead of the one before */
    assert_int_equal(wg_results_regressed(results), 1);
    char *text = wg_results_write(results, WG_FORM_TEXT, NULL), *page = wg_results_write(results, WG_FORM_HTML, NULL),
         *story = wg_results_write(results, WG_FORM_TEXT, &(wg_write_options){.story = true});
    assert_contains(text, "shared_conflicts");
    assert_contains(page, "What changed since the baseline");
    assert_contains(story, "WORSE");
    wg_results *kernel = run_copy(NULL);
    assert_int_equal(wg_results_set_baseline(kernel, path, &err), WG_ERR_INPUT);
    assert_says(&err, "baseline.json is of a ladder, this is of one kernel");
    assert_int_equal(wg_results_set_baseline(kernel, scratch_path("none"), &err), WG_ERR_MISSING);
    free(story);
    free(page);
    free(text);
    free(json);
    wg_results_close(kernel);
    wg_results_close(results);
}

/* ---- several launches ---- */

/* A step that clears an argument launches nothing: the first launch is the kernel's. */
static void what_clears_is_no_launch(void **state)
{
    (void)state;
    wg_results *results = climb();
    const wg_record *twice = &results->records[0];
    assert_int_equal(twice->verification, WG_UNCHECKED);
    assert_int_equal(twice->launch_count, 2);
    assert_int_equal(wg_record_launches(twice), 3);
    assert_string_equal(twice->launches[0].kernel, "copy");
    assert_int_equal(twice->launches[0].grid[0], 4);
    assert_int_equal(twice->launches[0].block[0], 32);
    assert_int_equal(twice->launches[1].grid[0], 2);
    assert_int_equal(twice->launches[1].repeat, 2);
    assert_int_equal(results->records[2].verification, WG_LEFT_OUT);
    assert_int_equal(wg_results_failed(results), 0);
    wg_results_close(results);
}

/* The same of a rung that is explained; its source has to be compiled. */
static void a_rung_that_clears_first(void **state)
{
    wg_kernel *kernel;
    wg_results *results;
    (void)state;
    expect(wg_kernel_open("reduce/atomic", &kernel, &err));
    set(kernel, "set", "n=61440");
    wg_status status = wg_kernel_run(kernel, NULL, &results, &err);
    wg_kernel_close(kernel);
    if (status == WG_ERR_NO_COMPILER) /* no compiler of CUDA */
        skip();
    expect(status);
    const wg_record *r = &results->records[0];
    assert_int_equal(r->launch_count, 1);
    assert_true(r->launches[0].grid[0] > 0 && r->launches[0].block[0] == 256);
    assert_string_equal(r->launches[0].kernel, "reduce_atomic");
    char *text = wg_results_write(results, WG_FORM_TEXT, NULL), expected[80];
    snprintf(expected, sizeof expected, "\n  %u blocks of 256 threads, simulated", r->launches[0].grid[0]);
    assert_contains(text, expected);
    assert_lacks(text, "0 blocks of 0 threads");
    free(text);
    assert_comes_back(results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_back),         cmocka_unit_test(addresses_do_not),
        cmocka_unit_test(memory_that_was_asked_for), cmocka_unit_test(what_clears_is_no_launch),
        cmocka_unit_test(a_rung_that_clears_first),  cmocka_unit_test(results_and_a_baseline),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}

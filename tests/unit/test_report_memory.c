/* SPDX-License-Identifier: Apache-2.0 */
/* The memory chart, and what else is on a kernel's page: its numbers are those of the tables. */
#include "report/memory.h"

#include "analysis/roofline.h"
#include "estimates.h"
#include "handmade.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_results *kernel;
static wg_record *record; /* its own */

static int begin(void **state)
{
    static const char *files[] = {"<k>.cu"};
    static wg_line_ptx ptx[] = {{"ld.global.f32 %f1, [%rd4]; // <script>", 32768}, {"@%p1 bra $L;", 1024}};
    (void)state;
    kernel = handmade_results(WG_RESULTS_KERNEL, "sim:h200", 1);
    record = &kernel->records[0];
    handmade_launches(kernel, record, 1);
    record->name = record->kernel = "k";
    record->file = "<k>.cu";
    record->compiler = "nvrtc";
    record->has_counters = true;
    for (int k = 0; k < WG_COUNTER_COUNT; k++)
        record->counters.value[k] = 1000 + (uint64_t)k;
    record->estimate = idle_estimate();
    record->estimate.l2_bytes = 3e6;
    record->estimate.l2_read = 1e6;
    record->estimate.dram_bytes = 5e6;
    record->estimate.dram_read = 1e6;
    record->estimate.l1_hits = 0.25;
    record->estimate.l2_hits = 0.75;
    record->estimate.busy[WG_UNIT_dram] = 90e-6;
    record->lines = (wg_lines){.items = WG_NEW_ARRAY(&kernel->arena, wg_line, 1),
                               .count = 1,
                               .files = files,
                               .file_count = 1,
                               .has_times = true};
    record->lines.items[0] = (wg_line){
        .number = 7, .counters = record->counters, .time = 0.5, .text = "y = x < 1;", .ptx = ptx, .ptx_count = 2};
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(kernel);
    return 0;
}

static double sum_of(const wg_memory_chart *chart, wg_memory_level level)
{
    double bytes = 0;
    for (size_t k = 0; k < chart->access_count; k++)
        if (wg_memory_level_of(chart->accesses[k].space) == level)
            bytes += chart->accesses[k].bytes;
    return bytes;
}

/* What the arrows say adds up to what the roofline's table says. */
static void it_adds_up(void **state)
{
    wg_memory_chart chart;
    wg_roof_point point;
    (void)state;
    wg_memory_chart_of(record, &chart);
    wg_roof_point_of(record, &point);
    assert_int_equal(chart.access_count, 10);
    assert_float_equal(sum_of(&chart, WG_LEVEL_L1), point.amount[WG_ROOF_l1], 1e-9);
    assert_float_equal(chart.parts[WG_LEVEL_L1].bytes, point.amount[WG_ROOF_l1], 1e-9);
    assert_float_equal(sum_of(&chart, WG_LEVEL_SHARED), point.amount[WG_ROOF_shared], 1e-9);
    assert_float_equal(chart.parts[WG_LEVEL_L2].bytes, point.amount[WG_ROOF_l2], 1e-9);
    assert_float_equal(chart.parts[WG_LEVEL_DRAM].bytes, point.amount[WG_ROOF_dram], 1e-9);
    for (int k = 0; k < WG_MEMORY_LEVELS; k++)
        assert_float_equal(chart.parts[k].read + chart.parts[k].written, chart.parts[k].bytes, 1e-9);
    assert_float_equal(chart.parts[WG_LEVEL_L1].hits, 0.25, 0);
    assert_float_equal(chart.parts[WG_LEVEL_L2].hits, 0.75, 0);
}

/* Files of before do not have the directions; without an estimate nothing is known beyond L1. */
static void what_is_not_known_is_not_said(void **state)
{
    wg_memory_chart chart;
    (void)state;
    record->estimate.l2_read = record->estimate.dram_read = NAN;
    wg_memory_chart_of(record, &chart);
    assert_true(isnan(chart.parts[WG_LEVEL_L2].read) && chart.parts[WG_LEVEL_L2].bytes == 3e6);
    char *text = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.memory = true});
    assert_contains(text, "L1     ─ 3 MB ──> L2, 75 % hits");
    free(text);
    record->estimate = (wg_estimate){0};
    wg_memory_chart_of(record, &chart);
    assert_false(chart.parts[WG_LEVEL_L2].is_used || chart.parts[WG_LEVEL_DRAM].is_used);
    text = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.memory = true});
    assert_contains(text, "global loads");
    assert_lacks(text, "──> L2");
    free(text);
    record->counters = (wg_counters){0};
    text = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.memory = true});
    assert_lacks(text, "what passes between");
    free(text);
}

static void a_terminal_gets_it_when_asked(void **state)
{
    (void)state;
    char *text = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.memory = true});
    assert_contains(text, "kernel ─ global loads    1.00 k requests    1.01 k sectors   32.2 kB ┐");
    assert_contains(text, "L1     ─ 3 MB: 1 MB read, 2 MB written ──> L2, 75 % hits");
    assert_contains(text, "──> DRAM, ");
    free(text);
    text = handmade_write(kernel, WG_FORM_TEXT);
    assert_lacks(text, "what passes between");
    free(text);
}

static void a_page_has_it(void **state)
{
    (void)state;
    const wg_write_options options = {.command = "warpgrind explain '<k>.cu' --html k.html"};
    char *page = handmade_write_with(kernel, WG_FORM_HTML, &options);
    assert_well_formed(page);
    assert_contains(page, "Memory chart");
    assert_contains(page, ">75 % hits</text>");
    assert_contains(page, ">1 MB read</text>"); /* on a phone in words, else an arrow says it */
    assert_contains(page, "     32768  ld.global.f32 %f1, [%rd4]; // &lt;script&gt;\n");
    assert_contains(page, "<summary>y = x &lt; 1;</summary>");
    assert_contains(page, "<pre class=\"command\">warpgrind explain &#39;&lt;k&gt;.cu&#39; --html k.html</pre>");
    assert_lacks(page, "results were saved");
    free(page);
    kernel->command = "warpgrind explain '<k>.cu' --json k.json";
    page = handmade_write_with(kernel, WG_FORM_HTML, &options);
    assert_contains(page,
                    "The results were saved by</p>\n<pre class=\"command\">warpgrind explain &#39;&lt;k&gt;.cu&#39; "
                    "--json k.json</pre>");
    free(page);
    page = handmade_write(kernel, WG_FORM_HTML); /* a program that is not ours wrote it */
    assert_contains(page, "The results are those of");
    free(page);
}

/* A terminal's width is where paragraphs end; colours say nothing that words do not. */
static void text_fits_and_is_painted(void **state)
{
    (void)state;
    static const char table[] = "right yes\n  a  yes\n  b  WRONG\n  c  yesterday\n";
    char *narrow = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.width = 50});
    const char *words = strstr(narrow, "The busiest unit");
    assert_non_null(words);
    assert_true(strcspn(words, "\n") <= 48);
    free(narrow);
    char *painted = handmade_write_with(kernel, WG_FORM_TEXT, &(wg_write_options){.color = true});
    assert_contains(painted, "\033[1;31m█"); /* DRAM, 90 % */
    free(painted);
    painted = wg_report_paint(wg_copy(table, strlen(table)));
    assert_string_equal(painted, "right yes\n  a  \033[32myes\033[0m\n  b  \033[1;31mWRONG\033[0m\n  c  yesterday\n");
    free(painted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_adds_up, begin, end),
        cmocka_unit_test_setup_teardown(what_is_not_known_is_not_said, begin, end),
        cmocka_unit_test_setup_teardown(a_terminal_gets_it_when_asked, begin, end),
        cmocka_unit_test_setup_teardown(a_page_has_it, begin, end),
        cmocka_unit_test_setup_teardown(text_fits_and_is_painted, begin, end),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of counters and metrics: formulas give what they say, names are unique, and docs/use/counters.md is up to
 * date (UPDATE=1 rewrites it). */
#include "base/file.h"
#include "base/text.h"
#include "counters/counters.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef WG_SOURCE_DIR
#define WG_SOURCE_DIR "."
#endif

static void test_metrics(void **state)
{
    (void)state;
    wg_counters c = {0};
    for (int m = 0; m < WG_METRIC_COUNT; m++)
        assert_true(isnan(wg_metric_value(&c, (wg_metric)m))); /* nothing ran: nothing applies */
    c.value[WG_COUNTER_warp_instructions] = 10;
    c.value[WG_COUNTER_thread_instructions] = 160;
    c.value[WG_COUNTER_global_load_requests] = 2;
    c.value[WG_COUNTER_global_load_sectors] = 8;
    c.value[WG_COUNTER_global_load_bytes] = 128;
    assert_true(wg_metric_value(&c, WG_METRIC_lane_utilisation) == 50);
    assert_true(wg_metric_value(&c, WG_METRIC_global_load_sectors_per_request) == 4);
    assert_true(wg_metric_value(&c, WG_METRIC_global_load_efficiency) == 50);
    assert_true(isnan(wg_metric_value(&c, WG_METRIC_global_store_efficiency)));
}

static void test_names(void **state)
{
    (void)state;
    for (int a = 0; a < WG_COUNTER_COUNT; a++) {
        for (int b = a + 1; b < WG_COUNTER_COUNT; b++)
            assert_string_not_equal(wg_counter_infos[a].name, wg_counter_infos[b].name);
        for (int m = 0; m < WG_METRIC_COUNT; m++)
            assert_string_not_equal(wg_counter_infos[a].name, wg_metric_infos[m].name);
        assert_true(wg_counter_infos[a].text[0]);
    }
}

static void write_page(wg_text *page)
{
    static const char *const KINDS[] = {
        [WG_COUNTER_EXACT] = "exact", [WG_COUNTER_PTX] = "ptx", [WG_COUNTER_MODEL] = "model"};
    wg_text_addf(
        page, "# Counters\n\nMade from `src/counters/*.def` by `tests/unit/test_counters.c` (UPDATE=1 "
              "rewrites this page).\n\n"
              "- **exact** follows from addresses and masks: the hardware counts the same.\n"
              "- **ptx** is exact for the PTX that ran; ptxas makes other instructions of it, so the "
              "hardware's count differs.\n"
              "- **model** includes a prediction of what ptxas or the hardware does.\n\n"
              "How well they agree is tested against recorded hardware: `tests/recorded/README.md`.\n\n"
              "On the model of a GPU before Maxwell a sector is 32 bytes that this GPU moves, by its own rule, and a\n"
              "wavefront a pass through its own banks: [devices.md](devices.md#how-accesses-are-joined).\n\n"
              "| counter | kind | what it counts | ncu metric |\n|---|---|---|---|\n");
    for (int c = 0; c < WG_COUNTER_COUNT; c++) {
        const wg_counter_info *info = &wg_counter_infos[c];
        wg_text_addf(page, "| `%s` | %s | %s | %s%s%s |\n", info->name, KINDS[info->kind], info->text,
                     info->ncu[0] ? "`" : "", info->ncu, info->ncu[0] ? "`" : "");
    }
    wg_text_addf(page, "\n## Metrics\nComputed from the counters; absent where the formula divides by zero.\n\n| "
                       "metric | unit | formula | what it says |\n|---|---|---|---|\n");
    for (int m = 0; m < WG_METRIC_COUNT; m++) {
        const wg_metric_info *info = &wg_metric_infos[m];
        wg_text_addf(page, "| `%s` | %s | `%s` | %s |\n", info->name, info->unit, info->formula, info->text);
    }
}

static void test_page(void **state)
{
    (void)state;
    const char *path = WG_SOURCE_DIR "/docs/use/counters.md";
    wg_text page = {0};
    write_page(&page);
    size_t length = 0;
    char *found = NULL;
    wg_file_read(path, &found, &length, NULL);
    bool same = found && length == page.length && !memcmp(found, page.bytes, length);
    if (!same && getenv("UPDATE"))
        same = wg_file_write(path, page.bytes, page.length, NULL) == WG_OK;
    free(found);
    wg_text_free(&page);
    if (!same)
        fail_msg("docs/use/counters.md is not what the tables say: run the tests with UPDATE=1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_metrics), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_page)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

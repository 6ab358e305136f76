/* SPDX-License-Identifier: Apache-2.0 */
/* Every form of every kind of results, however little is known: a text or nothing, and nothing that is no number. */
#include "analysis/analysis.h"
#include "handmade.h"
#include "results/json.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { POINTS = 2, SERIES = 2 };

/* Records that know their names alone. */
static wg_results *make_bare(wg_results_kind kind)
{
    static const char *values[POINTS] = {"1", "2"};
    static const size_t counts[] = {[WG_RESULTS_KERNEL] = 1,
                                    [WG_RESULTS_LADDER] = 2,
                                    [WG_RESULTS_PROBE] = POINTS * SERIES,
                                    [WG_RESULTS_ROOFLINE] = 0};
    wg_results *results = handmade_results(kind, "sim:h200", counts[kind]);
    for (size_t k = 0; k < results->count; k++)
        results->records[k].name = k / POINTS ? "b" : "a";
    if (kind == WG_RESULTS_PROBE)
        results->curves = (wg_curves){POINTS, SERIES, "n", values, "", "", false, false, false, false};
    return results;
}

static void assert_is_form(const char *text, wg_report_form form)
{
    if (!text)
        return;
    assert_true(*text || form == WG_FORM_ANNOTATIONS); /* which may have nothing to say */
    assert_lacks(text, "nan");
    if (form == WG_FORM_JSON) {
        wg_results *again;
        wg_error err = {0};
        if (wg_results_from_json("results.json", text, strlen(text), &again, &err) != WG_OK)
            fail_msg("%s", err.text);
        wg_results_free(again);
    } else if (form == WG_FORM_SVG || form == WG_FORM_JUNIT) {
        assert_xml(text);
    } else if (form == WG_FORM_HTML) {
        assert_well_formed(text);
    }
}

/* Also before analysis has added anything, and with every option. */
static void assert_every_form(wg_results *results)
{
    static const wg_write_options options[] = {{0}, {.color = true, .lines = 1, .story = true, .executable = "x"}};
    for (int analysed = 0; analysed < 2; analysed++) {
        if (analysed)
            wg_analyse(results);
        for (int form = 0; form < WG_FORM_COUNT; form++)
            for (int k = -1; k < 2; k++) {
                char *text = wg_report_write(results, (wg_report_form)form, k < 0 ? NULL : &options[k]);
                assert_is_form(text, (wg_report_form)form);
                free(text);
            }
        assert_null(wg_report_write(results, WG_FORM_COUNT, NULL));
    }
    wg_results_free(results);
}

static void records_that_know_nothing(void **state)
{
    (void)state;
    for (int kind = WG_RESULTS_KERNEL; kind <= WG_RESULTS_ROOFLINE; kind++)
        assert_every_form(make_bare((wg_results_kind)kind));
}

static void records_of_each_fate(void **state)
{
    (void)state;
    for (int kind = WG_RESULTS_KERNEL; kind <= WG_RESULTS_PROBE; kind++)
        for (int fate = 0; fate < WG_VERIFICATIONS; fate++) {
            wg_results *results = make_bare((wg_results_kind)kind);
            for (size_t k = 0; k < results->count; k++) {
                results->records[k].verification = (wg_verification)fate;
                results->records[k].device = (wg_place){0}; /* it did not come so far */
            }
            assert_every_form(results);
        }
}

/* Counters that are all zeros, a time of zero, an estimate of nothing, lines of no file's text. */
static void records_of_zeros(void **state)
{
    static const char *files[] = {""};
    (void)state;
    for (int kind = WG_RESULTS_KERNEL; kind <= WG_RESULTS_PROBE; kind++) {
        wg_results *results = make_bare((wg_results_kind)kind);
        for (size_t k = 0; k < results->count; k++) {
            wg_record *r = &results->records[k];
            r->has_counters = r->has_time = true;
            r->bound = 0;
            r->x = r->y = 0;
            r->ablation = WG_NEW(&results->arena, wg_ablation_result);
            r->lines = (wg_lines){WG_NEW(&results->arena, wg_line), 1, files, 1, true, true};
            r->lines.items[0].text = "";
            r->accesses = (wg_accesses){.line = 1};
            handmade_launches(results, r, 5)[0] = (wg_record_launch){.kernel = ""};
        }
        wg_analyse(results); /* variants of kernels are shown with what they prove */
        assert_every_form(results);
    }
}

static void no_records_at_all(void **state)
{
    (void)state;
    assert_every_form(handmade_results(WG_RESULTS_LADDER, "", 0));
    assert_every_form(handmade_results(WG_RESULTS_ROOFLINE, "", 0));
}

static int begin(void **state)
{
    setenv("WARPGRIND_DATA", "data", 1);
    return scratch_begin(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_that_know_nothing),
        cmocka_unit_test(records_of_each_fate),
        cmocka_unit_test(records_of_zeros),
        cmocka_unit_test(no_records_at_all),
    };
    return cmocka_run_group_tests(tests, begin, scratch_end);
}

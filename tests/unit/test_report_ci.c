/* SPDX-License-Identifier: Apache-2.0 */
/* Results for build servers: JUnit's XML, workflow commands of GitHub Actions. */
#include "report/ci/ci.h"

#include "analysis/analysis.h"
#include "analysis/assert.h"
#include "analysis/compare.h"
#include "handmade.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static wg_error err;
static wg_results *results;

enum { RIGHT, WRONG, LEFT_OUT, RUNGS };

static wg_results *make(void)
{
    static const char *const names[RUNGS] = {"right", "wrong", "left_out"};
    wg_results *made = handmade_results(WG_RESULTS_LADDER, "sim:h200", RUNGS);
    made->name = "l";
    for (size_t k = 0; k < RUNGS; k++) {
        made->records[k].name = names[k];
        made->records[k].file = "k.cu";
        made->records[k].has_counters = true;
    }
    made->records[RIGHT].estimate = (wg_estimate){.seconds = 1e-5, .launches = 1};
    made->records[WRONG].verification = WG_WRONG;
    made->records[WRONG].reason = "y: element 1 is 2";
    made->records[LEFT_OUT].verification = WG_LEFT_OUT;
    made->records[LEFT_OUT].reason = "needs -d cuda";
    return made;
}

static int begin(void **state)
{
    (void)state;
    setenv("WARPGRIND_DATA", "data", 1);
    results = make();
    return 0;
}

static int end(void **state)
{
    (void)state;
    wg_results_free(results);
    return 0;
}

/* The caller frees it. */
static char *junit(void)
{
    char *text = wg_report_junit(results);
    assert_xml(text);
    return text;
}

static void a_case_for_each_rung(void **state)
{
    (void)state;
    char *text = junit();
    assert_contains(text, "<testsuite name=\"l\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\">");
    assert_contains(text, "<testcase classname=\"warpgrind.l\" name=\"l/right\" time=\"0.000010000\" file=\"k.cu\">\n"
                          "<system-out>10 us, estimated by the model</system-out>\n</testcase>");
    assert_contains(text, "<failure type=\"result\" message=\"y: element 1 is 2\">");
    assert_contains(text, "<skipped message=\"needs -d cuda\"/>");
    free(text);
}

static void assertions_fail_cases(void **state)
{
    (void)state;
    assert_int_equal(wg_assert(results, "barriers > 0", &err), WG_ERR_FAILED);
    assert_int_equal(wg_assert(results, "branches > 0", &err), WG_ERR_FAILED);
    assert_int_equal(wg_assert(results, "branches == 0", &err), WG_OK);
    char *text = junit(), *lines = wg_report_annotations(results, false);
    assert_contains(text, "tests=\"3\" failures=\"2\"");
    assert_contains(text,
                    "message=\"assertion failed: barriers &gt; 0 (barriers = 0)\">assertion failed: barriers &gt; "
                    "0 (barriers = 0)\nassertion failed: branches &gt; 0 (branches = 0)</failure>");
    assert_string_equal(lines,
                        "::error file=k.cu,title=warpgrind%3A assertion of l/right::assertion failed: barriers > "
                        "0 (barriers = 0)\n"
                        "::error file=k.cu,title=warpgrind%3A assertion of l/right::assertion failed: branches > "
                        "0 (branches = 0)\n"
                        "::error file=k.cu,title=warpgrind%3A result of l/wrong::y: element 1 is 2\n");
    free(lines);
    free(text);
}

static void regressions_fail_cases(void **state)
{
    static const char *const files[2] = {"old.json", "new.json"};
    wg_results *before = make();
    (void)state;
    before->records[RIGHT].estimate.seconds = 5e-6;
    wg_analyse(before);
    wg_analyse(results);
    assert_int_equal(wg_compare(before, results, files, false, &results->baseline, &err), WG_OK);
    results->baseline->sides[0] = before;
    char *text = junit(), *warnings = wg_report_annotations(results, false),
         *errors = wg_report_annotations(results, true);
    assert_contains(text, "<failure type=\"regression\" message=\"100.0 % slower by the model, where up to 2.0 % are "
                          "the same\">");
    assert_contains(warnings, "::warning file=k.cu,title=warpgrind%3A regression of l/right::100.0 %25 slower");
    assert_contains(errors, "::error file=k.cu,title=warpgrind%3A regression of l/right::100.0 %25 slower");
    free(errors);
    free(warnings);
    free(text);
}

/* What was wrong before already is no news. */
static void comparisons(void **state)
{
    static const char *const files[2] = {"old.json", "new.json"};
    wg_results *before = make();
    wg_comparison *c;
    (void)state;
    before->records[LEFT_OUT].verification = WG_RIGHT;
    results->records[RIGHT].verification = WG_FAILED;
    results->records[RIGHT].reason = "it does not compile";
    assert_int_equal(wg_compare(before, results, files, false, &c, &err), WG_OK);
    c->sides[0] = before;
    c->sides[1] = results;
    char *text = wg_report_comparison_junit(c), *lines = wg_report_comparison_annotations(c, true);
    assert_xml(text);
    assert_contains(text, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"");
    assert_contains(text, "<failure type=\"regression\" message=\"it was right before: it does not compile\">");
    assert_contains(text,
                    "name=\"l/left_out\" time=\"0.000000000\">\n<skipped message=\"only in the results of before\"/>");
    assert_string_equal(lines, "::error file=k.cu,title=warpgrind%3A regression of l/right::it was right before: it "
                               "does not compile\n");
    free(lines);
    free(text);
    wg_comparison_free(c);
    results = make();
}

static void hostile_words(void **state)
{
    (void)state;
    results->name = "<l>\n::error::";
    results->records[WRONG].name = "]]></testcase>&\x01\xff\"'";
    results->records[WRONG].file = "a,b:c%\r\n.cu";
    results->records[WRONG].reason = "]]></failure><failure>\r\n::error::%0A";
    char *text = junit(), *lines = wg_report_annotations(results, false);
    assert_lacks(text, "]]>");
    assert_lacks(text, "\n::error");
    assert_contains(lines,
                    "::error file=a%2Cb%3Ac%25%0D%0A.cu,title=warpgrind%3A result of <l>%0A%3A%3Aerror%3A%3A/]]>");
    assert_contains(lines, "::]]></failure><failure>%0D%0A::error::%250A\n");
    for (const char *line = lines; *line; line = strchr(line, '\n') + 1) /* all of it is ours */
        assert_int_equal(strncmp(line, "::error file=", strlen("::error file=")), 0);
    free(lines);
    free(text);
}

static void nothing_to_say(void **state)
{
    (void)state;
    results->records[WRONG].verification = WG_RIGHT;
    char *lines = wg_report_annotations(results, true);
    assert_string_equal(lines, "");
    free(lines);
    results->count = 0;
    free(junit());
}

static void what_to_change(void **state)
{
    static wg_line line = {.file = 0, .number = 7, .text = "x", .heat = 0.5};
    static const char *files[] = {"k.cu"};
    static wg_advice advice = {
        .name = "n", .title = "Bank conflicts", .evidence = "50 %.", .change = "Pad.", .line = 0};
    wg_record *r = &results->records[RIGHT];
    (void)state;
    results->count = 1;
    r->lines = (wg_lines){&line, 1, files, 1, false, false};
    r->advice = &advice;
    r->advice_count = 1;
    char *lines = wg_report_annotations(results, true);
    assert_string_equal(lines, "::warning file=k.cu,line=7,title=warpgrind%3A Bank conflicts::50 %25. Pad.\n");
    free(lines);
    assert_int_equal(wg_assert(results, "barriers > 0", &err), WG_ERR_FAILED);
    lines = wg_report_annotations(results, true);
    assert_contains(lines, "::error file=k.cu,line=7,title=warpgrind%3A assertion of"); /* its hottest line */
    free(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_case_for_each_rung, begin, end),
        cmocka_unit_test_setup_teardown(assertions_fail_cases, begin, end),
        cmocka_unit_test_setup_teardown(regressions_fail_cases, begin, end),
        cmocka_unit_test_setup_teardown(comparisons, begin, end),
        cmocka_unit_test_setup_teardown(hostile_words, begin, end),
        cmocka_unit_test_setup_teardown(nothing_to_say, begin, end),
        cmocka_unit_test_setup_teardown(what_to_change, begin, end),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* What a check found, in every form; and what is not to be told of it. */
#include "handmade.h"
#include "report/check.h"
#include "scratch.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A race, an access out of bounds without a thread's other side, a warning of no place at all. */
static wg_finding findings[3];
static const char *lines[] = {"__global__ void k(float *x)", "{", "    tile[i] = x[i] < 1 && true;",
                              "    y[i] = tile[63 - i];", "}"};
static wg_checked_file files[] = {{"dir/a b.cu", lines, 5}};

static wg_check_report make(void)
{
    const wg_finding_place writes = {.known = true,
                                     .file = "dir/a b.cu",
                                     .line = 3,
                                     .instruction = "st.shared.f32",
                                     .does = "writes",
                                     .has_thread = true,
                                     .thread = {7, 1, 0}};
    wg_finding_place reads = writes;
    reads.line = 4;
    reads.does = "reads";
    reads.thread[0] = 8;
    findings[0] = (wg_finding){.kind = WG_FINDING_race_shared,
                               .kernel = "k",
                               .at = reads,
                               .with = writes,
                               .object = "tile",
                               .space = "shared",
                               .offset = 28,
                               .size = 256,
                               .bytes = 4,
                               .sentence = "Two threads access the same bytes.",
                               .count = 12};
    findings[1] = (wg_finding){.kind = WG_FINDING_barrier,
                               .kernel = "k",
                               .at = {.known = true, .file = "other.h", .line = 9, .instruction = "bar.sync"},
                               .sentence = "Not all threads come.",
                               .count = 1};
    findings[2] = (wg_finding){.kind = WG_FINDING_same_value, .kernel = "k", .sentence = "All write 1.", .count = 1};
    return (wg_check_report){.kernel = "k",
                             .file = "dir/a b.cu",
                             .device = {"sim:h200", "NVIDIA H200"},
                             .launches = 3,
                             .findings = findings,
                             .count = 3,
                             .files = files,
                             .file_count = 1};
}

static char *written(const wg_check_report *report, wg_report_form form)
{
    char *text = wg_report_check(report, form, NULL);
    assert_non_null(text);
    return text;
}

static void text_has_places_lines_and_advice(void **state)
{
    wg_check_report report = make();
    char *text = written(&report, WG_FORM_TEXT);
    (void)state;
    assert_contains(text, "error: race in shared memory, 12 times  [race_shared]\n");
    assert_contains(text, "at dir/a b.cu:4  block (0,0,0), thread (8,1,0) reads 4 bytes at tile + 28\n");
    assert_contains(text, "    4 |     y[i] = tile[63 - i];\n");
    assert_contains(text, "with dir/a b.cu:3  block (0,0,0), thread (7,1,0) writes 4 bytes at tile + 28\n");
    assert_contains(text, "at other.h:9  at bar.sync\n");
    assert_contains(text, "What to do: Put a barrier");
    assert_contains(text, "warning: several threads write the same value  [same_value]\n");
    assert_contains(text, "\n2 errors, 1 warning in 3 launches of k\n");
    free(text);
}

static void the_last_line_says_how_it_went(void **state)
{
    wg_check_report report = make();
    (void)state;
    report.findings = findings + 2;
    report.count = 1;
    char *text = written(&report, WG_FORM_TEXT);
    assert_contains(text, "\nno errors, 1 warning in 3 launches of k\n");
    free(text);
    report.count = 0;
    report.launches = 1;
    report.suppressed = 2;
    text = written(&report, WG_FORM_TEXT);
    assert_contains(text, "\nchecked clean: 1 launch of k, no errors; 2 suppressed\n");
    free(text);
}

static void no_more_than_wanted_are_told_and_all_are_counted(void **state)
{
    wg_check_report report = make();
    (void)state;
    report.most = 1;
    char *text = written(&report, WG_FORM_TEXT);
    assert_lacks(text, "[barrier]");
    assert_contains(text, "and 2 more");
    assert_contains(text, "2 errors, 1 warning");
    free(text);
}

static json_t *parsed(char *text)
{
    json_error_t trouble;
    json_t *root = json_loads(text, 0, &trouble);
    if (!root)
        fail_msg("%s", trouble.text);
    free(text);
    return root;
}

static void json_has_every_member(void **state)
{
    wg_check_report report = make();
    json_t *root = parsed(written(&report, WG_FORM_JSON)), *findings_of;
    const char *kind, *severity, *file, *object;
    int errors, warnings, launches, line, count, thread;
    (void)state;
    assert_int_equal(json_unpack(root, "{s:{s:i, s:i, s:i, s:o}}", "check", "errors", &errors, "warnings", &warnings,
                                 "launches", &launches, "findings", &findings_of),
                     0);
    assert_int_equal(errors, 2);
    assert_int_equal(warnings, 1);
    assert_int_equal(launches, 3);
    assert_int_equal(json_array_size(findings_of), 3);
    assert_int_equal(json_unpack(json_array_get(findings_of, 0), "{s:s, s:s, s:i, s:s, s:{s:s, s:i, s:[i,i,i]}}",
                                 "kind", &kind, "severity", &severity, "count", &count, "object", &object, "at", "file",
                                 &file, "line", &line, "thread", &thread, &launches, &warnings),
                     0);
    assert_string_equal(kind, "race_shared");
    assert_string_equal(severity, "error");
    assert_string_equal(object, "tile");
    assert_string_equal(file, "dir/a b.cu");
    assert_int_equal(count, 12);
    assert_int_equal(line, 4);
    assert_int_equal(thread, 8);
    json_decref(root);
}

/* What GitHub and editors need: rules by number, a URI, lines from 1. */
static void sarif_is_what_code_hosts_read(void **state)
{
    wg_check_report report = make();
    json_t *root = parsed(written(&report, WG_FORM_SARIF)), *rules, *results;
    const char *version, *rule, *named, *level, *uri;
    int index, line, related;
    (void)state;
    assert_int_equal(json_unpack(root, "{s:s, s:[{s:{s:{s:o}}, s:o}]}", "version", &version, "runs", "tool", "driver",
                                 "rules", &rules, "results", &results),
                     0);
    assert_string_equal(version, "2.1.0");
    assert_int_equal(json_array_size(results), 3);
    assert_int_equal(json_unpack(json_array_get(results, 0),
                                 "{s:s, s:i, s:s, s:[{s:{s:{s:s}, s:{s:i}}}], s:[{s:{s:{s:i}}}]}", "ruleId", &rule,
                                 "ruleIndex", &index, "level", &level, "locations", "physicalLocation",
                                 "artifactLocation", "uri", &uri, "region", "startLine", &line, "relatedLocations",
                                 "physicalLocation", "region", "startLine", &related),
                     0);
    assert_int_equal(json_unpack(json_array_get(rules, (size_t)index), "{s:s}", "id", &named), 0);
    assert_string_equal(rule, named);
    assert_string_equal(level, "error");
    assert_string_equal(uri, "dir/a%20b.cu");
    assert_int_equal(line, 4);
    assert_int_equal(related, 3);
    assert_null(json_object_get(json_array_get(results, 2), "locations"));
    json_decref(root);
}

static void annotations_stand_at_their_lines(void **state)
{
    wg_check_report report = make();
    char *text = written(&report, WG_FORM_ANNOTATIONS);
    (void)state;
    assert_contains(text, "::error file=dir/a b.cu,line=4,title=warpgrind%3A race in shared memory in k::Two threads");
    assert_contains(text, "(with dir/a b.cu:3)");
    assert_contains(text, "::warning title=");
    free(text);
}

static void the_page_marks_lines_and_escapes(void **state)
{
    wg_check_report report = make();
    char *text = written(&report, WG_FORM_HTML);
    (void)state;
    assert_well_formed(text);
    assert_contains(text, "x[i] &lt; 1 &amp;&amp; true");
    assert_contains(text, "Source: dir/a b.cu");
    assert_contains(text, "heat4 slowest\"><td class=\"number\" title=\"race in shared memory\">1</td>");
    assert_contains(text, "2 errors, 1 warning in 3 launches of k");
    free(text);
}

static void other_forms_are_not_there(void **state)
{
    wg_check_report report = make();
    (void)state;
    assert_null(wg_report_check(&report, WG_FORM_SVG, NULL));
    assert_null(wg_report_check(&report, WG_FORM_JUNIT, NULL));
    assert_null(wg_report_check(&report, WG_FORM_COUNT, NULL));
}

/* How many findings are left under these rules. */
static size_t left_under(const char *rules)
{
    wg_check_report report = make();
    wg_suppressions read = {0};
    wg_error err = {0};
    if (wg_suppressions_read(scratch_write("rules.txt", rules), &read, &err) != WG_OK)
        fail_msg("%s", err.text);
    wg_check_report_suppress(&report, &read);
    assert_int_equal(report.count + report.suppressed, 3);
    wg_suppressions_free(&read);
    return report.count;
}

static void rules_suppress_what_they_name(void **state)
{
    (void)state;
    assert_int_equal(left_under("# nothing\n\n"), 3);
    assert_int_equal(left_under("race_shared dir/a b.cu:4\n"), 2);
    assert_int_equal(left_under("race_shared a b.cu:4"), 2); /* the name alone */
    assert_int_equal(left_under("race_shared *:3\r\n"), 2);  /* the other access */
    assert_int_equal(left_under("race_shared dir/a b.cu:5\n"), 3);
    assert_int_equal(left_under("  barrier\tother.h:?\n"), 2);
    assert_int_equal(left_under("* *\n"), 0);
    assert_int_equal(left_under("race_* *\nsame_value *\n"), 1);
}

static void rules_that_are_none_are_refused(void **state)
{
    static const char *const bad[][2] = {{"race_shared\n", "rules.txt:1: expected KIND FILE:LINE"},
                                         {"\nrace_shard *\n", "rules.txt:2: there is no finding 'race_shard'; did you "
                                                              "mean race_shared?"}};
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        wg_suppressions read = {0};
        wg_error err = {0};
        assert_int_equal(wg_suppressions_read(scratch_write("rules.txt", bad[k][0]), &read, &err), WG_ERR_INPUT);
        assert_contains(err.text, bad[k][1]);
        wg_suppressions_free(&read);
    }
}

static void printed_rules_suppress_everything(void **state)
{
    wg_check_report report = make();
    wg_text rules = {0};
    (void)state;
    findings[1].at.file = "odd[1]*.h";
    wg_check_report_add_rules(&report, &rules);
    assert_contains(rules.bytes, "barrier odd\\[1]\\*.h:9\n");
    wg_suppressions read = {0};
    assert_int_equal(wg_suppressions_read(scratch_write("rules.txt", rules.bytes), &read, NULL), WG_OK);
    wg_check_report_suppress(&report, &read);
    assert_int_equal(report.count, 0);
    wg_suppressions_free(&read);
    wg_text_free(&rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_places_lines_and_advice),
        cmocka_unit_test(the_last_line_says_how_it_went),
        cmocka_unit_test(no_more_than_wanted_are_told_and_all_are_counted),
        cmocka_unit_test(json_has_every_member),
        cmocka_unit_test(sarif_is_what_code_hosts_read),
        cmocka_unit_test(annotations_stand_at_their_lines),
        cmocka_unit_test(the_page_marks_lines_and_escapes),
        cmocka_unit_test(other_forms_are_not_there),
        cmocka_unit_test(rules_suppress_what_they_name),
        cmocka_unit_test(rules_that_are_none_are_refused),
        cmocka_unit_test(printed_rules_suppress_everything),
    };
    return cmocka_run_group_tests(tests, scratch_begin, scratch_end);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* The XML of JUnit's Ant task, as build servers read it. A case has one failure at most, since many of them read no
 * more: its text has all that went wrong, a line each. */
#include "report/ci/cases.h"
#include "report/ci/ci.h"
#include "report/html/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An element a line, so that the file can be read. */
static void end_line(wg_html *xml)
{
    wg_text_add(&xml->out, "\n", 1);
}

/* On one line: where the report goes to a log, no line of it is a word of its own. */
static void add_line(wg_html *xml, const char *text)
{
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        wg_html_text(xml, "%.*s%s", (int)length, text, text[length] ? " " : "");
    }
}

static void add_failure(wg_html *xml, const wg_ci_case *one)
{
    wg_html_open(xml, "failure", "type", wg_problem_word(one->problems[0].kind), "message", one->problems[0].text,
                 NULL);
    for (size_t k = 0; k < one->problem_count; k++) {
        if (k)
            end_line(xml);
        add_line(xml, one->problems[k].text);
    }
    wg_html_close(xml);
    end_line(xml);
}

/* What somebody who looks at a case wants to know of the kernel. */
static void add_summary(wg_html *xml, const wg_ci_case *one)
{
    const wg_record *r = one->record;
    if (!r || isnan(one->seconds))
        return;
    wg_html_open(xml, "system-out", NULL);
    wg_html_text(xml, "%.4g us, %s", 1e6 * one->seconds, r->has_time ? "measured" : "estimated by the model");
    if (r->diagnosis.limiter < WG_LIMITER_COUNT)
        wg_html_text(xml, "; limited by %s", wg_limiter_infos[r->diagnosis.limiter].title);
    wg_html_close(xml);
    end_line(xml);
}

static void add_case(wg_html *xml, const wg_ci_case *one)
{
    char time[40], class[300];
    unsigned line;
    snprintf(time, sizeof time, "%.9f", isnan(one->seconds) ? 0 : one->seconds);
    snprintf(class, sizeof class, "%s%.280s", strcmp(one->suite, "warpgrind") ? "warpgrind." : "", one->suite);
    const char *file = wg_ci_case_place(one, &line);
    wg_html_open(xml, "testcase", "classname", class, "name", wg_text_get(&one->name), "time", time,
                 file ? "file" : NULL, file, NULL);
    end_line(xml);
    if (one->problem_count) {
        add_failure(xml, one);
    } else if (one->skipped) {
        wg_html_empty(xml, "skipped", "message", one->skipped, NULL);
        end_line(xml);
    }
    add_summary(xml, one);
    wg_html_close(xml);
    end_line(xml);
}

static void open_suites(wg_html *xml, const wg_ci_cases *cases)
{
    char tests[32], failures[32], skipped[32];
    size_t failed = 0, left_out = 0;
    for (size_t k = 0; k < cases->count; k++) {
        failed += cases->items[k].problem_count > 0;
        left_out += cases->items[k].skipped && !cases->items[k].problem_count;
    }
    snprintf(tests, sizeof tests, "%zu", cases->count);
    snprintf(failures, sizeof failures, "%zu", failed);
    snprintf(skipped, sizeof skipped, "%zu", left_out);
    wg_html_open(xml, "testsuites", "name", "warpgrind", "tests", tests, "failures", failures, "errors", "0", NULL);
    end_line(xml);
    wg_html_open(xml, "testsuite", "name", cases->count ? cases->items[0].suite : "warpgrind", "tests", tests,
                 "failures", failures, "errors", "0", "skipped", skipped, NULL);
    end_line(xml);
}

static void add_device(wg_html *xml, const wg_place *device)
{
    if (!*device->name)
        return;
    wg_html_open(xml, "properties", NULL);
    wg_html_empty(xml, "property", "name", "device", "value", device->name, NULL);
    wg_html_close(xml);
    end_line(xml);
}

static char *write(wg_ci_cases cases)
{
    wg_html xml = {0};
    wg_text_addf(&xml.out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    open_suites(&xml, &cases);
    add_device(&xml, &cases.results->device);
    for (size_t k = 0; k < cases.count; k++)
        add_case(&xml, &cases.items[k]);
    for (int k = 0; k < 2; k++) {
        wg_html_close(&xml);
        end_line(&xml);
    }
    wg_ci_cases_free(&cases);
    return xml.out.bytes;
}

char *wg_report_junit(const wg_results *results)
{
    return write(wg_ci_cases_of(results));
}

char *wg_report_comparison_junit(const wg_comparison *comparison)
{
    return write(wg_ci_cases_compared(comparison));
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Workflow commands of GitHub Actions: a line on the output of a step becomes a remark beside a source line.
 *
 *     ::error file=tile.cu,line=32,title=warpgrind: transpose::assertion failed: shared_conflicts == 0 (…)
 *
 * Whatever comes from files is escaped: a kernel's name cannot begin another command. */
#include "base/file.h"
#include "report/check.h"
#include "report/ci/cases.h"
#include "report/ci/ci.h"

#include <string.h>

/* A message may have anything but line ends; properties are also ended by commas and colons. */
static void add_escaped(wg_text *out, const char *text, bool is_property)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
        if (special)
            wg_text_addf(out, "%%%02X", c);
        else
            wg_text_add(out, text, 1);
    }
}

static void add_command(wg_text *out, const char *level, const char *file, unsigned line, const char *title)
{
    wg_text_addf(out, "::%s ", level);
    if (file) {
        wg_text_addf(out, "file=");
        add_escaped(out, file, true);
        wg_text_addf(out, ",");
    }
    if (file && line)
        wg_text_addf(out, "line=%u,", line);
    wg_text_addf(out, "title=");
    add_escaped(out, title, true);
    wg_text_addf(out, "::");
}

static void add_problems(wg_text *out, const wg_ci_case *one, bool regressions_fail)
{
    unsigned line;
    const char *file = wg_ci_case_place(one, &line);
    for (size_t k = 0; k < one->problem_count; k++) {
        const wg_problem *problem = &one->problems[k];
        bool fails = problem->kind != WG_PROBLEM_REGRESSION || regressions_fail;
        wg_text title = {0};
        wg_text_addf(&title, "warpgrind: %s of %s", wg_problem_word(problem->kind), wg_text_get(&one->name));
        add_command(out, fails ? "error" : "warning", file, line, wg_text_get(&title));
        add_escaped(out, problem->text, false);
        wg_text_addf(out, "\n");
        wg_text_free(&title);
    }
}

/* The first of the advice, at its line: what to do about it. */
static void add_advice(wg_text *out, const wg_record *r)
{
    if (!r->advice_count)
        return;
    const wg_advice *a = &r->advice[0];
    const wg_line *line = a->line == WG_NO_LINE ? NULL : &r->lines.items[a->line];
    const char *file = line ? r->lines.files[line->file] : *r->file ? r->file : NULL;
    wg_text title = {0};
    wg_text_addf(&title, "warpgrind: %s", a->title);
    add_command(out, "warning", file, line ? line->number : 0, wg_text_get(&title));
    add_escaped(out, a->evidence, false);
    wg_text_addf(out, " ");
    add_escaped(out, a->change, false);
    wg_text_addf(out, "\n");
    wg_text_free(&title);
}

static char *write(wg_ci_cases cases, bool regressions_fail)
{
    wg_text out = {0};
    wg_text_add(&out, "", 0);
    for (size_t k = 0; k < cases.count; k++) {
        add_problems(&out, &cases.items[k], regressions_fail);
        if (cases.items[k].record)
            add_advice(&out, cases.items[k].record);
    }
    wg_ci_cases_free(&cases);
    return out.bytes;
}

char *wg_report_annotations(const wg_results *results, bool regressions_fail)
{
    return write(wg_ci_cases_of(results), regressions_fail);
}

char *wg_report_comparison_annotations(const wg_comparison *comparison, bool regressions_fail)
{
    return write(wg_ci_cases_compared(comparison), regressions_fail);
}

/* Each finding at its line, those of a kernel that was checked. */
char *wg_report_check_annotations(const wg_check_report *report)
{
    wg_text out = {0};
    wg_text_add(&out, "", 0);
    for (size_t k = 0; k < wg_check_report_told(report); k++) {
        const wg_finding *f = &report->findings[k];
        const char *file = f->at.known && f->at.file ? wg_file_from_here(f->at.file) : NULL;
        wg_text title = {0};
        wg_text_addf(&title, "warpgrind: %s in %s", wg_finding_title(f->kind), report->kernel);
        add_command(&out, wg_finding_is_error(f->kind) ? "error" : "warning", file, f->at.line, wg_text_get(&title));
        add_escaped(&out, f->sentence, false);
        if (f->with.known && f->with.file) {
            wg_text_addf(&out, " (%s ", wg_finding_relation(f));
            add_escaped(&out, wg_file_from_here(f->with.file), false);
            wg_text_addf(&out, ":%u)", f->with.line);
        }
        wg_text_addf(&out, " ");
        add_escaped(&out, wg_finding_advice(f->kind), false);
        wg_text_addf(&out, "\n");
        wg_text_free(&title);
    }
    return out.bytes;
}

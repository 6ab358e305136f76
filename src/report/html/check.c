/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a check: the findings, then the source, with marks at their lines. */
#include "report/check.h"
#include "report/html/page.h"

#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 400 };

static void anchor_of(const char *file, unsigned line, char *text, size_t size)
{
    snprintf(text, size, "line-%08x-%u", (unsigned)wg_hash(file, strlen(file), 0), line);
}

/* ---- findings ---- */

static void write_place(wg_html *h, const wg_check_report *r, const wg_finding *f, const wg_finding_place *place,
                        const char *relation)
{
    wg_text deed = {0};
    char anchor[48] = "#";
    if (!place->known && !place->has_thread)
        return;
    wg_finding_add_deed(f, place, &deed);
    wg_html_open(h, "p", "class", "place", NULL);
    wg_html_text(h, "%s ", relation);
    if (place->known && place->file) {
        bool is_shown = wg_check_report_line(r, place);
        anchor_of(place->file, place->line, anchor + 1, sizeof anchor - 1);
        wg_html_open(h, "a", is_shown ? "href" : NULL, anchor, NULL);
        wg_html_text(h, "%s:%u", place->file, place->line);
        wg_html_close(h);
    }
    wg_html_add(h, "code", NULL, "%s", wg_text_get(&deed));
    wg_html_close(h);
    wg_text_free(&deed);
}

static void write_finding(wg_html *h, const wg_check_report *r, const wg_finding *f)
{
    wg_html_open(h, "li", NULL);
    wg_html_open(h, "h3", NULL);
    wg_html_text(h, "%s: %s", wg_finding_is_error(f->kind) ? "error" : "warning", wg_finding_title(f->kind));
    if (f->count > 1)
        wg_html_add(h, "span", "gain", "%llu times", (unsigned long long)f->count);
    wg_html_close(h);
    write_place(h, r, f, &f->at, "at");
    write_place(h, r, f, &f->with, wg_finding_relation(f));
    wg_html_add(h, "p", NULL, "%s", f->sentence);
    if (*wg_finding_advice(f->kind))
        wg_html_add(h, "p", NULL, "What to do: %s", wg_finding_advice(f->kind));
    wg_html_close(h);
}

static void write_findings(wg_html *h, const wg_check_report *r)
{
    size_t told = wg_check_report_told(r);
    if (!told)
        return;
    wg_page_section(h, "What is wrong", NULL);
    wg_html_open(h, "ol", "class", "advice", NULL);
    for (size_t k = 0; k < told; k++)
        write_finding(h, r, &r->findings[k]);
    wg_html_close(h);
    if (told < r->count)
        wg_html_add(h, "p", "note", "%zu more are left out.", r->count - told);
    wg_html_close(h);
}

/* ---- the source ---- */

static bool is_at(const wg_finding_place *place, const char *file, size_t line)
{
    return place->known && place->file && place->line == line && !strcmp(place->file, file);
}

/* The findings at a line: their numbers, and for who points at these their titles; true: one of them is an error. */
static bool add_marks(const wg_check_report *r, const char *file, size_t line, wg_text *numbers, wg_text *titles)
{
    bool any = false;
    for (size_t k = 0; k < wg_check_report_told(r); k++) {
        const wg_finding *f = &r->findings[k];
        if (!is_at(&f->at, file, line) && !is_at(&f->with, file, line))
            continue;
        any |= wg_finding_is_error(f->kind);
        wg_text_addf(numbers, "%s%zu", numbers->length ? ", " : "", k + 1);
        wg_text_addf(titles, "%s%s", titles->length ? "; " : "", wg_finding_title(f->kind));
    }
    return any;
}

static void write_line(wg_html *h, const wg_check_report *r, const wg_checked_file *file, size_t line)
{
    wg_text marks = {0}, titles = {0};
    char anchor[48];
    bool is_error = add_marks(r, file->name, line, &marks, &titles);
    anchor_of(file->name, (unsigned)line, anchor, sizeof anchor);
    wg_html_open(h, "tr", "id", anchor, marks.length ? "class" : NULL, is_error ? "heat4 slowest" : "heat2", NULL);
    wg_html_open(h, "td", "class", "number", marks.length ? "title" : NULL, wg_text_get(&titles), NULL);
    wg_html_text(h, "%s", wg_text_get(&marks));
    wg_html_close(h);
    wg_html_add(h, "td", "number line", "%zu", line);
    wg_html_add(h, "td", "code", "%.*s", MOST_TEXT, file->lines[line - 1]);
    wg_html_close(h);
    wg_text_free(&marks);
    wg_text_free(&titles);
}

/* Lines further than a screen from every finding are left out. */
static bool is_near(const wg_check_report *r, const char *file, size_t line)
{
    enum { SCREEN = 40 };
    for (size_t k = 0; k < wg_check_report_told(r); k++) {
        const wg_finding_place *places[] = {&r->findings[k].at, &r->findings[k].with};
        for (int p = 0; p < 2; p++)
            if (places[p]->known && places[p]->file && !strcmp(places[p]->file, file) &&
                line + SCREEN >= places[p]->line && line <= (size_t)places[p]->line + SCREEN)
                return true;
    }
    return false;
}

static void write_file(wg_html *h, const wg_check_report *r, const wg_checked_file *file)
{
    static const char *const headings[] = {"finding", "line", "<code", NULL};
    bool gap = false;
    wg_html_open(h, "section", "class", "source", NULL);
    wg_html_add(h, "h2", NULL, "Source: %s", file->name);
    wg_page_table_begin(h, "checked", headings);
    for (size_t line = 1; line <= file->line_count; line++) {
        if (!is_near(r, file->name, line)) {
            gap = true;
            continue;
        }
        if (gap)
            wg_text_addf(&h->out, "<tr class=\"gap\"><td colspan=\"3\"></td></tr>\n");
        gap = false;
        write_line(h, r, file, line);
    }
    wg_page_table_end(h);
    wg_html_close(h);
}

char *wg_report_check_html(const wg_check_report *r, const wg_write_options *options)
{
    wg_html h = {0};
    wg_text line = {0};
    wg_text_addf(&line, "%s, checked on a simulated %s: ", r->file, r->device.title);
    wg_check_report_add_summary(r, &line);
    if (r->guessed)
        wg_text_addf(&line, ". The sizes were guessed: %s", r->guessed);
    wg_page_begin(&h, "check", r->kernel, line.bytes);
    write_findings(&h, r);
    for (size_t k = 0; k < r->file_count; k++)
        if (r->files[k].lines)
            write_file(&h, r, &r->files[k]);
    wg_text_free(&line);
    return wg_page_end(&h, NULL, options);
}

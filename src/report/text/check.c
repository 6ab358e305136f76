/* SPDX-License-Identifier: Apache-2.0 */
/* What a check found, for a person at a terminal: each finding with its lines, and what to do. */
#include "report/check.h"
#include "report/report.h"
#include "report/text/parts.h"

#include <string.h>

enum { MOST_TEXT = 200 };

static void write_heading(const wg_pen *p, const wg_check_report *r)
{
    wg_text_addf(p->out, "%s%s%s  %s, checked on a simulated %s\n", p->bold, r->kernel, p->plain, r->file,
                 r->device.title);
    if (r->guessed)
        wg_text_addf(p->out, "  %sguessed%s: the sizes. To choose them, change this and run it:\n  %s\n", p->bold,
                     p->plain, r->guessed);
}

static void write_place(const wg_pen *p, const wg_check_report *r, const wg_finding *f, const wg_finding_place *place,
                        const char *relation)
{
    if (!place->known && !place->has_thread)
        return;
    const char *text = wg_check_report_line(r, place);
    wg_text_addf(p->out, "  %s ", relation);
    if (place->known && place->file)
        wg_text_addf(p->out, "%s%s:%u%s  ", p->bold, place->file, place->line, p->plain);
    wg_finding_add_deed(f, place, p->out);
    wg_text_addf(p->out, "\n");
    if (text)
        wg_text_addf(p->out, "    %s%5u |%s %.*s\n", p->dim, place->line, p->plain, MOST_TEXT, text);
}

static void write_finding(const wg_pen *p, const wg_check_report *r, const wg_finding *f)
{
    bool is_error = wg_finding_is_error(f->kind);
    wg_text_addf(p->out, "\n%s%s%s: %s%s%s", is_error ? p->hot : p->warm, is_error ? "error" : "warning", p->plain,
                 p->bold, wg_finding_title(f->kind), p->plain);
    if (f->count > 1)
        wg_text_addf(p->out, ", %llu times", (unsigned long long)f->count);
    wg_text_addf(p->out, "  %s[%s]%s\n", p->dim, wg_finding_id(f->kind), p->plain);
    wg_text_paragraph(p, f->sentence, 2);
    write_place(p, r, f, &f->at, "at");
    write_place(p, r, f, &f->with, wg_finding_relation(f));
    if (*wg_finding_advice(f->kind)) {
        wg_text words = {0};
        wg_text_addf(&words, "What to do: %s", wg_finding_advice(f->kind));
        wg_text_paragraph(p, words.bytes, 2);
        wg_text_free(&words);
    }
}

char *wg_report_check_text(const wg_check_report *r, const wg_write_options *options)
{
    wg_text out = {0};
    wg_pen p = {.out = &out, .width = wg_report_width(options, 100), "", "", "", "", "", "", NULL};
    if (options->color)
        p = (wg_pen){&out, p.width, "\033[1m", "\033[2m", "\033[1;31m", "\033[33m", "\033[0m", "", NULL};
    size_t told = wg_check_report_told(r);
    write_heading(&p, r);
    for (size_t k = 0; k < told; k++)
        write_finding(&p, r, &r->findings[k]);
    if (told < r->count)
        wg_text_addf(&out, "\nand %zu more, which --max-errors %llu leaves out\n", r->count - told,
                     (unsigned long long)r->most);
    wg_text_addf(&out, "\n%s", p.bold);
    wg_check_report_add_summary(r, &out);
    wg_text_addf(&out, "%s\n", p.plain);
    return out.bytes;
}

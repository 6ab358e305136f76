/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sentence.h"
#include "report/report.h"
#include "report/text/parts.h"

#include <stdlib.h>

enum { WIDTH = 64, MOST_LINES = 3 };

/* A line with less of the time is not worth naming. */
static const double WORTH = 0.05;

static void write_stalls(const wg_pen *p, const wg_estimate *e)
{
    wg_stall ranked[WG_STALL_COUNT];
    size_t count = wg_report_rank_stalls(e->stalls, ranked);
    if (!count)
        return;
    wg_text_addf(p->out, "\n%swhat warps do with their time%s  %sin brackets: what Nsight Compute calls it%s\n",
                 p->bold, p->plain, p->dim, p->plain);
    for (size_t k = 0; k < count; k++) {
        wg_text title = {0};
        wg_report_stall(ranked[k], &title);
        wg_text_addf(p->out, "  %-*s", WIDTH - 2, title.bytes);
        wg_text_free(&title);
        wg_quantity_add(&title, e->stalls[ranked[k]], '%');
        wg_text_addf(p->out, "%7s\n", title.bytes);
        wg_text_free(&title);
    }
}

static int by_time(const void *a, const void *b)
{
    const wg_line *x = *(const wg_line *const *)a, *y = *(const wg_line *const *)b;
    if (x->time != y->time)
        return x->time > y->time ? -1 : 1;
    return wg_line_by_place(x, y);
}

static void write_line(const wg_pen *p, const wg_lines *lines, const wg_line *line)
{
    wg_text share = {0};
    wg_stall why = wg_line_reason(line);
    wg_quantity_add(&share, line->time, '%');
    wg_text_addf(p->out, "  %7s  %s:%u", share.bytes, lines->files[line->file], line->number);
    if (why < WG_STALL_COUNT) {
        wg_text_addf(p->out, "  ");
        wg_report_stall(why, p->out);
    }
    wg_text_addf(p->out, "\n");
    wg_text_free(&share);
}

/* Those that cause most of it, with what warps do meanwhile. */
static void write_slowest(const wg_pen *p, const wg_lines *lines)
{
    const wg_line **all = wg_alloc((lines->count + 1) * sizeof *all);
    size_t count = 0;
    for (size_t k = 0; k < lines->count; k++)
        if (lines->items[k].time >= WORTH && lines->items[k].number)
            all[count++] = &lines->items[k];
    qsort(all, count, sizeof *all, by_time);
    if (count)
        wg_text_addf(p->out, "\n%sslowest lines%s  %sby the time they cause, wherever warps wait for them%s\n", p->bold,
                     p->plain, p->dim, p->plain);
    for (size_t k = 0; k < count && k < MOST_LINES; k++)
        write_line(p, lines, all[k]);
    free(all);
}

void wg_text_stalls(const wg_pen *p, const wg_record *r)
{
    write_stalls(p, &r->estimate);
    if (r->lines.has_waits)
        write_slowest(p, &r->lines);
}

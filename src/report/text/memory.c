/* SPDX-License-Identifier: Apache-2.0 */
/* The memory chart for a terminal: requests on the left, where they end up on the right, and what that passes on. */
#include "report/memory.h"

#include "analysis/sentence.h"
#include "report/text/parts.h"

#include <string.h>

/* In a column of its own, right or (width below 0) left; µ is one character. */
static void add_cell(wg_text *out, const char *text, int width)
{
    int shown = 0;
    for (const char *c = text; *c; c++)
        shown += ((unsigned char)*c & 0xc0) != 0x80;
    int padding = (width < 0 ? -width : width) - shown;
    padding = padding > 0 ? padding : 0;
    wg_text_addf(out, "%*s%s%*s", width < 0 ? 0 : padding, "", text, width < 0 ? padding : 0, "");
}

static void add_amount(wg_text *out, double value, char format, const char *unit, int width)
{
    wg_text words = {0};
    wg_quantity_add(&words, value, format);
    wg_text_addf(&words, "%s", unit);
    add_cell(out, words.bytes, width);
    wg_text_free(&words);
}

/* "L1, 93 % hits, 6.6 % of its peak rate" */
static void add_part(const wg_pen *p, const wg_memory_part *part)
{
    wg_text_addf(p->out, "%s", part->title);
    if (!isnan(part->hits)) {
        wg_text_addf(p->out, ", ");
        wg_quantity_add(p->out, part->hits, '%');
        wg_text_addf(p->out, " hits");
    }
    if (!isnan(part->use)) {
        const char *ink = wg_pen_of_share(p, part->use);
        wg_text_addf(p->out, ", %s", ink);
        wg_quantity_add(p->out, part->use, '%');
        wg_text_addf(p->out, " of its peak%s", *ink ? p->plain : "");
    }
    wg_text_addf(p->out, "\n");
}

static bool is_last(const wg_memory_chart *chart, size_t index)
{
    const wg_memory_access *a = chart->accesses;
    return index + 1 == chart->access_count ||
           wg_memory_level_of(a[index].space) != wg_memory_level_of(a[index + 1].space);
}

static bool is_first(const wg_memory_chart *chart, size_t index)
{
    return index == 0 || is_last(chart, index - 1);
}

/* Accesses that end up in the same place are joined. */
static void write_access(const wg_pen *p, const wg_memory_chart *chart, size_t index)
{
    const wg_memory_access *a = &chart->accesses[index];
    bool first = is_first(chart, index), last = is_last(chart, index);
    wg_text_addf(p->out, "  %-6s ─ ", index ? "" : "kernel");
    add_cell(p->out, a->title, -15);
    add_amount(p->out, a->requests, 'n', " requests", 16);
    char unit[16] = " ";
    strcat(unit, wg_memory_pieces(a->space));
    add_amount(p->out, a->pieces, 'n', unit, 18);
    if (a->bytes > 0)
        add_amount(p->out, a->bytes, 'B', "", 10);
    else
        add_cell(p->out, "", 10);
    wg_text_addf(p->out, " %s", last ? (first ? "──> " : "┴─> ") : first ? "┐\n" : "┤\n");
    if (last)
        add_part(p, &chart->parts[wg_memory_level_of(a->space)]);
}

/* "L1     ─ 4.19 MB read, 4.19 MB written ──> L2, 50 % hits" */
static void write_step(const wg_pen *p, const wg_memory_part *from, const wg_memory_part *to)
{
    if (!to->is_used)
        return;
    wg_text_addf(p->out, "  %-6s ─ ", from->title);
    if (to->bytes > 0)
        wg_quantity_add(p->out, to->bytes, 'B');
    else
        wg_text_addf(p->out, "nothing");
    if (to->bytes > 0 && !isnan(to->read)) {
        wg_text_addf(p->out, ": ");
        wg_quantity_add(p->out, to->read, 'B');
        wg_text_addf(p->out, " read, ");
        wg_quantity_add(p->out, to->written, 'B');
        wg_text_addf(p->out, " written");
    }
    wg_text_addf(p->out, " ──> ");
    add_part(p, to);
}

void wg_text_memory(const wg_pen *p, const wg_record *r)
{
    wg_memory_chart chart;
    wg_memory_chart_of(r, &chart);
    if (!chart.access_count)
        return;
    wg_text_addf(p->out, "\n%smemory%s  %swhat passes between the kernel, the caches and DRAM%s\n", p->bold, p->plain,
                 p->dim, p->plain);
    for (size_t k = 0; k < chart.access_count; k++)
        write_access(p, &chart, k);
    write_step(p, &chart.parts[WG_LEVEL_L1], &chart.parts[WG_LEVEL_L2]);
    write_step(p, &chart.parts[WG_LEVEL_L2], &chart.parts[WG_LEVEL_DRAM]);
}

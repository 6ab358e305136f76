/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes for the kernel, what it asks and the levels of memory, from left to right; on a phone from top to bottom.
 * Arrows point the way the bytes go. How thick they are and their colour say how much of its peak rate the level at
 * their far end gives; the box has it as a number. */
#include "report/svg/memory.h"

#include "analysis/sentence.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LANE = 38, HEAD = 22, BETWEEN = 14, LEVEL_HEIGHT = 84, ROW = 15, LEGEND = 26 };

typedef struct rectangle {
    double x, y, width, height;
} rectangle;

/* ---- marks ---- */

static const char *class_of_use(double use)
{
    static const char *const classes[] = {"u0", "u1", "u2", "u3", "u4"};
    return isnan(use) ? "u0" : classes[use >= 0.8 ? 4 : use >= 0.6 ? 3 : use >= 0.4 ? 2 : use >= 0.2 ? 1 : 0];
}

static void draw_box(wg_chart *c, rectangle r)
{
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fh%.1fv%.1fh%.1fZ", r.x, r.y, r.width, r.height, -r.width);
    wg_html_empty(c->html, "path", "class", "box", "d", path, NULL);
}

static void draw_head(wg_chart *c, double x, double y, double dx, double dy)
{
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1fZ", x, y, x - 9 * dx - 5 * dy, y - 9 * dy - 5 * dx,
             x - 9 * dx + 5 * dy, y - 9 * dy + 5 * dx);
    wg_html_empty(c->html, "path", "class", "tip", "d", path, NULL);
}

/* Along an axis. Heads: at the end, at the start. */
static void draw_arrow(wg_chart *c, double use, double x1, double y1, double x2, double y2, bool at_end, bool at_start)
{
    char path[120], width[24];
    double length = fabs(x2 - x1) + fabs(y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    double from = at_start ? 7 : 0, to = at_end ? 7 : 0;
    snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1f", x1 + from * dx, y1 + from * dy, x2 - to * dx, y2 - to * dy);
    snprintf(width, sizeof width, "%.1f", 1.5 + (isnan(use) ? 0 : 5 * fmin(use, 1)));
    wg_html_open(c->html, "g", "class", class_of_use(use), NULL);
    wg_html_empty(c->html, "path", "class", "arrow", "stroke-width", width, "d", path, NULL);
    if (at_end)
        draw_head(c, x2, y2, dx, dy);
    if (at_start)
        draw_head(c, x1, y1, -dx, -dy);
    wg_html_close(c->html);
}

static void say(char *text, size_t size, double value, char format, const char *unit)
{
    wg_text words = {0};
    wg_quantity_add(&words, value, format);
    snprintf(text, size, "%s%s", words.bytes, unit);
    wg_text_free(&words);
}

/* The title of a level and its numbers, in the middle of its box. */
static void draw_level(wg_chart *c, const wg_memory_part *part, rectangle r)
{
    char hits[40], use[40];
    bool has_hits = !isnan(part->hits), has_use = !isnan(part->use);
    double x = r.x + r.width / 2, y = r.y + r.height / 2 + 4 - ROW * (has_hits + has_use) / 2.0;
    draw_box(c, r);
    wg_chart_label(c, x, y, "middle", "strong", part->title);
    say(hits, sizeof hits, part->hits, '%', " hits");
    if (has_hits)
        wg_chart_label(c, x, y += ROW, "middle", NULL, hits);
    say(use, sizeof use, part->use, '%', " of peak");
    if (has_use)
        wg_chart_label(c, x, y += ROW, "middle", NULL, use);
}

static void draw_legend(wg_chart *c, double y)
{
    static const char *const ranges[] = {"0", "20", "40", "60", "80 %"};
    double x = 0;
    wg_chart_label(c, x, y, "start", "faint", "share of the peak:");
    x += 124;
    for (int k = 0; k < 5; k++, x += 44) {
        draw_arrow(c, 0.2 * k + 0.1, x, y - 4, x + 16, y - 4, false, false);
        wg_chart_label(c, x + 20, y, "start", "faint", ranges[k]);
    }
}

/* ---- wide ---- */

static const struct {
    double x, width;
} columns[] = {{1, 54}, {133, 84}, {343, 106}, {520, 84}, {675, 84}};
enum { KERNEL, SPACE, FIRST, SECOND, DRAM };

static double right_of(int column)
{
    return columns[column].x + columns[column].width;
}

/* Requests on the left of the space, sectors and bytes on its right. */
static void draw_lane(wg_chart *c, const wg_memory_access *a, double use, double y)
{
    char text[60];
    draw_arrow(c, NAN, right_of(KERNEL) + 4, y, columns[SPACE].x - 4, y, a->writes, a->reads);
    draw_arrow(c, use, right_of(SPACE) + 4, y, columns[FIRST].x - 4, y, a->writes, a->reads);
    say(text, sizeof text, a->requests, 'n', " req.");
    wg_chart_label(c, (right_of(KERNEL) + columns[SPACE].x) / 2, y - 7, "middle", NULL, text);
    char unit[16] = " ";
    strcat(unit, wg_memory_pieces(a->space));
    say(text, sizeof text, a->pieces, 'n', unit);
    double middle = (right_of(SPACE) + columns[FIRST].x) / 2;
    wg_chart_label(c, middle, y - 7, "middle", NULL, text);
    say(text, sizeof text, a->bytes, 'B', "");
    if (a->bytes > 0)
        wg_chart_label(c, middle, y + 16, "middle", "faint", text);
    const char *verb = strchr(a->title, ' ');
    wg_chart_label(c, columns[SPACE].x + columns[SPACE].width / 2, y + 4, "middle", NULL, verb + 1);
}

/* The box of one space with its lanes; returns how many accesses it has. */
static size_t draw_space(wg_chart *c, const wg_memory_chart *m, size_t first, double *y)
{
    const wg_memory_access *a = &m->accesses[first];
    char name[24];
    size_t count = 0;
    while (first + count < m->access_count && a[count].space == a->space)
        count++;
    double height = HEAD + LANE * (double)count, x = columns[SPACE].x + columns[SPACE].width / 2;
    draw_box(c, (rectangle){columns[SPACE].x, *y, columns[SPACE].width, height});
    snprintf(name, sizeof name, "%.*s", (int)strcspn(a->title, " "), a->title);
    wg_chart_label(c, x, *y + 16, "middle", "strong", name);
    for (size_t k = 0; k < count; k++)
        draw_lane(c, &a[k], m->parts[wg_memory_level_of(a->space)].use, *y + HEAD + LANE * ((double)k + 0.5));
    *y += height + BETWEEN;
    return count;
}

/* What passes between two levels: one arrow each way where that is known. */
static void draw_pass(wg_chart *c, const wg_memory_part *to, int from, double y)
{
    char text[60];
    double x1 = right_of(from) + 4, x2 = columns[from + 1].x - 4, middle = (x1 + x2) / 2;
    if (isnan(to->read)) {
        draw_arrow(c, to->use, x1, y, x2, y, true, true);
        say(text, sizeof text, to->bytes, 'B', "");
        wg_chart_label(c, middle, y - 8, "middle", NULL, text);
        return;
    }
    draw_arrow(c, to->use, x1, y - 12, x2, y - 12, false, true);
    say(text, sizeof text, to->read, 'B', "");
    wg_chart_label(c, middle, y - 21, "middle", NULL, text);
    draw_arrow(c, to->use, x1, y + 12, x2, y + 12, true, false);
    say(text, sizeof text, to->written, 'B', "");
    wg_chart_label(c, middle, y + 30, "middle", NULL, text);
}

static void draw_outer(wg_chart *c, const wg_memory_chart *m, double middle)
{
    const wg_memory_part *l2 = &m->parts[WG_LEVEL_L2], *dram = &m->parts[WG_LEVEL_DRAM];
    double y = middle - LEVEL_HEIGHT / 2.0;
    if (!l2->is_used)
        return;
    draw_pass(c, l2, FIRST, middle);
    draw_level(c, l2, (rectangle){columns[SECOND].x, y, columns[SECOND].width, LEVEL_HEIGHT});
    draw_pass(c, dram, SECOND, middle);
    draw_level(c, dram, (rectangle){columns[DRAM].x, y, columns[DRAM].width, LEVEL_HEIGHT});
}

static void draw_wide(wg_chart *c, const wg_memory_chart *m)
{
    double y = c->top;
    for (size_t k = 0; k < m->access_count;) {
        wg_memory_level level = wg_memory_level_of(m->accesses[k].space);
        double from = y;
        while (k < m->access_count && wg_memory_level_of(m->accesses[k].space) == level)
            k += draw_space(c, m, k, &y);
        rectangle box = {columns[FIRST].x, from, columns[FIRST].width, y - BETWEEN - from};
        draw_level(c, &m->parts[level], box);
        if (level == WG_LEVEL_L1)
            draw_outer(c, m, fmax(from + box.height / 2, c->top + LEVEL_HEIGHT / 2.0));
    }
    rectangle kernel = {columns[KERNEL].x, c->top, columns[KERNEL].width, y - BETWEEN - c->top};
    draw_box(c, kernel);
    wg_chart_label(c, kernel.x + kernel.width / 2, kernel.y + kernel.height / 2 + 4, "middle", "strong", "kernel");
}

static double wide_height(const wg_memory_chart *m)
{
    double height = 0;
    for (size_t k = 0; k < m->access_count; k++) {
        bool begins = k == 0 || m->accesses[k].space != m->accesses[k - 1].space;
        height += LANE + (begins ? HEAD + BETWEEN : 0);
    }
    return fmax(height - BETWEEN, LEVEL_HEIGHT);
}

/* ---- narrow: one level below another ---- */

enum { STEP = 46, STEP_LANE = 62, BOX = 56, BOX_WIDTH = 172, RIGHT = 188 };

static double lay_accesses(wg_chart *c, const wg_memory_chart *m, wg_memory_level level, double x, double y)
{
    for (size_t k = 0; k < m->access_count; k++) {
        const wg_memory_access *a = &m->accesses[k];
        char requests[60], pieces[60], bytes[60], unit[16] = " ";
        if (wg_memory_level_of(a->space) != level)
            continue;
        draw_arrow(c, m->parts[level].use, x + 10, y + 3, x + 10, y + STEP_LANE - 3, a->writes, a->reads);
        say(requests, sizeof requests, a->requests, 'n', " requests");
        strcat(unit, wg_memory_pieces(a->space));
        say(pieces, sizeof pieces, a->pieces, 'n', unit);
        say(bytes, sizeof bytes, a->bytes, 'B', "");
        wg_chart_label(c, x + 24, y + 15, "start", "strong", a->title);
        wg_chart_label(c, x + 24, y + 29, "start", NULL, requests);
        wg_chart_label(c, x + 24, y + 43, "start", NULL, pieces);
        if (a->bytes > 0)
            wg_chart_label(c, x + 24, y + 57, "start", NULL, bytes);
        y += STEP_LANE;
    }
    return y;
}

static double lay_level(wg_chart *c, const wg_memory_part *part, double x, double y)
{
    draw_level(c, part, (rectangle){x, y, BOX_WIDTH - 1, BOX});
    return y + BOX;
}

static double lay_pass(wg_chart *c, const wg_memory_part *to, double y)
{
    char text[60];
    bool apart = !isnan(to->read);
    draw_arrow(c, to->use, 11, y + 3, 11, y + STEP - 3, !apart, true);
    say(text, sizeof text, apart ? to->read : to->bytes, 'B', apart ? " read" : "");
    wg_chart_label(c, 24, y + (apart ? 18 : 27), "start", NULL, text);
    if (apart) {
        draw_arrow(c, to->use, BOX_WIDTH - 14, y + 3, BOX_WIDTH - 14, y + STEP - 3, true, false);
        say(text, sizeof text, to->written, 'B', " written");
        wg_chart_label(c, BOX_WIDTH - 26, y + 36, "end", NULL, text);
    }
    return y + STEP;
}

/* Draws, and says how high it is. */
static double draw_narrow(wg_chart *c, const wg_memory_chart *m)
{
    double left = c->top + 26, right = left;
    draw_box(c, (rectangle){1, c->top, 358, 26});
    wg_chart_label(c, 180, c->top + 17, "middle", "strong", "kernel");
    if (m->parts[WG_LEVEL_L1].is_used) {
        left = lay_level(c, &m->parts[WG_LEVEL_L1], 1, lay_accesses(c, m, WG_LEVEL_L1, 1, left));
        for (int level = WG_LEVEL_L2; level <= WG_LEVEL_DRAM && m->parts[level].is_used; level++)
            left = lay_level(c, &m->parts[level], 1, lay_pass(c, &m->parts[level], left));
    }
    for (int level = WG_LEVEL_SHARED; level <= WG_LEVEL_CONSTANT; level++)
        if (m->parts[level].is_used)
            right = lay_level(c, &m->parts[level], RIGHT, lay_accesses(c, m, level, RIGHT, right));
    return fmax(left, right);
}

/* ---- the figure ---- */

static double narrow_height(const wg_memory_chart *m)
{
    double heights[2] = {26, 26};
    for (size_t k = 0; k < m->access_count; k++)
        heights[wg_memory_level_of(m->accesses[k].space) != WG_LEVEL_L1] += STEP_LANE;
    for (int level = 0; level < WG_MEMORY_LEVELS; level++)
        if (m->parts[level].is_used)
            heights[level == WG_LEVEL_SHARED || level == WG_LEVEL_CONSTANT] += BOX + (level >= WG_LEVEL_L2 ? STEP : 0);
    return fmax(heights[0], heights[1]);
}

void wg_memory_draw(const wg_memory_chart *m, wg_look look, wg_html *html)
{
    bool narrow = look == WG_LOOK_NARROW;
    wg_chart c = {.html = html, .look = look, .width = narrow ? 360 : 760, .top = 4};
    c.bottom = c.top + (narrow ? narrow_height(m) : wide_height(m));
    c.height = c.bottom + LEGEND + 4;
    wg_chart_begin(&c, "What passes between the kernel, the caches and DRAM");
    if (narrow)
        draw_narrow(&c, m);
    else
        draw_wide(&c, m);
    draw_legend(&c, c.bottom + LEGEND - 4);
    wg_chart_end(&c);
}

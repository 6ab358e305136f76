/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/bars.h"

#include "report/svg/labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct layout {
    double row, thickness; /* of a bar with what belongs to it, and of the bar */
    double name_x, name_y; /* of the name, from the top of the row */
    double bar_y;
} layout;

/* On a phone the name stands above its bar. */
static const layout wide = {.row = 26, .thickness = 14, .name_x = 170, .name_y = 15, .bar_y = 4}; /* or more */
static const layout narrow = {.row = 38, .thickness = 12, .name_x = 0, .name_y = 12, .bar_y = 18};

/* One scale for all. A limit far above every bar would leave nothing to see of them: it is beyond the edge. */
static double longest(const wg_bars *bars)
{
    const double far = 1.6;
    double most = 0, limit = 0;
    for (size_t k = 0; k < bars->count; k++)
        most = fmax(most, isfinite(bars->items[k].value) ? bars->items[k].value : 0);
    for (size_t k = 0; k < bars->count; k++)
        if (bars->items[k].limit <= far * most) /* false of NAN */
            limit = fmax(limit, bars->items[k].limit);
    return fmax(most, limit) > 0 ? fmax(most, limit) : 1;
}

/* 1, 2 or 5 times a power of ten: about four of them. */
static double step_of(double most)
{
    double step = pow(10, floor(log10(most)));
    return most / step < 2 ? step / 2 : most / step < 5 ? step : 2 * step;
}

static void add_scale(wg_chart *c, double most, const char *unit)
{
    double step = step_of(most), room = c->right - c->left;
    for (int k = 0; k * step <= most * (1 + 1e-9); k++) {
        char text[64];
        double x = c->left + k * step / most * room;
        bool last = (k + 1) * step > most * (1 + 1e-9);
        wg_chart_line(c, "grid", x, c->top, x, c->bottom);
        wg_chart_number(k * step, text, sizeof text);
        if (last)
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s", unit);
        bool at_edge = last && c->right - x < 40;
        wg_chart_label(c, at_edge ? c->right : x, c->bottom + 16,
                       at_edge ? "end"
                       : k     ? "middle"
                               : "start",
                       "faint", text);
    }
}

static void add_rectangle(wg_chart *c, const char *class, double y, double width, double height)
{
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fh%.1fv%.1fh%.1fZ", c->left, y, width, height, -width);
    wg_html_empty(c->html, "path", "class", class, "d", path, NULL);
}

/* The limit is not in the figure any more. */
static void add_beyond(wg_chart *c, double y, double thickness)
{
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fl5 %.1fl-5 %.1f", c->right - 6, y + 2, thickness / 2 - 2, thickness / 2 - 2);
    wg_html_empty(c->html, "path", "class", "bound", "d", path, NULL);
}

static void add_bar(wg_chart *c, const wg_bar *bar, const layout *l, double top, double most)
{
    double room = c->right - c->left;
    double value = bar->value > 0 ? fmin(bar->value / most, 1) * room : 0; /* 0 of NAN */
    double limit = bar->limit > 0 ? fmin(bar->limit / most, 1) * room : 0;
    bool beyond = bar->limit > most * (1 + 1e-9);
    bool below = l->name_x == 0;
    char name[200];
    wg_label_fit(bar->name, below ? c->width - wg_label_width(bar->text) - 8 : l->name_x, name, sizeof name);
    wg_chart_label(c, l->name_x, top + l->name_y, below ? "start" : "end", NULL, name);
    if (limit > 0)
        add_rectangle(c, "rest", top + l->bar_y, limit, l->thickness);
    add_rectangle(c, "bar", top + l->bar_y, value, l->thickness);
    if (beyond)
        add_beyond(c, top + l->bar_y, l->thickness);
    else if (limit > 0)
        wg_chart_line(c, "bound", c->left + limit, top + l->bar_y - 2, c->left + limit,
                      top + l->bar_y + l->thickness + 2);
    wg_chart_label(c, c->width, top + (below ? l->name_y : 15), "end", value > 0 ? NULL : "faint", bar->text);
    wg_text_addf(&c->html->out, "\n");
}

/* Long names get more of the width. */
static layout layout_for(const wg_bars *bars, wg_look look)
{
    layout l = look == WG_LOOK_NARROW ? narrow : wide;
    const double most = 300;
    for (size_t k = 0; k < bars->count && l.name_x > 0; k++)
        l.name_x = fmax(l.name_x, fmin(wg_label_width(bars->items[k].name), most));
    return l;
}

void wg_bars_draw(const wg_bars *bars, wg_look look, wg_html *html)
{
    const layout chosen = layout_for(bars, look), *l = &chosen;
    wg_chart c = {.html = html, .look = look, .width = look == WG_LOOK_NARROW ? 360 : 760};
    double most = longest(bars);
    c.left = l->name_x ? l->name_x + 10 : 0;
    c.right = look == WG_LOOK_NARROW ? 360 : 586;
    c.top = look == WG_LOOK_FILE ? 44 : 4;
    c.bottom = c.top + l->row * (double)bars->count;
    bool explained = bars->limit && look == WG_LOOK_FILE; /* a page says it in words that can wrap */
    double scale = bars->unit ? 22 : 0;
    c.height = c.bottom + scale + (explained ? 26 : 4);
    wg_chart_begin(&c, bars->title);
    if (bars->unit)
        add_scale(&c, most, bars->unit);
    wg_html_open(html, "g", "class", "c0", NULL);
    for (size_t k = 0; k < bars->count; k++)
        add_bar(&c, &bars->items[k], l, c.top + l->row * (double)k, most);
    wg_html_close(html);
    if (explained) {
        wg_chart_line(&c, "bound", c.left + 1, c.bottom + scale + 6, c.left + 1, c.bottom + scale + 20);
        wg_chart_label(&c, c.left + 10, c.bottom + scale + 17, "start", "faint", bars->limit);
    }
    wg_chart_end(&c);
}

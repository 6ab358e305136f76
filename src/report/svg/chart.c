/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/chart.h"

#include "report/svg/labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TICKS = 24 };

/* ---- scales ---- */

wg_scale wg_scale_empty(bool log)
{
    return (wg_scale){.log = log, .low = INFINITY, .high = -INFINITY};
}

double wg_scale_at(const wg_scale *s, double value)
{
    double v = s->log ? log10(value) : value;
    double part = s->high > s->low ? (v - s->low) / (s->high - s->low) : 0.5;
    return s->from + part * (s->to - s->from);
}

bool wg_scale_shows(const wg_scale *s, double value)
{
    const double most = 1e300; /* differences must be numbers too */
    return fabs(value) < most && (!s->log || value > 0);
}

void wg_scale_stretch(wg_scale *s, double value)
{
    double v = s->log ? log10(value) : value;
    s->low = fmin(s->low, v);
    s->high = fmax(s->high, v);
}

/* ---- marks ---- */

/* A number as an attribute wants it. */
typedef struct place {
    char text[32];
} place;

static place at(double value)
{
    place p;
    snprintf(p.text, sizeof p.text, "%.1f", value);
    return p;
}

void wg_chart_label(wg_chart *chart, double x, double y, const char *anchor, const char *class, const char *text)
{
    wg_html_open(chart->html, "text", "x", at(x).text, "y", at(y).text, "text-anchor", anchor, class ? "class" : NULL,
                 class, NULL);
    wg_html_text(chart->html, "%s", text);
    wg_html_close(chart->html);
    wg_text_addf(&chart->html->out, "\n");
}

void wg_chart_line(wg_chart *chart, const char *class, double x1, double y1, double x2, double y2)
{
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2);
    wg_html_empty(chart->html, "path", "class", class, "d", path, NULL);
    wg_text_addf(&chart->html->out, "\n");
}

const char *wg_chart_color(size_t index)
{
    static const char *const classes[] = {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"};
    return classes[index % (sizeof classes / sizeof *classes)];
}

void wg_chart_number(double value, char *text, size_t size)
{
    static const struct {
        double unit;
        const char *letter;
    } units[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
    if (fabs(value) < 1e4 && fmod(value, 100) != 0) { /* 1024, not 1.024k */
        snprintf(text, size, "%.4g", value);
        return;
    }
    for (int k = 0; k < 5; k++) {
        if (fabs(value) >= units[k].unit || k == 4) {
            snprintf(text, size, "%.4g%s", value / units[k].unit, units[k].letter);
            return;
        }
    }
}

/* ---- axes ---- */

static void add_tick(wg_chart *c, bool horizontal, double value)
{
    char text[32];
    wg_chart_number(value, text, sizeof text);
    if (horizontal) {
        double x = wg_scale_at(&c->x, value);
        wg_chart_line(c, "grid", x, c->top, x, c->bottom);
        wg_chart_label(c, x, c->bottom + 18, "middle", NULL, text);
    } else {
        double y = wg_scale_at(&c->y, value);
        wg_chart_line(c, "grid", c->left, y, c->right, y);
        wg_chart_label(c, c->left - 8, y + 4, "end", NULL, text);
    }
}

/* Decades, with 2 and 5 between them where there are few. */
static void add_decimal_ticks(wg_chart *c, const wg_scale *s, bool horizontal)
{
    static const double parts[] = {1, 2, 5};
    double stride = fmax(1, ceil((s->high - s->low) / 12));
    for (double decade = floor(s->low); isfinite(stride) && decade <= s->high; decade += stride) {
        for (int k = 0; k < (s->high - s->low < 2.2 ? 3 : 1); k++) {
            double value = parts[k] * pow(10, decade);
            if (log10(value) >= s->low - 1e-9 && log10(value) <= s->high + 1e-9)
                add_tick(c, horizontal, value);
        }
    }
}

/* Powers of ten, or of two where the axis spans few decades. */
static void add_log_ticks(wg_chart *c, const wg_scale *s, bool horizontal, double most)
{
    double span = s->high - s->low;
    double base = span > 5 ? 10 : span > 2.4 ? 4 : 2;
    double first = ceil(s->low / log10(base) - 1e-9), last = floor(s->high / log10(base) + 1e-9);
    double stride = fmax(1, ceil((last - first) / most));
    for (double k = first; k <= last; k += stride)
        add_tick(c, horizontal, pow(base, k));
    if (first > last)
        add_tick(c, horizontal, pow(10, s->low));
}

/* Steps of 1, 2 or 5. */
static void add_even_ticks(wg_chart *c, const wg_scale *s, bool horizontal)
{
    double span = s->high - s->low;
    if (!(span > 1e-12 * fabs(s->high))) { /* one value, or what rounding makes of it */
        add_tick(c, horizontal, s->low);
        return;
    }
    double step = pow(10, floor(log10(span)));
    for (const double *smaller = (const double[]){0.5, 0.4, 0.5, 0}; span / step < 4 && *smaller; smaller++)
        step *= *smaller;
    double first = ceil(s->low / step - 1e-9), last = floor(s->high / step + 1e-9);
    for (double k = first; k <= last && k <= first + MOST_TICKS; k++)
        add_tick(c, horizontal, k == 0 ? 0 : k * step);
}

static void add_ticks(wg_chart *c, bool horizontal)
{
    const wg_scale *s = horizontal ? &c->x : &c->y;
    double room = horizontal ? (c->right - c->left) / 40 : (c->bottom - c->top) / 20;
    if (s->log && s->decimal)
        add_decimal_ticks(c, s, horizontal);
    else if (s->log)
        add_log_ticks(c, s, horizontal, fmin(MOST_TICKS, room));
    else
        add_even_ticks(c, s, horizontal);
}

void wg_chart_axes(wg_chart *c, const char *x_label, const char *y_label)
{
    wg_scale *const scales[] = {&c->x, &c->y};
    for (int k = 0; k < 2; k++) {
        if (!(scales[k]->low <= scales[k]->high)) {
            scales[k]->low = 0;
            scales[k]->high = 1;
        }
    }
    c->x.from = c->left;
    c->x.to = c->right;
    c->y.from = c->bottom;
    c->y.to = c->top;
    add_ticks(c, true);
    add_ticks(c, false);
    char path[120], turned[80];
    snprintf(path, sizeof path, "M%.1f %.1fV%.1fH%.1f", c->left, c->top, c->bottom, c->right);
    wg_html_empty(c->html, "path", "class", "frame", "d", path, NULL);
    wg_chart_label(c, (c->left + c->right) / 2, c->bottom + 40, "middle", "axis", x_label);
    snprintf(turned, sizeof turned, "translate(%.1f %.1f) rotate(-90)", fmax(c->left - 56, 12),
             (c->top + c->bottom) / 2);
    wg_html_open(c->html, "g", "transform", turned, NULL);
    wg_chart_label(c, 0, 0, "middle", "axis", y_label);
    wg_html_close(c->html);
}

/* ---- the figure ---- */

void wg_page_add_file(wg_text *out, const char *name)
{
    for (const wg_page_file *file = wg_page_files; file->name; file++)
        if (!strcmp(file->name, name))
            wg_text_add(out, (const char *)file->bytes, file->length);
}

void wg_chart_begin(wg_chart *c, const char *title)
{
    static const char *const classes[] = {
        [WG_LOOK_FILE] = "chart", [WG_LOOK_WIDE] = "chart wide", [WG_LOOK_NARROW] = "chart narrow"};
    char box[80];
    snprintf(box, sizeof box, "0 0 %.0f %.0f", c->width, c->height);
    bool alone = c->look == WG_LOOK_FILE;
    wg_html_open(c->html, "svg", "viewBox", box, "role", "img", "class", classes[c->look],
                 alone ? "xmlns" : "aria-label", alone ? "http://www.w3.org/2000/svg" : title, NULL);
    wg_text_addf(&c->html->out, "\n");
    if (!alone)
        return;
    wg_html_open(c->html, "style", NULL);
    wg_page_add_file(&c->html->out, "chart.css");
    wg_html_close(c->html);
    char fitting[300];
    wg_label_fit(title, (c->width - 32) * 0.75, fitting, sizeof fitting); /* its letters are larger */
    wg_chart_label(c, 16, 26, "start", "title", fitting);
}

void wg_chart_end(wg_chart *c)
{
    wg_html_close(c->html);
}

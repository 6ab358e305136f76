#include "report/plot.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TICKS = 24 };
enum { WIDTH = 760, HEIGHT = 440, LEFT = 74, RIGHT = 190, TOP = 44, BOTTOM = 56 };

/* Told apart also by people who see few colours, and by their dashes in print. */
static const struct {
    const char *color, *dash;
} styles[] = {{"#0072b2", ""},        {"#d55e00", "6 3"},  {"#009e73", "2 3"}, {"#cc79a7", "8 3 2 3"},
              {"#56b4e9", "4 2 1 2"}, {"#e69f00", "10 4"}, {"#7f7f7f", "1 2"}, {"#8c510a", "12 3 3 3"}};
enum { STYLES = sizeof styles / sizeof *styles };

typedef struct axis {
    bool log;
    double low, high; /* of the data; decades in a logarithmic one */
    double from, to;  /* on the page */
} axis;

static double scaled(const axis *a, double value)
{
    double v = a->log ? log10(value) : value;
    double part = a->high > a->low ? (v - a->low) / (a->high - a->low) : 0.5;
    return a->from + part * (a->to - a->from);
}

static bool shown(const wg_plot *plot, double x, double y)
{
    const double most = 1e300; /* differences must be numbers too */
    return fabs(x) < most && fabs(y) < most && (!plot->log_x || x > 0) && (!plot->log_y || y > 0);
}

static void stretch(axis *a, double value)
{
    double v = a->log ? log10(value) : value;
    a->low = fmin(a->low, v);
    a->high = fmax(a->high, v);
}

static void measure(const wg_plot *plot, axis *x, axis *y)
{
    *x = (axis){.log = plot->log_x, .low = INFINITY, .high = -INFINITY, .from = LEFT, .to = WIDTH - RIGHT};
    *y = (axis){.log = plot->log_y, .low = INFINITY, .high = -INFINITY, .from = HEIGHT - BOTTOM, .to = TOP};
    for (size_t c = 0; c < plot->curve_count; c++) {
        for (size_t k = 0; k < plot->curves[c].count; k++) {
            if (!shown(plot, plot->curves[c].x[k], plot->curves[c].y[k]))
                continue;
            stretch(x, plot->curves[c].x[k]);
            stretch(y, plot->curves[c].y[k]);
        }
    }
    if (!(x->low <= x->high)) {
        x->low = y->low = 0;
        x->high = y->high = 1;
    }
    /* Amounts are compared from zero. */
    if (!y->log)
        y->low = fmin(y->low, 0);
    if (!y->log)
        y->high += 0.05 * (y->high - y->low);
}

static void add_escaped(wg_text *out, const char *text)
{
    static const struct {
        char sign;
        const char *entity;
    } entities[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};
    for (; *text; text++) {
        const char *entity = NULL;
        for (int k = 0; k < 4; k++)
            if (*text == entities[k].sign)
                entity = entities[k].entity;
        if (entity)
            wg_text_addf(out, "%s", entity);
        else /* XML has no control characters */
            wg_text_add(out, (unsigned char)*text < ' ' ? " " : text, 1);
    }
}

static void add_label(wg_text *out, double x, double y, const char *anchor, const char *more, const char *text)
{
    wg_text_addf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
    add_escaped(out, text);
    wg_text_addf(out, "</text>\n");
}

static void format_tick(double value, char *text, size_t size)
{
    static const struct {
        double unit;
        const char *letter;
    } units[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}};
    for (int k = 0; k < 5; k++) {
        if (fabs(value) >= units[k].unit || k == 4) {
            snprintf(text, size, "%.4g%s", value / units[k].unit, units[k].letter);
            return;
        }
    }
}

static void add_tick(wg_text *out, const axis *a, bool horizontal, double value)
{
    char text[32];
    double at = scaled(a, value);
    format_tick(value, text, sizeof text);
    if (horizontal) {
        wg_text_addf(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, HEIGHT - BOTTOM);
        add_label(out, at, HEIGHT - BOTTOM + 18, "middle", "", text);
    } else {
        wg_text_addf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, at, WIDTH - RIGHT);
        add_label(out, LEFT - 8, at + 4, "end", "", text);
    }
}

/* Powers of ten, or of two where the axis spans few decades; else steps of 1, 2 or 5. */
static void add_ticks(wg_text *out, const axis *a, bool horizontal)
{
    double span = a->high - a->low;
    if (a->log) {
        double base = span > 5 ? 10 : span > 2.4 ? 4 : 2;
        double first = ceil(a->low / log10(base) - 1e-9), last = floor(a->high / log10(base) + 1e-9);
        double stride = fmax(1, ceil((last - first) / MOST_TICKS));
        for (double k = first; k <= last; k += stride)
            add_tick(out, a, horizontal, pow(base, k));
        if (first > last)
            add_tick(out, a, horizontal, pow(10, a->low));
        return;
    }
    if (!(span > 1e-12 * fabs(a->high))) { /* one value, or what rounding makes of it */
        add_tick(out, a, horizontal, a->low);
        return;
    }
    double step = pow(10, floor(log10(span)));
    for (const double *smaller = (const double[]){0.5, 0.4, 0.5, 0}; span / step < 4 && *smaller; smaller++)
        step *= *smaller;
    double first = ceil(a->low / step - 1e-9), last = floor(a->high / step + 1e-9);
    for (double k = first; k <= last && k <= first + MOST_TICKS; k++)
        add_tick(out, a, horizontal, k == 0 ? 0 : k * step);
}

static void add_curve(wg_text *out, const wg_plot *plot, size_t index, const axis *x, const axis *y)
{
    const wg_curve *curve = &plot->curves[index];
    const char *color = styles[index % STYLES].color;
    char join = 'M';
    wg_text_addf(out, "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"", color,
                 styles[index % STYLES].dash);
    for (size_t k = 0; k < curve->count; k++) {
        if (!shown(plot, curve->x[k], curve->y[k]))
            continue;
        wg_text_addf(out, "%c%.1f %.1f", join, scaled(x, curve->x[k]), scaled(y, curve->y[k]));
        join = 'L';
    }
    wg_text_addf(out, "\"/>\n");
    for (size_t k = 0; k < curve->count; k++)
        if (shown(plot, curve->x[k], curve->y[k]))
            wg_text_addf(out,
                         "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"><title>%.6g, %.6g</title></circle>\n",
                         scaled(x, curve->x[k]), scaled(y, curve->y[k]), color, curve->x[k], curve->y[k]);
    double top = TOP + 10 + 20.0 * (double)index;
    wg_text_addf(out, "<path class=\"curve\" stroke=\"%s\" stroke-dasharray=\"%s\" d=\"M%d %.1fh26\"/>\n", color,
                 styles[index % STYLES].dash, WIDTH - RIGHT + 14, top);
    add_label(out, WIDTH - RIGHT + 46, top + 4, "start", "", curve->name);
}

void wg_plot_svg(const wg_plot *plot, wg_text *out)
{
    axis x, y;
    measure(plot, &x, &y);
    wg_text_addf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"system-ui, "
        "sans-serif\" font-size=\"12\">\n<style>\ntext { fill: #222 } .grid { stroke: #ddd; fill: none } .frame { "
        "stroke: #888; fill: none } .curve { fill: none; stroke-width: 1.8 }\n@media (prefers-color-scheme: dark) "
        "{ text { fill: #ddd } .grid { stroke: #444 } }\n</style>\n",
        WIDTH, HEIGHT);
    add_label(out, LEFT, 24, "start", " font-size=\"15\" font-weight=\"600\"", plot->title);
    add_ticks(out, &x, true);
    add_ticks(out, &y, false);
    wg_text_addf(out, "<path class=\"frame\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    add_label(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", "", plot->x_label);
    wg_text_addf(out, "<g transform=\"translate(18 %.1f) rotate(-90)\">", (TOP + HEIGHT - BOTTOM) / 2.0);
    add_label(out, 0, 0, "middle", "", plot->y_label);
    wg_text_addf(out, "</g>\n");
    for (size_t k = 0; k < plot->curve_count; k++)
        add_curve(out, plot, k, &x, &y);
    wg_text_addf(out, "</svg>\n");
}

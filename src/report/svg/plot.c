/* SPDX-License-Identifier: Apache-2.0 */
#include "report/svg/plot.h"

#include "report/svg/labels.h"

#include <math.h>
#include <stdio.h>

/* Told apart by their dashes too, in print. */
static const char *const dashes[] = {"", "6 3", "2 3", "8 3 2 3", "4 2 1 2", "10 4", "1 2", "12 3 3 3"};
enum { DASHES = sizeof dashes / sizeof *dashes, LEGEND_ROW = 20, BESIDE = 142 };

/* When the colours begin again, each gets another dash. */
static const char *dash_of(size_t index)
{
    return dashes[(index + index / DASHES) % DASHES];
}

static bool shown(const wg_chart *c, const wg_curve *curve, size_t k)
{
    return wg_scale_shows(&c->x, curve->x[k]) && wg_scale_shows(&c->y, curve->y[k]);
}

static void measure(const wg_plot *plot, wg_chart *chart)
{
    chart->x = wg_scale_empty(plot->log_x);
    chart->y = wg_scale_empty(plot->log_y);
    for (size_t c = 0; c < plot->curve_count; c++) {
        const wg_curve *curve = &plot->curves[c];
        for (size_t k = 0; k < curve->count; k++) {
            if (!shown(chart, curve, k))
                continue;
            wg_scale_stretch(&chart->x, curve->x[k]);
            wg_scale_stretch(&chart->y, curve->y[k]);
        }
    }
    if (chart->y.log || !(chart->y.low <= chart->y.high))
        return;
    chart->y.low = fmin(chart->y.low, 0); /* amounts are compared from zero */
    chart->y.high += 0.05 * (chart->y.high - chart->y.low);
}

/* Where the legend stands: beside the curves, below them where there is no room. */
static bool is_legend_below(const wg_plot *plot, const wg_chart *chart)
{
    double widest = 0;
    for (size_t k = 0; k < plot->curve_count; k++)
        widest = fmax(widest, wg_label_width(plot->curves[k].name));
    return chart->look == WG_LOOK_NARROW || widest > BESIDE;
}

static void lay_out(const wg_plot *plot, wg_chart *chart)
{
    double legend = LEGEND_ROW * (double)plot->curve_count;
    bool narrow = chart->look == WG_LOOK_NARROW, below = is_legend_below(plot, chart);
    chart->width = narrow ? 360 : 760;
    chart->left = narrow ? 66 : 74;
    chart->right = narrow ? 350 : below ? 740 : 570;
    chart->top = chart->look == WG_LOOK_FILE ? 44 : 14;
    chart->bottom = chart->top + (narrow ? 240 : 340);
    chart->height = chart->bottom + 56 + (below ? legend : 0);
    chart->height = fmax(chart->height, chart->top + (below ? 0 : legend));
}

static void style_of(size_t index, char *text, size_t size)
{
    snprintf(text, size, "curve %s", wg_chart_color(index));
}

static void add_legend(wg_chart *c, const wg_curve *curve, size_t index, bool below)
{
    double x = below ? c->left : c->right + 14;
    double y = (below ? c->bottom + 62 : c->top + 10) + LEGEND_ROW * (double)index;
    char path[80], class[40], fitting[200];
    snprintf(path, sizeof path, "M%.1f %.1fh26", x, y);
    style_of(index, class, sizeof class);
    wg_html_empty(c->html, "path", "class", class, "stroke-dasharray", dash_of(index), "d", path, NULL);
    wg_label_fit(curve->name, c->width - x - 32, fitting, sizeof fitting);
    wg_chart_label(c, x + 32, y + 4, "start", NULL, fitting);
}

static void add_point(wg_chart *c, double x, double y)
{
    char cx[32], cy[32];
    snprintf(cx, sizeof cx, "%.1f", wg_scale_at(&c->x, x));
    snprintf(cy, sizeof cy, "%.1f", wg_scale_at(&c->y, y));
    wg_html_open(c->html, "circle", "cx", cx, "cy", cy, "r", "2.6", NULL);
    wg_html_add(c->html, "title", NULL, "%.6g, %.6g", x, y);
    wg_html_close(c->html);
    wg_text_addf(&c->html->out, "\n");
}

static void add_curve(wg_chart *c, const wg_curve *curve, size_t index, bool below)
{
    wg_text path = {0};
    char class[40];
    for (size_t k = 0; k < curve->count; k++)
        if (shown(c, curve, k))
            wg_text_addf(&path, "%c%.1f %.1f", path.length ? 'L' : 'M', wg_scale_at(&c->x, curve->x[k]),
                         wg_scale_at(&c->y, curve->y[k]));
    style_of(index, class, sizeof class);
    wg_html_empty(c->html, "path", "class", class, "stroke-dasharray", dash_of(index), "d", wg_text_get(&path), NULL);
    wg_text_addf(&c->html->out, "\n");
    wg_text_free(&path);
    wg_html_open(c->html, "g", "class", wg_chart_color(index), NULL);
    for (size_t k = 0; k < curve->count; k++)
        if (shown(c, curve, k))
            add_point(c, curve->x[k], curve->y[k]);
    wg_html_close(c->html);
    add_legend(c, curve, index, below);
}

void wg_plot_draw(const wg_plot *plot, wg_look look, wg_html *html)
{
    wg_chart chart = {.html = html, .look = look};
    measure(plot, &chart);
    lay_out(plot, &chart);
    wg_chart_begin(&chart, plot->title);
    wg_chart_axes(&chart, plot->x_label, plot->y_label);
    for (size_t k = 0; k < plot->curve_count; k++)
        add_curve(&chart, &plot->curves[k], k, is_legend_below(plot, &chart));
    wg_chart_end(&chart);
}

void wg_plot_svg(const wg_plot *plot, wg_text *out)
{
    wg_html html = {.out = *out};
    wg_plot_draw(plot, WG_LOOK_FILE, &html);
    *out = html.out;
}

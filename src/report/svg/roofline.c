/* SPDX-License-Identifier: Apache-2.0 */
/* The figure: operations a second against operations a byte, both logarithmic. A memory's ceiling is a slope, one of
 * arithmetic is level; a kernel stands on one height, at as many places as there are memories that it has an intensity
 * for. */
#include "report/svg/roofline.h"

#include "report/table/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGEND_ROW = 19, MOST_DETAILED = 3 };

/* What an axis can show; files may say anything. */
static double or_nothing(double value)
{
    return value > 1e-9 && value < 1e24 ? value : NAN;
}

static double height_of(const wg_roof_point *point)
{
    return or_nothing(point->seconds > 0 ? wg_roof_flops(point) / point->seconds : NAN);
}

static double place_of(const wg_roof_point *point, wg_roof memory)
{
    return or_nothing(wg_roof_intensity(point, memory));
}

bool wg_roofline_places(const wg_roof_point *point)
{
    bool placed = false;
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        placed |= wg_roof_infos[k].is_memory && place_of(point, (wg_roof)k) > 0;
    return placed && height_of(point) > 0;
}

/* ---- what is drawn ---- */

/* Arithmetic that none of the kernels does would only press the rest together. */
static bool draws_roof(const wg_roofline *r, wg_roof roof)
{
    bool used = r->count == 0;
    if (isnan(or_nothing(r->ceilings.items[roof].rate)))
        return false;
    for (size_t p = 0; p < r->count; p++)
        used |= wg_roof_infos[roof].is_memory ? roof != WG_ROOF_shared || r->points[p].amount[roof] > 0
                                              : r->points[p].amount[roof] > 0;
    bool computes = false;
    for (size_t p = 0; p < r->count; p++)
        computes |= wg_roof_flops(&r->points[p]) > 0;
    return used || (roof == WG_ROOF_f32 && !computes);
}

/* The highest level ceiling: slopes end there. */
static double top_of(const wg_roofline *r)
{
    double top = 0;
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        if (!wg_roof_infos[k].is_memory && draws_roof(r, (wg_roof)k))
            top = fmax(top, r->ceilings.items[k].rate);
    return top > 0 ? top : 1e12;
}

/* Of the slopes that are drawn; 0: there is none. */
static double slope_of(const wg_roofline *r, bool steepest)
{
    double found = 0;
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        double rate = r->ceilings.items[k].rate;
        if (wg_roof_infos[k].is_memory && draws_roof(r, (wg_roof)k) && (found == 0 || (rate > found) == steepest))
            found = rate;
    }
    return found;
}

static void measure(const wg_roofline *r, wg_chart *c)
{
    double top = top_of(r), gentle = slope_of(r, false), left = 0.1;
    c->x = wg_scale_empty(true);
    c->y = wg_scale_empty(true);
    c->x.decimal = c->y.decimal = true;
    for (size_t p = 0; p < r->count; p++)
        for (int k = 0; k < WG_ROOF_COUNT; k++)
            if (wg_roof_infos[k].is_memory && place_of(&r->points[p], (wg_roof)k) > 0)
                wg_scale_stretch(&c->x, place_of(&r->points[p], (wg_roof)k));
    if (c->x.low <= c->x.high) {
        left = fmin(left, pow(10, c->x.low) / 2);
        wg_scale_stretch(&c->x, 2 * pow(10, c->x.high));
    }
    left = fmax(left, 1e-6);
    wg_scale_stretch(&c->x, left);
    wg_scale_stretch(&c->x, gentle > 0 ? fmin(4 * top / gentle, 1e6) : 100);
    wg_scale_stretch(&c->y, 2 * top);
    if (gentle > 0)
        wg_scale_stretch(&c->y, gentle * left);
    for (size_t p = 0; p < r->count; p++)
        if (wg_roofline_places(&r->points[p]))
            wg_scale_stretch(&c->y, height_of(&r->points[p]) / 2);
}

static void lay_out(const wg_roofline *r, wg_chart *c)
{
    bool narrow = c->look == WG_LOOK_NARROW;
    double rows = (double)(r->count > 1 ? r->count : 0) + (r->count && r->count <= MOST_DETAILED ? 4 : 0);
    double legend = rows * LEGEND_ROW;
    c->width = narrow ? 360 : 760;
    c->left = narrow ? 58 : 74;
    c->right = narrow ? 350 : r->count ? 556 : 740;
    c->top = c->look == WG_LOOK_FILE ? 44 : 14;
    c->bottom = c->top + (narrow ? 280 : 380);
    c->height = c->bottom + 56 + (narrow ? legend : 0);
    c->height = fmax(c->height, narrow ? 0 : c->top + legend + 20);
}

/* ---- the roofs ---- */

/* Numbers beside marks, kept clear of one another and of the roofs' names. */
typedef struct numbers {
    struct {
        double x, y;
    } taken[128];
    size_t count;
} numbers;

static void take_place(numbers *n, double x, double y)
{
    if (n->count == sizeof n->taken / sizeof *n->taken)
        return;
    n->taken[n->count].x = x;
    n->taken[n->count++].y = y;
}

/* Ceilings that nobody could tell apart share a line; their names stand together. False: an earlier one has it. */
static bool name_roof(const wg_roofline *r, wg_roof roof, char *text, size_t size)
{
    double rate = r->ceilings.items[roof].rate;
    char number[40];
    size_t used = 0;
    wg_roof_format(roof, rate, number, sizeof number);
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        bool same = draws_roof(r, (wg_roof)k) && wg_roof_infos[k].is_memory == wg_roof_infos[roof].is_memory &&
                    fabs(r->ceilings.items[k].rate / rate - 1) < 0.03;
        if (same && k < (int)roof)
            return false;
        if (same && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", wg_roof_infos[k].title);
    }
    if (used < size)
        snprintf(text + used, size - used, " %s", number);
    return true;
}

static void draw_slope(wg_chart *c, double rate, double top, const char *name)
{
    double low = pow(10, c->x.low), end = fmin(top / rate, pow(10, c->x.high));
    double from = fmax(low, pow(10, c->y.low) / rate);
    double x1 = wg_scale_at(&c->x, from), y1 = wg_scale_at(&c->y, rate * from);
    double x2 = wg_scale_at(&c->x, end), y2 = wg_scale_at(&c->y, rate * end);
    if (!(x2 > x1))
        return;
    wg_chart_line(c, "roof", x1, y1, x2, y2);
    char turned[120];
    double degrees = atan2(y2 - y1, x2 - x1) * 180 / 3.14159265358979;
    double part = 10 / (x2 - x1);
    snprintf(turned, sizeof turned, "translate(%.1f %.1f) rotate(%.1f)", x1 + 10, y1 + part * (y2 - y1), degrees);
    wg_html_open(c->html, "g", "transform", turned, NULL);
    wg_chart_label(c, 0, -5, "start", "faint", name);
    wg_html_close(c->html);
}

static void draw_level(wg_chart *c, numbers *taken, double rate, double steepest, const char *name)
{
    const double letter = 6.5, number = 15;
    double start = steepest > 0 ? fmax(rate / steepest, pow(10, c->x.low)) : pow(10, c->x.low);
    double y = wg_scale_at(&c->y, rate);
    wg_chart_line(c, "roof", wg_scale_at(&c->x, start), y, c->right, y);
    wg_chart_label(c, c->right, y - 6, "end", "faint", name);
    for (double x = 0; x < letter * (double)strlen(name); x += number)
        take_place(taken, c->right - x, y - 6);
}

static void draw_roofs(const wg_roofline *r, wg_chart *c, numbers *taken)
{
    char name[120];
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        double rate = r->ceilings.items[k].rate;
        if (!draws_roof(r, (wg_roof)k) || !name_roof(r, (wg_roof)k, name, sizeof name))
            continue;
        if (wg_roof_infos[k].is_memory)
            draw_slope(c, rate, top_of(r), name);
        else
            draw_level(c, taken, rate, slope_of(r, true), name);
    }
}

/* ---- the kernels ---- */

/* A shape for each memory, drawn around its middle. */
static const struct {
    wg_roof memory;
    const char *shape, *class;
} marks[] = {
    {WG_ROOF_dram, "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z", "dot"},
    {WG_ROOF_l2, "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", "hollow"},
    {WG_ROOF_l1, "M-4.5 -4.5h9v9h-9Z", "hollow"},
    {WG_ROOF_shared, "M0 -5.5L5.5 4.5H-5.5Z", "hollow"},
};
enum { MARKS = sizeof marks / sizeof *marks };

static void draw_mark(wg_chart *c, int mark, double x, double y, const char *said)
{
    char moved[80];
    snprintf(moved, sizeof moved, "translate(%.1f %.1f)", x, y);
    wg_html_open(c->html, "path", "class", marks[mark].class, "transform", moved, "d", marks[mark].shape, NULL);
    wg_html_add(c->html, "title", NULL, "%s", said);
    wg_html_close(c->html);
    wg_text_addf(&c->html->out, "\n");
}

static bool is_free(const numbers *n, double x, double y)
{
    for (size_t k = 0; k < n->count; k++)
        if (fabs(n->taken[k].x - x) < 15 && fabs(n->taken[k].y - y) < 12)
            return false;
    return true;
}

static void draw_number(wg_chart *c, numbers *n, double x, double y, size_t number)
{
    static const struct {
        double x, y;
    } places[] = {{15, -7}, {15, 15}, {-15, -7}, {-15, 15}, {0, -12}, {0, 20}, {31, -7}, {31, 15}, {-31, -7}, {47, 4}};
    enum { PLACES = sizeof places / sizeof *places };
    char text[32];
    int k = 0;
    while (k + 1 < PLACES && !is_free(n, x + places[k].x, y + places[k].y))
        k++;
    take_place(n, x + places[k].x, y + places[k].y);
    snprintf(text, sizeof text, "%zu", number);
    wg_chart_label(c, x + places[k].x, y + places[k].y, "middle", "strong", text);
}

/* Where there are many kernels, each shows the outermost memory that is known of it. */
static void draw_point(const wg_roofline *r, wg_chart *c, numbers *taken, size_t index)
{
    const wg_roof_point *point = &r->points[index];
    double y = wg_scale_at(&c->y, height_of(point)), left = INFINITY, right = -INFINITY;
    bool detailed = r->count <= MOST_DETAILED;
    if (!wg_roofline_places(point))
        return;
    wg_html_open(c->html, "g", "class", wg_chart_color(index), NULL);
    for (int m = 0; m < MARKS; m++) {
        double intensity = place_of(point, marks[m].memory);
        if (!(intensity > 0))
            continue;
        left = fmin(left, wg_scale_at(&c->x, intensity));
        right = fmax(right, wg_scale_at(&c->x, intensity));
    }
    if (detailed && right > left)
        wg_chart_line(c, "thin", left, y, right, y);
    for (int m = MARKS; m-- > 0;) {
        double intensity = place_of(point, marks[m].memory);
        bool outermost = true;
        for (int k = 0; k < m; k++)
            outermost &= !(place_of(point, marks[k].memory) > 0);
        if (!(intensity > 0) || (!detailed && !outermost))
            continue;
        char said[320], rate[64];
        wg_roof_format(WG_ROOF_f32, height_of(point), rate, sizeof rate);
        snprintf(said, sizeof said, "%s: %.3g flop/B at %s, %s", point->name, intensity,
                 wg_roof_infos[marks[m].memory].title, rate);
        double x = wg_scale_at(&c->x, intensity);
        draw_mark(c, m, x, y, said);
        if (r->count > 1 && outermost)
            draw_number(c, taken, x, y, index + 1);
    }
    wg_html_close(c->html);
}

static void draw_legend(const wg_roofline *r, wg_chart *c)
{
    bool narrow = c->look == WG_LOOK_NARROW;
    double x = narrow ? c->left - 40 : c->right + 20, y = narrow ? c->bottom + 66 : c->top + 12;
    for (size_t k = 0; k < r->count && r->count > 1; k++, y += LEGEND_ROW) {
        char text[200];
        bool placed = wg_roofline_places(&r->points[k]);
        snprintf(text, sizeof text, "%zu  %s%s", k + 1, r->points[k].name, placed ? "" : " (no place)");
        wg_html_open(c->html, "g", "class", wg_chart_color(k), NULL);
        draw_mark(c, 0, x + 6, y - 4, r->points[k].name);
        wg_html_close(c->html);
        wg_chart_label(c, x + 20, y, "start", placed ? NULL : "faint", text);
    }
    y += r->count > 1 ? 6 : 0;
    for (int m = 0; m < MARKS && r->count && r->count <= MOST_DETAILED; m++, y += LEGEND_ROW) {
        char text[80];
        snprintf(text, sizeof text, "flop/B at %s", wg_roof_infos[marks[m].memory].title);
        wg_html_open(c->html, "g", "class", "c6", NULL);
        draw_mark(c, m, x + 6, y - 4, text);
        wg_html_close(c->html);
        wg_chart_label(c, x + 20, y, "start", "faint", text);
    }
}

void wg_roofline_draw(const wg_roofline *r, wg_look look, wg_html *html)
{
    wg_chart c = {.html = html, .look = look};
    numbers taken = {0};
    char title[300];
    snprintf(title, sizeof title, "Roofline of the %s", r->title);
    measure(r, &c);
    lay_out(r, &c);
    wg_chart_begin(&c, title);
    wg_chart_axes(&c, "operations for each byte moved (flop/B)", "flop/s");
    draw_roofs(r, &c, &taken);
    for (size_t k = 0; k < r->count; k++)
        draw_point(r, &c, &taken, k);
    draw_legend(r, &c);
    wg_chart_end(&c);
}

static char *write_svg(const wg_roofline *r)
{
    wg_html html = {0};
    wg_roofline_draw(r, WG_LOOK_FILE, &html);
    return html.out.bytes;
}

char *wg_report_roofline_svg(const wg_results *results)
{
    return write_svg(&results->roofline);
}

char *wg_report_kernel_svg(const wg_results *results)
{
    wg_roof_point point;
    wg_roofline roofline = {.ceilings = results->ceilings, .points = &point, .count = 1};
    snprintf(roofline.title, sizeof roofline.title, "%s", results->device.title);
    wg_roof_point_of(&results->records[0], &point);
    return write_svg(&roofline);
}

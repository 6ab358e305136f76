/* SPDX-License-Identifier: Apache-2.0 */
/* The figure: operations a second against operations a byte, both logarithmic. A memory's ceiling is a slope, one of
 * arithmetic is level; a kernel stands on one height, at as many places as there are memories that it has an intensity
 * for. */
#include "report/svg/roofline.h"

#include "report/svg/labels.h"
#include "report/table/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEGEND_ROW = 19, MOST_DETAILED = 3, BESIDE = 164 };

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

/* Beside the figure, or below it where there is no room for its words. */
static bool is_legend_below(const wg_roofline *r, const wg_chart *c)
{
    double widest = 0;
    for (size_t k = 0; k < r->count && r->count > 1; k++)
        widest = fmax(widest, wg_label_width(r->points[k].name));
    return c->look == WG_LOOK_NARROW || widest > BESIDE - wg_label_width("10  ");
}

static void lay_out(const wg_roofline *r, wg_chart *c)
{
    bool narrow = c->look == WG_LOOK_NARROW, below = is_legend_below(r, c);
    double rows = (double)(r->count > 1 ? r->count : 0) + (r->count && r->count <= MOST_DETAILED ? 4 : 0);
    double legend = rows * LEGEND_ROW;
    c->width = narrow ? 360 : 760;
    c->left = narrow ? 58 : 74;
    c->right = narrow ? 350 : r->count && !below ? 556 : 740;
    c->top = c->look == WG_LOOK_FILE ? 44 : 14;
    c->bottom = c->top + (narrow ? 280 : 380);
    c->height = c->bottom + 56 + (below ? legend : 0);
    c->height = fmax(c->height, below ? 0 : c->top + legend + 20);
}

/* ---- the roofs ---- */

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

/* A name along a slope: above it or below, as far left as there is room. */
static void name_slope(wg_chart *c, wg_labels *labels, double x1, double y1, double x2, double y2, const char *name)
{
    static const double offsets[] = {-5, 14};
    double length = hypot(x2 - x1, y2 - y1), dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    double angle = atan2(y2 - y1, x2 - x1);
    for (double along = 10; along < length; along += 8)
        for (int k = 0; k < 2; k++) {
            double x = x1 + along * dx - offsets[k] * dy, y = y1 + along * dy + offsets[k] * dx;
            wg_label_box box = wg_label_box_of(name, x, y, angle);
            if (!wg_labels_fit(labels, &box))
                continue;
            char turned[120];
            wg_labels_take(labels, &box);
            snprintf(turned, sizeof turned, "translate(%.1f %.1f) rotate(%.1f)", x, y, angle * 180 / acos(-1));
            wg_html_open(c->html, "g", "transform", turned, NULL);
            wg_chart_label(c, 0, 0, "start", "faint", name);
            wg_html_close(c->html);
            return;
        }
}

static void draw_slope(wg_chart *c, wg_labels *labels, double rate, double top, const char *name)
{
    double low = pow(10, c->x.low), end = fmin(top / rate, pow(10, c->x.high));
    double from = fmax(low, pow(10, c->y.low) / rate);
    double x1 = wg_scale_at(&c->x, from), y1 = wg_scale_at(&c->y, rate * from);
    double x2 = wg_scale_at(&c->x, end), y2 = wg_scale_at(&c->y, rate * end);
    if (!(x2 > x1))
        return;
    wg_chart_line(c, "roof", x1, y1, x2, y2);
    name_slope(c, labels, x1, y1, x2, y2, name);
}

/* The name stands at the right end, above or below the line, or where there is room left of that. */
static void draw_level(wg_chart *c, wg_labels *labels, double rate, double steepest, const char *name)
{
    static const double offsets[] = {-6, 15};
    double start = steepest > 0 ? fmax(rate / steepest, pow(10, c->x.low)) : pow(10, c->x.low);
    double y = wg_scale_at(&c->y, rate), from = wg_scale_at(&c->x, start);
    wg_chart_line(c, "roof", from, y, c->right, y);
    double width = 2 * wg_label_box_of(name, 0, 0, 0).half_width;
    for (double x = c->right - width - 1; x > c->left; x -= 12)
        for (int k = 0; k < 2; k++) {
            wg_label_box box = wg_label_box_of(name, x, y + offsets[k], 0);
            if (!wg_labels_fit(labels, &box))
                continue;
            wg_labels_take(labels, &box);
            wg_chart_label(c, x + width, y + offsets[k], "end", "faint", name);
            return;
        }
}

static void draw_roofs(const wg_roofline *r, wg_chart *c, wg_labels *labels)
{
    char name[120];
    for (int level = 1; level >= 0; level--) /* a level name has fewer places to stand */
        for (int k = 0; k < WG_ROOF_COUNT; k++) {
            double rate = r->ceilings.items[k].rate;
            if (wg_roof_infos[k].is_memory == level || !draws_roof(r, (wg_roof)k) ||
                !name_roof(r, (wg_roof)k, name, sizeof name))
                continue;
            if (wg_roof_infos[k].is_memory)
                draw_slope(c, labels, rate, top_of(r), name);
            else
                draw_level(c, labels, rate, slope_of(r, true), name);
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

/* A shape for each kernel, where it has one mark. With as many colours as there are, the two together begin again
 * after 56. */
static const char *const shapes[] = {"M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
                                     "M-5 -5h10v10h-10Z",
                                     "M0 -7L7 0L0 7L-7 0Z",
                                     "M0 -6.5L6.5 5H-6.5Z",
                                     "M0 6.5L6.5 -5H-6.5Z",
                                     "M-2 -6.5h4v4.5h4.5v4h-4.5v4.5h-4v-4.5h-4.5v-4h4.5Z",
                                     "M-6 -2L0 -6.5L6 -2L4 5H-4Z"};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void draw_shape(wg_chart *c, const char *class, const char *shape, double x, double y, const char *said)
{
    char moved[80];
    snprintf(moved, sizeof moved, "translate(%.1f %.1f)", x, y);
    wg_html_open(c->html, "path", "class", class, "transform", moved, "d", shape, NULL);
    wg_html_add(c->html, "title", NULL, "%s", said);
    wg_html_close(c->html);
    wg_text_addf(&c->html->out, "\n");
}

static void draw_mark(wg_chart *c, int mark, double x, double y, const char *said)
{
    draw_shape(c, marks[mark].class, marks[mark].shape, x, y, said);
}

static bool is_detailed(const wg_roofline *r)
{
    return r->count <= MOST_DETAILED;
}

/* Whether a kernel has a mark for a memory: where there are many kernels, only for the outermost that is known of it.
 */
static bool is_marked(const wg_roofline *r, const wg_roof_point *point, int mark)
{
    if (!wg_roofline_places(point) || !(place_of(point, marks[mark].memory) > 0))
        return false;
    for (int k = 0; k < mark && !is_detailed(r); k++)
        if (place_of(point, marks[k].memory) > 0)
            return false;
    return true;
}

static bool is_outermost(const wg_roof_point *point, int mark)
{
    for (int k = 0; k < mark; k++)
        if (place_of(point, marks[k].memory) > 0)
            return false;
    return true;
}

/* Words keep clear of all marks. */
static void take_marks(const wg_roofline *r, const wg_chart *c, wg_labels *labels)
{
    for (size_t p = 0; p < r->count; p++)
        for (int m = 0; m < MARKS; m++)
            if (is_marked(r, &r->points[p], m)) {
                double x = wg_scale_at(&c->x, place_of(&r->points[p], marks[m].memory));
                wg_labels_take(labels, &(wg_label_box){x, wg_scale_at(&c->y, height_of(&r->points[p])), 7, 7, 0});
            }
}

enum { DIRECTIONS = 16, NEAR = 18, FAR = 130, STEP = 8 };

/* Whether another mark is so near that a number beside this one could be the other's. */
static bool is_crowded(const wg_labels *labels, size_t marks_taken, double x, double y)
{
    size_t near = 0;
    for (size_t k = 0; k < marks_taken && k < labels->count; k++)
        near += hypot(labels->taken[k].x - x, labels->taken[k].y - y) < 1.5 * NEAR;
    return near > 1; /* itself is one */
}

/* The number of a kernel near its mark: as near as there is room, with a line to the mark from further away. */
static void draw_number(wg_chart *c, wg_labels *labels, double x, double y, size_t number, bool crowded)
{
    const double turn = 4 * acos(0) / DIRECTIONS;
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    for (double away = crowded ? NEAR + STEP : NEAR; away <= FAR; away += STEP)
        for (int k = 0; k < DIRECTIONS; k++) {
            double angle = (k % 2 ? -(k + 1) / 2 : k / 2) * turn - turn * 2; /* first to the right and above */
            double ex = cos(angle), ey = sin(angle), middle_x = x + away * ex, middle_y = y + away * ey;
            wg_label_box box = wg_label_box_of(text, middle_x, middle_y + 4, 0);
            box.x = middle_x;
            box.half_width += 1;
            if (!wg_labels_fit(labels, &box))
                continue;
            wg_labels_take(labels, &box);
            if (away > NEAR)
                wg_chart_line(c, "leader", x + 7 * ex, y + 7 * ey, x + (away - 9) * ex, y + (away - 9) * ey);
            wg_chart_label(c, middle_x, middle_y + 4, "middle", "strong", text);
            return;
        }
}

/* The stretch between a kernel's marks. */
static void draw_span(const wg_roofline *r, wg_chart *c, const wg_roof_point *point, double y)
{
    double left = INFINITY, right = -INFINITY;
    for (int m = 0; m < MARKS; m++)
        if (is_marked(r, point, m)) {
            left = fmin(left, wg_scale_at(&c->x, place_of(point, marks[m].memory)));
            right = fmax(right, wg_scale_at(&c->x, place_of(point, marks[m].memory)));
        }
    if (right > left)
        wg_chart_line(c, "thin", left, y, right, y);
}

static void draw_point(const wg_roofline *r, wg_chart *c, size_t index)
{
    const wg_roof_point *point = &r->points[index];
    double y = wg_scale_at(&c->y, height_of(point));
    if (!wg_roofline_places(point))
        return;
    wg_html_open(c->html, "g", "class", wg_chart_color(index), NULL);
    draw_span(r, c, point, y);
    for (int m = MARKS; m-- > 0;) {
        if (!is_marked(r, point, m))
            continue;
        double intensity = place_of(point, marks[m].memory);
        char said[320], rate[64];
        wg_roof_format(WG_ROOF_f32, height_of(point), rate, sizeof rate);
        snprintf(said, sizeof said, "%s: %.3g flop/B at %s, %s", point->name, intensity,
                 wg_roof_infos[marks[m].memory].title, rate);
        if (is_detailed(r))
            draw_mark(c, m, wg_scale_at(&c->x, intensity), y, said);
        else
            draw_shape(c, "dot", shapes[index % SHAPES], wg_scale_at(&c->x, intensity), y, said);
    }
    wg_html_close(c->html);
}

static void draw_numbers(const wg_roofline *r, wg_chart *c, wg_labels *labels, size_t marks_taken)
{
    for (size_t p = 0; p < r->count && r->count > 1; p++)
        for (int m = 0; m < MARKS; m++) {
            if (!is_marked(r, &r->points[p], m) || !is_outermost(&r->points[p], m))
                continue;
            double x = wg_scale_at(&c->x, place_of(&r->points[p], marks[m].memory));
            double y = wg_scale_at(&c->y, height_of(&r->points[p]));
            draw_number(c, labels, x, y, p + 1, is_crowded(labels, marks_taken, x, y));
        }
}

static void draw_legend(const wg_roofline *r, wg_chart *c)
{
    bool below = is_legend_below(r, c);
    double x = below ? c->left - 40 : c->right + 20, y = below ? c->bottom + 66 : c->top + 12;
    for (size_t k = 0; k < r->count && r->count > 1; k++, y += LEGEND_ROW) {
        char text[200], fitting[200];
        bool placed = wg_roofline_places(&r->points[k]);
        snprintf(text, sizeof text, "%zu  %s%s", k + 1, r->points[k].name, placed ? "" : " (no place)");
        wg_html_open(c->html, "g", "class", wg_chart_color(k), NULL);
        draw_shape(c, "dot", shapes[is_detailed(r) ? 0 : k % SHAPES], x + 6, y - 4, r->points[k].name);
        wg_html_close(c->html);
        wg_label_fit(text, c->width - x - 20, fitting, sizeof fitting);
        wg_chart_label(c, x + 20, y, "start", placed ? NULL : "faint", fitting);
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
    wg_labels labels = {0};
    char title[300];
    snprintf(title, sizeof title, "Roofline of the %s", r->title);
    measure(r, &c);
    lay_out(r, &c);
    wg_chart_begin(&c, title);
    wg_chart_axes(&c, "operations for each byte moved (flop/B)", "flop/s");
    labels.left = c.left + 2;
    labels.right = c.right + 1;
    labels.top = c.top - 12;
    labels.bottom = c.bottom - 2;
    take_marks(r, &c, &labels);
    size_t marks_taken = labels.count;
    draw_roofs(r, &c, &labels);
    for (size_t k = 0; k < r->count; k++)
        draw_point(r, &c, k);
    draw_numbers(r, &c, &labels, marks_taken);
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

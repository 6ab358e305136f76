/* SPDX-License-Identifier: Apache-2.0 */
/* What figures are made of: axes with ticks, labels and marks, in SVG. A figure is drawn once for a file of its own,
 * and twice for a page: wide, and narrow for a phone, where the other one is hidden. */
#ifndef WG_REPORT_SVG_CHART_H
#define WG_REPORT_SVG_CHART_H

#include "report/html/html.h"

typedef enum wg_look {
    WG_LOOK_FILE, /* complete: its own colours, its title */
    WG_LOOK_WIDE,
    WG_LOOK_NARROW,
} wg_look;

/* From values to places. */
typedef struct wg_scale {
    bool log;
    bool decimal;     /* a logarithmic one of amounts: 1, 2, 5, 10; else of sizes: 1, 2, 4, 8 */
    double low, high; /* of the data; decades in a logarithmic one */
    double from, to;  /* in the figure */
} wg_scale;

double wg_scale_at(const wg_scale *scale, double value);
bool wg_scale_shows(const wg_scale *scale, double value);
void wg_scale_stretch(wg_scale *scale, double value);
/* A scale with nothing in it yet. */
wg_scale wg_scale_empty(bool log);

typedef struct wg_chart {
    wg_html *html;
    wg_look look;
    double width, height;
    double left, right, top, bottom; /* of the part with the data */
    wg_scale x, y;
} wg_chart;

/* The svg element; `title` is shown in a file, and said to those who cannot see it. The caller sets width, height and
 * the four sides. */
void wg_chart_begin(wg_chart *chart, const char *title);
void wg_chart_end(wg_chart *chart);
/* Lays both scales into the frame, and draws it with ticks and labels. */
void wg_chart_axes(wg_chart *chart, const char *x_label, const char *y_label);

/* class, may be NULL; anchor: "start", "middle", "end" */
void wg_chart_label(wg_chart *chart, double x, double y, const char *anchor, const char *class, const char *text);
void wg_chart_line(wg_chart *chart, const char *class, double x1, double y1, double x2, double y2);
/* Colours that differ also to those who see few: "c0" to "c7", again and again. */
const char *wg_chart_color(size_t index);

/* 4.2T, 950, 0.05 */
void wg_chart_number(double value, char *text, size_t size);

/* What makes figures and pages look as they do: src/report/html/style/, carried in the library. */
typedef struct wg_page_file {
    const char *name; /* NULL: end of the list */
    const unsigned char *bytes;
    size_t length;
} wg_page_file;

extern const wg_page_file wg_page_files[];

void wg_page_add_file(wg_text *out, const char *name);

#endif

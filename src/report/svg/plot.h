/* SPDX-License-Identifier: Apache-2.0 */
/* Curves as a figure. */
#ifndef WG_REPORT_SVG_PLOT_H
#define WG_REPORT_SVG_PLOT_H

#include "report/svg/chart.h"
#include "results/record.h"

typedef struct wg_curve {
    const char *name;
    const double *x, *y; /* points with NAN are left out */
    size_t count;
} wg_curve;

typedef struct wg_plot {
    const char *title, *x_label, *y_label;
    bool log_x, log_y;
    const wg_curve *curves;
    size_t curve_count;
} wg_plot;

void wg_plot_draw(const wg_plot *plot, wg_look look, wg_html *html);
/* The curves of a probe; the caller frees them and the numbers that are returned. */
double *wg_plot_of_probe(const wg_results *probe, wg_plot *out);
/* A file of its own. */
void wg_plot_svg(const wg_plot *plot, wg_text *out);

#endif

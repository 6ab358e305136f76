/* SPDX-License-Identifier: Apache-2.0 */
/* Curves as a figure. */
#ifndef WG_REPORT_PLOT_H
#define WG_REPORT_PLOT_H

#include "report/chart.h"

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
/* A file of its own. */
void wg_plot_svg(const wg_plot *plot, wg_text *out);

#endif

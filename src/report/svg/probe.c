/* SPDX-License-Identifier: Apache-2.0 */
/* The curves of a probe. */
#include "report/table/probe.h"
#include "base/arena.h"
#include "report/svg/plot.h"

#include <stdio.h>
#include <stdlib.h>

double *wg_plot_of_probe(const wg_results *probe, wg_plot *out)
{
    const wg_curves *c = &probe->curves;
    wg_curve *curves = wg_alloc((c->series_count + 1) * sizeof *curves);
    double *numbers = wg_alloc((2 * c->series_count * c->point_count + 1) * sizeof *numbers), *next = numbers;
    *out = (wg_plot){.title = probe->title,
                     .x_label = c->x_label,
                     .y_label = c->y_label,
                     .log_x = c->log_x,
                     .log_y = c->log_y,
                     .curves = curves};
    for (size_t s = 0; s < c->series_count; s++) {
        if (wg_report_probe_lacks(probe, s))
            continue;
        wg_curve *curve = &curves[out->curve_count++];
        *curve = (wg_curve){wg_curves_at(probe, s, 0)->name, next, next + c->point_count, c->point_count};
        for (size_t k = 0; k < c->point_count; k++) {
            next[k] = wg_curves_at(probe, s, k)->x;
            next[c->point_count + k] = wg_curves_at(probe, s, k)->y;
        }
        next += 2 * c->point_count;
    }
    return numbers;
}

char *wg_report_probe_svg(const wg_results *probe)
{
    wg_text out = {0};
    wg_plot plot;
    char title[300];
    double *numbers = wg_plot_of_probe(probe, &plot);
    snprintf(title, sizeof title, "%s, %s", plot.title, probe->device.title);
    plot.title = title;
    wg_plot_svg(&plot, &out);
    free((void *)plot.curves);
    free(numbers);
    return out.bytes;
}

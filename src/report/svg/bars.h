/* SPDX-License-Identifier: Apache-2.0 */
/* Amounts as bars below one another, all on one scale; each may have a limit of its own. */
#ifndef WG_REPORT_SVG_BARS_H
#define WG_REPORT_SVG_BARS_H

#include "report/svg/chart.h"

typedef struct wg_bar {
    const char *name;
    double value, limit; /* NAN: none */
    char text[80];       /* at the end of the bar */
} wg_bar;

typedef struct wg_bars {
    const char *title;
    const char *limit; /* what the mark beyond a bar means; NULL: there is none */
    const char *unit;  /* of the scale; NULL: it is not shown */
    const wg_bar *items;
    size_t count;
} wg_bars;

void wg_bars_draw(const wg_bars *bars, wg_look look, wg_html *html);

#endif

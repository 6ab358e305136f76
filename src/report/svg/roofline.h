/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels under a device's roofs, drawn. */
#ifndef WG_REPORT_SVG_ROOFLINE_H
#define WG_REPORT_SVG_ROOFLINE_H

#include "analysis/roofline.h"
#include "report/svg/chart.h"

void wg_roofline_draw(const wg_roofline *roofline, wg_look look, wg_html *html);
/* Whether there is a kernel that can be drawn; the figure has the roofs alone otherwise. */
bool wg_roofline_places(const wg_roof_point *point);

#endif

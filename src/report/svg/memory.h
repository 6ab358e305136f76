/* SPDX-License-Identifier: Apache-2.0 */
/* The memory chart, drawn. */
#ifndef WG_REPORT_SVG_MEMORY_H
#define WG_REPORT_SVG_MEMORY_H

#include "report/memory.h"
#include "report/svg/chart.h"

void wg_memory_draw(const wg_memory_chart *memory, wg_look look, wg_html *html);

#endif

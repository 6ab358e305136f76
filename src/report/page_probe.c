/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a probe: its curves, what they show, their numbers. */
#include "report/page.h"
#include "report/plot.h"
#include "report/probe.h"

#include <stdlib.h>

static void draw(const void *figure, wg_look look, wg_html *html)
{
    wg_plot_draw(figure, look, html);
}

char *wg_report_probe_html(const wg_probe *probe)
{
    const wg_ladder *m = probe->ladders[0];
    wg_html h = {0};
    wg_text line = {0};
    wg_table table;
    wg_plot plot;
    wg_text_addf(&line, "%s, %s on %s (%s)", m->title, wg_probe_how(probe), probe->device, probe->title);
    wg_page_begin(&h, "probe", m->name, wg_text_get(&line));
    double *numbers = wg_report_probe_plot(probe, &plot);
    wg_html_open(&h, "section", NULL);
    wg_page_figure(&h, draw, &plot, m->text);
    wg_html_close(&h);
    free((void *)plot.curves);
    free(numbers);
    wg_page_section(&h, "All numbers", NULL);
    wg_report_probe_table(probe, &table);
    wg_page_table(&h, &table);
    wg_html_close(&h);
    wg_table_free(&table);
    wg_text_free(&line);
    return wg_page_end(&h);
}

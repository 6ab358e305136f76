/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a probe: its curves, what they show, their numbers. */
#include "report/table/probe.h"
#include "report/html/page.h"
#include "report/svg/plot.h"

#include <stdlib.h>

static void draw(const void *figure, wg_look look, wg_html *html)
{
    wg_plot_draw(figure, look, html);
}

char *wg_report_probe_html(const wg_results *probe, const wg_write_options *options)
{
    wg_html h = {0};
    wg_text line = {0};
    wg_table table;
    wg_plot plot;
    wg_text_addf(&line, "%s, %s on %s (%s)", probe->title, wg_curves_how(&probe->curves), probe->device.name,
                 probe->device.title);
    wg_page_begin(&h, "probe", probe->name, wg_text_get(&line));
    double *numbers = wg_plot_of_probe(probe, &plot);
    wg_html_open(&h, "section", NULL);
    wg_page_figure(&h, draw, &plot, probe->text);
    wg_html_close(&h);
    free((void *)plot.curves);
    free(numbers);
    wg_page_fold(&h, "All numbers", NULL);
    wg_report_probe_table(probe, &table);
    wg_page_table(&h, &table);
    wg_page_fold_end(&h);
    wg_page_baselines(&h, probe->baseline);
    wg_table_free(&table);
    wg_text_free(&line);
    return wg_page_end(&h, probe, options);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/table/probe.h"

#include "base/arena.h"
#include "report/table/compare.h"
#include "report/table/ladder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool wg_report_probe_lacks(const wg_results *probe, size_t series)
{
    for (size_t k = 0; k < probe->curves.point_count; k++)
        if (!isnan(wg_curves_at(probe, series, k)->y))
            return false;
    return true;
}

/* A series that was left out has no value for an axis that is computed from results. */
static double x_at(const wg_results *probe, size_t point)
{
    for (size_t s = 0; s < probe->curves.series_count; s++)
        if (!isnan(wg_curves_at(probe, s, point)->y))
            return wg_curves_at(probe, s, point)->x;
    return wg_curves_at(probe, 0, point)->x;
}

static void make_table(const wg_results *probe, wg_table_form form, wg_table *table)
{
    const char **headings = wg_alloc((probe->curves.series_count + 2) * sizeof *headings);
    size_t count = 0;
    headings[count++] = probe->curves.x_label;
    for (size_t s = 0; s < probe->curves.series_count; s++)
        if (!wg_report_probe_lacks(probe, s))
            headings[count++] = wg_curves_at(probe, s, 0)->name;
    wg_table_begin(table, form, headings);
    free(headings);
    for (size_t k = 0; k < probe->curves.point_count; k++) {
        double x = x_at(probe, k);
        if (isnan(x)) /* files may leave it out */
            wg_table_add_number(table, x, 9);
        else
            wg_table_add(table, "%.9g", x);
        for (size_t s = 0; s < probe->curves.series_count; s++)
            if (!wg_report_probe_lacks(probe, s))
                wg_table_add_number(table, wg_curves_at(probe, s, k)->y, 4);
    }
}

static void add_wrong(wg_text *out, const wg_results *probe)
{
    for (size_t s = 0; s < probe->curves.series_count; s++) {
        for (size_t k = 0; k < probe->curves.point_count; k++) {
            const wg_record *r = wg_curves_at(probe, s, k);
            if (wg_record_failed(r))
                wg_text_addf(out, "\n%s at %s=%s: %s\n", r->name, probe->curves.sweep, probe->curves.sweep_values[k],
                             r->reason);
        }
    }
}

char *wg_report_probe(const wg_results *probe, wg_table_form form, const wg_write_options *options)
{
    const wg_curves *c = &probe->curves;
    wg_text out = {0};
    wg_table table;
    make_table(probe, form, &table);
    if (form == WG_TABLE_TEXT)
        wg_text_addf(&out, "%s: %s, on %s (%s)\n%s: %s\n\n", probe->name, probe->title, probe->device.name,
                     probe->device.title, wg_curves_how(c), c->y_label);
    wg_table_write(&table, &out);
    wg_table_free(&table);
    if (form == WG_TABLE_TEXT) {
        wg_report_left_out(&out, probe->records, c->series_count, c->point_count, wg_report_width(options, 118));
        add_wrong(&out, probe);
        if (probe->text) {
            wg_text_addf(&out, "\n");
            wg_text_add_wrapped(&out, probe->text, wg_report_width(options, 110));
        }
    }
    if (form != WG_TABLE_CSV)
        wg_baseline_write(probe->baseline, form, true, &out);
    return out.bytes;
}

void wg_report_probe_table(const wg_results *probe, wg_table *table)
{
    make_table(probe, WG_TABLE_TEXT, table);
}

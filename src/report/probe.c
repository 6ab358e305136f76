/* SPDX-License-Identifier: Apache-2.0 */
#include "report/probe.h"

#include "report/context.h"
#include "report/ladder.h"
#include "report/plot.h"
#include "json/write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Series that do not run on this device have no column. */
static bool is_empty(const wg_probe *probe, size_t series)
{
    for (size_t k = 0; k < probe->point_count; k++)
        if (!isnan(wg_probe_at(probe, series, k)->y))
            return false;
    return true;
}

static const wg_ladder *manifest(const wg_probe *probe)
{
    return probe->ladders[0];
}

/* A series that was left out has no value for an axis that is computed from results. */
static double x_at(const wg_probe *probe, size_t point)
{
    for (size_t s = 0; s < probe->series_count; s++)
        if (!isnan(wg_probe_at(probe, s, point)->y))
            return wg_probe_at(probe, s, point)->x;
    return wg_probe_at(probe, 0, point)->x;
}

static void make_table(const wg_probe *probe, wg_table_form form, wg_table *table)
{
    const char **headings = wg_alloc((probe->series_count + 2) * sizeof *headings);
    size_t count = 0;
    headings[count++] = manifest(probe)->x.label;
    for (size_t s = 0; s < probe->series_count; s++)
        if (!is_empty(probe, s))
            headings[count++] = wg_probe_series(probe, s)->name;
    wg_table_begin(table, form, headings);
    free(headings);
    for (size_t k = 0; k < probe->point_count; k++) {
        wg_table_add(table, "%.9g", x_at(probe, k));
        for (size_t s = 0; s < probe->series_count; s++)
            if (!is_empty(probe, s))
                wg_table_add_number(table, wg_probe_at(probe, s, k)->y, 4);
    }
}

static void add_wrong(wg_text *out, const wg_probe *probe)
{
    for (size_t s = 0; s < probe->series_count; s++) {
        for (size_t k = 0; k < probe->point_count; k++) {
            const wg_rung_result *r = wg_probe_at(probe, s, k)->result;
            if (r->verdict == WG_VERDICT_WRONG || r->verdict == WG_VERDICT_FAILED)
                wg_text_addf(out, "\n%s at %s=%s: %s\n", r->rung->name, manifest(probe)->sweep,
                             manifest(probe)->sweep_values[k], r->reason);
        }
    }
}

char *wg_report_probe(const wg_probe *probe, wg_table_form form)
{
    const wg_ladder *m = manifest(probe);
    wg_text out = {0};
    wg_table table;
    make_table(probe, form, &table);
    if (form == WG_TABLE_TEXT)
        wg_text_addf(&out, "%s: %s, on %s (%s)\n%s: %s\n\n", m->name, m->title, probe->device, probe->title,
                     wg_probe_how(probe), wg_probe_y_label(probe));
    wg_table_write(&table, &out);
    wg_table_free(&table);
    if (form == WG_TABLE_TEXT) {
        wg_report_left_out(&out, probe->climbs[0]);
        add_wrong(&out, probe);
        if (m->text) {
            wg_text_addf(&out, "\n");
            wg_text_add_wrapped(&out, m->text, 110);
        }
    }
    return out.bytes;
}

double *wg_report_probe_plot(const wg_probe *probe, wg_plot *out)
{
    const wg_ladder *m = manifest(probe);
    wg_curve *curves = wg_alloc((probe->series_count + 1) * sizeof *curves);
    double *numbers = wg_alloc((2 * probe->series_count * probe->point_count + 1) * sizeof *numbers), *next = numbers;
    *out = (wg_plot){.title = m->title,
                     .x_label = m->x.label,
                     .y_label = wg_probe_y_label(probe),
                     .log_x = m->log_x,
                     .log_y = m->log_y,
                     .curves = curves};
    for (size_t s = 0; s < probe->series_count; s++) {
        if (is_empty(probe, s))
            continue;
        wg_curve *curve = &curves[out->curve_count++];
        *curve = (wg_curve){wg_probe_series(probe, s)->name, next, next + probe->point_count, probe->point_count};
        for (size_t k = 0; k < probe->point_count; k++) {
            next[k] = wg_probe_at(probe, s, k)->x;
            next[probe->point_count + k] = wg_probe_at(probe, s, k)->y;
        }
        next += 2 * probe->point_count;
    }
    return numbers;
}

void wg_report_probe_table(const wg_probe *probe, wg_table *table)
{
    make_table(probe, WG_TABLE_TEXT, table);
}

char *wg_report_probe_svg(const wg_probe *probe)
{
    wg_text out = {0};
    wg_plot plot;
    char title[300];
    double *numbers = wg_report_probe_plot(probe, &plot);
    snprintf(title, sizeof title, "%s, %s", plot.title, probe->title);
    plot.title = title;
    wg_plot_svg(&plot, &out);
    free((void *)plot.curves);
    free(numbers);
    return out.bytes;
}

char *wg_report_probe_json(const wg_probe *probe, const char *executable)
{
    const wg_ladder *m = manifest(probe);
    json_t *context = wg_report_context(executable, probe->device, probe->title), *benchmarks = json_array();
    wg_report_set_string(context, "probe", m->name);
    wg_report_set_string(context, "title", m->title);
    if (m->text)
        wg_report_set_string(context, "text", m->text);
    json_object_set_new(context, "log_x", json_boolean(m->log_x));
    json_object_set_new(context, "log_y", json_boolean(m->log_y));
    wg_report_set_string(context, "sweep", m->sweep);
    wg_report_set_string(context, "x", m->x.label);
    wg_report_set_string(context, "y", wg_probe_y_label(probe));
    wg_report_set_string(context, "y_is", wg_probe_how(probe));
    for (size_t s = 0; s < probe->series_count; s++) {
        for (size_t k = 0; k < probe->point_count; k++) {
            const wg_probe_point *point = wg_probe_at(probe, s, k);
            json_t *b = wg_report_rung_json(m->name, point->result);
            char name[300];
            snprintf(name, sizeof name, "%s/%s/%s:%s", m->name, point->result->rung->name, m->sweep,
                     manifest(probe)->sweep_values[k]);
            wg_report_set_string(b, "name", name);
            wg_report_set_string(b, "series", point->result->rung->name);
            wg_report_set_real(b, "x", point->x);
            wg_report_set_real(b, "y", point->y);
            json_array_append_new(benchmarks, b);
        }
    }
    return wg_json_write(json_pack("{s:o, s:o}", "context", context, "benchmarks", benchmarks));
}

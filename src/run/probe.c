/* SPDX-License-Identifier: Apache-2.0 */
#include "run/probe.h"

#include "spec/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what an axis shows ---- */

typedef struct look_up {
    const wg_record *record;
    const wg_plan *plan;
} look_up;

static wg_status find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    const look_up *l = user;
    const wg_record *r = l->record;
    const struct {
        const char *name;
        double value;
    } facts[] = {{"seconds", r->has_time               ? r->timing.median
                             : r->estimate.seconds > 0 ? r->estimate.seconds
                                                       : NAN},
                 {"flops", r->flops},
                 {"bytes", r->bytes},
                 {"launches", (double)wg_record_launches(r)},
                 {"registers", r->registers < 0 ? NAN : r->registers},
                 {"blocks_per_sm", r->blocks_per_sm >= 0     ? r->blocks_per_sm
                                   : r->estimate.seconds > 0 ? r->estimate.blocks_per_sm
                                                             : NAN}};
    wg_status status = wg_plan_find_name((void *)l->plan, name, value, err);
    if (status != WG_ERR_MISSING)
        return status;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        if (!strcmp(facts[k].name, name)) {
            *value = (wg_value){.is_real = true, .real = facts[k].value};
            return WG_OK;
        }
    }
    wg_counter counter = wg_counter_find(name);
    wg_metric metric = wg_metric_find(name);
    if (counter < WG_COUNTER_COUNT)
        *value = (wg_value){.integer = (int64_t)r->counters.value[counter]};
    else if (metric < WG_METRIC_COUNT)
        *value = (wg_value){.is_real = true, .real = wg_metric_value(&r->counters, metric)};
    return counter < WG_COUNTER_COUNT || metric < WG_METRIC_COUNT ? WG_OK : WG_ERR_MISSING;
}

static wg_status evaluate(const wg_rung *rung, const wg_record *r, const wg_formula *formula, double *out,
                          wg_error *err)
{
    look_up l = {.record = r};
    wg_plan *plan = NULL;
    wg_value value;
    wg_status status = wg_plan_new(rung->spec, &plan, err);
    l.plan = plan;
    wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find_name, .user = &l};
    if (status == WG_OK) {
        status = wg_expression_evaluate(formula->text, &scope, &value, err);
        wg_error_prefix(err, status, "%s: ", formula->where);
    }
    wg_plan_free(plan);
    if (status == WG_OK)
        *out = wg_value_to_real(&value);
    return status;
}

static bool has_times(const wg_curves *curves)
{
    return curves->is_measured || curves->is_predicted;
}

static wg_status place_point(const wg_curves *curves, const wg_ladder *ladder, wg_record *r, wg_error *err)
{
    const wg_rung *rung = wg_ladder_find(ladder, r->name, err);
    const wg_axis *y = has_times(curves) ? &rung->measured : &rung->counted;
    bool there = curves->is_measured ? r->has_time : curves->is_predicted ? r->estimate.seconds > 0 : r->has_counters;
    wg_formula swept = {.text = ladder->sweep, .where = ladder->path};
    wg_status status = evaluate(rung, r, ladder->x.value.text && there ? &ladder->x.value : &swept, &r->x, err);
    if (status == WG_OK && there && y->value.text)
        status = evaluate(rung, r, &y->value, &r->y, err);
    return status;
}

/* ---- running ---- */

static wg_status open_at(const char *what, const wg_ladder_options *options, const char *sweep, const char *value,
                         wg_ladder **out, wg_error *err)
{
    wg_ladder_options o = *options;
    wg_ladder_setting *settings = wg_alloc((options->setting_count + 1) * sizeof *settings);
    for (size_t k = 0; k < options->setting_count; k++)
        settings[k] = options->settings[k];
    settings[o.setting_count++] = (wg_ladder_setting){sweep, value, "the sweep"};
    o.settings = settings;
    wg_status status = wg_ladder_open(what, &o, out, err);
    free(settings);
    return status;
}

/* Where a probe is drawn. */
typedef struct drawing {
    const char *what;
    const wg_ladder *first; /* without a value of the sweep */
    const wg_ladder_options *ladder_options;
    const wg_climb_options *options;
    wg_results *results;
} drawing;

static wg_status run_point(const drawing *d, size_t index, wg_error *err)
{
    wg_curves *curves = &d->results->curves;
    const char *value = d->first->sweep_values[index];
    wg_ladder *ladder = NULL;
    wg_status status = open_at(d->what, d->ladder_options, d->first->sweep, value, &ladder, err);
    if (status != WG_OK)
        return wg_error_prefix(err, status, "at %s=%s: ", d->first->sweep, value);
    wg_record *records = wg_alloc((curves->series_count + 1) * sizeof *records);
    status = wg_climb_add(ladder, d->options, d->results, records, err);
    for (size_t k = 0; k < curves->series_count && status == WG_OK; k++) {
        status = place_point(curves, ladder, &records[k], err);
        d->results->records[k * curves->point_count + index] = records[k];
    }
    free(records);
    wg_ladder_close(ladder);
    return status;
}

/* Of the first series that has a point. */
static const char *y_label(const drawing *d)
{
    const wg_curves *curves = &d->results->curves;
    for (size_t k = 0; k < d->results->count; k++) {
        const wg_record *r = &d->results->records[k];
        const wg_rung *rung = isnan(r->y) ? NULL : wg_ladder_find(d->first, r->name, NULL);
        const char *label = !rung ? NULL : has_times(curves) ? rung->measured.label : rung->counted.label;
        if (label)
            return label;
    }
    return "";
}

static wg_status describe(const drawing *d, wg_error *err)
{
    wg_results *results = d->results;
    const wg_ladder *first = d->first;
    wg_curves *curves = &results->curves;
    results->name = wg_results_keep(results, first->name);
    results->title = wg_results_keep(results, first->title ? first->title : "");
    results->text = wg_results_keep(results, first->text);
    curves->sweep = wg_results_keep(results, first->sweep);
    curves->x_label = wg_results_keep(results, first->x.label);
    curves->log_x = first->log_x;
    curves->log_y = first->log_y;
    curves->point_count = first->sweep_count;
    curves->sweep_values = WG_NEW_ARRAY(&results->arena, const char *, first->sweep_count + 1);
    for (size_t k = 0; k < first->sweep_count; k++)
        curves->sweep_values[k] = wg_results_keep(results, first->sweep_values[k]);
    wg_status status = wg_climb_count(first, d->options, &curves->series_count, err);
    results->count = curves->series_count * curves->point_count;
    results->records = WG_NEW_ARRAY(&results->arena, wg_record, results->count + 1);
    return status;
}

static wg_status draw(const drawing *d, wg_engine *engine, wg_error *err)
{
    wg_curves *curves = &d->results->curves;
    wg_climb_options shared = *d->options;
    drawing inner = *d;
    inner.options = &shared;
    curves->is_measured = engine->backend->start_clock != NULL;
    curves->is_predicted = !curves->is_measured && d->options->engine.estimates;
    shared.opened = curves->is_measured ? engine : NULL;
    shared.contents = wg_contents_new();
    shared.no_counters = true;
    wg_status status = describe(d, err);
    for (size_t k = 0; k < curves->point_count && status == WG_OK; k++) {
        wg_contents_change_sizes(shared.contents);
        status = run_point(&inner, k, err);
    }
    if (status == WG_OK)
        curves->y_label = wg_results_keep(d->results, y_label(d));
    wg_contents_free(shared.contents);
    return status;
}

wg_status wg_probe_run(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                       wg_results **out, wg_error *err)
{
    wg_ladder *first;
    wg_engine *engine = NULL;
    *out = NULL;
    wg_status status = wg_ladder_open(what, ladder_options, &first, err);
    if (status != WG_OK)
        return status;
    const drawing d = {what, first, ladder_options, options, wg_results_new(WG_RESULTS_PROBE)};
    if (!first->sweep)
        status = wg_error_set(err, WG_ERR_INPUT, "%s: there is no sweep in it: it is a ladder", first->path);
    if (status == WG_OK)
        status = wg_engine_open(options->device, &options->engine, &engine, err);
    if (status == WG_OK)
        status = draw(&d, engine, err);
    wg_engine_close(engine);
    wg_ladder_close(first);
    if (status == WG_OK)
        *out = d.results;
    else
        wg_results_free(d.results);
    return status;
}

/* The settings whose sizes the probe has. */
static size_t keep_known(const wg_ladder *ladder, const wg_ladder_options *options, wg_ladder_setting *kept)
{
    size_t count = 0;
    for (size_t k = 0; k < options->setting_count; k++)
        for (size_t s = 0; s < ladder->size_count; s++)
            if (!strcmp(ladder->sizes[s].name, options->settings[k].name))
                kept[count++] = options->settings[k];
    return count;
}

static wg_status measure_point(const wg_ladder *ladder, const wg_climb_options *options, double *x, double *y,
                               wg_error *err)
{
    const wg_curves curves = {.is_measured = options->opened != NULL, .is_predicted = !options->opened};
    wg_results *results = NULL;
    wg_status status = wg_climb_run(ladder, options, &results, err);
    wg_record *r = status == WG_OK ? &results->records[0] : NULL;
    if (r && !r->has_time && r->estimate.seconds <= 0)
        status = wg_error_set(err, WG_ERR_FAILED, "%s: %s", r->name, r->reason);
    if (status == WG_OK)
        status = place_point(&curves, ladder, r, err);
    if (status == WG_OK) {
        *x = r->x;
        *y = r->y;
    }
    wg_results_free(results);
    return status;
}

wg_status wg_probe_measure(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                           const char *value, double *x, double *y, char *label, size_t label_size, wg_error *err)
{
    wg_ladder_options plain = *ladder_options;
    wg_ladder *first, *ladder = NULL;
    plain.setting_count = 0;
    wg_status status = wg_ladder_open(what, &plain, &first, err);
    if (status != WG_OK)
        return status;
    wg_ladder_setting *kept = wg_alloc((ladder_options->setting_count + 1) * sizeof *kept);
    plain.settings = kept;
    plain.setting_count = keep_known(first, ladder_options, kept);
    status = open_at(what, &plain, first->sweep, value, &ladder, err);
    if (status == WG_OK)
        status = measure_point(ladder, options, x, y, err);
    const wg_rung *rung = status == WG_OK ? wg_ladder_find(ladder, options->methods[0], err) : NULL;
    if (rung)
        snprintf(label, label_size, "%s at %s=%s", rung->measured.label, first->sweep, value);
    free(kept);
    wg_ladder_close(ladder);
    wg_ladder_close(first);
    return wg_error_prefix(err, status, "probe %s: ", what);
}

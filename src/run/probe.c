/* SPDX-License-Identifier: Apache-2.0 */
#include "run/probe.h"

#include "run/assert.h"
#include "spec/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what an axis shows ---- */

typedef struct look_up {
    const wg_rung_result *result;
    const wg_plan *plan;
} look_up;

static wg_status find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    const look_up *l = user;
    const wg_rung_result *r = l->result;
    const struct {
        const char *name;
        double value;
    } facts[] = {{"seconds", r->has_time               ? r->timing.median
                             : r->estimate.seconds > 0 ? r->estimate.seconds
                                                       : NAN},
                 {"flops", r->flops},
                 {"bytes", r->bytes},
                 {"launches", (double)r->launches},
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
    return wg_counters_find(&r->counters, name, value) ? WG_OK : WG_ERR_MISSING;
}

static wg_status evaluate(const wg_rung_result *r, const wg_formula *formula, double *out, wg_error *err)
{
    look_up l = {.result = r};
    wg_plan *plan = NULL;
    wg_value value;
    wg_status status = wg_plan_new(r->rung->spec, &plan, err);
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

static bool has_times(const wg_probe *probe)
{
    return probe->is_measured || probe->is_predicted;
}

const char *wg_probe_how(const wg_probe *probe)
{
    return probe->is_measured ? "measured" : probe->is_predicted ? "predicted" : "counted";
}

static wg_status place_point(const wg_probe *probe, const wg_ladder *ladder, const wg_rung_result *r,
                             wg_probe_point *point, wg_error *err)
{
    const wg_axis *y = has_times(probe) ? &r->rung->measured : &r->rung->counted;
    bool there = probe->is_measured ? r->has_time : probe->is_predicted ? r->estimate.seconds > 0 : r->has_counters;
    wg_formula swept = {.text = ladder->sweep, .where = ladder->path};
    point->result = r;
    point->x = point->y = NAN;
    wg_status status = evaluate(r, ladder->x.value.text && there ? &ladder->x.value : &swept, &point->x, err);
    if (status == WG_OK && there && y->value.text)
        status = evaluate(r, &y->value, &point->y, err);
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

static wg_status run_point(wg_probe *probe, const char *what, const wg_ladder *first,
                           const wg_ladder_options *ladder_options, const wg_climb_options *options, size_t index,
                           wg_error *err)
{
    wg_status status =
        open_at(what, ladder_options, first->sweep, first->sweep_values[index], &probe->ladders[index], err);
    if (status == WG_OK)
        status = wg_climb_run(probe->ladders[index], options, &probe->climbs[index], err);
    else
        wg_error_prefix(err, status, "at %s=%s: ", first->sweep, first->sweep_values[index]);
    if (status != WG_OK)
        return status;
    const wg_climb *climb = probe->climbs[index];
    if (!probe->points) {
        probe->series_count = climb->count;
        probe->points = wg_alloc((climb->count * first->sweep_count + 1) * sizeof *probe->points);
        snprintf(probe->device, sizeof probe->device, "%s", climb->device);
        snprintf(probe->title, sizeof probe->title, "%s", climb->title);
    }
    for (size_t k = 0; k < climb->count && status == WG_OK; k++)
        status = place_point(probe, probe->ladders[index], &climb->results[k],
                             &probe->points[k * first->sweep_count + index], err);
    return status;
}

wg_status wg_probe_run(const char *what, const wg_ladder_options *ladder_options, const wg_climb_options *options,
                       wg_probe **out, wg_error *err)
{
    wg_ladder *first;
    wg_engine *engine = NULL;
    *out = NULL;
    wg_status status = wg_ladder_open(what, ladder_options, &first, err);
    if (status != WG_OK)
        return status;
    wg_probe *probe = wg_alloc(sizeof *probe);
    wg_climb_options shared = *options;
    if (!first->sweep)
        status = wg_error_set(err, WG_ERR_INPUT, "%s: there is no sweep in it: it is a ladder", first->path);
    if (status == WG_OK)
        status = wg_engine_open(options->device, &options->engine, &engine, err);
    if (status == WG_OK) {
        probe->is_measured = engine->backend->start_clock != NULL;
        probe->is_predicted = !probe->is_measured && options->engine.estimates;
        shared.opened = probe->is_measured ? engine : NULL;
        shared.contents = wg_contents_new();
        shared.no_counters = true;
        probe->point_count = first->sweep_count;
        probe->ladders = wg_alloc((first->sweep_count + 1) * sizeof *probe->ladders);
        probe->climbs = wg_alloc((first->sweep_count + 1) * sizeof *probe->climbs);
    }
    for (size_t k = 0; k < probe->point_count && status == WG_OK; k++) {
        wg_contents_change_sizes(shared.contents);
        status = run_point(probe, what, first, ladder_options, &shared, k, err);
    }
    wg_contents_free(shared.contents);
    wg_engine_close(engine);
    wg_ladder_close(first);
    if (status == WG_OK)
        *out = probe;
    else
        wg_probe_free(probe);
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
    const wg_probe probe = {.is_measured = options->opened != NULL, .is_predicted = !options->opened};
    wg_climb *climb = NULL;
    wg_probe_point point;
    wg_status status = wg_climb_run(ladder, options, &climb, err);
    if (status == WG_OK && !climb->results[0].has_time && climb->results[0].estimate.seconds <= 0)
        status = wg_error_set(err, WG_ERR_FAILED, "%s: %s", climb->results[0].rung->name, climb->results[0].reason);
    if (status == WG_OK)
        status = place_point(&probe, ladder, &climb->results[0], &point, err);
    if (status == WG_OK) {
        *x = point.x;
        *y = point.y;
    }
    wg_climb_free(climb);
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

void wg_probe_free(wg_probe *probe)
{
    if (!probe)
        return;
    for (size_t k = 0; k < probe->point_count; k++) {
        wg_climb_free(probe->climbs[k]);
        wg_ladder_close(probe->ladders[k]);
    }
    free(probe->climbs);
    free(probe->ladders);
    free(probe->points);
    free(probe);
}

const wg_probe_point *wg_probe_at(const wg_probe *probe, size_t series, size_t point)
{
    return &probe->points[series * probe->point_count + point];
}

const wg_rung *wg_probe_series(const wg_probe *probe, size_t series)
{
    return wg_probe_at(probe, series, 0)->result->rung;
}

const char *wg_probe_y_label(const wg_probe *probe)
{
    for (size_t k = 0; k < probe->series_count; k++) {
        const wg_rung *rung = wg_probe_series(probe, k);
        const char *label = has_times(probe) ? rung->measured.label : rung->counted.label;
        for (size_t p = 0; p < probe->point_count && label; p++)
            if (!isnan(wg_probe_at(probe, k, p)->y))
                return label;
    }
    return "";
}

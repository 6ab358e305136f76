/* SPDX-License-Identifier: Apache-2.0 */
#include "run/calibrate.h"

#include "run/probe.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum source_kind {
    SOURCE_SAME,
    SOURCE_DERIVED,
    SOURCE_LANES,
    SOURCE_VALUE,
    SOURCE_ALONE,
    SOURCE_SLOPE,
    SOURCE_FITTED
} source_kind;

typedef struct source {
    source_kind kind;
    const char *name, *probe, *series, *from, *at, *formula;
    const char *least, *most; /* of what is fitted */
} source;

static const source sources[] = {
#define SAME(n) {.kind = SOURCE_SAME, .name = #n},
#define DERIVED(n, f) {.kind = SOURCE_DERIVED, .name = #n, .formula = f},
#define LANES(n, p, s, x, f) {.kind = SOURCE_LANES, .name = #n, .probe = p, .series = s, .at = x, .formula = f},
#define VALUE(n, p, s, x, f) {.kind = SOURCE_VALUE, .name = #n, .probe = p, .series = s, .at = x, .formula = f},
#define ALONE(n, p, s, x, f) {.kind = SOURCE_ALONE, .name = #n, .probe = p, .series = s, .at = x, .formula = f},
#define SLOPE(n, p, s, w, x, f)                                                                                        \
    {.kind = SOURCE_SLOPE, .name = #n, .probe = p, .series = s, .from = w, .at = x, .formula = f},
#define FITTED(n, p, s, x, l, m)                                                                                       \
    {.kind = SOURCE_FITTED, .name = #n, .probe = p, .series = s, .at = x, .formula = "y", .least = l, .most = m},
#include "run/calibrate.def"
#undef SAME
#undef DERIVED
#undef LANES
#undef VALUE
#undef ALONE
#undef SLOPE
#undef FITTED
};

enum { SOURCES = sizeof sources / sizeof *sources };

typedef struct calibration {
    const wg_calibrate_options *options;
    wg_engine *engine;
    wg_device *device;
    wg_device *relative;    /* a device file of the same compute capability, or the next below it */
    double y, slope;        /* of the probe at hand */
    double values[SOURCES]; /* by name, of those that are no fields; NAN: not known */
} calibration;

static int field_of(const char *name)
{
    int field = 0;
    while (field < WG_DEVICE_FIELDS && strcmp(wg_device_field_infos[field].name, name) != 0)
        field++;
    return field < WG_DEVICE_FIELDS ? field : -1;
}

/* ---- formulas ---- */

static wg_status find_name(void *user, const char *name, wg_value *value, wg_error *err)
{
    const calibration *c = user;
    double found = NAN;
    int field = field_of(name);
    if (!strcmp(name, "y"))
        found = c->y;
    else if (!strcmp(name, "slope"))
        found = c->slope;
    else if (field >= 0 && c->device->known[field])
        found = c->device->value[field];
    for (size_t k = 0; k < SOURCES && isnan(found) && field < 0; k++)
        if (!strcmp(sources[k].name, name))
            found = c->values[k];
    if (isnan(found))
        return wg_error_set(err, WG_ERR_MISSING, "%s is not known", name);
    *value = found == floor(found) && fabs(found) < 1e15 ? (wg_value){.integer = (int64_t)found}
                                                         : (wg_value){.is_real = true, .real = found};
    return WG_OK;
}

static wg_status evaluate(calibration *c, const char *formula, wg_value *value, wg_error *err)
{
    const wg_scope scope = {.dialect = WG_DIALECT_PYTHON, .find = find_name, .user = c};
    return wg_expression_evaluate(formula, &scope, value, err);
}

/* Four figures are more than a measurement has. */
static double rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

/* ---- one point of a probe ---- */

typedef struct reading {
    double x, y;
    char text[160]; /* "2.02 nanoseconds an operation at warps=1" */
} reading;

/* Measured, or what the model of the device says as it is known so far. */
static wg_status read_probe(calibration *c, const source *s, const char *at, bool predicted, reading *out,
                            wg_error *err)
{
    char place[64], sms[32];
    wg_value value;
    snprintf(sms, sizeof sms, "%.0f", c->device->value[WG_DEVICE_sm_count]);
    wg_status status = evaluate(c, at, &value, err);
    if (status != WG_OK)
        return status;
    wg_value_format(&value, place, sizeof place);
    const wg_ladder_setting settings[] = {{"sms", sms, "sms"}};
    const wg_ladder_options ladder = {
        .kind = WG_PROBES, .sizes = WG_SIZES_LARGE, .settings = settings, .setting_count = 1};
    wg_climb_options climb = {.device = c->options->device,
                              .opened = c->engine,
                              .engine = c->options->engine,
                              .timing = c->options->timing,
                              .methods = &s->series,
                              .method_count = 1,
                              .no_counters = true,
                              .no_check = true};
    char label[96];
    climb.timing.cold = s->kind == SOURCE_ALONE;
    if (predicted) {
        climb.device = "sim";
        climb.opened = NULL;
        climb.engine.model = c->device;
        climb.engine.estimates = climb.engine.samples = true;
    }
    status = wg_probe_measure(s->probe, &ladder, &climb, place, &out->x, &out->y, label, sizeof label, err);
    if (status == WG_OK)
        snprintf(out->text, sizeof out->text, "%.4g %s", out->y, label);
    return status;
}

/* With the values of names that the file does not have. */
static void tell_formula(const calibration *c, const char *formula, char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size, "; %s", formula);
    for (size_t k = 0; k < SOURCES && length < size; k++)
        if (field_of(sources[k].name) < 0 && strstr(formula, sources[k].name))
            length += (size_t)snprintf(text + length, size - length, ", %s %.5g", sources[k].name, c->values[k]);
}

static wg_status measure(calibration *c, const source *s, char *from, size_t size, wg_error *err)
{
    reading first = {0}, second;
    wg_status status = s->from ? read_probe(c, s, s->from, false, &first, err) : WG_OK;
    if (status == WG_OK)
        status = read_probe(c, s, s->at, false, &second, err);
    if (status != WG_OK)
        return status;
    c->y = second.y;
    c->slope = s->from ? (second.y - first.y) / (second.x - first.x) : NAN;
    int length = snprintf(from, size, "`probe %s` on an %s: %s, %s%s%s", s->probe, c->device->title, s->series,
                          first.text, s->from ? ", " : "", second.text);
    if (strcmp(s->formula, "y") != 0)
        tell_formula(c, s->formula, from + length, size - (size_t)length);
    return WG_OK;
}

/* ---- what the model needs to predict it ---- */

static wg_status predict(calibration *c, const source *s, double value, double *y, wg_error *err)
{
    reading r;
    wg_device_set(c->device, (wg_device_field)field_of(s->name), value, "");
    wg_status status = read_probe(c, s, s->at, true, &r, err);
    *y = status == WG_OK ? r.y : NAN;
    return status;
}

/* Between two values of which one gives too much and the other too little; where neither does, the one that is nearer
 * to it. */
static wg_status fit(calibration *c, const source *s, double *found, double *predicted, wg_error *err)
{
    enum { HALVINGS = 7 };
    const char *const ends[] = {s->least, s->most};
    double value[2], y[2], target = c->y;
    wg_status status = WG_OK;
    for (int k = 0; k < 2 && status == WG_OK; k++) {
        wg_value end;
        status = evaluate(c, ends[k], &end, err);
        value[k] = status == WG_OK ? wg_value_to_real(&end) : NAN;
        if (status == WG_OK)
            status = predict(c, s, value[k], &y[k], err);
    }
    for (int k = 0; k < HALVINGS && status == WG_OK && (y[0] - target) * (y[1] - target) < 0; k++) {
        double middle = (value[0] + value[1]) / 2, there;
        status = predict(c, s, middle, &there, err);
        int end = (there - target) * (y[1] - target) > 0;
        value[end] = middle;
        y[end] = there;
    }
    int nearer = fabs(y[1] - target) < fabs(y[0] - target);
    *found = value[nearer];
    *predicted = y[nearer];
    return status;
}

/* Until it is known, the model does without it. */
static wg_status settle_fitted(calibration *c, const source *s, int field, char *from, size_t size, wg_error *err)
{
    double value = 0, y = 0;
    wg_status status = fit(c, s, &value, &y, err);
    size_t length = strlen(from);
    if (status == WG_OK)
        snprintf(from + length, size - length, "; the model says %.4g with this", y);
    c->device->known[field] = status == WG_OK;
    if (status == WG_OK)
        wg_device_set(c->device, (wg_device_field)field, rounded(value), from);
    return status;
}

/* ---- values by their kind ---- */

static void take_same(calibration *c, int field)
{
    const wg_device *r = c->relative;
    char from[512];
    if (!r || c->device->known[field] || !r->known[field])
        return;
    bool same = r->major == c->device->major && r->minor == c->device->minor;
    snprintf(from, sizeof from, "as %s has it, compute capability %d.%d%s", r->title, r->major, r->minor,
             same ? "" : ": that of the same capability is not known");
    wg_device_take(c->device, r, (wg_device_field)field, from);
}

/* Units come in whole numbers. Where the probe is close to what is known of the capability, that is what it measured.
 */
static void settle_lanes(const calibration *c, int field, double *value, char *from, size_t size)
{
    const double close = 0.06;
    const wg_device *r = c->relative;
    char measured[512];
    if (!r || !r->known[field] || fabs(*value / r->value[field] - 1) > close)
        return;
    snprintf(measured, sizeof measured, "%.511s", from);
    snprintf(from, size, "as %s has it; %.4g by %s", r->title, *value, measured);
    *value = r->value[field];
}

/* What does not run on this device, or needs a value that is not known, is left out; an interrupt ends it all. */
static wg_status leave_out(const calibration *c, const source *s, wg_status status, const wg_error *trouble,
                           wg_error *err)
{
    if (status == WG_ERR_INTERRUPTED) {
        *err = *trouble;
        return status;
    }
    if (status != WG_OK && c->options->leave_out)
        c->options->leave_out(c->options->user, s->name, trouble->text);
    return WG_OK;
}

static wg_status settle(calibration *c, size_t index, wg_error *err)
{
    const source *s = &sources[index];
    int field = field_of(s->name);
    char from[1024] = "";
    wg_value value;
    wg_error trouble = {0};
    if (s->kind == SOURCE_SAME) {
        take_same(c, field);
        return WG_OK;
    }
    wg_status status = s->probe ? measure(c, s, from, sizeof from, &trouble) : WG_OK;
    if (!s->probe)
        snprintf(from, sizeof from, "%s", s->formula);
    if (status == WG_OK && s->kind == SOURCE_FITTED)
        return leave_out(c, s, settle_fitted(c, s, field, from, sizeof from, &trouble), &trouble, err);
    if (status == WG_OK)
        status = evaluate(c, s->formula, &value, &trouble);
    if (status != WG_OK)
        return leave_out(c, s, status, &trouble, err);
    double number = rounded(wg_value_to_real(&value));
    c->values[index] = number;
    if (s->kind == SOURCE_LANES)
        settle_lanes(c, field, &number, from, sizeof from);
    if (field >= 0 && number >= 0 && isfinite(number))
        wg_device_set(c->device, (wg_device_field)field, number, from);
    return WG_OK;
}

/* ---- all of them ---- */

/* Twice the compute capability, and more where it is the same GPU; -1: a later one. */
static int closeness(const wg_device *d, const wg_device *device)
{
    int capability = 10 * d->major + d->minor;
    return capability > 10 * device->major + device->minor ? -1 : 2 * capability + !strcmp(d->title, device->title);
}

/* Of those of the same capability, or else the highest below it, the first. */
static wg_device *find_relative(const wg_device *device)
{
    char **names = NULL;
    size_t count = 0;
    wg_device *best = NULL;
    if (wg_device_list(&names, &count, NULL) != WG_OK)
        return NULL;
    for (size_t k = 0; k < count; k++) {
        wg_device *d = NULL;
        if (wg_device_load(names[k], &d, NULL) == WG_OK &&
            closeness(d, device) > (best ? closeness(best, device) : -1)) {
            wg_device_free(best);
            best = d;
        } else {
            wg_device_free(d);
        }
    }
    wg_device_list_free(names, count);
    return best;
}

static wg_status require_all(const wg_device *device, wg_error *err)
{
    for (int field = 0; field < WG_DEVICE_FIELDS; field++)
        if (wg_device_field_infos[field].required && !device->known[field])
            return wg_error_set(err, WG_ERR_MISSING, "%s: %s could not be found out", device->title,
                                wg_device_field_infos[field].name);
    return WG_OK;
}

static wg_status settle_all(calibration *c, wg_error *err)
{
    wg_status status = c->engine->backend->ask(c->engine, c->device, err);
    if (status == WG_OK)
        c->relative = find_relative(c->device);
    for (size_t k = 0; k < SOURCES; k++)
        c->values[k] = NAN;
    for (size_t k = 0; k < SOURCES && status == WG_OK; k++) {
        if (c->options->begin && sources[k].probe)
            c->options->begin(c->options->user, sources[k].name, k, SOURCES);
        status = settle(c, k, err);
    }
    return status == WG_OK ? require_all(c->device, err) : status;
}

wg_status wg_calibrate(const wg_calibrate_options *options, wg_device **out, wg_error *err)
{
    calibration c = {.options = options};
    *out = NULL;
    wg_status status = wg_engine_open(options->device, &options->engine, &c.engine, err);
    if (status != WG_OK)
        return status;
    if (!c.engine->backend->start_clock)
        status = wg_error_set(err, WG_ERR_UNSUPPORTED,
                              "%s has no clock: a device is calibrated where it is, with -d cuda", c.engine->name);
    else if (!c.engine->backend->ask)
        status =
            wg_error_set(err, WG_ERR_UNSUPPORTED,
                         "%s does not say what a device file needs: only cuda devices are calibrated", c.engine->name);
    if (status == WG_OK) {
        c.device = wg_alloc(sizeof *c.device);
        status = settle_all(&c, err);
    }
    wg_engine_close(c.engine);
    wg_device_free(c.relative);
    if (status == WG_OK)
        *out = c.device;
    else
        wg_device_free(c.device);
    return status;
}

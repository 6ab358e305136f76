/* SPDX-License-Identifier: Apache-2.0 */
/* The ceilings of a real device, measured: probes whose highest rates they are. What no probe measures there has no
 * rate, and `from` says why: a number of the device's file would not be one of this device. */
#include "api/api.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef enum worked { FLOPS, FMAS, BYTES, WORDS } worked;

enum { MOST_CURVES = 4 };

/* The highest rate of some curves between two values of the axis; `least` bytes of work, or a cache answers instead. */
typedef struct measure {
    wg_roof roof;
    const char *probe, *curves[MOST_CURVES + 1];
    worked amount;
    double from, to, least;
} measure;

static const measure measures[] = {
    {WG_ROOF_dram, "bandwidth", {"read", "copy", "read_opencl"}, BYTES, 4e8, INFINITY, 0}, /* far beyond any cache */
    {WG_ROOF_l2, "bandwidth", {"read", "copy", "read_opencl"}, BYTES, 3e6, 3e7, 0},        /* it goes past L1 */
    {WG_ROOF_dram, "stride", {"read", "copy", "copy_opencl"}, BYTES, 1, 1, 4e8},
    {WG_ROOF_l1, "cache_bandwidth", {"sliced", "sliced_opencl"}, BYTES, 0, 2e7, 0},
    {WG_ROOF_shared, "banks", {"plain", "plain_opencl"}, WORDS, 1, 1, 0},
    {WG_ROOF_f32, "ilp", {"ilp_4", "ilp_6", "ilp_4_opencl"}, FLOPS, 0, INFINITY, 0},
    {WG_ROOF_f64, "ilp", {"f64_4_opencl"}, FLOPS, 0, INFINITY, 0},
    {WG_ROOF_l1, "arithmetic", {"load_l1"}, WORDS, 0, INFINITY, 0},
    {WG_ROOF_shared, "arithmetic", {"load_shared"}, WORDS, 0, INFINITY, 0},
    {WG_ROOF_f16, "arithmetic", {"fma_f16"}, FMAS, 0, INFINITY, 0},
    {WG_ROOF_f32, "arithmetic", {"fma_f32"}, FMAS, 0, INFINITY, 0},
    {WG_ROOF_f64, "arithmetic", {"fma_f64"}, FMAS, 0, INFINITY, 0},
    {WG_ROOF_tensor, "arithmetic", {"mma_bf16"}, FMAS, 0, INFINITY, 0},
};
enum { MEASURES = sizeof measures / sizeof *measures };

const char *wg_api_ceiling_curve(size_t index, size_t curve, const char **probe)
{
    if (index >= MEASURES)
        return NULL;
    *probe = measures[index].probe;
    return measures[index].curves[curve];
}

static bool has_curve(const measure *m, const char *name)
{
    for (const char *const *curve = m->curves; *curve; curve++)
        if (!strcmp(*curve, name))
            return true;
    return false;
}

/* All curves that are asked of a measure's probe. */
static size_t curves_of(const measure *first, const char *names[MEASURES * MOST_CURVES])
{
    size_t count = 0;
    for (const measure *m = first; m < measures + MEASURES; m++) {
        for (size_t c = 0; !strcmp(m->probe, first->probe) && m->curves[c]; c++) {
            bool again = false;
            for (size_t k = 0; k < count; k++)
                again |= !strcmp(names[k], m->curves[c]);
            if (!again)
                names[count++] = m->curves[c];
        }
    }
    return count;
}

static double rate_of(const wg_record *r, worked which)
{
    const double amounts[] = {[FLOPS] = r->flops, [FMAS] = 2 * r->items, [BYTES] = r->bytes, [WORDS] = 4 * r->items};
    return r->has_time && r->timing.median > 0 ? amounts[which] / r->timing.median : NAN;
}

/* Why a point is no ceiling: it was measured at too small a size, or, if no point was measured at all, a line of the
 * first reason. */
static void say_why(const wg_results *probe, const char *curve, const wg_record *r, wg_ceiling *out)
{
    const char *why = r->reason[0] ? r->reason : "no time";
    if (r->has_time)
        snprintf(out->from, sizeof out->from, "not measured: no size was large enough, try --sizes large");
    else if (!out->from[0])
        snprintf(out->from, sizeof out->from, "not measured: `probe %s`, %s: %.*s", probe->name, curve,
                 (int)strcspn(why, "\n"), why);
}

static bool counts(const measure *m, const wg_record *point)
{
    return point->x >= m->from && point->x <= m->to && point->bytes >= m->least;
}

static void take_highest(const wg_results *probe, const measure *m, wg_ceiling *out)
{
    for (size_t s = 0; s < probe->curves.series_count; s++) {
        const char *curve = wg_curves_at(probe, s, 0)->name;
        for (size_t k = 0; has_curve(m, curve) && k < probe->curves.point_count; k++) {
            const wg_record *point = wg_curves_at(probe, s, k);
            double rate = rate_of(point, m->amount);
            if (counts(m, point) && rate > 0 && !(rate <= out->rate)) {
                out->rate = rate;
                snprintf(out->from, sizeof out->from, "`probe %s`, %s at %g", m->probe, curve, point->x);
            } else if (isnan(out->rate)) {
                say_why(probe, curve, point, out);
            }
        }
    }
}

static wg_status draw(const wg_roofline_request *request, const measure *m, wg_ceilings *out, wg_error *err)
{
    const char *names[MEASURES * MOST_CURVES];
    wg_results *probe = NULL;
    const wg_climb_request order = {.ladder = m->probe,
                                    .sizes = request->sizes,
                                    .rungs = names,
                                    .rung_count = curves_of(m, names),
                                    .no_check = true,
                                    .no_counters = true,
                                    .options = request->options};
    wg_status status = wg_probe_draw(&order, &probe, err);
    for (; m < measures + MEASURES && status == WG_OK; m++)
        if (!strcmp(m->probe, order.ladder))
            take_highest(probe, m, &out->items[m->roof]);
    wg_results_close(probe);
    return status;
}

wg_status wg_api_measure_ceilings(const wg_roofline_request *request, wg_ceilings *out, wg_error *err)
{
    wg_status status = WG_OK;
    *out = wg_ceilings_unknown();
    for (size_t k = 0; k < MEASURES && status == WG_OK; k++) {
        bool again = false;
        for (size_t j = 0; j < k; j++)
            again |= !strcmp(measures[j].probe, measures[k].probe);
        if (again)
            continue;
        if (request->begin)
            request->begin(request->options->user, measures[k].probe, k, MEASURES);
        status = draw(request, &measures[k], out, err);
    }
    return status;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/roofline.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- ceilings ---- */

/* How a field becomes a rate. */
typedef enum measure {
    GIGA,     /* thousand millions a second */
    TERA,     /* a thousand of those */
    A_CLOCK,  /* of the device */
    EACH_SM,  /* a clock, of a multiprocessor */
    EACH_FMA, /* the same, two operations each */
} measure;

/* The first that the file has counts. */
static const struct {
    wg_roof roof;
    wg_device_field field;
    measure unit;
} sources[] = {
    {WG_ROOF_dram, WG_DEVICE_measured_read_bandwidth, GIGA}, /* the most of what was seen */
    {WG_ROOF_dram, WG_DEVICE_measured_copy_bandwidth, GIGA},
    {WG_ROOF_dram, WG_DEVICE_memory_bandwidth, GIGA},
    {WG_ROOF_l2, WG_DEVICE_measured_l2_bandwidth_small, GIGA},
    {WG_ROOF_l2, WG_DEVICE_measured_l2_bandwidth, GIGA},
    {WG_ROOF_l2, WG_DEVICE_l2_bandwidth, A_CLOCK},
    {WG_ROOF_l1, WG_DEVICE_l1_bandwidth, EACH_SM},
    {WG_ROOF_shared, WG_DEVICE_shared_bandwidth, EACH_SM},
    {WG_ROOF_f16, WG_DEVICE_f16_lanes, EACH_FMA},
    {WG_ROOF_f32, WG_DEVICE_measured_f32_rate, TERA},
    {WG_ROOF_f32, WG_DEVICE_f32_lanes, EACH_FMA},
    {WG_ROOF_f64, WG_DEVICE_f64_lanes, EACH_FMA},
    {WG_ROOF_tensor, WG_DEVICE_measured_bf16_rate, TERA},
    {WG_ROOF_tensor, WG_DEVICE_tensor_f16_fma, EACH_FMA},
};

static double factor(const wg_device *device, measure unit)
{
    double clock = 1e6 * device->value[WG_DEVICE_sm_clock], sms = device->value[WG_DEVICE_sm_count];
    const double factors[] = {
        [GIGA] = 1e9, [TERA] = 1e12, [A_CLOCK] = clock, [EACH_SM] = clock * sms, [EACH_FMA] = 2 * clock * sms};
    return factors[unit];
}

void wg_ceilings_of(const wg_device *device, wg_ceilings *out)
{
    *out = wg_ceilings_unknown();
    for (size_t k = 0; device && k < sizeof sources / sizeof *sources; k++) {
        wg_ceiling *ceiling = &out->items[sources[k].roof];
        double value = device->value[sources[k].field];
        if (!isnan(ceiling->rate) || !device->known[sources[k].field] || !(value > 0))
            continue;
        ceiling->rate = value * factor(device, sources[k].unit);
        const char *from = device->from[sources[k].field];
        int length = from ? (int)strcspn(from, ":;") : 0; /* who says so; the file has the rest */
        snprintf(ceiling->from, sizeof ceiling->from, "%s%s%.*s", wg_device_field_infos[sources[k].field].name,
                 length ? ": " : "", length, from ? from : "");
    }
}

void wg_ceilings_find(const wg_place *place, wg_ceilings *out)
{
    wg_device *model = NULL;
    if (strncmp(place->name, "sim:", 4) != 0)
        model = wg_device_find(place->title);
    else if (wg_device_load(place->name + 4, &model, NULL) != WG_OK)
        model = NULL;
    wg_ceilings_of(model, out);
    wg_device_free(model);
}

/* ---- points ---- */

/* What counts as an amount, and how many bytes or operations each is. */
static const struct {
    wg_roof roof;
    wg_counter counter;
    double each;
} amounts[] = {
    {WG_ROOF_l1, WG_COUNTER_global_load_sectors, 32},
    {WG_ROOF_l1, WG_COUNTER_global_store_sectors, 32},
    {WG_ROOF_l1, WG_COUNTER_global_atomic_sectors, 32},
    {WG_ROOF_l1, WG_COUNTER_local_load_sectors, 32},
    {WG_ROOF_l1, WG_COUNTER_local_store_sectors, 32},
    {WG_ROOF_l1, WG_COUNTER_texture_sectors, 32},
    {WG_ROOF_shared, WG_COUNTER_shared_load_wavefronts, 128}, /* a pass takes the banks as long as a full one */
    {WG_ROOF_shared, WG_COUNTER_shared_store_wavefronts, 128},
    {WG_ROOF_shared, WG_COUNTER_shared_atomic_wavefronts, 128},
    {WG_ROOF_f16, WG_COUNTER_flops_f16, 1},
    {WG_ROOF_f32, WG_COUNTER_flops_f32, 1},
    {WG_ROOF_f64, WG_COUNTER_flops_f64, 1},
    {WG_ROOF_tensor, WG_COUNTER_flops_tensor, 1},
};

void wg_roof_point_make(const wg_counters *counters, const wg_estimate *estimate, double measured, wg_roof_point *out)
{
    bool estimated = estimate && estimate->seconds > 0;
    *out = (wg_roof_point){.is_measured = measured > 0, .seconds = NAN, .limit = estimated ? estimate->minimum : NAN};
    if (estimated || out->is_measured)
        out->seconds = out->is_measured ? measured : estimate->seconds;
    for (size_t k = 0; k < sizeof amounts / sizeof *amounts; k++)
        out->amount[amounts[k].roof] += amounts[k].each * (double)counters->value[amounts[k].counter];
    out->amount[WG_ROOF_dram] = estimated ? estimate->dram_bytes : NAN;
    out->amount[WG_ROOF_l2] = estimated ? estimate->l2_bytes : NAN;
    if (out->amount[WG_ROOF_l1] == 0) /* nothing gets past it, then */
        out->amount[WG_ROOF_dram] = out->amount[WG_ROOF_l2] = 0;
}

void wg_roof_point_of(const wg_record *record, wg_roof_point *out)
{
    wg_roof_point_make(&record->counters, &record->estimate, record->has_time ? record->timing.median : NAN, out);
    out->limit = wg_record_limit(record);
    snprintf(out->name, sizeof out->name, "%s", record->name);
}

void wg_roofline_add(const wg_results *results, wg_roofline *out)
{
    for (size_t k = 0; k < results->count; k++)
        if (results->records[k].has_counters && wg_record_ran(&results->records[k]))
            wg_roof_point_of(&results->records[k], WG_PUSH(out->points, out->count, out->capacity));
}

double wg_roof_flops(const wg_roof_point *point)
{
    double sum = 0;
    for (int k = 0; k < WG_ROOF_COUNT; k++)
        if (!wg_roof_infos[k].is_memory && !isnan(point->amount[k]))
            sum += point->amount[k];
    return sum;
}

double wg_roof_intensity(const wg_roof_point *point, wg_roof memory)
{
    double bytes = point->amount[memory];
    return bytes > 0 ? wg_roof_flops(point) / bytes : NAN;
}

double wg_roof_rate(const wg_roof_point *point, wg_roof roof)
{
    return point->seconds > 0 ? point->amount[roof] / point->seconds : NAN;
}

double wg_roof_share(const wg_ceilings *ceilings, const wg_roof_point *point, wg_roof roof)
{
    double ceiling = ceilings->items[roof].rate;
    return ceiling > 0 ? wg_roof_rate(point, roof) / ceiling : NAN;
}

wg_roof wg_roof_nearest(const wg_ceilings *ceilings, const wg_roof_point *point)
{
    wg_roof nearest = WG_ROOF_COUNT;
    double most = 0;
    for (int k = 0; k < WG_ROOF_COUNT; k++) {
        double share = wg_roof_share(ceilings, point, (wg_roof)k);
        if (share > most) { /* never true of NAN */
            most = share;
            nearest = (wg_roof)k;
        }
    }
    return nearest;
}

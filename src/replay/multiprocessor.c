/* A device's file as the numbers of one multiprocessor. What a file does not say is taken from the H200's, which was measured: latencies
 * in cycles change little from one generation to the next. */
#include "replay/timeline.h"

#include <math.h>

static double value_or(const wg_device *d, wg_device_field field, double otherwise)
{
    return d->known[field] ? d->value[field] : otherwise;
}

/* Cycles for which a warp's instruction keeps one scheduler's part of the lanes. */
static double interval(const wg_device *d, wg_device_field lanes, double schedulers, double otherwise)
{
    double of_each = value_or(d, lanes, otherwise * schedulers) / schedulers;
    return of_each > 0 ? d->value[WG_DEVICE_warp_size] / of_each : 64;
}

/* Cycles a sector takes of a multiprocessor's share of the bandwidth, in GB/s. */
static double share(const wg_device *d, double bandwidth, uint32_t active)
{
    double bytes = bandwidth * 1e9 / (d->value[WG_DEVICE_sm_clock] * 1e6) / active;
    return 32 / bytes;
}

wg_status wg_sm_from_device(const wg_device *d, uint32_t active, wg_sm *sm, wg_latencies *l, wg_error *err)
{
    static const wg_device_field needed[] = {WG_DEVICE_memory_bandwidth, WG_DEVICE_memory_latency};
    for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
        if (!d->known[needed[k]])
            return wg_error_set(err, WG_ERR_MISSING, "no time can be estimated: the file of %s has no %s", d->name,
                                wg_device_field_infos[needed[k]].name);
    double schedulers = value_or(d, WG_DEVICE_schedulers_per_sm, 4);
    double memory = value_or(d, WG_DEVICE_measured_copy_bandwidth, 0.87 * d->value[WG_DEVICE_memory_bandwidth]);
    double l2 = value_or(d, WG_DEVICE_measured_l2_bandwidth, 2 * d->value[WG_DEVICE_memory_bandwidth]);
    double l1 = value_or(d, WG_DEVICE_l1_bandwidth, 128);
    *sm = (wg_sm){
        .schedulers = (uint32_t)schedulers,
        .issue_interval = 1 / value_or(d, WG_DEVICE_issue_per_scheduler, 1),
        .reads = 2,
        .interval = {[WG_SM_FMA] = interval(d, WG_DEVICE_f32_lanes, schedulers, 32),
                     [WG_SM_HEAVY] = interval(d, WG_DEVICE_int_multiply_lanes, schedulers, 16),
                     [WG_SM_ALU] = interval(d, WG_DEVICE_int_lanes, schedulers, 16),
                     [WG_SM_FP64] = interval(d, WG_DEVICE_f64_lanes, schedulers, 1),
                     [WG_SM_SFU] = interval(d, WG_DEVICE_sfu_lanes, schedulers, 4),
                     [WG_SM_TENSOR] = 1,
                     [WG_SM_UNIFORM] = 2,
                     [WG_SM_DATA] = 1,
                     [WG_SM_CONSTANT] = 1,
                     [WG_SM_TEXTURE] = 8},
        .shared_latency = value_or(d, WG_DEVICE_shared_latency, 29),
        .l1_latency = value_or(d, WG_DEVICE_l1_latency, 40),
        .l2_latency = value_or(d, WG_DEVICE_l2_latency, 300),
        .dram_latency = d->value[WG_DEVICE_memory_latency],
        .dram_spread = 0.24,
        .l2_interval = fmax(share(d, l2, active), 0.5),
        .l2_partial_interval = 3.6 * share(d, l2, active),
        .dram_interval = share(d, 1.08 * memory, active),
        .dram_write_interval = share(d, 0.92 * memory, active),
        .same_interval = 1.5 * active,
        .barrier_latency = 10,
        .barrier_interval = 1,
        .block_latency = 300,
        .block_interval = 100,
    };
    (void)l1;
    *l = (wg_latencies){.of = {[WG_LATENCY_ARITHMETIC] = 4.4,
                               [WG_LATENCY_WIDE] = 6,
                               [WG_LATENCY_FP64] = 8,
                               [WG_LATENCY_SFU] = 20,
                               [WG_LATENCY_SEQUENCE] = 4,
                               [WG_LATENCY_CONSTANT] = 8,
                               [WG_LATENCY_SHUFFLE] = 23,
                               [WG_LATENCY_TENSOR] = 33}};
    return WG_OK;
}

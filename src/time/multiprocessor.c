/* SPDX-License-Identifier: Apache-2.0 */
/* A device's file as the numbers of one multiprocessor. What `probe --calibrate` measured comes first; a file that does
 * not have it says less, and what it leaves open is derived from what it does say, or taken from an H200: latencies in
 * cycles change little from one generation to the next. */
#include "caches/cache.h"
#include "time/timeline.h"

#include <math.h>

/* Cycles for which a warp's instruction keeps one scheduler's part of the lanes busy. */
static double interval(const wg_device *d, wg_device_field lanes, double schedulers, double otherwise)
{
    double of_each = wg_device_value_or(d, lanes, otherwise * schedulers) / schedulers;
    return of_each > 0 ? d->value[WG_DEVICE_warp_size] / of_each : 64;
}

double wg_sm_clock(const wg_device *d, bool multiplies_matrices)
{
    double clock = wg_device_value_or(d, WG_DEVICE_measured_clock, d->value[WG_DEVICE_sm_clock]);
    return 1e6 * (multiplies_matrices ? wg_device_value_or(d, WG_DEVICE_measured_mma_clock, clock) : clock);
}

/* Cycles that so many bytes take of a multiprocessor's share of a bandwidth in GB/s. */
static double share(const wg_device *d, uint32_t active, double bytes, double bandwidth)
{
    return bytes * active * wg_sm_clock(d, false) / (1e9 * bandwidth);
}

/* Sectors of one line that are asked for together cost less than each by itself: a request has a price, and so has a
 * sector. Of two bandwidths, of whole lines and of a sector a line, follow both. A lone sector is never the faster one:
 * of what a multiprocessor gets by itself only the former is known. */
static wg_sm_price price(const wg_device *d, uint32_t active, double lines, double sectors)
{
    double line = share(d, active, 128, lines), lone = fmax(share(d, active, 32, sectors), line / 4);
    double sector = fmax((line - lone) / 3, 0);
    return (wg_sm_price){.sector = sector, .request = fmax(lone - sector, 0)};
}

/* A row of memory is opened for a line: where its banks are the limit, of lone sectors, each has a price of its own. */
static void set_rows(const wg_device *d, uint32_t active, double read, double write, wg_sm *sm)
{
    sm->dram_interval = share(d, active, 32, read);
    sm->dram_write_interval = share(d, active, 32, write);
    if (!d->known[WG_DEVICE_memory_row_cycle] || !d->value[WG_DEVICE_memory_row_cycle])
        return;
    double lone = 32 * d->value[WG_DEVICE_memory_channels] * d->value[WG_DEVICE_memory_banks] /
                  d->value[WG_DEVICE_memory_row_cycle]; /* GB/s */
    if (lone <= 0 || lone >= fmin(read, write))
        return;
    wg_sm_price reading = price(d, active, read, lone);
    sm->dram_row = reading.request;
    sm->dram_interval = reading.sector;
    sm->dram_write_interval = fmax(share(d, active, 128, write) - reading.request, 0) / 4;
}

static void set_memory(const wg_device *d, uint32_t active, wg_sm *sm)
{
    double peak = d->value[WG_DEVICE_memory_bandwidth];
    double copy = wg_device_value_or(d, WG_DEVICE_measured_copy_bandwidth, 0);
    double read = wg_device_value_or(d, WG_DEVICE_measured_read_bandwidth, copy > 0 ? copy : 0.92 * peak);
    double write = wg_device_value_or(d, WG_DEVICE_measured_write_bandwidth, copy > 0 ? copy : 0.92 * read);
    set_rows(d, active, read, write, sm);
    sm->dram_behind = d->known[WG_DEVICE_measured_write_bandwidth] ? share(d, 1, wg_l2_room_of(d).unwritten, write) : 0;
    sm->dram_slack = d->known[WG_DEVICE_measured_read_bandwidth] ? 0 : 2000;
}

/* A multiprocessor has a way of its own to the second level, which is wider than its share where all of them are at
 * work. */
static double at_most_alone(const wg_device *d, uint32_t active, double bandwidth, wg_device_field alone)
{
    return fmin(bandwidth, active * wg_device_value_or(d, alone, HUGE_VAL));
}

static void set_l2(const wg_device *d, uint32_t active, wg_sm *sm)
{
    /* Where nobody measured it: the way from a multiprocessor has so many bytes a clock; without such a cache there is
     * no way. */
    const double way = d->known[WG_DEVICE_l2_bytes] ? 32 : 1024;
    double bytes = wg_device_value_or(d, WG_DEVICE_l2_bandwidth, way * d->value[WG_DEVICE_sm_count]); /* a clock */
    double all = wg_device_value_or(d, WG_DEVICE_measured_l2_bandwidth, bytes * wg_sm_clock(d, false) / 1e9);
    double read = at_most_alone(d, active, all, WG_DEVICE_measured_sm_read_bandwidth);
    /* A way of a sector a clock is as fast for lone ones. */
    double lone = d->known[WG_DEVICE_measured_l2_bandwidth] ? 0.57 : 1;
    double write = at_most_alone(d, active, wg_device_value_or(d, WG_DEVICE_measured_l2_write_bandwidth, 0.52 * all),
                                 WG_DEVICE_measured_sm_write_bandwidth);
    double partial = wg_device_value_or(d, WG_DEVICE_measured_l2_partial_write_bandwidth, 0.8 * write);
    sm->l2_read =
        price(d, active, read, wg_device_value_or(d, WG_DEVICE_measured_l2_scattered_read_bandwidth, lone * read));
    sm->l2_write =
        price(d, active, write, wg_device_value_or(d, WG_DEVICE_measured_l2_scattered_write_bandwidth, 0.52 * write));
    sm->l2_partial = fmax(share(d, active, 32, partial) - share(d, active, 32, write), 0);
    sm->atomic_interval = active / wg_device_value_or(d, WG_DEVICE_atomic_scattered_rate, 53);
    sm->same_interval = active / wg_device_value_or(d, WG_DEVICE_atomic_same_rate, 0.69);
}

/* Memory that is read and written in turns does less than either alone; with half of each it does what a copy was
 * measured to. Writes can wait until there are many; reads do not, so that few of them among writes make memory turn
 * around as often: in a hundred lines that are written for one request most of what more do (`probe turns`). A load
 * that comes while memory writes waits until it is done
 * (`probe offset`: a copy). */
void wg_sm_mix(const wg_device *d, const wg_sm_moved *moved, wg_sm *sm)
{
    const double rare = fmax(1e-9, wg_device_value_or(d, WG_DEVICE_memory_rare_reads, 0.01));
    if (!d->known[WG_DEVICE_measured_copy_bandwidth] || !d->known[WG_DEVICE_measured_read_bandwidth] ||
        !d->known[WG_DEVICE_measured_write_bandwidth] || moved->read + moved->written <= 0)
        return;
    double reading = 1 / d->value[WG_DEVICE_measured_read_bandwidth],
           writing = 1 / d->value[WG_DEVICE_measured_write_bandwidth];
    double turns = fmax(2 / d->value[WG_DEVICE_measured_copy_bandwidth] - reading - writing, 0); /* a byte each way */
    double apart = moved->read * reading + moved->written * writing;
    double part = moved->read / (moved->read + moved->written);
    double seldom = 1 - exp(-moved->requests * WG_LINE_BYTES / fmax(moved->written, 1) / rare);
    double turning = part > 0.5 ? 2 * part * moved->written : moved->written * seldom;
    double more = 1 + turns * turning / apart;
    sm->dram_write_wait =
        wg_device_value_or(d, WG_DEVICE_memory_write_wait, 0.48 * sm->dram_latency) * moved->written * writing / apart;
    sm->dram_interval *= more;
    sm->dram_write_interval *= more;
}

static void set_latencies(const wg_device *d, wg_sm *sm, wg_latencies *l)
{
    double fma = wg_device_value_or(d, WG_DEVICE_fma_latency, 4),
           integer = wg_device_value_or(d, WG_DEVICE_int_latency, fma);
    sm->shared_latency = wg_device_value_or(d, WG_DEVICE_shared_latency, 23);
    sm->l1_latency = wg_device_value_or(d, WG_DEVICE_l1_latency, 34);
    sm->l2_latency = wg_device_value_or(d, WG_DEVICE_l2_latency, 320);
    sm->dram_latency = wg_device_value_or(d, WG_DEVICE_memory_latency, 690);
    sm->l2_spread = wg_device_value_or(d, WG_DEVICE_l2_latency_spread, d->major >= 8 ? 0.2 : 0);
    sm->dram_spread = wg_device_value_or(d, WG_DEVICE_memory_latency_spread, d->major >= 7 ? 0.2 : 0);
    sm->dram_queue = wg_device_value_or(d, WG_DEVICE_memory_queue, 0.17 * sm->dram_latency);
    sm->room = sm->dram_latency;
    *l = (wg_latencies){
        .of = {[WG_LATENCY_ARITHMETIC] = fma,
               [WG_LATENCY_WIDE] = fma + integer / 2,
               [WG_LATENCY_HALF] = wg_device_value_or(d, WG_DEVICE_f16_latency, fma),
               [WG_LATENCY_FP64] = wg_device_value_or(d, WG_DEVICE_f64_latency, 8),
               [WG_LATENCY_SFU] = wg_device_value_or(d, WG_DEVICE_sfu_latency, 17),
               [WG_LATENCY_SEQUENCE] = fma,
               [WG_LATENCY_CONSTANT] = wg_device_value_or(d, WG_DEVICE_constant_latency, 29),
               [WG_LATENCY_TEXTURE] = fmax(wg_device_value_or(d, WG_DEVICE_texture_latency, 126) - sm->l1_latency, 0),
               [WG_LATENCY_SHUFFLE] = wg_device_value_or(d, WG_DEVICE_shuffle_latency, 23),
               [WG_LATENCY_TENSOR] = wg_device_value_or(d, WG_DEVICE_mma_latency, 24)}};
}

/* What shared memory gives or takes in one pass: a word of each bank. */
static double pass_bytes(const wg_device *d)
{
    const double word = 4, newest = 32;
    return word * wg_device_value_or(d, WG_DEVICE_shared_banks, newest);
}

wg_status wg_sm_from_device(const wg_device *d, uint32_t active, wg_sm *sm, wg_latencies *latencies, wg_error *err)
{
    double schedulers = wg_device_value_or(d, WG_DEVICE_schedulers_per_sm, 4);
    if (!d->known[WG_DEVICE_memory_bandwidth])
        return wg_error_set(err, WG_ERR_MISSING, "no time can be estimated: the file of %s has no %s", d->name,
                            wg_device_field_infos[WG_DEVICE_memory_bandwidth].name);
    *sm = (wg_sm){
        .schedulers = (uint32_t)schedulers,
        .issue_interval = 1 / wg_device_value_or(d, WG_DEVICE_issue_per_scheduler, 1),
        .reads = wg_device_value_or(d, WG_DEVICE_register_reads, 2),
        .interval = {[WG_SM_FMA] = interval(d, WG_DEVICE_f32_lanes, schedulers, 32),
                     [WG_SM_HEAVY] = interval(d, WG_DEVICE_int_multiply_lanes, schedulers, 16),
                     [WG_SM_ALU] = interval(d, WG_DEVICE_int_lanes, schedulers, 16),
                     [WG_SM_FP64] = interval(d, WG_DEVICE_f64_lanes, schedulers, 1),
                     [WG_SM_SFU] = interval(d, WG_DEVICE_sfu_lanes, schedulers, 4),
                     [WG_SM_TENSOR] = 1,
                     [WG_SM_UNIFORM] = 2,
                     [WG_SM_ADDRESS] = wg_device_value_or(d, WG_DEVICE_address_cycles, 2),
                     [WG_SM_DATA] = pass_bytes(d) / wg_device_value_or(d, WG_DEVICE_shared_bandwidth, 128),
                     [WG_SM_CONSTANT] = wg_device_value_or(d, WG_DEVICE_constant_pass_cycles, 2),
                     [WG_SM_TEXTURE] = wg_device_value_or(d, WG_DEVICE_texture_cycles, 8)},
        .barrier_latency = wg_device_value_or(d, WG_DEVICE_barrier_latency, 14),
        .barrier_interval = wg_device_value_or(d, WG_DEVICE_barrier_warp_cycles, 2),
        .drain = d->major >= 7 ? 22 : 0, /* as ncu counts them on an H200, where nothing is in the way */
        .block_latency = wg_device_value_or(d, WG_DEVICE_block_turn_cycles, 300),
        .block_interval = active * wg_device_value_or(d, WG_DEVICE_block_start_cycles, 1.2),
    };
    set_memory(d, active, sm);
    set_l2(d, active, sm);
    set_latencies(d, sm, latencies);
    return WG_OK;
}

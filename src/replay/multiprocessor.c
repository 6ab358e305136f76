/* A device's file as the numbers of one multiprocessor. What `probe --calibrate` measured comes first; a file that does not have it says less, and
 * what it leaves open is derived from what it does say, or taken from an H200: latencies in cycles change little from one generation
 * to the next. */
#include "replay/cache.h"
#include "replay/timeline.h"

#include <math.h>

static double value_or(const wg_device *d, wg_device_field field, double otherwise)
{
    return d->known[field] ? d->value[field] : otherwise;
}

/* Cycles for which a warp's instruction keeps one scheduler's part of the lanes busy. */
static double interval(const wg_device *d, wg_device_field lanes, double schedulers, double otherwise)
{
    double of_each = value_or(d, lanes, otherwise * schedulers) / schedulers;
    return of_each > 0 ? d->value[WG_DEVICE_warp_size] / of_each : 64;
}

double wg_sm_clock(const wg_device *d, bool multiplies_matrices)
{
    double clock = value_or(d, WG_DEVICE_measured_clock, d->value[WG_DEVICE_sm_clock]);
    return 1e6 * (multiplies_matrices ? value_or(d, WG_DEVICE_measured_mma_clock, clock) : clock);
}

/* Cycles that so many bytes take of a multiprocessor's share of a bandwidth in GB/s. */
static double share(const wg_device *d, uint32_t active, double bytes, double bandwidth)
{
    return bytes * active * wg_sm_clock(d, false) / (1e9 * bandwidth);
}

/* Sectors of one line that are asked for together cost less than each by itself: a request has a price, and so has a sector. Of two bandwidths,
 * of whole lines and of a sector a line, follow both. */
static wg_sm_price price(const wg_device *d, uint32_t active, double lines, double sectors)
{
    double line = share(d, active, 128, lines), lone = share(d, active, 32, sectors);
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
    double copy = value_or(d, WG_DEVICE_measured_copy_bandwidth, 0);
    double read = value_or(d, WG_DEVICE_measured_read_bandwidth, copy > 0 ? copy : 0.92 * peak);
    double write = value_or(d, WG_DEVICE_measured_write_bandwidth, copy > 0 ? copy : 0.92 * read);
    /* Where nobody measured it: the way from a multiprocessor has so many bytes a clock; without such a cache there is no way. */
    const double way = d->known[WG_DEVICE_l2_bytes] ? 32 : 1024;
    double bytes = value_or(d, WG_DEVICE_l2_bandwidth, way * d->value[WG_DEVICE_sm_count]); /* a clock */
    double l2 = value_or(d, WG_DEVICE_measured_l2_bandwidth, bytes * wg_sm_clock(d, false) / 1e9);
    /* A way of a sector a clock is as fast for lone ones. */
    double lone = d->known[WG_DEVICE_measured_l2_bandwidth] ? 0.57 : 1;
    double l2_write = value_or(d, WG_DEVICE_measured_l2_write_bandwidth, 0.52 * l2);
    double partial = value_or(d, WG_DEVICE_measured_l2_partial_write_bandwidth, 0.8 * l2_write);
    set_rows(d, active, read, write, sm);
    sm->dram_behind = d->known[WG_DEVICE_measured_write_bandwidth] ? 3000 : 0;
    sm->dram_slack = d->known[WG_DEVICE_measured_read_bandwidth] ? 0 : 2000;
    sm->l2_read = price(d, active, l2, value_or(d, WG_DEVICE_measured_l2_scattered_read_bandwidth, lone * l2));
    sm->l2_write =
        price(d, active, l2_write, value_or(d, WG_DEVICE_measured_l2_scattered_write_bandwidth, 0.52 * l2_write));
    sm->l2_partial = fmax(share(d, active, 32, partial) - share(d, active, 32, l2_write), 0);
    sm->atomic_interval = active / value_or(d, WG_DEVICE_atomic_scattered_rate, 53);
    sm->same_interval = active / value_or(d, WG_DEVICE_atomic_same_rate, 0.69);
}

/* Memory that is read and written in turns does less than either alone; with half of each it does what a copy was measured to. Writes can wait
 * until there are many; reads do not, so that few of them among writes make memory turn around as often: in a hundred lines
 * that are written for one request most of what more do (`probe turns`). Loads that wait for writes wait longer. */
void wg_sm_mix(const wg_device *d, const wg_sm_moved *moved, wg_sm *sm)
{
    const double rare = 0.01, mixed = 0.3;
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
    sm->dram_queue *= 1 + mixed * 4 * part * (1 - part);
    sm->dram_interval *= more;
    sm->dram_write_interval *= more;
}

static void set_latencies(const wg_device *d, wg_sm *sm, wg_latencies *l)
{
    double fma = value_or(d, WG_DEVICE_fma_latency, 4), integer = value_or(d, WG_DEVICE_int_latency, fma);
    sm->shared_latency = value_or(d, WG_DEVICE_shared_latency, 23);
    sm->l1_latency = value_or(d, WG_DEVICE_l1_latency, 34);
    sm->l2_latency = value_or(d, WG_DEVICE_l2_latency, 320);
    sm->dram_latency = value_or(d, WG_DEVICE_memory_latency, 690);
    sm->l2_spread = value_or(d, WG_DEVICE_l2_latency_spread, d->major >= 8 ? 0.2 : 0);
    sm->dram_spread = value_or(d, WG_DEVICE_memory_latency_spread, d->major >= 7 ? 0.2 : 0);
    sm->dram_queue = 0.194 * sm->dram_latency;
    *l = (wg_latencies){
        .of = {[WG_LATENCY_ARITHMETIC] = fma,
               [WG_LATENCY_WIDE] = fma + integer / 2,
               [WG_LATENCY_HALF] = value_or(d, WG_DEVICE_f16_latency, fma),
               [WG_LATENCY_FP64] = value_or(d, WG_DEVICE_f64_latency, 8),
               [WG_LATENCY_SFU] = value_or(d, WG_DEVICE_sfu_latency, 17),
               [WG_LATENCY_SEQUENCE] = fma,
               [WG_LATENCY_CONSTANT] = value_or(d, WG_DEVICE_constant_latency, 29),
               [WG_LATENCY_TEXTURE] = fmax(value_or(d, WG_DEVICE_texture_latency, 126) - sm->l1_latency, 0),
               [WG_LATENCY_SHUFFLE] = value_or(d, WG_DEVICE_shuffle_latency, 23),
               [WG_LATENCY_TENSOR] = value_or(d, WG_DEVICE_mma_latency, 24)}};
}

/* What shared memory gives or takes in one pass: a word of each bank. */
static double pass_bytes(const wg_device *d)
{
    const double word = 4, newest = 32;
    return word * value_or(d, WG_DEVICE_shared_banks, newest);
}

wg_status wg_sm_from_device(const wg_device *d, uint32_t active, wg_sm *sm, wg_latencies *latencies, wg_error *err)
{
    double schedulers = value_or(d, WG_DEVICE_schedulers_per_sm, 4);
    if (!d->known[WG_DEVICE_memory_bandwidth])
        return wg_error_set(err, WG_ERR_MISSING, "no time can be estimated: the file of %s has no %s", d->name,
                            wg_device_field_infos[WG_DEVICE_memory_bandwidth].name);
    *sm = (wg_sm){
        .schedulers = (uint32_t)schedulers,
        .issue_interval = 1 / value_or(d, WG_DEVICE_issue_per_scheduler, 1),
        .reads = value_or(d, WG_DEVICE_register_reads, 2),
        .interval = {[WG_SM_FMA] = interval(d, WG_DEVICE_f32_lanes, schedulers, 32),
                     [WG_SM_HEAVY] = interval(d, WG_DEVICE_int_multiply_lanes, schedulers, 16),
                     [WG_SM_ALU] = interval(d, WG_DEVICE_int_lanes, schedulers, 16),
                     [WG_SM_FP64] = interval(d, WG_DEVICE_f64_lanes, schedulers, 1),
                     [WG_SM_SFU] = interval(d, WG_DEVICE_sfu_lanes, schedulers, 4),
                     [WG_SM_TENSOR] = 1,
                     [WG_SM_UNIFORM] = 2,
                     [WG_SM_ADDRESS] = 2,
                     [WG_SM_DATA] = pass_bytes(d) / value_or(d, WG_DEVICE_shared_bandwidth, 128),
                     [WG_SM_CONSTANT] = value_or(d, WG_DEVICE_constant_pass_cycles, 2),
                     [WG_SM_TEXTURE] = value_or(d, WG_DEVICE_texture_cycles, 8)},
        .barrier_latency = value_or(d, WG_DEVICE_barrier_latency, 14),
        .barrier_interval = value_or(d, WG_DEVICE_barrier_warp_cycles, 2),
        .drain = d->major >= 7 ? 22 : 0, /* as ncu counts them on an H200, where nothing is in the way */
        .block_latency = value_or(d, WG_DEVICE_block_turn_cycles, 300),
        .block_interval = active * value_or(d, WG_DEVICE_block_start_cycles, 1.2),
    };
    set_memory(d, active, sm);
    set_latencies(d, sm, latencies);
    return WG_OK;
}

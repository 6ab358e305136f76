/* SPDX-License-Identifier: Apache-2.0 */
/* The model's numbers of a GPU as those of one multiprocessor, which has its share of what all of them use. */
#include "caches/cache.h"
#include "model/limit.h"
#include "time/timeline.h"

#include <math.h>

/* Cycles for which a warp's instruction keeps one scheduler's part of the lanes busy. */
static double interval(const wg_model *m, double lanes)
{
    double of_each = lanes / m->schedulers_per_sm;
    return of_each > 0 ? WG_LANES / of_each : m->no_lanes_cycles;
}

double wg_sm_clock(const wg_model *m, bool multiplies_matrices)
{
    return 1e6 * (multiplies_matrices ? m->measured_mma_clock : m->measured_clock);
}

/* Cycles that so many bytes take of a multiprocessor's share of a bandwidth in GB/s. */
static double share(const wg_model *m, uint32_t active, double bytes, double bandwidth)
{
    return bytes * active * wg_sm_clock(m, false) / (1e9 * bandwidth);
}

/* Sectors of one line that are asked for together cost less than each by itself: a request has a price, and so has a
 * sector. Of two bandwidths, of whole lines and of a sector a line, follow both. A lone sector is never the faster one:
 * of what a multiprocessor gets by itself only the former is known. */
static wg_sm_price price(const wg_model *m, uint32_t active, double lines, double sectors)
{
    double line = share(m, active, WG_LINE_BYTES, lines),
           lone = fmax(share(m, active, WG_SECTOR_BYTES, sectors), line / 4);
    double sector = fmax((line - lone) / 3, 0);
    return (wg_sm_price){.sector = sector, .request = fmax(lone - sector, 0)};
}

/* A row of memory is opened for a line: where its banks are the limit, of lone sectors, each has a price of its own. */
static void set_rows(const wg_model *m, uint32_t active, wg_sm *sm)
{
    double read = m->measured_read_bandwidth, write = m->measured_write_bandwidth;
    sm->dram_interval = share(m, active, WG_SECTOR_BYTES, read);
    sm->dram_write_interval = share(m, active, WG_SECTOR_BYTES, write);
    if (!m->memory_row_cycle)
        return;
    double lone = WG_SECTOR_BYTES * m->memory_channels * m->memory_banks / m->memory_row_cycle; /* GB/s */
    if (lone <= 0 || lone >= fmin(read, write))
        return;
    wg_sm_price reading = price(m, active, read, lone);
    sm->dram_row = reading.request;
    sm->dram_interval = reading.sector;
    sm->dram_write_interval = fmax(share(m, active, WG_LINE_BYTES, write) - reading.request, 0) / 4;
}

/* Writes are put off where it is known how fast they are. */
static void set_memory(const wg_model *m, uint32_t active, wg_sm *sm)
{
    set_rows(m, active, sm);
    if (m->is_own[WG_MODEL_measured_write_bandwidth])
        sm->write_buffer_cycles = share(m, 1, wg_l2_room_of(m).unwritten, m->measured_write_bandwidth);
    sm->dram_slack = m->memory_slack_cycles;
    sm->dram_latency = m->memory_latency;
    sm->dram_spread = m->memory_latency_spread;
    sm->dram_queue = m->memory_queue;
    sm->queue_cycles = m->memory_queue_cycles;
    sm->use_window = m->memory_use_window;
    sm->use_least = m->memory_use_least;
    sm->use_most = m->memory_use_most;
}

/* A multiprocessor has a path of its own to the second level, which is wider than its share where all of them are at
 * work. 0: nobody knows how wide. */
static double at_most_alone(uint32_t active, double bandwidth, double alone)
{
    return alone > 0 ? fmin(bandwidth, active * alone) : bandwidth;
}

static void set_l2(const wg_model *m, uint32_t active, wg_sm *sm)
{
    double read = at_most_alone(active, m->measured_l2_bandwidth, m->measured_sm_read_bandwidth);
    double write = at_most_alone(active, m->measured_l2_write_bandwidth, m->measured_sm_write_bandwidth);
    double whole = share(m, active, WG_SECTOR_BYTES, write);
    sm->l2_read = price(m, active, read, m->measured_l2_scattered_read_bandwidth);
    sm->l2_write = price(m, active, write, m->measured_l2_scattered_write_bandwidth);
    sm->l2_partial = fmax(share(m, active, WG_SECTOR_BYTES, m->measured_l2_partial_write_bandwidth) - whole, 0);
    sm->atomic_interval = active / m->atomic_scattered_rate;
    sm->same_interval = active / m->atomic_same_rate;
    sm->l2_latency = m->l2_latency;
    sm->l2_spread = m->l2_latency_spread;
}

/* Memory that is read and written in turns does less than either alone (model/limit.h). A load that comes while memory
 * writes waits until it is done (`probe offset`: a copy). */
void wg_sm_mix(const wg_model *m, const wg_sm_moved *moved, wg_sm *sm)
{
    if (!m->is_own[WG_MODEL_turnaround_cost] || moved->read + moved->written <= 0)
        return;
    double reading = 1 / m->measured_read_bandwidth, writing = 1 / m->measured_write_bandwidth;
    double apart = moved->read * reading + moved->written * writing;
    double more = wg_memory_nanoseconds(m, moved->read, moved->written, moved->requests) / apart;
    sm->dram_write_wait = m->memory_write_wait * moved->written * writing / apart;
    sm->dram_interval *= more;
    sm->dram_write_interval *= more;
}

static wg_latencies latencies_of(const wg_model *m)
{
    return (wg_latencies){.of = {[WG_LATENCY_ARITHMETIC] = m->fma_latency,
                                 [WG_LATENCY_WIDE] = m->fma_latency + m->int_latency / 2,
                                 [WG_LATENCY_HALF] = m->f16_latency,
                                 [WG_LATENCY_FP64] = m->f64_latency,
                                 [WG_LATENCY_SFU] = m->sfu_latency,
                                 [WG_LATENCY_SEQUENCE] = m->fma_latency,
                                 [WG_LATENCY_CONSTANT] = m->constant_latency,
                                 [WG_LATENCY_TEXTURE] = fmax(m->texture_latency - m->l1_latency, 0),
                                 [WG_LATENCY_SHUFFLE] = m->shuffle_latency,
                                 [WG_LATENCY_TENSOR] = m->mma_latency}};
}

/* Cycles of one instruction or pass. What shared memory gives or takes in a pass is a word of each bank; a tensor
 * instruction says itself how long it takes. */
static void set_pipes(const wg_model *m, wg_sm *sm)
{
    const double word = 4;
    double *of = sm->interval;
    of[WG_SM_FMA] = interval(m, m->f32_lanes);
    of[WG_SM_HEAVY] = interval(m, m->int_multiply_lanes);
    of[WG_SM_ALU] = interval(m, m->int_lanes);
    of[WG_SM_FP64] = interval(m, m->f64_lanes);
    of[WG_SM_SFU] = interval(m, m->sfu_lanes);
    of[WG_SM_TENSOR] = 1;
    of[WG_SM_UNIFORM] = m->uniform_cycles;
    of[WG_SM_ADDRESS] = m->address_cycles;
    of[WG_SM_DATA] = word * m->shared_banks / m->shared_bandwidth;
    of[WG_SM_CONSTANT] = m->constant_pass_cycles;
    of[WG_SM_TEXTURE] = m->texture_cycles;
}

wg_status wg_sm_from_model(const wg_model *m, uint32_t active, wg_sm *sm, wg_latencies *latencies, wg_error *err)
{
    if (!m->is_own[WG_MODEL_memory_bandwidth])
        return wg_error_set(err, WG_ERR_MISSING, "no time can be estimated: the file of %s has no %s", m->device->name,
                            wg_model_parameter_infos[WG_MODEL_memory_bandwidth].name);
    *sm = (wg_sm){.schedulers = (uint32_t)m->schedulers_per_sm,
                  .issue_interval = 1 / m->issue_per_scheduler,
                  .reads = m->register_reads,
                  .read_ahead = m->register_read_ahead,
                  .queue_depth = m->pipe_queue_depth,
                  .shared_latency = m->shared_latency,
                  .l1_latency = m->l1_latency,
                  .merge_first = m->hit_on_miss_first,
                  .merge_evicted = m->hit_on_miss_evicted,
                  .barrier_latency = m->barrier_latency,
                  .barrier_interval = m->barrier_warp_cycles,
                  .drain = m->drain_cycles,
                  .block_latency = m->block_turn_cycles,
                  .block_interval = active * m->block_start_cycles};
    set_pipes(m, sm);
    set_memory(m, active, sm);
    set_l2(m, active, sm);
    *latencies = latencies_of(m);
    return WG_OK;
}

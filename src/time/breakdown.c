/* SPDX-License-Identifier: Apache-2.0 */
/* What an estimated time is made of: what each unit worked, what warps waited for, and the least it could be. */
#include "base/arena.h"
#include "caches/cache.h"
#include "caches/demand.h"
#include "model/limit.h"
#include "time/estimator.h"

#include <math.h>
#include <stdlib.h>

/* Updates of the cache count as atomics where they are most of its work, whether they wait for one another or not. */
static void split_l2(const wg_sm_result *r, double parts[WG_UNIT_COUNT])
{
    bool is_atomic = 2 * r->atomic_busy >= r->l2_busy || r->same_busy > r->l2_busy;
    parts[WG_UNIT_l2] = (r->l2_busy - (is_atomic ? r->atomic_busy : 0)) / r->cycles;
    parts[WG_UNIT_atomics] = fmax(is_atomic ? r->l2_busy : r->atomic_busy, r->same_busy) / r->cycles;
    if (r->atomic_busy <= 0)
        parts[WG_UNIT_atomics] = 0;
}

static void set_busy(const wg_estimation *m, const wg_sm_time *a, wg_estimate *out)
{
    const wg_sm_result *r = &a->result;
    double own = 1 / (r->cycles * m->sm.schedulers), common = 1 / r->cycles;
    /* They are one memory, and its time is the one's that has most of it, as Nsight Compute's figure for L1 has shared
     * memory's, too. */
    bool is_barrier = 2 * r->barrier_busy >= r->busy[WG_SM_CONSTANT] && r->barrier_busy > 0; /* one pipe for both */
    bool is_shared = 3 * r->shared_busy >= 2 * r->busy[WG_SM_DATA];
    double parts[WG_UNIT_COUNT] = {
        [WG_UNIT_issue] = r->issued * own,
        [WG_UNIT_fma] = fmax(r->busy[WG_SM_FMA], r->busy[WG_SM_HEAVY]) * own,
        [WG_UNIT_alu] = r->busy[WG_SM_ALU] * own,
        [WG_UNIT_fp64] = r->busy[WG_SM_FP64] * own,
        [WG_UNIT_sfu] = r->busy[WG_SM_SFU] * own,
        [WG_UNIT_tensor] = r->busy[WG_SM_TENSOR] * own,
        [WG_UNIT_constant] = (r->busy[WG_SM_CONSTANT] - (is_barrier ? r->barrier_busy : 0)) * common,
        [WG_UNIT_barriers] = (is_barrier ? r->busy[WG_SM_CONSTANT] : r->barrier_busy) * common,
        [WG_UNIT_texture] = r->busy[WG_SM_TEXTURE] * common,
        [WG_UNIT_shared] = (is_shared ? r->busy[WG_SM_DATA] : r->shared_busy) * common,
        [WG_UNIT_l1] = (r->busy[WG_SM_DATA] - (is_shared ? r->shared_busy : 0)) * common,
        [WG_UNIT_dram] = r->dram_busy * common,
    };
    double kernel = wg_estimation_seconds(m, a->cycles);
    split_l2(r, parts);
    for (int k = 0; k < WG_UNIT_COUNT; k++)
        out->busy[k] = fmin(1, parts[k]) * kernel;
}

static void set_stalls(const wg_sm_result *r, wg_estimate *out)
{
    double sum = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        sum += r->stalls[k];
    for (int k = 0; k < WG_STALL_COUNT && sum > 0; k++)
        out->stalls[k] = r->stalls[k] / sum;
}

/* What no warp came to takes no time, and no line shows it. */
static bool has_run(const wg_estimation *m, uint32_t insn)
{
    return m->profile->insns[insn].value[WG_COUNTER_warp_instructions] > 0;
}

/* What is done for an instruction by another one, which issues in its place, is the former's to answer for: the slots,
 * and what full pipes and queues keep others. */
static void hand_back(const wg_estimation *m, uint32_t count, wg_insn_time *times)
{
    static const wg_stall costs[] = {WG_STALL_issued, WG_STALL_lg, WG_STALL_mio, WG_STALL_tex, WG_STALL_pipe};
    const wg_machine *machine = m->e->machine;
    double *issues = wg_alloc((count + 1) * sizeof *issues);
    for (uint32_t k = 0; k < count; k++)
        issues[machine->insns[k].issues_with] += has_run(m, k) ? machine->insns[k].issues : 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t other = machine->insns[k].issues_with;
        if (!has_run(m, k))
            continue;
        double part = issues[other] > 0 ? machine->insns[k].issues / issues[other] : 0;
        for (size_t s = 0; s < sizeof costs / sizeof *costs && other != k && part > 0; s++) {
            double share = part * times[other].stalls[costs[s]];
            times[other].stalls[costs[s]] -= share;
            times[k].stalls[costs[s]] += share;
        }
        issues[other] -= other != k ? machine->insns[k].issues : 0; /* of what is left there */
    }
    free(issues);
}

static double caused_by(const wg_insn_time *insn)
{
    double sum = 0;
    for (int k = 0; k < WG_STALL_COUNT; k++)
        sum += insn->stalls[k];
    return sum;
}

/* Of the program's instructions: those that ptxas adds, which keep registers in memory, have no line. */
/* While a scheduler issues, the time is the instruction's that issues, whatever other warps wait for; while none can
 * issue, it is theirs who are to blame for that. */
static void set_scales(const wg_estimation *m, const wg_sm_result *r, uint32_t count, double scale[WG_STALL_COUNT])
{
    double issued = 0, waited = 0, slots = fmin(r->issued / (r->cycles * m->sm.schedulers), 1);
    for (uint32_t k = 0; k < count; k++) {
        issued += r->insns[k].stalls[WG_STALL_issued];
        waited += caused_by(&r->insns[k]) - r->insns[k].stalls[WG_STALL_issued] - r->insns[k].stalls[WG_STALL_turn];
    }
    for (int s = 0; s < WG_STALL_COUNT; s++)
        scale[s] = waited > 0 ? (1 - slots) / waited : 0;
    scale[WG_STALL_issued] = issued > 0 ? (waited > 0 ? slots : 1) / issued : 0;
    scale[WG_STALL_turn] = 0;
}

static void set_insn_times(const wg_estimation *m, const wg_sm_result *r, wg_insn_time *times)
{
    uint32_t count = m->e->program->insn_count;
    double waits = 0;
    for (uint32_t k = 0; k < count; k++)
        waits += r->insns[k].waits;
    double scale[WG_STALL_COUNT];
    set_scales(m, r, count, scale);
    for (uint32_t k = 0; k < count; k++) {
        times[k].waits = waits > 0 ? r->insns[k].waits / waits : 0;
        for (int s = 0; s < WG_STALL_COUNT; s++)
            times[k].stalls[s] = scale[s] * r->insns[k].stalls[s];
    }
    hand_back(m, count, times);
}

static void set_residency(const wg_estimation *m, wg_estimate *out)
{
    const wg_model *model = &m->e->model;
    double blocks = (double)wg_blocks_of(m->launch);
    out->blocks_per_sm = fmin(m->e->resident, ceil(blocks / model->sm_count));
    out->warps_per_sm = out->blocks_per_sm * wg_warps_of(m->launch);
    out->occupancy = out->warps_per_sm / (double)wg_device_integer(model->device, WG_DEVICE_max_warps_per_sm);
    out->waves = blocks / (model->sm_count * m->e->resident);
}

/* The load that touches most sectors in vain, if its lanes lie a constant number of bytes apart. */
static double stride_of(const wg_estimation *m)
{
    double most = 0, stride = 0;
    for (uint32_t k = 0; k < m->e->program->insn_count; k++) {
        const wg_demand *d = &m->source.demand[k];
        double vain = d->sectors - 4 * d->words / WG_SECTOR_BYTES;
        if (m->e->program->insns[k].class != WG_CLASS_LOAD || vain <= most)
            continue;
        most = vain;
        stride = d->strided > 0.5 * d->requests ? d->stride : 0;
    }
    return stride;
}

/* How often a block loads a word, of global memory. */
static double reuse_of(const wg_estimation *m)
{
    wg_demand all = {0};
    for (uint32_t k = 0; k < m->e->program->insn_count; k++) {
        const wg_insn *i = &m->e->program->insns[k];
        if (i->class != WG_CLASS_LOAD || wg_insn_space(i) == WG_SPACE_LOCAL)
            continue;
        all.asked += m->source.demand[k].asked;
        all.block_words += m->source.demand[k].block_words;
    }
    return wg_demand_reuse(&all);
}

/* Of different sectors that global atomics update, in the trace. */
static double atomic_bytes(const wg_estimation *m)
{
    double most = 0;
    for (uint32_t k = 0; k < m->e->program->insn_count; k++)
        if (m->profile->insns[k].value[WG_COUNTER_global_atomic_requests])
            most = fmax(most, WG_SECTOR_BYTES * m->traffic.insns[k].footprint);
    return most;
}

/* A stride has a power of two lanes meet in a bank, every time; of chance, now these and now those. */
static bool is_random(double wavefronts)
{
    double nearest = exp2(round(log2(wavefronts)));
    return fabs(wavefronts / nearest - 1) > 0.04;
}

/* The part of the bank conflicts that indices decide, which nobody knows in advance. */
static double random_conflicts(const wg_estimation *m)
{
    double all = 0, random = 0;
    for (uint32_t k = 0; k < m->e->program->insn_count; k++) {
        const uint64_t *c = m->profile->insns[k].value;
        double requests = (double)(c[WG_COUNTER_shared_load_requests] + c[WG_COUNTER_shared_store_requests]);
        double wavefronts = (double)(c[WG_COUNTER_shared_load_wavefronts] + c[WG_COUNTER_shared_store_wavefronts]);
        double conflicts = (double)c[WG_COUNTER_shared_conflicts];
        all += conflicts;
        random += requests > 0 && conflicts > 0 && is_random(wavefronts / requests) ? conflicts : 0;
    }
    return all > 0 ? random / all : 0;
}

static void describe(const wg_estimation *m, wg_estimate *out)
{
    const wg_traffic_counts *t = &m->traffic.total;
    const wg_counters *c = &m->profile->total;
    wg_l2_state state = m->source.state;
    double warps = (double)c->value[WG_COUNTER_warp_instructions];
    out->launches = 1;
    out->registers = wg_estimator_registers(m->e);
    out->lanes = warps > 0 ? (double)c->value[WG_COUNTER_thread_instructions] / (WG_LANES * warps) : 1;
    out->l1_hits = wg_traffic_l1_hit_rate(t);
    out->l2_hits = wg_traffic_l2_hit_rate(&m->traffic, state);
    out->dram_bytes = t->dram_read[state] + t->dram_written[state];
    out->l2_bytes = WG_SECTOR_BYTES * (t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE] + t->l2[WG_L2_ATOMIC]);
    out->reuse = reuse_of(m);
    out->load_stride = stride_of(m);
    out->footprint = (double)(m->traffic.loaded + m->traffic.stored);
    out->atomic_bytes = atomic_bytes(m);
    out->random_conflicts = random_conflicts(m);
    out->dram_read = t->dram_read[state];
    out->l2_read = WG_SECTOR_BYTES * t->l2[WG_L2_READ];
    out->is_cold = m->e->options.cold;
    out->registers_are_estimated = !m->e->options.registers || m->e->machine->is_foreign;
    out->is_partial = m->e->machine->frame > 0;
    out->model_own = wg_model_own(&m->e->model);
    out->model_borrowed = wg_model_borrowed(&m->e->model);
}

static double counted(const wg_estimation *m, wg_counter counter)
{
    return (double)m->profile->total.value[counter];
}

/* Of the sectors that are touched, no more than what threads asked for: the rest need not be moved. */
static double wanted(double touched, double asked)
{
    return asked > 0 ? fmin(touched, asked) : touched;
}

/* What is updated in place is read and written. */
static double minimum_of(const wg_estimation *m)
{
    const wg_traffic_counts *t = &m->traffic.total;
    wg_l2_state state = m->source.state;
    double atomics = counted(m, WG_COUNTER_global_atomic_bytes);
    double read = wanted((double)m->traffic.loaded,
                         counted(m, WG_COUNTER_global_load_bytes) + counted(m, WG_COUNTER_texture_bytes) + atomics),
           written = wanted((double)m->traffic.stored, counted(m, WG_COUNTER_global_store_bytes) + atomics);
    return wg_limit_seconds(&m->e->model, &(wg_work){.read = read,
                                                     .written = written,
                                                     .dram_read = fmin(read, t->dram_read[state]),
                                                     .dram_written = fmin(written, t->dram_written[state]),
                                                     .f16_flops = counted(m, WG_COUNTER_flops_f16),
                                                     .f32_flops = counted(m, WG_COUNTER_flops_f32),
                                                     .f64_flops = counted(m, WG_COUNTER_flops_f64),
                                                     .tensor_flops = counted(m, WG_COUNTER_flops_tensor)});
}

/* The multiprocessor with the most blocks is the one that was replayed: for so much of its time the others have nothing
 * to do. */
static double idle_at_the_end(const wg_estimation *m)
{
    double sms = m->e->model.sm_count, blocks = (double)wg_blocks_of(m->launch);
    return blocks > sms ? 1 - blocks / sms / m->work.blocks : 0;
}

void wg_estimate_break_down(const wg_estimation *m, const wg_sm_time *a, wg_estimate *out, wg_insn_time *insn_times)
{
    out->launch = m->overhead;
    out->seconds = wg_estimation_seconds(m, a->cycles) + m->overhead;
    out->minimum = minimum_of(m);
    if (out->minimum > out->seconds) /* nothing is faster than the limit: the replay rounds */
        out->minimum = out->seconds;
    if (out->minimum < out->seconds / 1000) /* its work is of another kind than bytes and flops */
        out->minimum = NAN;
    out->tail = wg_estimation_seconds(m, a->cycles) * idle_at_the_end(m);
    if (a->result.cycles > 0) {
        set_busy(m, a, out);
        set_stalls(&a->result, out);
    }
    if (insn_times && a->result.insns)
        set_insn_times(m, &a->result, insn_times);
    set_residency(m, out);
    describe(m, out);
}

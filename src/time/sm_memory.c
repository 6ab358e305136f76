/* SPDX-License-Identifier: Apache-2.0 */
#include "time/sm_memory.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>

enum { MSHR_BITS = 13, MSHRS = 1 << MSHR_BITS };

double wg_sm_uniform(wg_sm_memory *m)
{
    m->noise = m->noise * 1664525u + 1013904223u;
    return ((m->noise >> 8) + 0.5) / (1 << 24);
}

/* What memory was asked for lately, by what it could have given. It serves all multiprocessors, whose ups and downs
 * even out: lately is a long time, or all there was. */
static double use_memory(wg_sm_memory *m, double busy)
{
    const double lately = m->sm->use_window;
    m->dram_recent = m->dram_recent * exp((m->dram_asked - m->now) / lately) + busy;
    m->dram_asked = m->now;
    double asked_over = fmax(lately * (1 - exp(-m->now / lately)), m->sm->use_least);
    return fmin(m->dram_recent / asked_over, m->sm->use_most);
}

/* The largest of so many such numbers. */
static double largest(wg_sm_memory *m, unsigned count)
{
    return count > 1 ? pow(wg_sm_uniform(m), 1.0 / count) : wg_sm_uniform(m);
}

/* Latencies differ, of a request's lines the last one counts, and requests of all multiprocessors get in each other's
 * way the more there are. */
static double memory_latency(wg_sm_memory *m, double use, unsigned lines)
{
    double spread = m->sm->dram_spread;
    return m->sm->dram_latency * (1 - spread - spread * log1p(-largest(m, lines))) + m->sm->dram_write_wait * use +
           m->sm->dram_queue * use * use / (1 - use);
}

/* One half of the second-level cache is nearer to a multiprocessor than the other. */
static double cache_latency(wg_sm_memory *m, unsigned lines)
{
    return m->sm->l2_latency * (1 + (largest(m, lines) < 0.5 ? -1 : 1) * m->sm->l2_spread);
}

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static double l2_time(const wg_sm *sm, const wg_sm_insn *i, const wg_sm_op *op)
{
    const wg_sm_price *price = i->action == WG_SM_STORE ? &sm->l2_write : &sm->l2_read;
    if (i->action == WG_SM_ATOMIC)
        return op->l2 * sm->atomic_interval * i->contention;
    double requests = op->lines && op->lines < op->l2 ? op->lines : op->l2;
    return requests * price->request + op->l2 * price->sector + op->partial * sm->l2_partial;
}

static double dram_time(const wg_sm *sm, const wg_sm_insn *i, const wg_sm_op *op)
{
    double interval = i->action == WG_SM_STORE ? sm->dram_write_interval : sm->dram_interval;
    return op->dram * interval + op->rows * sm->dram_row;
}

/* What is to be written waits in the second-level cache until memory has nothing else to do, as long as there is room.
 */
static void ask_memory(wg_sm_memory *m, const wg_sm_insn *i, double busy, double start)
{
    double idle = fmin(fmax(start - m->dram_free, 0), m->write_backlog);
    m->write_backlog -= idle;
    m->dram_free += idle;
    double later = i->action == WG_SM_STORE ? fmin(busy, m->sm->write_buffer_cycles - m->write_backlog) : 0;
    m->write_backlog += later;
    m->dram_free = fmax(m->dram_free, start) + busy - later;
}

/* When a request's last sector is back, or on its way for a store, and for how long it stood in the queue that decides
 * that. */
typedef struct trip {
    double back, queued;
    wg_queue queue;
} trip;

static void enter_queue(wg_sm_memory *m, wg_queue queue, uint32_t insn, double busy)
{
    m->last[queue] = insn;
    m->noted[insn].work[queue] += busy;
}

static void decide(trip *t, wg_queue queue, double free, double start, double back)
{
    if (back > t->back)
        *t = (trip){back, fmax(free - start, 0), queue};
}

static trip through_memory(wg_sm_memory *m, const wg_sm_insn *i, const wg_sm_op *op, double start)
{
    const wg_sm *sm = m->sm;
    trip t = {.back = start + sm->l1_latency};
    if (op->l2) {
        double busy = l2_time(sm, i, op), free = m->l2_free;
        enter_queue(m, WG_QUEUE_L2, op->insn, busy);
        m->l2_free = fmax(m->l2_free, start) + busy;
        m->out->l2_busy += busy;
        m->out->atomic_busy += i->action == WG_SM_ATOMIC ? busy : 0;
        t.back = 0;
        decide(&t, WG_QUEUE_L2, free, start, m->l2_free + cache_latency(m, least_of(op->lines, op->l2)));
    }
    if (op->same) {
        double free = m->same_free;
        enter_queue(m, WG_QUEUE_SAME, op->insn, op->same * sm->same_interval);
        m->same_free = fmax(m->same_free, start) + op->same * sm->same_interval;
        m->out->same_busy += op->same * sm->same_interval;
        decide(&t, WG_QUEUE_SAME, free, start, m->same_free + sm->l2_latency);
    }
    if (op->dram) {
        double busy = dram_time(sm, i, op), use = use_memory(m, busy), free = m->dram_free;
        enter_queue(m, WG_QUEUE_DRAM, op->insn, busy);
        ask_memory(m, i, busy, start - sm->dram_slack);
        m->out->dram_busy += busy;
        decide(&t, WG_QUEUE_DRAM, free, start,
               fmax(m->dram_free, start) + memory_latency(m, use, least_of(op->lines, op->dram)));
    }
    return t;
}

/* Of loads that miss on average: when this one's sectors are there. Who comes when enough of them have missed is the
 * one that waits. */
static double mean_miss(wg_sm_memory *m, const wg_sm_insn *i, const wg_sm_op *op, bool was_asked_for, double start)
{
    float *missed = &m->missed[op->insn];
    if (*missed < (was_asked_for ? m->sm->merge_evicted : m->sm->merge_first) * op->wanted)
        return start + m->sm->l1_latency;
    *missed -= op->wanted;
    return wg_sm_uniform(m) < i->missed ? fmax(m->dram_free, start) + memory_latency(m, use_memory(m, 0), op->lines)
                                        : fmax(m->l2_free, start) + cache_latency(m, op->lines);
}

/* A hit on a miss: whoever asks for a sector that is on its way waits for it as well. Blocks of a trace are replayed
 * more than once, for others with sectors of their own. */
static double merge_misses(wg_sm_memory *m, uint64_t nth, const wg_sm_insn *i, const wg_sm_op *op, double start,
                           double back)
{
    if (!op->sector)
        return back;
    uint64_t sector = nth << 32 | op->sector;
    wg_mshr *entry = &m->mshrs[(sector * 0x9e3779b97f4a7c15u) >> (64 - MSHR_BITS)];
    m->missed[op->insn] += op->l2;
    bool was_asked_for = entry->sector == sector;
    if (was_asked_for && entry->ready > start && (op->is_mean || !op->l2))
        return fmax(entry->ready, start + m->sm->l1_latency);
    if (op->is_mean)
        back = mean_miss(m, i, op, was_asked_for, start);
    if (op->is_mean || op->l2)
        *entry = (wg_mshr){sector, back};
    return back;
}

double wg_sm_access(wg_sm_memory *m, const wg_sm_insn *i, const wg_sm_op *op, uint64_t nth, double start)
{
    trip t = through_memory(m, i, op, start);
    double back = merge_misses(m, nth, i, op, start, t.back);
    m->noted[op->insn].queued[t.queue] += back < t.back ? 0 : t.queued; /* less: it was in the first-level cache */
    return back;
}

void wg_sm_memory_begin(wg_sm_memory *m, const wg_sm *sm, size_t insn_count, wg_noted *noted, wg_sm_result *out)
{
    *m = (wg_sm_memory){.sm = sm,
                        .noise = sm->noise,
                        .mshrs = wg_alloc(MSHRS * sizeof *m->mshrs),
                        .missed = wg_alloc((insn_count + 1) * sizeof *m->missed),
                        .out = out,
                        .noted = noted};
}

void wg_sm_memory_end(wg_sm_memory *m)
{
    free(m->mshrs);
    free(m->missed);
}

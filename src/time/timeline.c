/* SPDX-License-Identifier: Apache-2.0 */
/* From a trace and what the caches do with it to operations of a multiprocessor.
 *
 * Where the caches' model says that so much of an instruction's sectors goes on to the next level, executions take
 * turns: of four with a quarter of a sector each, the fourth has one.
 *
 * A what-if is the same launch with something else about it. */
#include "time/timeline.h"

#include "base/arena.h"
#include "caches/cache.h"
#include "ptx/types.h"
#include "sim/rows.h"
#include "sim/trace.h"
#include "time/changes.h"
#include "time/timeline_insns.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of one instruction: how much of a sector goes on. */
typedef struct insn_rates {
    double l2;     /* sectors that miss the first level, a sector: where that of the execution itself is not known */
    double missed; /* sectors that miss the second level, a sector of it … */
    double dram;   /* … and that memory moves, which may be more */
    double l2_carry, missed_carry, dram_carry, rows_carry, same_carry; /* what their fractions add up to */
    double passes;                                                     /* of a constant load */
    double turns;                          /* of an atomic's sectors, an execution: one for each update of a word */
    double same;                           /* … of those, how many no other address could have meanwhile */
    bool is_texture;                       /* whose unit has a time of its own, whatever it touches */
    double lanes;                          /* active ones, 0 to 1 */
    double spilled_carry, filled_carry;    /* words, likewise */
    double tile_carry, tile_l2, tile_dram; /* loads that fill a tile, and what they move */
    uint32_t bytes;                        /* a lane */
} insn_rates;

typedef struct timeline_builder {
    const wg_timeline_source *from;
    wg_timeline *out;
    wg_what_if what_if;
    insn_rates *rates;
    wg_op_change *changes;
    double spared[2];     /* by loads and by stores: wg_insn_facts */
    unsigned filled;      /* loads of words that were spilled, so far */
    double written_carry; /* … sectors of stores that get to memory, likewise */
} timeline_builder;

/* ---- operations ---- */

enum { UNKNOWN = UINT16_MAX };

static uint32_t least(uint32_t lanes, uint32_t bytes, uint32_t piece)
{
    return lanes && bytes ? (lanes * bytes + piece - 1) / piece : 0;
}

/* Whole ones; the fraction is carried over to the next time. */
static uint16_t take(double *carry, double more)
{
    *carry += more;
    double whole = floor(*carry + 1e-9);
    *carry -= whole;
    return (uint16_t)fmin(whole, UINT16_MAX);
}

/* Lines that a request's sectors are in: they are listed in the order of the lanes. */
static uint16_t lines_of(const wg_trace_warp *t, const wg_trace_op *op)
{
    uint64_t seen[WG_LANES * 4];
    unsigned count = 0;
    for (uint32_t k = 0; k < op->sector_count && count < WG_LANES * 4; k++) {
        uint64_t line = t->sectors[op->sector + k] / WG_LINE_SECTORS;
        unsigned n = count;
        while (n-- > 0 && seen[n] != line)
            ;
        if (n == UINT32_MAX)
            seen[count++] = line;
    }
    return (uint16_t)count;
}

/* How often memory opens the row of a line that is asked for: once, or once to read and once to write it where a store
 * needs both. Sectors that nobody wants come along. */
static double visits(const wg_sm_op *op, double dram, double wanted, wg_sm_action action)
{
    return fmin(op->l2 * dram / fmax(fmin(wanted, op->l2), 1), action == WG_SM_LOAD ? 1 : 2);
}

/* Sectors of memory for an access to so many of the second level. What comes in addition comes with a miss: a load that
 * hits does not wait for it. */
static uint16_t take_dram(insn_rates *w, uint16_t l2, wg_sm_action action)
{
    uint16_t missed = take(&w->missed_carry, l2 * fmin(w->missed, 1));
    if (action == WG_SM_LOAD && !missed) {
        w->dram_carry += l2 * w->dram;
        return 0;
    }
    return take(&w->dram_carry, l2 * w->dram);
}

/* Sectors that memory moves for a store by itself, in bursts, and reads because some are written in part. */
static double moved_alone(const timeline_builder *m, const wg_trace_warp *t, const wg_trace_op *op)
{
    uint64_t burst = (uint64_t)m->from->model->memory_burst / WG_SECTOR_BYTES, bursts = 0;
    for (uint32_t k = 0; k < op->sector_count; k++)
        bursts += !k || t->sectors[op->sector + k] / burst != t->sectors[op->sector + k - 1] / burst;
    return (double)(burst * bursts + op->partial);
}

/* Where rows of memory are in the model, each store opens its own, and what it begins or ends in the middle of a burst
 * is not put together, either. */
static double dram_of_store(const timeline_builder *m, const wg_trace_warp *t, const wg_trace_op *op,
                            const insn_rates *w, uint16_t l2)
{
    bool has_rows = m->from->model->memory_row_cycle > 0 && m->from->model->memory_burst > WG_SECTOR_BYTES;
    double together = l2 * w->dram;
    return has_rows ? fmax(together, fmin(1, w->dram) * moved_alone(m, t, op)) : together;
}

/* Bytes that shared memory gives in a pass. */
static uint32_t operand_pass(const timeline_builder *m)
{
    return 4 * (uint32_t)m->from->model->shared_banks;
}

/* The first-level cache looks up some lines at a time, and what is in different banks goes at once. Where nothing is
 * known of banks, a line is a pass. */
static uint16_t passes_of(const timeline_builder *m, const wg_trace_op *op, uint16_t lines)
{
    uint16_t lookups = (uint16_t)ceil(lines / m->from->model->l1_lookups);
    return !op->wavefronts ? lines : op->wavefronts > lookups ? op->wavefronts : lookups;
}

static uint32_t number_of(uint64_t sector)
{
    return (uint32_t)(sector * 0x9e3779b97f4a7c15u >> 32) | 1;
}

/* Lines and passes of an access in such a launch; returns the sectors it asks for. */
static double set_passes(const timeline_builder *m, const wg_trace_op *op, uint16_t lines, wg_sm_op *out)
{
    const insn_rates *w = &m->rates[op->insn];
    uint32_t lanes = (uint32_t)__builtin_popcount(op->mask);
    double sectors = op->sector_count;
    *out = (wg_sm_op){.insn = op->insn, .passes = passes_of(m, op, lines), .lines = lines};
    if (w->passes > 1 || w->is_texture)
        out->passes = (uint16_t)lround(w->passes);
    if (m->changes[op->insn].narrows && sectors > 0) {
        out->lines = (uint16_t)fmin(lines, least(lanes, w->bytes, WG_LINE_BYTES));
        out->passes = (uint16_t)fmin(out->passes, least(lanes, w->bytes, WG_LINE_BYTES));
        sectors = fmin(sectors, least(lanes, w->bytes, WG_SECTOR_BYTES));
    }
    out->passes = (uint16_t)fmin(out->passes, m->changes[op->insn].passes);
    if (m->what_if == WG_WHAT_IF_conflict_free && op->wavefronts && !lines)
        out->passes = (uint16_t)fmin(op->wavefronts, least(lanes, w->bytes, WG_LINE_BYTES));
    if (m->out->insns[op->insn].is_operand) /* those without a conflict are part of the instruction */
        out->passes -= (uint16_t)fmin(out->passes, least(lanes, w->bytes, operand_pass(m)));
    return sectors;
}

/* Loads that may find what they want on its way for another: of few lines, since of many some are there and some are
 * not, so that nobody is the first; and of memory that is not one warp's alone. */
static void set_merging(const insn_rates *w, const wg_trace_warp *t, const wg_trace_op *op, uint16_t lines,
                        wg_sm_op *out)
{
    enum { FEW_LINES = 2 };
    bool is_local = t->sectors[op->sector] & WG_TRACE_LOCAL;
    if (w->l2 >= 0.99 || lines > FEW_LINES || is_local)
        return;
    out->is_mean = op->missed == UNKNOWN;
    out->wanted = op->sector_count;
    out->sector = number_of(t->sectors[op->sector]);
}

/* Sectors of an access that go on to the second level, in a launch where so many times as many do. */
static uint16_t take_l2(insn_rates *w, const wg_trace_op *op, double times, wg_sm_action action)
{
    if (action == WG_SM_ATOMIC) /* lanes that update the same word of a sector take turns */
        return take(&w->l2_carry, w->turns);
    if (op->missed == UNKNOWN || times < 1)
        return take(&w->l2_carry, times * (op->missed == UNKNOWN ? op->sector_count * w->l2 : op->missed));
    return op->missed;
}

static void set_misses(timeline_builder *m, const wg_trace_warp *t, const wg_trace_op *op, uint16_t lines,
                       wg_sm_op *out)
{
    insn_rates *w = &m->rates[op->insn];
    wg_sm_action action = (wg_sm_action)m->out->insns[op->insn].action;
    uint32_t wanted = least((uint32_t)__builtin_popcount(op->mask), w->bytes, WG_SECTOR_BYTES);
    out->l2 = take_l2(w, op, m->changes[op->insn].l2, action);
    if (action == WG_SM_LOAD)
        set_merging(w, t, op, lines, out);
    out->partial = m->changes[op->insn].narrows ? 0 : op->partial;
    out->dram = action == WG_SM_STORE ? take(&w->dram_carry, dram_of_store(m, t, op, w, out->l2))
                                      : take_dram(w, out->l2, action);
    out->rows = take(&w->rows_carry, fmin(lines, out->l2) * visits(out, w->dram, wanted, action));
    if (action == WG_SM_ATOMIC)
        out->same = take(&w->same_carry, w->same);
}

static void make_op(timeline_builder *m, const wg_trace_warp *t, const wg_trace_op *op, wg_sm_op *out)
{
    wg_sm_action action = (wg_sm_action)m->out->insns[op->insn].action;
    uint16_t lines = op->sector_count ? lines_of(t, op) : 0;
    double sectors = set_passes(m, op, lines, out);
    bool goes_on = action == WG_SM_LOAD || action == WG_SM_STORE || action == WG_SM_ATOMIC || action == WG_SM_COPY;
    if (sectors > 0 && goes_on)
        set_misses(m, t, op, lines, out);
}

/* What the load of a tile in shared memory stands for came from there: now and then a whole warp's words come, which
 * were needed so often. */
static wg_sm_op *fill_tile(timeline_builder *m, const wg_trace_op *op, wg_sm_op *out)
{
    const wg_op_change *c = &m->changes[op->insn];
    insn_rates *w = &m->rates[op->insn];
    uint32_t load = wg_tile_load(m->from->launch->program);
    if (!(c->fills > 0))
        return out;
    double l2 = c->l2 * op->sector_count * w->l2;
    w->tile_l2 += l2;
    w->tile_dram += l2 * w->dram;
    for (uint16_t k = take(&w->tile_carry, c->fills); k > 0; k--) {
        *out++ = (wg_sm_op){
            .insn = load, .passes = 1, .lines = 1, .l2 = take(&w->tile_l2, 0), .dram = take(&w->tile_dram, 0)};
        *out++ = (wg_sm_op){.insn = load + 1, .passes = 1};
    }
    return out;
}

static wg_sm_op *fill(timeline_builder *m, uint32_t insn, wg_sm_op *out)
{
    uint32_t first = m->from->launch->program->insn_count + 1;
    for (uint16_t k = take(&m->rates[insn].filled_carry, m->from->machine->insns[insn].filled); k > 0; k--)
        *out++ = (wg_sm_op){.insn = first + m->filled++ % WG_FILLS, .passes = 1, .lines = 1};
    return out;
}

static wg_sm_op *spill(timeline_builder *m, uint32_t insn, wg_sm_op *out)
{
    enum { SECTORS = 4 };
    for (uint16_t k = take(&m->rates[insn].spilled_carry, m->from->machine->insns[insn].spilled); k > 0; k--)
        *out++ = (wg_sm_op){.insn = m->from->launch->program->insn_count,
                            .passes = 1,
                            .lines = 1,
                            .l2 = SECTORS,
                            .dram = take(&m->written_carry, SECTORS * m->from->traffic->written_back)};
    return out;
}

/* Within one execution of a region the order is ptxas's. */
static void sort_block(const timeline_builder *m, wg_trace_op *ops, size_t count)
{
    const uint32_t *rank = m->from->order->rank;
    for (size_t k = 1; k < count; k++) {
        wg_trace_op op = ops[k];
        size_t at = k;
        for (; at > 0 && rank[ops[at - 1].insn] > rank[op.insn]; at--)
            ops[at] = ops[at - 1];
        ops[at] = op;
    }
}

static void sort_warp(const timeline_builder *m, wg_trace_op *ops, size_t count)
{
    const uint32_t *region = m->from->order->region;
    for (size_t first = 0, k = 1; k <= count; k++)
        if (k == count || ops[k].insn <= ops[k - 1].insn || region[ops[k].insn] != region[ops[first].insn]) {
            sort_block(m, ops + first, k - first);
            first = k;
        }
}

/* The same warp in the trace of memory; NULL: it is not there. Both are sorted. */
static const wg_trace_warp *find_warp(const wg_trace *trace, const wg_trace_warp *t)
{
    size_t low = 0, high = trace->warp_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const wg_trace_warp *there = &trace->warps[middle];
        if (there->block == t->block && there->warp == t->warp)
            return there;
        bool before = there->block != t->block ? there->block < t->block : there->warp < t->warp;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return NULL;
}

/* What the caches' replay found out about each access. */
static void copy_misses(const wg_trace_warp *from, wg_trace_op *ops, size_t count)
{
    size_t at = 0;
    for (size_t k = 0; k < count; k++) {
        ops[k].missed = UNKNOWN;
        if (!ops[k].sector_count)
            continue;
        while (from && at < from->op_count && !from->ops[at].sector_count)
            at++;
        if (!from || at == from->op_count || from->ops[at].insn != ops[k].insn)
            continue;
        ops[k].missed = from->ops[at].missed;
        ops[k].partial = from->ops[at++].partial;
    }
}

static void make_warp(timeline_builder *m, const wg_trace_warp *t, wg_sm_warp *out)
{
    wg_sm_op *first = m->out->ops + m->out->op_count, *next = first;
    bool spills = m->what_if != WG_WHAT_IF_compute_only && m->what_if != WG_WHAT_IF_in_registers;
    wg_trace_op *ops = wg_alloc((t->op_count + 1) * sizeof *ops);
    memcpy(ops, t->ops, t->op_count * sizeof *ops);
    /* How a warp begins, while the caches are empty, is not like the rest: what ends early goes by the mean. */
    copy_misses(t->truncated ? NULL : find_warp(m->from->launch->traces[WG_TRACE_OF_MEMORY], t), ops, t->op_count);
    sort_warp(m, ops, t->op_count);
    for (size_t k = 0; k < t->op_count; k++) {
        next = fill_tile(m, &ops[k], spills ? fill(m, ops[k].insn, next) : next);
        make_op(m, t, &ops[k], next++);
        next = spills ? spill(m, ops[k].insn, next) : next;
    }
    free(ops);
    *out = (wg_sm_warp){first, (size_t)(next - first)};
    for (size_t k = 0; k < out->count; k++)
        m->out->issues += m->out->insns[first[k].insn].issues;
    m->out->op_count += out->count;
}

/* ---- the caches ---- */

static double sectors_of(const wg_counters *c)
{
    return (double)(c->value[WG_COUNTER_global_load_sectors] + c->value[WG_COUNTER_global_store_sectors] +
                    c->value[WG_COUNTER_local_load_sectors] + c->value[WG_COUNTER_local_store_sectors] +
                    c->value[WG_COUNTER_texture_sectors]);
}

/* Words of constant memory that an access asks for, on average; 0: it is none. */
static double constant_words(const wg_counters *c)
{
    double requests = (double)c->value[WG_COUNTER_constant_load_requests];
    return requests > 0 ? (double)c->value[WG_COUNTER_constant_load_words] / requests : 0;
}

/* The cache of a multiprocessor for constants holds little; a word that is not there takes longer, while others wait.
 */
static double constant_misses(const wg_timeline_source *from)
{
    const wg_model *m = from->model;
    double bytes = (double)wg_trace_constant_bytes(from->launch->traces[WG_TRACE_OF_TIME]);
    double missing = bytes > m->constant_cache_bytes ? 1 - m->constant_cache_bytes / bytes : 0;
    return 1 + missing * (m->constant_pass_latency / m->constant_pass_cycles - 1);
}

/* Updates of different sectors do not wait for one another. */
static double addresses(const wg_traffic *traffic, uint32_t n)
{
    return fmax(1, traffic->insns[n].footprint);
}

/* A cache is made of slices, and the fewer sectors are updated the fewer of them have work: half of the rate is reached
 * at so many. Two of the device's rates say how many. */
static float contention_of(const wg_timeline_source *from, uint32_t n)
{
    const wg_model *m = from->model;
    double half = m->atomic_near_sectors * fmax(m->atomic_scattered_rate / m->atomic_near_rate - 1, 0);
    return (float)(1 + half / fmax(m->l2_slice_sectors, addresses(from->traffic, n)));
}

static insn_rates rates_of(const timeline_builder *m, uint32_t n)
{
    const wg_timeline_source *from = m->from;
    const wg_counters *c = &from->profile->insns[n];
    const wg_traffic_counts *t = &from->traffic->insns[n];
    const wg_insn *i = &from->launch->program->insns[n];
    wg_l2_state state = from->state;
    double asked = t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE] + t->l2[WG_L2_ATOMIC];
    double requests = (double)c->value[WG_COUNTER_global_atomic_requests];
    double sectors = requests > 0 ? asked : sectors_of(c), warps = (double)c->value[WG_COUNTER_warp_instructions];
    insn_rates w = {.is_texture = i->class == WG_CLASS_TEXTURE,
                    .lanes = warps > 0 ? (double)c->value[WG_COUNTER_thread_instructions] / (WG_LANES * warps) : 1,
                    .bytes = wg_trace_bytes(i)};
    if (sectors > 0)
        w.l2 = asked / sectors;
    if (asked > 0)
        w.missed = t->l2_misses[state] / asked;
    if (asked > 0)
        w.dram = (t->dram_read[state] + t->dram_written[state] + t->dram_lost[state]) / WG_SECTOR_BYTES / asked;
    w.passes = constant_words(c) * constant_misses(from);
    if (requests > 0) {
        w.turns = (double)c->value[WG_COUNTER_global_atomic_sectors] / requests;
        w.same = w.turns / addresses(from->traffic, n);
    }
    return w;
}

/* Cycles more that a warp waits for all words of constant memory it asked for, while those of other warps go in
 * between.
 */
static float further_words(const wg_timeline_source *from, uint32_t n)
{
    double further = constant_words(&from->profile->insns[n]) - 1;
    double each = from->model->constant_pass_latency - from->model->constant_pass_cycles;
    return further > 0 && each > 0 ? (float)(further * each) : 0;
}

/* ---- the whole ---- */

/* Operations there will be; a fraction counts as one. */
static size_t count_ops(const timeline_builder *m, const wg_trace *trace)
{
    double spilled = 4.0 * m->from->launch->program->insn_count;
    for (size_t k = 0; k < trace->warp_count; k++)
        for (size_t n = 0; n < trace->warps[k].op_count; n++) {
            const wg_machine_insn *insn = &m->from->machine->insns[trace->warps[k].ops[n].insn];
            spilled += insn->spilled + insn->filled + 2 * m->changes[trace->warps[k].ops[n].insn].fills;
        }
    return trace->op_count + (size_t)spilled + 1;
}

static void make_blocks(timeline_builder *m)
{
    const wg_trace *trace = m->from->launch->traces[WG_TRACE_OF_TIME];
    const uint32_t *block = m->from->launch->block;
    uint32_t warps = (block[0] * block[1] * block[2] + WG_LANES - 1) / WG_LANES;
    wg_timeline *out = m->out;
    out->block_count = trace->warp_count / warps;
    out->ops = wg_alloc(count_ops(m, trace) * sizeof *out->ops);
    out->warps = wg_alloc((trace->warp_count + 1) * sizeof *out->warps);
    out->blocks = wg_alloc((out->block_count + 1) * sizeof *out->blocks);
    for (size_t k = 0; k < trace->warp_count; k++)
        make_warp(m, &trace->warps[k], &out->warps[k]);
    for (size_t k = 0; k < out->block_count; k++)
        out->blocks[k] = (wg_sm_block){&out->warps[k * warps], warps};
}

static double requests_of(const wg_counters *c)
{
    return (double)(c->value[WG_COUNTER_global_load_requests] + c->value[WG_COUNTER_global_store_requests]);
}

static double shared_reuse(const wg_counters *c)
{
    double stores = (double)c->value[WG_COUNTER_shared_store_requests];
    return (double)c->value[WG_COUNTER_shared_load_requests] / fmax(stores, 1);
}

/* Bytes that memory moves by those it would, if each came and went once. */
static double overfetch(const wg_timeline_source *from)
{
    const wg_traffic_counts *t = &from->traffic->total;
    double moved = t->dram_read[from->state] + t->dram_written[from->state];
    double once = (double)(from->traffic->loaded + from->traffic->stored);
    return once > 0 ? moved / once : 1;
}

/* wg_insn_facts.spared: what they move too much, less what others get too little by themselves. */
static double find_spared(const wg_timeline_source *from, wg_class class)
{
    double more = 0, less = 0;
    for (uint32_t n = 0; n < from->launch->program->insn_count; n++) {
        const wg_traffic_counts *t = &from->traffic->insns[n];
        if (from->launch->program->insns[n].class != class)
            continue;
        double moved = t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE];
        double least = requests_of(&from->profile->insns[n]) * wg_change_compulsory(&from->demand[n]);
        more += fmax(moved - least, 0);
        less += fmax(least - moved, 0);
    }
    return more > less ? 1 - less / more : 0;
}

static wg_insn_facts facts_of(const timeline_builder *m, uint32_t n)
{
    const wg_timeline_source *from = m->from;
    const wg_counters *c = &from->profile->insns[n];
    const wg_traffic_counts *t = &from->traffic->insns[n];
    double asked = t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE], requests = fmax(requests_of(c), 1);
    return (wg_insn_facts){.insn = &from->launch->program->insns[n],
                           .demand = from->demand[n],
                           .role = from->roles[n],
                           .lanes = m->rates[n].lanes,
                           .l2 = asked / requests,
                           .dram = asked / requests * m->rates[n].dram,
                           .spared = m->spared[from->launch->program->insns[n].class == WG_CLASS_STORE],
                           .words = constant_words(c),
                           .bytes = m->rates[n].bytes,
                           .shared_reuse = shared_reuse(&from->profile->total),
                           .overfetch = overfetch(from)};
}

/* Changes what the instruction is and does. */
static void change(timeline_builder *m, uint32_t n)
{
    wg_op_change *c = &m->changes[n];
    *c = WG_OP_AS_IT_IS;
    if (m->what_if == WG_WHAT_IF_COUNT)
        return;
    wg_insn_facts facts = facts_of(m, n);
    wg_change_insn(&facts, m->what_if, &m->out->insns[n]);
    *c = wg_change_op(&facts, m->what_if);
    m->rates[n].dram *= c->dram / c->l2;
    m->rates[n].missed = fmin(m->rates[n].missed * c->dram / c->l2, 1);
    if (c->passes <= 1)
        m->out->insns[n].latency -= further_words(m->from, n);
}

void wg_timeline_make(const wg_timeline_source *source, wg_what_if what_if, wg_timeline *out)
{
    const wg_program *program = source->launch->program;
    *out = (wg_timeline){0};
    wg_timeline_insns(source, out);
    timeline_builder m = {.from = source,
                          .out = out,
                          .what_if = what_if,
                          .rates = wg_alloc((program->insn_count + 1) * sizeof *m.rates),
                          .changes = wg_alloc((program->insn_count + 1) * sizeof *m.changes)};
    for (int k = 0; k < 2 && what_if == WG_WHAT_IF_coalesced; k++)
        m.spared[k] = find_spared(source, k ? WG_CLASS_STORE : WG_CLASS_LOAD);
    for (uint32_t n = 0; n < program->insn_count; n++) {
        m.rates[n] = rates_of(&m, n);
        out->insns[n].latency += further_words(source, n);
        out->insns[n].missed = (float)m.rates[n].missed;
        out->insns[n].contention = contention_of(source, n);
        change(&m, n);
    }
    make_blocks(&m);
    free(m.changes);
    free(m.rates);
}

void wg_timeline_second(const wg_timeline_source *source, wg_what_if what_if, uint8_t *second)
{
    const wg_program *program = source->launch->program;
    timeline_builder m = {.from = source, .rates = wg_alloc((program->insn_count + 1) * sizeof *m.rates)};
    for (uint32_t n = 0; n < program->insn_count; n++) {
        m.rates[n] = rates_of(&m, n);
        wg_insn_facts facts = facts_of(&m, n);
        second[n] = (uint8_t)wg_change_second(&facts, what_if);
    }
    free(m.rates);
}

void wg_timeline_replay(const wg_sm *sm, const wg_timeline *t, size_t blocks, wg_sm_result *result)
{
    wg_sm_block *all = wg_alloc((blocks + 1) * sizeof *all);
    for (size_t k = 0; k < blocks; k++)
        all[k] = t->blocks[k % t->block_count];
    wg_sm_replay(sm, t->insns, t->insn_count, all, blocks, t->registers + 1, result);
    free(all);
}

void wg_timeline_free(wg_timeline *timeline)
{
    free(timeline->insns);
    free(timeline->ops);
    free(timeline->warps);
    free(timeline->blocks);
    *timeline = (wg_timeline){0};
}

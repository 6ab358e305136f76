/* From PTX, a trace and what the caches do with it to operations of a multiprocessor.
 *
 * An instruction's machine instructions may issue with another one (a counter that is paid once before the loop). Where the caches'
 * model says that so much of an instruction's sectors goes on to the next level, executions take turns: of four with a quarter of a
 * sector each, the fourth has one.
 *
 * A what-if is the same launch with something else about it. */
#include "replay/timeline.h"

#include "base/arena.h"
#include "ptx/types.h"
#include "replay/cache.h"
#include "replay/values.h"
#include "sim/exec/tensor.h"
#include "sim/rows.h"
#include "sim/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of one instruction: how much of a sector goes on. */
typedef struct way {
    double l2;   /* sectors that miss the first level, a sector: where that of the execution itself is not known */
    double dram; /* sectors of memory, a sector of the second level */
    double l2_due, dram_due, rows_due, same_due; /* what their fractions add up to */
    double passes;                               /* of a constant load */
    double same;                                 /* updates of an atomic that take turns, an execution */
    double texture;                              /* sectors of memory a texture fetch needs */
    double lanes;                                /* active ones, 0 to 1 */
    double spilled_due, filled_due;              /* words, likewise */
    uint32_t bytes;                              /* a lane */
} way;

typedef struct maker {
    const wg_timeline_source *from;
    wg_timeline *out;
    wg_what_if what_if;
    way *ways;
    unsigned filled;     /* loads of words that were spilled, so far */
    double written_back; /* … sectors of stores that get to memory, likewise due */
    uint16_t *numbers;   /* of the register behind each slot / 4 of a frame */
} maker;

/* ---- registers ---- */

static void add_register(maker *m, uint16_t *list, unsigned most, wg_slot slot)
{
    if (slot < 0 || slot == WG_SLOT_NONE)
        return;
    uint16_t *number = &m->numbers[slot / 4];
    if (*number == WG_SM_NO_REGISTER && m->out->registers < WG_SM_NO_REGISTER - 1)
        *number = (uint16_t)m->out->registers++;
    for (unsigned k = 0; k < most; k++) {
        if (list[k] == *number)
            return;
        if (list[k] == WG_SM_NO_REGISTER) {
            list[k] = *number;
            return;
        }
    }
}

/* Those of a vector lie side by side and are read together; what is the same in all lanes is in no register of theirs. */
static void find_registers(maker *m, const wg_insn *i, const wg_machine_insn *cost, wg_sm_insn *out)
{
    unsigned read = 0;
    memset(out->sources, 0xff, sizeof out->sources);
    memset(out->results, 0xff, sizeof out->results);
    for (unsigned k = 0; k < WG_MAX_OPERANDS; k++) {
        const wg_slot *slots;
        unsigned count = wg_operand_slots(i, (int)k, &slots), before = read;
        for (unsigned n = 0; n < count; n++) {
            if (k < cost->destinations)
                add_register(m, out->results, WG_SM_RESULTS, slots[n]);
            else
                add_register(m, out->sources, WG_SM_SOURCES, slots[n]);
        }
        while (read < WG_SM_SOURCES && out->sources[read] != WG_SM_NO_REGISTER)
            read++;
        if (read > before && !(cost->uniform >> k & 1))
            out->ports |= (uint16_t)(1u << before);
    }
    add_register(m, out->sources, WG_SM_SOURCES, i->guard);
}

/* ---- instructions ---- */

static wg_sm_action action_of(const wg_insn *i)
{
    if (wg_insn_begins(i, "cp.async.wait"))
        return WG_SM_WAIT;
    if (wg_insn_begins(i, "cp.async.commit"))
        return WG_SM_COMMIT;
    if (wg_insn_begins(i, "ld.param") || wg_insn_begins(i, "ld.const") || wg_insn_begins(i, "st.param"))
        return WG_SM_COMPUTE;
    if (wg_insn_begins(i, "cp.async"))
        return WG_SM_COPY;
    if (wg_insn_begins(i, "ldmatrix") || wg_insn_begins(i, "stmatrix"))
        return WG_SM_SHARED;
    bool shared = wg_insn_spells(i, ".shared");
    switch ((wg_class)i->class) {
    case WG_CLASS_LOAD: return shared ? WG_SM_SHARED : WG_SM_LOAD;
    case WG_CLASS_STORE: return shared ? WG_SM_SHARED : WG_SM_STORE;
    case WG_CLASS_ATOMIC: return shared ? WG_SM_SHARED : WG_SM_ATOMIC;
    case WG_CLASS_TEXTURE: return WG_SM_LOAD;
    case WG_CLASS_BARRIER: return WG_SM_BARRIER;
    default: return WG_SM_COMPUTE;
    }
}

/* Where a machine pipe is in the model; integer products take half of the other pipe as well. */
static const struct {
    wg_sm_pipe pipe;
    bool is_there;
} PIPES[WG_PIPE_COUNT] = {
    [WG_PIPE_ALU] = {WG_SM_ALU, true},         [WG_PIPE_FMA] = {WG_SM_FMA, true},
    [WG_PIPE_FMAHEAVY] = {WG_SM_HEAVY, true},  [WG_PIPE_FP64] = {WG_SM_FP64, true},
    [WG_PIPE_XU] = {WG_SM_SFU, true},          [WG_PIPE_LSU] = {WG_SM_DATA, true},
    [WG_PIPE_ADU] = {WG_SM_CONSTANT, true},    [WG_PIPE_TEX] = {WG_SM_TEXTURE, true},
    [WG_PIPE_UNIFORM] = {WG_SM_UNIFORM, true}, [WG_PIPE_TENSOR] = {WG_SM_TENSOR, true},
};

static void use_pipe(wg_sm_insn *out, wg_sm_use use)
{
    int least = 0;
    for (int k = 0; k < out->use_count; k++) {
        if (out->uses[k].pipe == use.pipe) {
            out->uses[k].count += use.count;
            out->uses[k].shared += use.shared;
            return;
        }
        least = out->uses[k].count < out->uses[least].count ? k : least;
    }
    if (out->use_count < WG_SM_USES)
        out->uses[out->use_count++] = use;
    else if (out->uses[least].count < use.count)
        out->uses[least] = use;
}

/* A product of matrices takes as long as its multiply-adds do. */
static float tensor_time(const maker *m, const wg_insn *i)
{
    const wg_device *d = m->from->device;
    double fma = d->known[WG_DEVICE_mma_f16_fma]      ? d->value[WG_DEVICE_mma_f16_fma]
                 : d->known[WG_DEVICE_tensor_f16_fma] ? d->value[WG_DEVICE_tensor_f16_fma]
                                                      : 512;
    double schedulers = d->known[WG_DEVICE_schedulers_per_sm] ? d->value[WG_DEVICE_schedulers_per_sm] : 4;
    return i->class == WG_CLASS_TENSOR ? (float)((double)wg_tensor_operations(i) / 2 / (fma / schedulers)) : 1;
}

/* A product that keeps all its bits takes the pipe for longer. */
static float product_time(const maker *m, const wg_machine_insn *cost)
{
    const wg_device *d = m->from->device;
    if (!cost->is_wide || !d->known[WG_DEVICE_int_wide_lanes] || !d->known[WG_DEVICE_int_multiply_lanes])
        return 1;
    return (float)(d->value[WG_DEVICE_int_multiply_lanes] / d->value[WG_DEVICE_int_wide_lanes]);
}

/* Where integers run on the lanes of single precision, they take those. */
static wg_sm_pipe lanes_of(const maker *m, int pipe, float *time)
{
    const wg_device *d = m->from->device;
    if (pipe != WG_PIPE_ALU || !wg_device_is(d, WG_DEVICE_int_pipe, "f32"))
        return PIPES[pipe].pipe;
    if (d->known[WG_DEVICE_int_lanes] && d->known[WG_DEVICE_f32_lanes])
        *time *= (float)(d->value[WG_DEVICE_f32_lanes] / d->value[WG_DEVICE_int_lanes]);
    return WG_SM_FMA;
}

/* Shared memory as an operand: what reads it there takes longer, and a plain load or store is a move that takes the lanes as well. */
static void add_operand(const maker *m, const wg_machine_insn *cost, wg_sm_insn *out)
{
    const wg_device *d = m->from->device;
    if (!d->known[WG_DEVICE_shared_operand_lanes] || !d->known[WG_DEVICE_f32_lanes])
        return;
    out->is_operand = cost->is_operand;
    if (out->action == WG_SM_SHARED)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_FMA, .count = cost->on[WG_PIPE_LSU]});
    if (cost->is_operand)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_DATA});
    if (cost->has_operand)
        use_pipe(out,
                 (wg_sm_use){
                     .pipe = WG_SM_FMA,
                     .count = (float)(d->value[WG_DEVICE_f32_lanes] / d->value[WG_DEVICE_shared_operand_lanes] - 1)});
}

/* A product of words has half of the pipe that multiplies; one that keeps all its bits has all of it for as long, and a turn of the other
 * pipe, by which its upper half goes. */
static void add_product(const maker *m, const wg_machine_insn *cost, wg_sm_insn *out)
{
    float count = cost->on[WG_PIPE_FMAHEAVY], time = product_time(m, cost);
    use_pipe(out, (wg_sm_use){.pipe = WG_SM_FMA, .count = time > 1 ? 2 * time * count : count});
    if (time > 1)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_ALU, .count = count});
}

static void add_cost(const maker *m, const wg_insn *i, const wg_machine_insn *cost, wg_sm_insn *out)
{
    for (int p = 0; p < WG_PIPE_COUNT; p++) {
        if (cost->on[p] <= 0 || !PIPES[p].is_there)
            continue;
        float time = p == WG_PIPE_TENSOR ? tensor_time(m, i) : p == WG_PIPE_FMAHEAVY ? product_time(m, cost) : 1;
        wg_sm_pipe pipe = lanes_of(m, p, &time);
        float count = cost->on[p] * time;
        bool is_shared = p == WG_PIPE_LSU && action_of(i) == WG_SM_SHARED;
        use_pipe(out, (wg_sm_use){.pipe = (uint8_t)pipe, .count = count, .shared = is_shared ? count : 0});
        if (p == WG_PIPE_FMAHEAVY)
            add_product(m, cost, out);
    }
    add_operand(m, cost, out);
    out->issues += cost->issues;
}

/* An access under a predicate issues, and takes one pass, whether it is done or not: for the instruction that decides. What more it takes it
 * takes where it is done. */
static void take_further_passes(const wg_machine_insn *cost, wg_sm_insn *out)
{
    if (cost->on[WG_PIPE_LSU] > 0)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_DATA, .paid = cost->on[WG_PIPE_LSU]});
}

/* Registers that an instruction reads by way of ones that disappeared in it. */
static void count_hidden_reads(maker *m)
{
    uint8_t *behind = wg_alloc(m->out->registers + 1); /* each register: how many are read for it, beyond one */
    for (uint32_t n = 0; n < m->out->insn_count; n++) {
        wg_sm_insn *i = &m->out->insns[n];
        unsigned reads = 0, hidden = 0;
        for (int k = 0; k < WG_SM_SOURCES && i->ports >> k; k++) {
            if (!(i->ports >> k & 1))
                continue;
            reads++;
            hidden += behind[i->sources[k]];
        }
        i->hidden = (uint8_t)(hidden > 4 ? 4 : hidden);
        bool is_gone = i->issues == 0 && i->action == WG_SM_COMPUTE;
        for (int k = 0; k < WG_SM_RESULTS && i->results[k] != WG_SM_NO_REGISTER; k++)
            behind[i->results[k]] = is_gone && reads + hidden > 1 ? (uint8_t)(reads + hidden - 1) : 0;
    }
    free(behind);
}

/* Groups of copies that a wait leaves on their way. */
static uint8_t pending_of(const wg_program *program, const wg_insn *i)
{
    if (!wg_insn_begins(i, "cp.async.wait_group") || !wg_is_constant(i, 0))
        return 0;
    uint64_t groups = wg_constant_value(program, i->op[0], 4);
    return (uint8_t)(groups < WG_SM_GROUPS ? groups : WG_SM_GROUPS - 1);
}

static void make_insns(maker *m)
{
    const wg_program *program = m->from->launch->program;
    const wg_machine *machine = m->from->machine;
    for (uint32_t n = 0; n < program->insn_count; n++) {
        const wg_insn *i = &program->insns[n];
        const wg_machine_insn *cost = &machine->insns[n];
        wg_sm_insn *out = &m->out->insns[n];
        out->action = (uint8_t)action_of(i);
        out->pending = pending_of(program, i);
        out->latency = (float)m->from->latencies->of[cost->latency];
        if (cost->latency == WG_LATENCY_SEQUENCE)
            out->latency *= cost->issues;
        if (wg_insn_begins(i, "ld.const") &&
            wg_is_constant(i, 1)) /* an operand of whoever reads it, or fetched well before */
            out->latency = (float)m->from->latencies->of[WG_LATENCY_ARITHMETIC];
        out->is_either = cost->is_either;
        find_registers(m, i, cost, out);
        add_cost(m, i, cost, &m->out->insns[cost->with]);
        if (cost->with != n)
            take_further_passes(cost, out);
    }
}

/* ---- registers in memory ---- */

/* Behind the program's instructions there is one that stores a word and some that load one, each into a register of its own. */
enum { FILLS = 4 };

static void make_spills(maker *m)
{
    uint32_t count = m->from->launch->program->insn_count;
    wg_sm_insn *store = &m->out->insns[count];
    for (int k = 0; k <= FILLS; k++) {
        store[k] = (wg_sm_insn){.action = k ? WG_SM_LOAD : WG_SM_STORE, .issues = 1};
        memset(store[k].sources, 0xff, sizeof store[k].sources);
        memset(store[k].results, 0xff, sizeof store[k].results);
        use_pipe(&store[k], (wg_sm_use){.pipe = WG_SM_DATA, .count = 1});
        if (k)
            store[k].results[0] = (uint16_t)m->out->registers++;
    }
    for (uint32_t n = 0; n < count; n++)
        for (int s = 0, k = 1; m->from->machine->insns[n].filled > 0 && s < WG_SM_SOURCES && k <= FILLS; s++)
            if (m->out->insns[n].sources[s] == WG_SM_NO_REGISTER)
                m->out->insns[n].sources[s] = store[k++].results[0];
}

/* ---- what else could be ---- */

static void change_insn(const maker *m, uint32_t n)
{
    wg_sm_insn *i = &m->out->insns[n];
    bool is_memory =
        i->action == WG_SM_LOAD || i->action == WG_SM_STORE || i->action == WG_SM_ATOMIC || i->action == WG_SM_COPY;
    switch (m->what_if) {
    case WG_WHAT_IF_no_barriers:
        if (i->action == WG_SM_BARRIER)
            i->action = WG_SM_COMPUTE;
        break;
    case WG_WHAT_IF_convergent:
        i->issues *= (float)m->ways[n].lanes;
        for (int k = 0; k < i->use_count; k++)
            i->uses[k].count *= (float)m->ways[n].lanes;
        break;
    case WG_WHAT_IF_memory_only:
        if (i->action == WG_SM_COMPUTE || i->action == WG_SM_SHARED) {
            i->action = WG_SM_COMPUTE;
            i->issues = 0;
            i->use_count = 0;
        }
        break;
    case WG_WHAT_IF_compute_only:
        if (is_memory) {
            i->action = WG_SM_COMPUTE;
            i->use_count = 0;
            i->latency = 0;
        }
        break;
    default: break;
    }
}

static uint32_t least(uint32_t lanes, uint32_t bytes, uint32_t piece)
{
    return lanes && bytes ? (lanes * bytes + piece - 1) / piece : 0;
}

/* ---- operations ---- */

enum { UNKNOWN = UINT16_MAX };

static uint16_t take(double *due, double more)
{
    *due += more;
    double whole = floor(*due + 1e-9);
    *due -= whole;
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

/* How often memory opens the row of a line that is asked for: once, or once to read and once to write it where a store needs both. Sectors that
 * nobody wants come along. */
static double visits(const wg_sm_op *op, double dram, double wanted, wg_sm_action action)
{
    return fmin(op->l2 * dram / fmax(fmin(wanted, op->l2), 1), action == WG_SM_LOAD ? 1 : 2);
}

/* Bytes that shared memory gives in a pass. */
static uint32_t operand_pass(const maker *m)
{
    return 4 * (uint32_t)wg_device_integer(m->from->device, WG_DEVICE_shared_banks);
}

/* The first-level cache looks up some lines at a time, and what is in different banks goes at once. Where nothing is known of banks, a
 * line is a pass. */
static uint16_t passes_of(const wg_trace_op *op, uint16_t lines)
{
    enum { LOOKED_UP = 4 };
    uint16_t looks = (uint16_t)((lines + LOOKED_UP - 1) / LOOKED_UP);
    return !op->wavefronts ? lines : op->wavefronts > looks ? op->wavefronts : looks;
}

static void make_op(maker *m, const wg_trace_warp *t, const wg_trace_op *op, wg_sm_op *out)
{
    way *w = &m->ways[op->insn];
    uint32_t lanes = (uint32_t)__builtin_popcount(op->mask);
    double sectors = op->sector_count;
    uint16_t lines = op->sector_count ? lines_of(t, op) : 0;
    *out = (wg_sm_op){.insn = op->insn, .passes = passes_of(op, lines), .lines = lines};
    if (w->passes > 1)
        out->passes = (uint16_t)lround(w->passes);
    if (m->what_if == WG_WHAT_IF_coalesced && sectors > 0) {
        out->lines = (uint16_t)fmin(lines, least(lanes, w->bytes, WG_LINE_BYTES));
        out->passes = (uint16_t)fmin(out->passes, least(lanes, w->bytes, WG_LINE_BYTES));
        sectors = fmin(sectors, least(lanes, w->bytes, WG_SECTOR_BYTES));
    }
    if (m->what_if == WG_WHAT_IF_conflict_free && op->wavefronts && !lines)
        out->passes = (uint16_t)fmin(op->wavefronts, least(lanes, w->bytes, WG_LINE_BYTES));
    if (m->out->insns[op->insn].is_operand) /* those without a conflict are part of the instruction */
        out->passes -= (uint16_t)fmin(out->passes, least(lanes, w->bytes, operand_pass(m)));
    if (m->what_if == WG_WHAT_IF_compute_only)
        return;
    if (w->texture > 0) {
        out->l2 = out->dram = take(&w->l2_due, w->texture);
        return;
    }
    if (!sectors)
        return;
    wg_sm_action action = (wg_sm_action)m->out->insns[op->insn].action;
    if (m->what_if == WG_WHAT_IF_all_hits && action == WG_SM_LOAD)
        return;
    out->l2 = op->missed == UNKNOWN ? take(&w->l2_due, sectors * w->l2)
                                    : (uint16_t)(op->missed * sectors / op->sector_count + 0.5);
    out->partial = op->partial;
    out->dram = take(&w->dram_due, out->l2 * w->dram);
    out->rows = take(&w->rows_due,
                     fmin(lines, out->l2) * visits(out, w->dram, least(lanes, w->bytes, WG_SECTOR_BYTES), action));
    if (action == WG_SM_ATOMIC)
        out->same = take(&w->same_due, w->same);
}

static wg_sm_op *fill(maker *m, uint32_t insn, wg_sm_op *out)
{
    uint32_t first = m->from->launch->program->insn_count + 1;
    for (uint16_t k = take(&m->ways[insn].filled_due, m->from->machine->insns[insn].filled); k > 0; k--)
        *out++ = (wg_sm_op){.insn = first + m->filled++ % FILLS, .passes = 1, .lines = 1};
    return out;
}

static wg_sm_op *spill(maker *m, uint32_t insn, wg_sm_op *out)
{
    enum { SECTORS = 4 };
    for (uint16_t k = take(&m->ways[insn].spilled_due, m->from->machine->insns[insn].spilled); k > 0; k--)
        *out++ = (wg_sm_op){.insn = m->from->launch->program->insn_count,
                            .passes = 1,
                            .lines = 1,
                            .l2 = SECTORS,
                            .dram = take(&m->written_back, SECTORS * m->from->written_back)};
    return out;
}

/* Within one execution of a region the order is ptxas's. */
static void sort_block(const maker *m, wg_trace_op *ops, size_t count)
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

static void sort_warp(const maker *m, wg_trace_op *ops, size_t count)
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
static void take_over(const wg_trace_warp *from, wg_trace_op *ops, size_t count)
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

static void make_warp(maker *m, const wg_trace_warp *t, wg_sm_warp *out)
{
    wg_sm_op *first = m->out->ops + m->out->op_count, *next = first;
    bool spills = m->what_if != WG_WHAT_IF_compute_only;
    wg_trace_op *ops = wg_alloc((t->op_count + 1) * sizeof *ops);
    memcpy(ops, t->ops, t->op_count * sizeof *ops);
    /* How a warp begins, while the caches are empty, is not like the rest: what ends early goes by the mean. */
    take_over(t->truncated ? NULL : find_warp(m->from->launch->traces[WG_TRACE_OF_MEMORY], t), ops, t->op_count);
    sort_warp(m, ops, t->op_count);
    for (size_t k = 0; k < t->op_count; k++) {
        next = spills ? fill(m, ops[k].insn, next) : next;
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

static double texture_sectors(const wg_launch *launch)
{
    double bytes = 0;
    for (uint32_t k = 0; launch->textures && k < launch->textures->count; k++) {
        const wg_texture *t = &launch->textures->items[k];
        bytes += (double)t->pitch * (t->height ? t->height : 1) * (t->depth ? t->depth : 1);
    }
    return bytes / WG_SECTOR_BYTES;
}

static double sectors_of(const wg_counters *c)
{
    return (double)(c->value[WG_COUNTER_global_load_sectors] + c->value[WG_COUNTER_global_store_sectors] +
                    c->value[WG_COUNTER_local_load_sectors] + c->value[WG_COUNTER_local_store_sectors]);
}

/* The cache of a multiprocessor for constants holds little; a word that is not there takes longer, while others wait. */
static double constant_misses(const wg_timeline_source *from)
{
    const double cache = 2048,
                 hit = from->device->known[WG_DEVICE_constant_pass_cycles]
                           ? from->device->value[WG_DEVICE_constant_pass_cycles]
                           : 2,
                 miss = from->device->known[WG_DEVICE_constant_pass_latency]
                            ? from->device->value[WG_DEVICE_constant_pass_latency]
                            : 11;
    const wg_program *program = from->launch->program;
    double bytes = 0;
    for (uint32_t k = 0; k < program->constants_at_count; k++)
        bytes += (double)program->constants_at[k].size;
    double missing = bytes > cache ? 1 - cache / bytes : 0;
    return 1 + missing * (miss / hit - 1);
}

/* Updates of different sectors do not wait for one another. */
static double addresses(const wg_traffic *traffic, uint32_t n)
{
    return fmax(1, traffic->insns[n].footprint);
}

/* A cache is made of parts, and the fewer sectors are updated the fewer of them have work: half of the rate is reached at so many. Two of the
 * device's rates say how many. */
static float crowd_of(const wg_timeline_source *from, uint32_t n)
{
    enum { NEAR = 512, IN_ONE_PART = 16 };
    const wg_device *d = from->device;
    double all = d->known[WG_DEVICE_atomic_scattered_rate] ? d->value[WG_DEVICE_atomic_scattered_rate] : 53;
    double near = d->known[WG_DEVICE_atomic_near_rate] ? d->value[WG_DEVICE_atomic_near_rate] : 0.33 * all;
    double half = NEAR * fmax(all / near - 1, 0);
    return (float)(1 + half / fmax(IN_ONE_PART, addresses(from->traffic, n)));
}

static way way_of(const maker *m, uint32_t n)
{
    const wg_timeline_source *from = m->from;
    const wg_counters *c = &from->profile->insns[n], *all = &from->profile->total;
    const wg_traffic_counts *t = &from->traffic->insns[n];
    const wg_insn *i = &from->launch->program->insns[n];
    wg_l2_state state = from->state;
    double asked = t->l2[WG_L2_READ] + t->l2[WG_L2_WRITE] + t->l2[WG_L2_ATOMIC];
    double requests = (double)c->value[WG_COUNTER_global_atomic_requests];
    double sectors = requests > 0 ? asked : sectors_of(c), warps = (double)c->value[WG_COUNTER_warp_instructions];
    unsigned length = 1;
    for (int k = 0; k < i->operand_count; k++)
        length = i->length[k] > length ? i->length[k] : length;
    way w = {.lanes = warps > 0 ? (double)c->value[WG_COUNTER_thread_instructions] / (WG_LANES * warps) : 1,
             .bytes = (i->memory_bytes ? i->memory_bytes : wg_type_bytes((wg_type)i->type[0])) * length};
    if (sectors > 0)
        w.l2 = asked / sectors;
    if (asked > 0)
        w.dram = (t->dram_read[state] + t->dram_written[state]) / WG_SECTOR_BYTES / asked;
    if (c->value[WG_COUNTER_constant_load_requests])
        w.passes = (double)c->value[WG_COUNTER_constant_load_words] /
                   (double)c->value[WG_COUNTER_constant_load_requests] * constant_misses(from);
    if (requests > 0)
        w.same = (double)c->value[WG_COUNTER_global_atomic_sectors] / requests / addresses(from->traffic, n);
    if (c->value[WG_COUNTER_texture_requests])
        w.texture = texture_sectors(from->launch) * (double)c->value[WG_COUNTER_texture_sectors] /
                    (double)all->value[WG_COUNTER_texture_sectors] / warps;
    return w;
}

/* ---- the whole ---- */

/* Operations there will be; a fraction that is due counts as one. */
static size_t count_ops(const maker *m, const wg_trace *trace)
{
    double spilled = 2.0 * m->from->launch->program->insn_count;
    for (size_t k = 0; k < trace->warp_count; k++)
        for (size_t n = 0; n < trace->warps[k].op_count; n++) {
            const wg_machine_insn *insn = &m->from->machine->insns[trace->warps[k].ops[n].insn];
            spilled += insn->spilled + insn->filled;
        }
    return trace->op_count + (size_t)spilled + 1;
}

static void make_blocks(maker *m)
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

void wg_timeline_make(const wg_timeline_source *source, wg_what_if what_if, wg_timeline *out)
{
    const wg_program *program = source->launch->program;
    size_t slots = wg_largest_frame(program) / 4 + 1;
    *out = (wg_timeline){.insn_count = program->insn_count + 1 + FILLS,
                         .insns = wg_alloc((program->insn_count + 1 + FILLS) * sizeof *out->insns)};
    maker m = {.from = source,
               .out = out,
               .what_if = what_if,
               .ways = wg_alloc((program->insn_count + 1) * sizeof *m.ways),
               .numbers = wg_alloc(slots * sizeof *m.numbers)};
    memset(m.numbers, 0xff, slots * sizeof *m.numbers);
    make_insns(&m);
    count_hidden_reads(&m);
    make_spills(&m);
    for (uint32_t n = 0; n < program->insn_count; n++) {
        m.ways[n] = way_of(&m, n);
        out->insns[n].crowd = crowd_of(source, n);
    }
    for (uint32_t n = 0; n < program->insn_count; n++)
        change_insn(&m, n);
    make_blocks(&m);
    free(m.ways);
    free(m.numbers);
}

void wg_timeline_free(wg_timeline *timeline)
{
    free(timeline->insns);
    free(timeline->ops);
    free(timeline->warps);
    free(timeline->blocks);
    *timeline = (wg_timeline){0};
}

/* ---- twice the work a thread ---- */

/* The same instructions on registers of their own. */
static void copy_insns(wg_timeline *t)
{
    uint32_t count = t->insn_count;
    wg_sm_insn *all = wg_alloc((2 * (size_t)count + 1) * sizeof *all);
    memcpy(all, t->insns, count * sizeof *all);
    memcpy(all + count, t->insns, count * sizeof *all);
    for (uint32_t n = count; n < 2 * count; n++) {
        for (int k = 0; k < WG_SM_SOURCES; k++)
            all[n].sources[k] += all[n].sources[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
        for (int k = 0; k < WG_SM_RESULTS; k++)
            all[n].results[k] += all[n].results[k] == WG_SM_NO_REGISTER ? 0 : (uint16_t)t->registers;
    }
    free(t->insns);
    t->insns = all;
    t->insn_count *= 2;
    t->registers *= 2;
}

/* One of each in turn; a barrier counts once. */
static size_t interleave(const wg_timeline *t, const wg_sm_warp *one, const wg_sm_warp *other, wg_sm_op *out)
{
    size_t count = 0;
    for (size_t k = 0; k < one->count || k < other->count; k++) {
        if (k < one->count)
            out[count++] = one->ops[k];
        if (k >= other->count || t->insns[other->ops[k].insn].action == WG_SM_BARRIER)
            continue;
        out[count] = other->ops[k];
        out[count++].insn += t->insn_count / 2;
    }
    return count;
}

void wg_timeline_double(wg_timeline *t)
{
    if (t->block_count < 2 || t->registers > WG_SM_NO_REGISTER / 2 - 1)
        return;
    uint32_t warps = t->blocks[0].warp_count;
    wg_sm_op *ops = wg_alloc((t->op_count + 1) * sizeof *ops);
    wg_sm_warp *joined = wg_alloc((t->block_count / 2 * warps + 1) * sizeof *joined);
    size_t count = 0;
    copy_insns(t);
    for (size_t b = 0; b < t->block_count / 2; b++) {
        for (uint32_t w = 0; w < warps; w++) {
            wg_sm_warp *to = &joined[b * warps + w];
            *to = (wg_sm_warp){ops + count,
                               interleave(t, &t->blocks[2 * b].warps[w], &t->blocks[2 * b + 1].warps[w], ops + count)};
            count += to->count;
        }
        t->blocks[b] = (wg_sm_block){&joined[b * warps], warps};
    }
    free(t->ops);
    free(t->warps);
    t->ops = ops;
    t->warps = joined;
    t->op_count = count;
    t->block_count /= 2;
}

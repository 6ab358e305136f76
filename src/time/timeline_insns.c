/* SPDX-License-Identifier: Apache-2.0 */
/* From PTX and the machine instructions predicted for it to instructions of a multiprocessor.
 *
 * An instruction's machine instructions may issue with another one: a counter that is paid once before the loop, an
 * access under a predicate. Behind the program's instructions there are some for registers that ptxas keeps in memory.
 */
#include "time/timeline_insns.h"

#include "base/arena.h"
#include "machine/values.h"
#include "sim/exec/tensor.h"
#include "sim/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct insn_builder {
    const wg_timeline_source *from;
    wg_timeline *out;
    uint16_t *numbers; /* of the register behind each slot / 4 of a frame */
} insn_builder;

/* ---- registers ---- */

static void add_register(insn_builder *m, uint16_t *list, unsigned most, wg_slot slot)
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

/* Those of a vector lie side by side and are read together; what is the same in all lanes is in no register of theirs.
 */
static void find_registers(insn_builder *m, const wg_insn *i, const wg_machine_insn *cost, wg_sm_insn *out)
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
    switch ((wg_opcode)i->opcode) {
    case WG_OP_cp_async_wait_group:
    case WG_OP_cp_async_wait_all: return WG_SM_WAIT;
    case WG_OP_cp_async_commit_group: return WG_SM_COMMIT;
    case WG_OP_cp_async: return WG_SM_COPY;
    case WG_OP_ldmatrix:
    case WG_OP_stmatrix: return WG_SM_SHARED;
    default: break;
    }
    if (wg_insn_reads_constant(i))
        return WG_SM_COMPUTE;
    bool shared = wg_insn_space(i) == WG_SPACE_SHARED;
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
        if (out->uses[k].pipe == use.pipe && out->uses[k].is_either == use.is_either) {
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
static float tensor_time(const insn_builder *m, const wg_insn *i)
{
    double fma = m->from->model->mma_f16_fma / m->from->model->schedulers_per_sm;
    return i->class == WG_CLASS_TENSOR ? (float)((double)wg_tensor_operations(i) / 2 / fma) : 1;
}

/* A product that keeps all its bits takes the pipe for longer. */
static float product_time(const insn_builder *m, const wg_machine_insn *cost)
{
    const wg_model *model = m->from->model;
    return cost->is_wide && model->int_wide_lanes > 0 ? (float)(model->int_multiply_lanes / model->int_wide_lanes) : 1;
}

/* Where integers run on the lanes of single precision, they take those. */
static wg_sm_pipe lanes_of(const insn_builder *m, int pipe, float *time)
{
    const wg_model *model = m->from->model;
    if (pipe != WG_PIPE_ALU || !wg_device_is(model->device, WG_DEVICE_int_pipe, "f32"))
        return PIPES[pipe].pipe;
    if (model->int_lanes > 0)
        *time *= (float)(model->f32_lanes / model->int_lanes);
    return WG_SM_FMA;
}

/* Shared memory as an operand: what reads it there takes longer, and a plain load or store is a move that takes the
 * lanes as well. */
static void add_operand(const insn_builder *m, const wg_machine_insn *cost, wg_sm_insn *out)
{
    const wg_model *model = m->from->model;
    if (!model->shared_operand_lanes)
        return;
    out->is_operand = cost->is_operand;
    if (out->action == WG_SM_SHARED)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_FMA, .count = cost->on[WG_PIPE_LSU]});
    if (cost->is_operand)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_DATA});
    if (cost->has_operand)
        use_pipe(out,
                 (wg_sm_use){.pipe = WG_SM_FMA, .count = (float)(model->f32_lanes / model->shared_operand_lanes - 1)});
}

/* A product of words has half of the pipe that multiplies; one that keeps all its bits has all of it for as long, and a
 * turn of the other pipe, by which its upper half goes. */
static void add_product(const insn_builder *m, const wg_machine_insn *cost, wg_sm_insn *out)
{
    float count = cost->on[WG_PIPE_FMAHEAVY], time = product_time(m, cost);
    use_pipe(out, (wg_sm_use){.pipe = WG_SM_FMA, .count = time > 1 ? 2 * time * count : count});
    if (time > 1)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_ALU, .count = count});
}

/* Of what is on WG_SM_ALU. Sums of 64 bits have a carry, which the other pipe does not give. */
static float either_part(const wg_insn *i, const wg_machine_insn *cost)
{
    return cost->can_use_fmaheavy && i->size[0] <= 4 ? 1 : 0;
}

/* Words of a lane that an instruction hands over to memory: its address, and what it stores or exchanges. */
static unsigned handed_words(const wg_insn *i, const wg_machine_insn *cost, bool has_short_address)
{
    unsigned words = 0;
    for (int k = cost->destinations; k < i->operand_count; k++) {
        const wg_slot *slots;
        unsigned count = wg_operand_slots(i, k, &slots);
        bool is_short = i->size[k] <= 4 || (has_short_address && k == cost->destinations);
        for (unsigned n = 0; n < count; n++)
            words += slots[n] < 0 || slots[n] == WG_SLOT_NONE ? 0 : is_short ? 1 : 2;
    }
    return words;
}

/* What goes to memory takes the scheduler's time for its words, and that of the way by which addresses go, of which
 * each scheduler has one: for two words, or one in shared memory. Special registers and constants go that way too, and
 * the words of a wide product get in its way. `probe arithmetic` mixes such instructions with others to see how much.
 */
static void hand_over(const insn_builder *m, const wg_insn *i, const wg_machine_insn *cost, wg_sm_insn *out)
{
    const wg_model *model = m->from->model;
    bool is_constant = wg_insn_reads_constant(i);
    bool has_words = !is_constant && (i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE ||
                                      i->class == WG_CLASS_ATOMIC || i->class == WG_CLASS_WARP);
    bool is_short = wg_insn_names_shared(i) || wg_insn_space(i) == WG_SPACE_LOCAL || i->class == WG_CLASS_WARP;
    double accesses = cost->on[is_constant ? WG_PIPE_ADU : WG_PIPE_LSU];
    double products = cost->is_wide ? cost->on[WG_PIPE_FMAHEAVY] : 0, more = 0;
    double words = accesses * (has_words && is_short ? 1 : 2);
    if (!model->hands_over)
        return;
    if (has_words)
        more += model->handover_cycles * accesses * handed_words(i, cost, is_short);
    more += model->wide_product_cycles * products;
    words += model->wide_product_words * products;
    out->more += (float)more;
    if (words > 0)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_ADDRESS, .count = (float)words});
}

static void add_cost(const insn_builder *m, const wg_insn *i, const wg_machine_insn *cost, wg_sm_insn *out)
{
    for (int p = 0; p < WG_PIPE_COUNT; p++) {
        if (cost->on[p] <= 0 || !PIPES[p].is_there)
            continue;
        float time = p == WG_PIPE_TENSOR ? tensor_time(m, i) : p == WG_PIPE_FMAHEAVY ? product_time(m, cost) : 1;
        wg_sm_pipe pipe = lanes_of(m, p, &time);
        float count = cost->on[p] * time;
        bool is_shared = p == WG_PIPE_LSU && action_of(i) == WG_SM_SHARED;
        float either = pipe == WG_SM_ALU ? either_part(i, cost) * count : 0;
        use_pipe(out, (wg_sm_use){.pipe = (uint8_t)pipe, .count = count - either, .shared = is_shared ? count : 0});
        if (either > 0)
            use_pipe(out, (wg_sm_use){.pipe = (uint8_t)pipe, .count = either, .is_either = true});
        if (p == WG_PIPE_FMAHEAVY)
            add_product(m, cost, out);
    }
    add_operand(m, cost, out);
    out->issues += cost->issues;
}

/* An access under a predicate issues, and takes one pass, whether it is done or not: for the instruction that decides.
 * What more it takes it takes where it is done. */
static void take_further_passes(const wg_machine_insn *cost, wg_sm_insn *out)
{
    if (cost->on[WG_PIPE_LSU] > 0)
        use_pipe(out, (wg_sm_use){.pipe = WG_SM_DATA, .paid = cost->on[WG_PIPE_LSU]});
}

/* Registers that an instruction reads by way of ones that disappeared in it. */
static void count_hidden_reads(insn_builder *m)
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
    if (i->opcode != WG_OP_cp_async_wait_group || !wg_is_constant(i, 0))
        return 0;
    uint64_t groups = wg_constant_value(program, i->op[0], 4);
    return (uint8_t)(groups < WG_SM_GROUPS ? groups : WG_SM_GROUPS - 1);
}

/* The first-level cache gives 16 bytes a lane at less than the rate of its banks. */
static float slower_passes(const insn_builder *m, const wg_insn *i)
{
    const wg_slot *slots;
    bool is_wide =
        action_of(i) == WG_SM_LOAD && i->class != WG_CLASS_TEXTURE && wg_operand_slots(i, 0, &slots) * i->size[0] >= 16;
    return is_wide ? (float)m->from->model->wide_load_slowdown : 0;
}

/* What waiting for a result is, where that comes after a time that varies. */
static const uint8_t WAITS[WG_LATENCY_BARRIER + 1] = {
    [WG_LATENCY_SFU] = WG_STALL_special,
    [WG_LATENCY_SHUFFLE] = WG_STALL_special,
    [WG_LATENCY_CONSTANT] = WG_STALL_constant,
};

static void make_insns(insn_builder *m)
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
        out->waits_as = WAITS[cost->latency];
        if (i->class == WG_CLASS_TEXTURE)
            out->latency = (float)m->from->latencies->of[WG_LATENCY_TEXTURE];
        if (cost->latency == WG_LATENCY_SEQUENCE)
            out->latency *= cost->issues;
        if (wg_insn_is_load_from(i, WG_SPACE_CONST) &&
            wg_is_constant(i, 1)) /* an operand of whoever reads it, or fetched well before */
            out->latency = (float)m->from->latencies->of[WG_LATENCY_ARITHMETIC];
        out->slower = slower_passes(m, i);
        find_registers(m, i, cost, out);
        add_cost(m, i, cost, &m->out->insns[cost->issues_with]);
        hand_over(m, i, cost, out->action == WG_SM_COMPUTE ? &m->out->insns[cost->issues_with] : out);
        if (cost->issues_with != n)
            take_further_passes(cost, out);
    }
}

/* ---- registers in memory ---- */

/* Behind the program's instructions there is one that stores a word and some that load one, each into a register of its
 * own. */
static void make_spills(insn_builder *m)
{
    uint32_t count = m->from->launch->program->insn_count;
    wg_sm_insn *store = &m->out->insns[count];
    for (int k = 0; k <= WG_FILLS; k++) {
        store[k] = (wg_sm_insn){.action = k ? WG_SM_LOAD : WG_SM_STORE, .issues = 1};
        memset(store[k].sources, 0xff, sizeof store[k].sources);
        memset(store[k].results, 0xff, sizeof store[k].results);
        use_pipe(&store[k], (wg_sm_use){.pipe = WG_SM_DATA, .count = 1});
        if (k)
            store[k].results[0] = (uint16_t)m->out->registers++;
    }
    for (uint32_t n = 0; n < count; n++)
        for (int s = 0, k = 1; m->from->machine->insns[n].filled > 0 && s < WG_SM_SOURCES && k <= WG_FILLS; s++)
            if (m->out->insns[n].sources[s] == WG_SM_NO_REGISTER)
                m->out->insns[n].sources[s] = store[k++].results[0];
}

/* … then one that loads words of a tile, and one that puts them into shared memory. */
static void make_tile(insn_builder *m)
{
    wg_sm_insn *load = &m->out->insns[wg_tile_load(m->from->launch->program)], *store = load + 1;
    *load = (wg_sm_insn){.action = WG_SM_LOAD, .issues = 1};
    *store = (wg_sm_insn){.action = WG_SM_SHARED, .issues = 1};
    memset(load->sources, 0xff, sizeof load->sources);
    memset(load->results, 0xff, sizeof load->results);
    memset(store->sources, 0xff, sizeof store->sources);
    memset(store->results, 0xff, sizeof store->results);
    use_pipe(load, (wg_sm_use){.pipe = WG_SM_DATA, .count = 1});
    use_pipe(store, (wg_sm_use){.pipe = WG_SM_DATA, .count = 1});
    load->results[0] = store->sources[0] = (uint16_t)m->out->registers++;
}

void wg_timeline_insns(const wg_timeline_source *from, wg_timeline *out)
{
    const wg_program *program = from->launch->program;
    size_t slots = wg_largest_frame(program) / 4 + 1;
    insn_builder m = {.from = from, .out = out, .numbers = wg_alloc(slots * sizeof *m.numbers)};
    memset(m.numbers, 0xff, slots * sizeof *m.numbers);
    out->insn_count = wg_tile_load(program) + 2;
    out->insns = wg_alloc(out->insn_count * sizeof *out->insns);
    make_insns(&m);
    count_hidden_reads(&m);
    make_spills(&m);
    make_tile(&m);
    free(m.numbers);
}

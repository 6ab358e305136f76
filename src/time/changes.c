/* SPDX-License-Identifier: Apache-2.0 */
/* What-ifs are changes that somebody can program, each as far as a good programmer gets. So none of them makes bytes
 * disappear that have to be moved: what a block asks for comes to it at least once, and each byte that a launch touches
 * comes from memory as it does now. */
#include "time/changes.h"

#include "caches/cache.h"

#include <math.h>

/* A block that asks for a word less often than this has nothing to keep it for. */
static const double REUSED = 1.5;
/* … and of shared memory: a word that is stored there is loaded so often. */
static const double SHARED_REUSED = 4;

/* ---- what an instruction does ---- */

static bool is_global(const wg_insn_facts *f, wg_class class)
{
    wg_space space = wg_insn_space(f->insn);
    return f->insn->class == class && f->demand.requests > 0 && space != WG_SPACE_SHARED && space != WG_SPACE_LOCAL &&
           !wg_insn_reads_constant(f->insn);
}

static bool is_reused_load(const wg_insn_facts *f)
{
    return is_global(f, WG_CLASS_LOAD) && !f->role.is_indirect && wg_demand_reuse(&f->demand) >= REUSED;
}

static bool is_shared_operand(const wg_insn_facts *f)
{
    return f->insn->class == WG_CLASS_LOAD && wg_insn_space(f->insn) == WG_SPACE_SHARED && !f->role.is_indirect &&
           f->shared_reuse >= SHARED_REUSED;
}

/* All lanes load one value. */
static bool is_uniform_load(const wg_insn_facts *f)
{
    return is_global(f, WG_CLASS_LOAD) && f->lanes > 0.5 &&
           4 * f->demand.words <= 1.01 * fmax(f->bytes, 4) * f->demand.requests;
}

/* … which are few for the whole launch, so that constant memory would hold them. */
static bool is_constant(const wg_insn_facts *f)
{
    enum { CONSTANT_BYTES = 65536 };
    double words = f->demand.uniform_words, of_block = f->demand.block_words / fmax(f->demand.blocks, 1);
    return is_uniform_load(f) && f->demand.blocks >= 2 && words <= fmin(CONSTANT_BYTES / 4, 1.25 * of_block);
}

/* Lanes lie side by side, each with so few bytes that four of them would fit into one access. */
static bool is_narrow(const wg_insn_facts *f)
{
    bool is_access = is_global(f, WG_CLASS_LOAD) || is_global(f, WG_CLASS_STORE);
    double needed = WG_LANES * f->lanes * f->bytes;
    return is_access && f->bytes <= 8 && 4 * f->demand.words >= 0.9 * needed * f->demand.requests &&
           WG_SECTOR_BYTES * f->demand.sectors <= (needed + 2 * WG_SECTOR_BYTES) * f->demand.requests;
}

static bool is_overhead(const wg_insn_facts *f)
{
    switch ((wg_class)f->insn->class) {
    case WG_CLASS_LOAD: return wg_insn_reads_constant(f->insn);
    case WG_CLASS_STORE:
    case WG_CLASS_ATOMIC:
    case WG_CLASS_TEXTURE:
    case WG_CLASS_WARP:
    case WG_CLASS_BARRIER:
    case WG_CLASS_TENSOR: return false;
    default: return !f->role.is_payload;
    }
}

static bool is_division(const wg_insn *i)
{
    return i->class == WG_CLASS_INT && (i->opcode == WG_OP_div || i->opcode == WG_OP_rem);
}

/* ---- instructions ---- */

static void scale(wg_sm_insn *i, float factor)
{
    i->issues *= factor;
    i->more *= factor;
    for (int k = 0; k < i->use_count; k++)
        i->uses[k].count *= factor;
}

/* Nothing is left of it: its result is there as soon as its sources. */
static void vanish(wg_sm_insn *i)
{
    i->action = WG_SM_COMPUTE;
    i->issues = i->more = i->latency = 0;
    i->use_count = 0;
}

static bool is_memory(const wg_sm_insn *i)
{
    return i->action == WG_SM_LOAD || i->action == WG_SM_STORE || i->action == WG_SM_ATOMIC || i->action == WG_SM_COPY;
}

static void use_shared(wg_sm_insn *i)
{
    i->action = WG_SM_SHARED;
    i->latency = 0;
    i->slower = 0;
    for (int k = 0; k < i->use_count; k++) /* its addresses have 32 bits */
        i->uses[k].count *= i->uses[k].pipe == WG_SM_ADDRESS ? 0.5F : 1;
}

/* What all lanes read one after another comes four words at a time. */
static void load_from_tile(wg_sm_insn *i, bool is_uniform)
{
    use_shared(i);
    if (!is_uniform)
        return;
    scale(i, 0.25F);
    for (int k = 0; k < i->use_count; k++)
        i->uses[k].paid = 1 - 0.25F;
}

static void pass_barrier(const wg_insn_facts *f, wg_sm_insn *i)
{
    (void)f;
    if (i->action == WG_SM_BARRIER)
        i->action = WG_SM_COMPUTE;
}

static void converge(const wg_insn_facts *f, wg_sm_insn *i)
{
    scale(i, (float)f->lanes);
}

static void tile(const wg_insn_facts *f, wg_sm_insn *i)
{
    if (is_reused_load(f))
        load_from_tile(i, is_uniform_load(f));
}

static void use_constant(const wg_insn_facts *f, wg_sm_insn *i)
{
    if (is_constant(f))
        vanish(i);
}

static void privatise(const wg_insn_facts *f, wg_sm_insn *i)
{
    (void)f;
    if (i->action == WG_SM_ATOMIC)
        use_shared(i);
}

/* A multiplication by the reciprocal, a shift and a correction. */
static void divide_quickly(const wg_insn_facts *f, wg_sm_insn *i)
{
    const float MULTIPLIED = 3;
    if (!is_division(f->insn) || i->issues <= MULTIPLIED)
        return;
    i->latency *= MULTIPLIED / i->issues;
    scale(i, MULTIPLIED / i->issues);
}

static void use_single(const wg_insn_facts *f, wg_sm_insn *i)
{
    (void)f;
    for (int k = 0; k < i->use_count; k++) {
        if (i->uses[k].pipe != WG_SM_FP64)
            continue;
        i->uses[k].pipe = WG_SM_FMA;
        i->latency = fminf(i->latency, 4);
    }
}

static void keep_in_registers(const wg_insn_facts *f, wg_sm_insn *i)
{
    if (wg_insn_space(f->insn) == WG_SPACE_LOCAL)
        vanish(i);
}

static void leave_memory(const wg_insn_facts *f, wg_sm_insn *i)
{
    (void)f;
    if (is_memory(i) || i->action == WG_SM_BARRIER)
        return;
    i->action = i->action == WG_SM_SHARED ? WG_SM_COMPUTE : i->action;
    i->issues = 0;
    i->use_count = 0;
}

static void leave_arithmetic(const wg_insn_facts *f, wg_sm_insn *i)
{
    (void)f;
    if (!is_memory(i))
        return;
    float issues = i->issues;
    vanish(i);
    i->issues = issues;
}

/* ---- executions ---- */

double wg_change_compulsory(const wg_demand *d)
{
    return d->requests > 0 ? 4 * d->block_words / d->requests / WG_SECTOR_BYTES : 0;
}

/* What one load brings too much may be what the next one wants: only the rest can be spared. */
static void move_once(const wg_insn_facts *f, double spared, wg_op_change *c)
{
    double least = wg_change_compulsory(&f->demand);
    c->l2 = f->l2 > least ? 1 - spared * (1 - least / f->l2) : 1;
    c->dram = f->dram > least ? 1 - spared * (1 - least / f->dram) : 1;
}

static void coalesce(const wg_insn_facts *f, wg_op_change *c)
{
    if (!is_global(f, WG_CLASS_LOAD) && !is_global(f, WG_CLASS_STORE))
        return;
    c->narrows = true;
    move_once(f, f->spared, c);
}

static void fill_tile(const wg_insn_facts *f, wg_op_change *c)
{
    if (!is_reused_load(f))
        return;
    c->narrows = true;
    c->fills = f->demand.block_words / f->demand.requests / WG_LANES;
    move_once(f, 1, c);
}

static void fetch_once(const wg_insn_facts *f, wg_op_change *c)
{
    c->dram = f->overfetch > 1 ? 1 / f->overfetch : 1;
}

static void update_shared(const wg_insn_facts *f, wg_op_change *c)
{
    c->passes = f->insn->class == WG_CLASS_ATOMIC ? 2 : c->passes;
}

static void look_up_once(const wg_insn_facts *f, wg_op_change *c)
{
    c->passes = f->words > 1 ? 1 : c->passes;
}

/* ---- two threads in one ---- */

static wg_second widen(const wg_insn_facts *f)
{
    return is_narrow(f) ? WG_SECOND_JOINS : is_overhead(f) ? WG_SECOND_GONE : WG_SECOND_STAYS;
}

static wg_second share_operands(const wg_insn_facts *f)
{
    return is_overhead(f) || is_reused_load(f) || is_shared_operand(f) ? WG_SECOND_GONE : WG_SECOND_STAYS;
}

static wg_second iterate(const wg_insn_facts *f)
{
    if (f->role.is_looped && is_overhead(f) && !is_division(f->insn))
        return WG_SECOND_GONE;
    return f->role.is_serial ? WG_SECOND_FOLLOWS : WG_SECOND_STAYS;
}

/* ---- all of them ---- */

/* What is not there stays as it is. Of coalescing and of bank conflicts the timeline knows more, of occupancy the work
 * of a multiprocessor. */
static const struct change {
    void (*insn)(const wg_insn_facts *f, wg_sm_insn *i);
    void (*op)(const wg_insn_facts *f, wg_op_change *c);
    wg_second (*second)(const wg_insn_facts *f);
    unsigned threads; /* that become one, or iterations */
} changes[WG_WHAT_IF_COUNT] = {
    [WG_WHAT_IF_coalesced] = {.op = coalesce},
    [WG_WHAT_IF_convergent] = {.insn = converge},
    [WG_WHAT_IF_no_barriers] = {.insn = pass_barrier},
    [WG_WHAT_IF_double_work] = {.threads = 2},
    [WG_WHAT_IF_vector] = {.second = widen, .threads = 4},
    [WG_WHAT_IF_tiled] = {.insn = tile, .op = fill_tile},
    [WG_WHAT_IF_register_tile] = {.second = share_operands, .threads = 4},
    [WG_WHAT_IF_once] = {.op = fetch_once},
    [WG_WHAT_IF_constant] = {.insn = use_constant},
    [WG_WHAT_IF_table] = {.op = look_up_once},
    [WG_WHAT_IF_privatised] = {.insn = privatise, .op = update_shared},
    [WG_WHAT_IF_unrolled] = {.second = iterate, .threads = 4},
    [WG_WHAT_IF_no_division] = {.insn = divide_quickly},
    [WG_WHAT_IF_single_precision] = {.insn = use_single},
    [WG_WHAT_IF_in_registers] = {.insn = keep_in_registers},
    [WG_WHAT_IF_memory_only] = {.insn = leave_memory},
    [WG_WHAT_IF_compute_only] = {.insn = leave_arithmetic},
};

void wg_change_insn(const wg_insn_facts *f, wg_what_if what_if, wg_sm_insn *i)
{
    if (changes[what_if].insn)
        changes[what_if].insn(f, i);
}

wg_op_change wg_change_op(const wg_insn_facts *f, wg_what_if what_if)
{
    wg_op_change c = WG_OP_AS_IT_IS;
    if (changes[what_if].op)
        changes[what_if].op(f, &c);
    return c;
}

wg_second wg_change_second(const wg_insn_facts *f, wg_what_if what_if)
{
    return changes[what_if].second ? changes[what_if].second(f) : WG_SECOND_STAYS;
}

unsigned wg_change_threads(wg_what_if what_if)
{
    return changes[what_if].threads ? changes[what_if].threads : 1;
}

wg_joined wg_change_joined(wg_what_if what_if, bool has_few_blocks)
{
    if (what_if == WG_WHAT_IF_unrolled)
        return WG_JOINED_ITERATIONS;
    return what_if == WG_WHAT_IF_register_tile || has_few_blocks ? WG_JOINED_WARPS : WG_JOINED_BLOCKS;
}

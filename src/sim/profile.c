/* SPDX-License-Identifier: Apache-2.0 */
/* From what the workers counted to named counters, for each instruction and in total. */
#include "sim/run.h"

#include "sim/exec/tensor.h"

#include <stdlib.h>
#include <string.h>

typedef struct counting {
    const wg_launch *launch;
    const wg_block *sums;
    uint64_t scale_up, scale_down; /* of a sampled run */
} counting;

static uint64_t scaled(const counting *c, uint64_t value)
{
    __uint128_t all = ((__uint128_t)value * c->scale_up + c->scale_down / 2) / c->scale_down;
    return all < WG_COUNTER_MOST ? (uint64_t)all : WG_COUNTER_MOST;
}

/* Which counters a tally feeds. WG_COUNTER_COUNT: none. */
typedef struct feeds {
    uint16_t requests, sectors, bytes, wavefronts, raw;
} feeds;

#define NONE WG_COUNTER_COUNT
#define MEMORY(space, op)                                                                                              \
    {                                                                                                                  \
        WG_COUNTER_##space##_##op##_requests, WG_COUNTER_##space##_##op##_sectors, WG_COUNTER_##space##_##op##_bytes,  \
            NONE, NONE                                                                                                 \
    }
#define SHARED(op)                                                                                                     \
    {                                                                                                                  \
        WG_COUNTER_shared_##op##_requests, NONE, WG_COUNTER_shared_##op##_bytes, WG_COUNTER_shared_##op##_wavefronts,  \
            WG_COUNTER_shared_##op##_wavefronts_ptx                                                                    \
    }

enum { OP_LOAD, OP_STORE, OP_ATOMIC, OPS };
enum { IN_GLOBAL, IN_SHARED, IN_LOCAL, IN_CONST, IN_TEXTURE, SPACES };

static const feeds FEEDS[SPACES][OPS] = {
    [IN_GLOBAL] = {MEMORY(global, load), MEMORY(global, store), MEMORY(global, atomic)},
    [IN_SHARED] = {SHARED(load),
                   SHARED(store),
                   {WG_COUNTER_shared_atomic_requests, NONE, NONE, WG_COUNTER_shared_atomic_wavefronts, NONE}},
    [IN_LOCAL] = {MEMORY(local, load), MEMORY(local, store), {NONE, NONE, NONE, NONE, NONE}},
    [IN_CONST] = {{WG_COUNTER_constant_load_requests, WG_COUNTER_constant_load_words, WG_COUNTER_constant_load_bytes,
                   NONE, NONE},
                  {NONE, NONE, NONE, NONE, NONE},
                  {NONE, NONE, NONE, NONE, NONE}},
    [IN_TEXTURE] = {{WG_COUNTER_texture_requests, WG_COUNTER_texture_sectors, WG_COUNTER_texture_bytes, NONE, NONE},
                    {NONE, NONE, NONE, NONE, NONE},
                    {NONE, NONE, NONE, NONE, NONE}},
};

static void add(wg_counters *into, uint16_t counter, uint64_t value)
{
    if (counter != NONE)
        into->value[counter] = wg_counter_sum(into->value[counter], value);
}

static void feed(const counting *c, wg_counters *into, int space, int op, const wg_tally *tally)
{
    const feeds *f = &FEEDS[space][op];
    add(into, f->requests, scaled(c, tally->requests));
    add(into, f->sectors, scaled(c, tally->sectors));
    add(into, f->bytes, scaled(c, tally->bytes));
    add(into, f->wavefronts, scaled(c, tally->wavefronts));
    add(into, f->raw, scaled(c, tally->raw));
    if (space == IN_SHARED && op != OP_ATOMIC && tally->wavefronts > tally->ideal)
        add(into, WG_COUNTER_shared_conflicts, scaled(c, tally->wavefronts - tally->ideal));
}

/* The space an instruction names, -1 for a generic one, which has a tally for each. */
static int space_of(const wg_insn *i)
{
    if (i->class == WG_CLASS_TEXTURE)
        return IN_TEXTURE;
    switch (wg_insn_space(i)) { /* cp.async: what its tally holds is the global side */
    case WG_SPACE_GLOBAL: return IN_GLOBAL;
    case WG_SPACE_SHARED: return IN_SHARED;
    case WG_SPACE_LOCAL: return IN_LOCAL;
    case WG_SPACE_CONST: return IN_CONST;
    default: return -1;
    }
}

static void count_memory(const counting *c, const wg_insn *i, wg_counters *into)
{
    int op = i->class == WG_CLASS_STORE ? OP_STORE : i->class == WG_CLASS_ATOMIC ? OP_ATOMIC : OP_LOAD;
    int space = space_of(i);
    const wg_tally *tally = &c->sums->tallies[i->tally];
    if (space >= 0) {
        feed(c, into, space, op, tally);
        return;
    }
    feed(c, into, IN_GLOBAL, op, &tally[WG_TALLY_GLOBAL]);
    feed(c, into, IN_SHARED, op, &tally[WG_TALLY_SHARED]);
    feed(c, into, IN_LOCAL, op, &tally[WG_TALLY_LOCAL]);
}

static bool touches_memory(const wg_insn *i)
{
    return i->class == WG_CLASS_LOAD || i->class == WG_CLASS_STORE || i->class == WG_CLASS_ATOMIC ||
           i->class == WG_CLASS_TEXTURE;
}

static void count_operations(const counting *c, const wg_insn *i, uint64_t warps, uint64_t threads, wg_counters *into)
{
    static const uint16_t COUNTERS[WG_CLASS_COUNT] = {
        [WG_CLASS_INT] = WG_COUNTER_int_ops,   [WG_CLASS_F16] = WG_COUNTER_flops_f16,
        [WG_CLASS_F32] = WG_COUNTER_flops_f32, [WG_CLASS_F64] = WG_COUNTER_flops_f64,
        [WG_CLASS_SFU] = WG_COUNTER_sfu_ops,   [WG_CLASS_COMPARE] = WG_COUNTER_int_ops,
    };
    if (i->class == WG_CLASS_TENSOR)
        add(into, WG_COUNTER_flops_tensor, scaled(c, warps * wg_tensor_operations(i)));
    else if (COUNTERS[i->class])
        add(into, COUNTERS[i->class], scaled(c, threads * i->operations));
}

static void count_instruction(const counting *c, const wg_insn *i, uint32_t block, wg_counters *into)
{
    uint64_t warps = c->sums->block_warps[block], lanes = c->sums->block_threads[block];
    uint64_t threads = i->guard == WG_SLOT_NONE ? lanes : c->sums->tallies[i->tally].threads;
    into->value[WG_COUNTER_warp_instructions] = scaled(c, warps);
    into->value[WG_COUNTER_thread_instructions] = scaled(c, lanes);
    if (i->class == WG_CLASS_BARRIER)
        into->value[WG_COUNTER_barriers] = scaled(c, warps);
    if (touches_memory(i))
        count_memory(c, i, into);
    count_operations(c, i, warps, threads, into);
}

void wg_profile_build(const wg_launch *launch, const wg_block *sums, uint64_t blocks_run, wg_profile *profile)
{
    const wg_program *program = launch->program;
    counting c = {launch, sums, (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2], blocks_run};
    profile->insn_count = program->insn_count;
    profile->insns = wg_alloc(sizeof *profile->insns * (program->insn_count + 1));
    for (uint32_t b = 0; b < program->block_count; b++) {
        const wg_basic_block *block = &program->blocks[b];
        for (uint32_t n = 0; n < block->cost; n++)
            count_instruction(&c, &program->insns[block->first + n], b, &profile->insns[block->first + n]);
        if (block->end == WG_END_BRANCH || block->end == WG_END_INDEXED) {
            wg_counters *branch = &profile->insns[block->first + block->count];
            branch->value[WG_COUNTER_branches] = scaled(&c, sums->block_warps[b]);
            branch->value[WG_COUNTER_divergent_branches] = scaled(&c, sums->divergent[b]);
        }
    }
    for (uint32_t i = 0; i < program->insn_count; i++)
        wg_counters_add(&profile->total, &profile->insns[i]);
}

void wg_profile_add(wg_profile *sum, const wg_profile *one)
{
    if (!sum->insns) {
        sum->insns = wg_alloc((one->insn_count + 1) * sizeof *sum->insns);
        sum->insn_count = one->insn_count;
    }
    for (uint32_t k = 0; k < sum->insn_count; k++)
        wg_counters_add(&sum->insns[k], &one->insns[k]);
    wg_counters_add(&sum->total, &one->total);
    sum->blocks_total += one->blocks_total;
    sum->blocks_run += one->blocks_run;
    sum->seconds += one->seconds;
    sum->host_threads = one->host_threads;
}

void wg_profile_free(wg_profile *profile)
{
    free(profile->insns);
    *profile = (wg_profile){0};
}
